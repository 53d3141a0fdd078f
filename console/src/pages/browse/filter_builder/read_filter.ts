// A filter's text as the builder's form. Every form that is read means what the text means.

import type { EdmType } from "../../../api/edm.ts";
import {
  type Condition,
  type FilterDraft,
  type Group,
  comparisonsOf,
  isSystem,
  newCondition,
  newGroup,
  problemOf,
} from "./draft.ts";
import { type Compare, type FilterNode, type Junction, NotForBuilder, parseFilter } from "./parse_filter.ts";
import { boundOfPrefix } from "./prefix_bound.ts";

// Throws NotForBuilder.
export function readFilter(text: string): FilterDraft {
  const node = parseFilter(text);
  if (!node) return { join: "all", items: [] };
  const condition = asCondition(node);
  if (condition || !isJunction(node)) return { join: "all", items: [condition ?? refuse(node)] };
  const items = pairedUp(node).map((part) => (isNode(part) ? (asCondition(part) ?? asGroup(part)) : part));
  return { join: joinOf(node), items };
}

const joinOf = ({ kind }: Junction): "all" | "any" => (kind === "and" ? "all" : "any");
const isJunction = (node: FilterNode): node is Junction => node.kind === "and" || node.kind === "or";
const isNode = (part: FilterNode | Condition): part is FilterNode => part.kind !== "condition";

function refuse(node: FilterNode): never {
  throw new NotForBuilder(node.kind === "not" ? "negates a condition with not." : "has groups in groups.");
}

function asGroup(node: FilterNode): Group {
  if (!isJunction(node)) return refuse(node);
  const items = pairedUp(node).map((part) => (isNode(part) ? (asCondition(part) ?? refuse(part)) : part));
  return newGroup(joinOf(node), items);
}

// Undefined: it is more than one condition.
function asCondition(node: FilterNode): Condition | undefined {
  if (node.kind === "compare") return ofCompare(node);
  if (node.kind === "not") {
    const negated = asCondition(node.part);
    return negated?.comparison === "exists" ? newCondition({ ...negated, comparison: "absent" }) : undefined;
  }
  const [first, ...others] = pairedUp(node);
  return first && others.length === 0 && !isNode(first) ? first : undefined;
}

function ofCompare({ property, operator, value }: Compare): Condition {
  const own: EdmType = property === "Timestamp" ? "Edm.DateTime" : "Edm.String";
  if (isSystem(property) && value.type !== own) {
    throw new NotForBuilder(`compares ${property} with a value of another type.`);
  }
  const condition = newCondition({ property, type: value.type, comparison: operator, text: value.text });
  if (comparisonsOf(condition).includes(operator)) return condition;
  throw new NotForBuilder(`compares ${property} with true or false by ${operator}.`);
}

// The parts, where two neighbours that are one condition are put together.
function pairedUp({ kind, parts }: Junction): (FilterNode | Condition)[] {
  const found: (FilterNode | Condition)[] = [];
  for (let at = 0; at < parts.length; at += 1) {
    const [part, next] = [parts[at], parts[at + 1]];
    const pair = part?.kind === "compare" && next?.kind === "compare" ? pairOf(kind, part, next) : undefined;
    if (pair) at += 1;
    if (pair ?? part) found.push(pair ?? (part as FilterNode));
  }
  return found;
}

function pairOf(kind: "and" | "or", a: Compare, b: Compare): Condition | undefined {
  if (a.property !== b.property || a.value.type !== b.value.type) return undefined;
  const [operators, type, text] = [`${a.operator} ${b.operator}`, a.value.type, a.value.text];
  const { property } = a;
  if (kind === "or") {
    const isPresence = operators === "eq ne" && type === "Edm.String" && text === "" && b.value.text === "";
    return isPresence && !isSystem(property) ? newCondition({ property, comparison: "exists" }) : undefined;
  }
  const isPrefix = operators === "ge lt" && type === "Edm.String" && text !== "" && boundOfPrefix(text) === b.value.text;
  if (isPrefix) return newCondition({ property, type, comparison: "begins", text });
  const between = newCondition({ property, type, comparison: "between", text, upper: b.value.text });
  const isRange = operators === "ge le" && comparisonsOf(between).includes("between") && problemOf(between) === undefined;
  return isRange ? between : undefined;
}
