// A filter as a tree, as far as the builder may have use for it (docs/protocol.md, 7.2). What it has not is refused
// with words that complete "The filter …".

import type { EdmValue } from "../../../api/edm.ts";
import { readLiteral } from "./literals.ts";

export type Operator = "eq" | "ne" | "lt" | "le" | "gt" | "ge";

export interface Compare {
  readonly kind: "compare";
  readonly property: string;
  readonly operator: Operator;
  readonly value: EdmValue;
}

export interface Junction {
  readonly kind: "and" | "or";
  readonly parts: readonly FilterNode[]; // none of them of the same kind
}

export interface Negation {
  readonly kind: "not";
  readonly part: FilterNode;
}

export type FilterNode = Compare | Junction | Negation;

export class NotForBuilder extends Error {}

type Operand =
  | FilterNode
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "value"; readonly value: EdmValue };

const mirrored: Readonly<Record<Operator, Operator>> = { eq: "eq", ne: "ne", lt: "gt", le: "ge", gt: "lt", ge: "le" };
const arithmetic = new Set(["add", "sub", "mul", "div", "mod"]);
const depthMax = 50;

// Letters, digits and marks, as the service's parser takes them.
const nameCharacter = String.raw`[A-Za-z0-9_]|[^\u0000-\u00a9\u00d7\u00f7\ud800-\udfff\s]`;
const token = new RegExp(
  [
    String.raw`(?:${nameCharacter})*'(?:[^']|'')*'`,
    String.raw`-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?[lLdDfFmM]?`,
    "-INF",
    `(?:${nameCharacter})+`,
    String.raw`[^\s]`,
  ].join("|"),
  "y",
);
const name = new RegExp(`^(?!\\d)(?:${nameCharacter})+$`);
const otherWords = new Set(["not", "true", "false", "null", "NaN", "INF"]);

// Whether a filter can name the property.
export const isName = (text: string): boolean => name.test(text) && !otherWords.has(text);

const isOperator = (text: string): text is Operator => Object.hasOwn(mirrored, text);

// Undefined: the filter is empty. Throws NotForBuilder.
export function parseFilter(text: string): FilterNode | undefined {
  const parser = new Parser(text);
  return parser.current === "" ? undefined : parser.parse();
}

class Parser {
  current = ""; // token; empty: the end
  private at = 0; // of the token
  private next = 0; // behind it
  private depth = 0;

  constructor(private readonly text: string) {
    this.advance();
  }

  parse(): FilterNode {
    const node = this.parseJunction("or");
    if (this.current !== "") this.fail();
    return node;
  }

  private parseJunction(kind: "or" | "and"): FilterNode {
    const parse = (): FilterNode => (kind === "or" ? this.parseJunction("and") : this.parseComparison());
    const parts = [parse()];
    while (this.take(kind)) parts.push(parse());
    const [first] = parts;
    if (parts.length === 1 && first) return first;
    return { kind, parts: parts.flatMap((part) => (part.kind === kind ? part.parts : [part])) };
  }

  private parseComparison(): FilterNode {
    const left = this.parseUnary();
    if (arithmetic.has(this.current)) throw new NotForBuilder(`calculates with ${this.current}.`);
    const operator = this.current;
    if (!isOperator(operator)) return conditionOf(left);
    this.advance();
    const node = compare(left, operator, this.parseUnary());
    if (isOperator(this.current)) throw new NotForBuilder("compares the result of a comparison.");
    return node;
  }

  private parseUnary(): Operand {
    if (!this.take("not")) return this.parsePrimary();
    return { kind: "not", part: this.deeper(() => conditionOf(this.parseUnary())) };
  }

  private parsePrimary(): Operand {
    if (this.take("(")) {
      const node = this.deeper(() => this.parseJunction("or"));
      if (!this.take(")")) this.fail();
      return node;
    }
    const word = this.current;
    if (word === "null") throw new NotForBuilder("compares with null, which the service does not take.");
    if (isName(word)) return this.parseName(word);
    if (!/^[-\d]|.'$|^(?:true|false|NaN|INF)$/.test(word)) this.fail();
    const value = readLiteral(word);
    if (!value || /[\r\n]/.test(word)) {
      throw new NotForBuilder(`has a value in a form that the builder does not take: ${word}.`);
    }
    this.advance();
    return { kind: "value", value };
  }

  private parseName(word: string): Operand {
    this.advance();
    if (this.current === "(") throw new NotForBuilder(`calls the function ${word}.`);
    if (this.current === "/") throw new NotForBuilder(`has a path, ${word}/….`);
    return { kind: "name", name: word };
  }

  private deeper<T>(parse: () => T): T {
    this.depth += 1;
    if (this.depth > depthMax) throw new NotForBuilder("has brackets in brackets.");
    const result = parse();
    this.depth -= 1;
    return result;
  }

  private take(word: string): boolean {
    if (this.current !== word) return false;
    this.advance();
    return true;
  }

  private advance(): void {
    this.at = this.next + (/^[\s\u0085]*/.exec(this.text.slice(this.next))?.[0].length ?? 0);
    token.lastIndex = this.at;
    this.current = token.exec(this.text)?.[0] ?? "";
    this.next = this.at + this.current.length;
  }

  private fail(): never {
    throw new NotForBuilder(`cannot be read from position ${this.at} on.`);
  }
}

function conditionOf(operand: Operand): FilterNode {
  if (operand.kind === "value") throw new NotForBuilder("has a value that is compared with nothing.");
  if (operand.kind !== "name") return operand;
  return { kind: "compare", property: operand.name, operator: "eq", value: { type: "Edm.Boolean", text: "true" } };
}

function compare(left: Operand, operator: Operator, right: Operand): FilterNode {
  if (left.kind === "value" && right.kind === "name") return compare(right, mirrored[operator], left);
  if (left.kind === "name" && right.kind === "value") {
    return { kind: "compare", property: left.name, operator, value: right.value };
  }
  throw new NotForBuilder("compares something else than a property with a value.");
}
