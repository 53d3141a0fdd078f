// What the builder's form holds: conditions, and groups of them.

import { type EdmType, checkValue, compareValues, shortType, systemProperties } from "../../../api/edm.ts";
import type { KnownProperty } from "../filter_language.ts";
import { hexOf } from "./literals.ts";
import { type Operator, isName } from "./parse_filter.ts";
import { boundOfPrefix } from "./prefix_bound.ts";

export type Comparison = Operator | "begins" | "between" | "exists" | "absent";

export interface Condition {
  readonly kind: "condition";
  readonly id: number;
  readonly property: string;
  readonly type: EdmType;
  readonly comparison: Comparison;
  readonly text: string; // the value, as api/edm.ts has it
  readonly upper: string; // of "between", which includes both
}

export type Join = "all" | "any";

export interface Group {
  readonly kind: "group";
  readonly id: number;
  readonly join: Join;
  readonly items: readonly Condition[];
}

export type Item = Condition | Group;

export interface FilterDraft {
  readonly join: Join;
  readonly items: readonly Item[];
}

let lastId = 0;

export function newCondition(given: Partial<Omit<Condition, "id" | "kind">> = {}): Condition {
  lastId += 1;
  const none = { property: "", type: "Edm.String", comparison: "eq", text: "", upper: "" } as const;
  return { kind: "condition", id: lastId, ...none, ...given };
}

export function newGroup(join: Join, items: readonly Condition[] = [newCondition()]): Group {
  lastId += 1;
  return { kind: "group", id: lastId, join, items };
}

export const isSystem = (property: string): boolean => systemProperties.includes(property);

// "is less than" for dates, too, would be odd.
const words: Readonly<Record<Comparison, string>> = {
  eq: "is",
  ne: "is not",
  begins: "begins with",
  lt: "is less than",
  le: "is at most",
  gt: "is greater than",
  ge: "is at least",
  between: "is between",
  exists: "is present",
  absent: "is absent",
};
const wordsOfDates: Partial<Record<Comparison, string>> = {
  lt: "is before",
  le: "is at or before",
  gt: "is after",
  ge: "is at or after",
};

export const comparisonWords = (comparison: Comparison, type: EdmType): string =>
  (type === "Edm.DateTime" ? wordsOfDates[comparison] : undefined) ?? words[comparison];

// In the order in which they are offered. Keys and the Timestamp are always present.
export function comparisonsOf({ property, type }: Pick<Condition, "property" | "type">): Comparison[] {
  const all = Object.keys(words) as Comparison[];
  return all.filter((each) => {
    if (each === "exists" || each === "absent") return !isSystem(property);
    if (each === "begins") return type === "Edm.String";
    return type !== "Edm.Boolean" || each === "eq" || each === "ne";
  });
}

export const hasValue = ({ comparison }: Condition): boolean => comparison !== "exists" && comparison !== "absent";

// With a comparison that its property and type allow.
export function settled(condition: Condition): Condition {
  return comparisonsOf(condition).includes(condition.comparison) ? condition : { ...condition, comparison: "eq" };
}

// A property that is known brings its type with it.
export function withProperty(condition: Condition, property: string, known: readonly KnownProperty[]): Condition {
  const type = known.find((each) => each.name === property)?.type ?? condition.type;
  return settled({ ...condition, property, type });
}

export interface Problem {
  readonly field: "property" | "text" | "upper";
  readonly message: string;
  readonly isGap: boolean; // only that nothing has been written yet
}

export function problemOf(condition: Condition): Problem | undefined {
  const { property } = condition;
  if (property === "") return { field: "property", message: "Choose a property.", isGap: true };
  if (!isName(property)) {
    return { field: "property", message: "A filter cannot name this: names are letters, digits and _.", isGap: false };
  }
  if (!hasValue(condition)) return undefined;
  const fields = condition.comparison === "between" ? (["text", "upper"] as const) : (["text"] as const);
  for (const field of fields) {
    const message = problemOfValue(condition, condition[field]);
    if (message !== undefined) return { field, message, isGap: condition[field] === "" };
  }
  if (condition.comparison !== "between" || !isBehind(condition.text, condition.upper, condition.type)) return undefined;
  return { field: "upper", message: "The second value is less than the first.", isGap: false };
}

function problemOfValue({ type, comparison }: Condition, text: string): string | undefined {
  if (type !== "Edm.String") return checkValue(type, text);
  if (/\p{Cs}/u.test(text)) return "The text has half of a surrogate pair, which no request can hold.";
  if (/[\r\n]/.test(text)) return "The text has a line break, and a filter is one line.";
  if (comparison !== "begins") return undefined;
  if (text === "") return "Write how the value begins.";
  const isCut = /[\r\n]/.test(boundOfPrefix(text) ?? "");
  return isCut ? "What ends in this control character cannot be looked for in one line." : undefined;
}

function isBehind(low: string, high: string, type: EdmType): boolean {
  const comparable = (text: string): string => {
    if (type === "Edm.DateTime") return text.slice(0, -1); // without the Z, the shorter of two is the earlier
    if (type === "Edm.Binary") return hexOf(text);
    return type === "Edm.Guid" ? text.toLowerCase() : text;
  };
  return compareValues({ type, text: comparable(low) }, { type, text: comparable(high) }) > 0;
}

const isInteger = (type: EdmType): boolean => type === "Edm.Int32" || type === "Edm.Int64";

// What a person may not expect of the condition.
export function adviceOn({ property, type, comparison }: Condition, known: readonly KnownProperty[]): string | undefined {
  const own = known.find((each) => each.name === property)?.type;
  const isWider = (type === "Edm.Int32" && own === "Edm.Int64") || (isInteger(type) && own === "Edm.Double");
  const fits = own === undefined || own === type || isWider;
  if (!fits && comparison !== "exists" && comparison !== "absent") {
    return `Most loaded rows have ${shortType(own)} values here. Values of different types are never equal.`;
  }
  return comparison === "ne" && !isSystem(property) ? "Rows without this property do not match." : undefined;
}
