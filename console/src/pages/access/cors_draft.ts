// A CORS rule while it is written: checks against the service's limits, what it allows in words, and its place among
// the others.

import type { CorsRule } from "../../api/service_properties.ts";
import { type Words, listed, listedData } from "../../app/words.ts";

export const rulesMax = 5;
export const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "MERGE", "DELETE", "OPTIONS"] as const;

const originsMax = 64;
const headersMax = 64;
const prefixesMax = 2;
const itemBytesMax = 256;
const bytesMax = 2048; // of the lists of all rules
const secondsMax = 2 ** 31 - 1;

// Lists are typed as text: items stand between commas or on lines of their own.
export interface RuleDraft {
  readonly methods: readonly string[];
  readonly origins: string;
  readonly allowedHeaders: string;
  readonly exposedHeaders: string;
  readonly maxAge: string;
}

export const newRule: RuleDraft = {
  methods: ["GET"],
  origins: "",
  allowedHeaders: "*",
  exposedHeaders: "*",
  maxAge: "3600",
};

export const itemsOf = (text: string): string[] =>
  text
    .split(/[,\n]/)
    .map((item) => item.trim())
    .filter((item) => item !== "");

export const draftOf = (rule: CorsRule): RuleDraft => ({
  methods: rule.methods,
  origins: rule.origins.join(", "),
  allowedHeaders: rule.allowedHeaders.join(", "),
  exposedHeaders: rule.exposedHeaders.join(", "),
  maxAge: String(rule.maxAgeSeconds),
});

const isPrefix = (name: string): boolean => name.endsWith("*");

export const ruleOf = (draft: RuleDraft): CorsRule => ({
  methods: draft.methods,
  origins: itemsOf(draft.origins),
  allowedHeaders: namesFirst(itemsOf(draft.allowedHeaders)),
  exposedHeaders: namesFirst(itemsOf(draft.exposedHeaders)),
  maxAgeSeconds: Number(draft.maxAge),
});

// As the service gives them back.
const namesFirst = (names: readonly string[]): string[] => [
  ...names.filter((name) => !isPrefix(name)),
  ...names.filter(isPrefix),
];

const encoder = new TextEncoder();
const bytesOf = (text: string): number => encoder.encode(text).length;

function checkItems(items: readonly string[]): string | undefined {
  const long = items.find((item) => bytesOf(item) > itemBytesMax);
  if (long !== undefined) return `An item has at most ${itemBytesMax} bytes; this one has more: ${long.slice(0, 40)}…`;
  const odd = items.find((item) => /[\u0000-\u001f\u007f]/.test(item));
  return odd === undefined ? undefined : "An item has no control characters, such as tabs.";
}

// Browsers send an origin without a path, and the service compares it letter by letter.
function checkOrigins(items: readonly string[]): string | undefined {
  if (items.length === 0) return "Name at least one origin, such as https://app.example, or * for any.";
  if (items.length > originsMax) return `A rule has at most ${originsMax} origins; these are ${items.length}.`;
  const odd = items.find((item) => item !== "*" && !/^[a-z][a-z0-9+.-]*:\/\/[^/\s]+$/.test(item));
  if (odd !== undefined && odd !== "null") {
    return `“${odd}” is not what a browser sends: an origin has a scheme and a host and no path: https://app.example.`;
  }
  return checkItems(items);
}

function checkHeaders(items: readonly string[]): string | undefined {
  const prefixes = items.filter(isPrefix).length;
  const names = items.length - prefixes;
  if (names > headersMax) return `A list has at most ${headersMax} names; this one has ${names}.`;
  if (prefixes > prefixesMax) {
    return `A list has at most ${prefixesMax} prefixes (names that end with *); this one has ${prefixes}.`;
  }
  return checkItems(items);
}

export interface RuleProblems {
  readonly methods: string | undefined;
  readonly origins: string | undefined;
  readonly allowedHeaders: string | undefined;
  readonly exposedHeaders: string | undefined;
  readonly maxAge: string | undefined;
  readonly all: string | undefined; // of the rule with the others
}

const listBytes = (rule: CorsRule): number =>
  [rule.methods, rule.origins, rule.allowedHeaders, rule.exposedHeaders]
    .map((items) => bytesOf(items.join(",")))
    .reduce((sum, bytes) => sum + bytes, 0);

function checkAll(rules: readonly CorsRule[]): string | undefined {
  if (rules.length > rulesMax) return `An account has at most ${rulesMax} CORS rules. Remove one first.`;
  const bytes = rules.map(listBytes).reduce((sum, each) => sum + each, 0);
  return bytes > bytesMax
    ? `The lists of all rules have at most ${bytesMax} bytes together; with this rule they have ${bytes}.`
    : undefined;
}

const isCount = (text: string): boolean => /^\d{1,10}$/.test(text) && Number(text) <= secondsMax;

export function checkRule(draft: RuleDraft, others: readonly CorsRule[]): RuleProblems {
  const rule = ruleOf(draft);
  return {
    methods: rule.methods.length === 0 ? "Choose at least one." : undefined,
    origins: checkOrigins(rule.origins),
    allowedHeaders: checkHeaders(rule.allowedHeaders),
    exposedHeaders: checkHeaders(rule.exposedHeaders),
    maxAge: isCount(draft.maxAge) ? undefined : `Seconds are a whole number from 0 to ${secondsMax}.`,
    all: checkAll([...others, rule]),
  };
}

function headerWords(items: readonly string[], none: string, any: string): Words {
  if (items.length === 0) return [none];
  return items.includes("*") ? [any] : ["the headers ", ...listedData(items)];
}

export function ruleWords(rule: CorsRule): Words {
  const isAny = rule.origins.includes("*");
  return [
    ...(isAny ? ["Pages of any origin"] : ["Pages of ", ...listedData(rule.origins)]),
    ` may call with ${listed(rule.methods)}, may send `,
    ...headerWords(rule.allowedHeaders, "only safelisted headers", "any headers"),
    " and may read ",
    ...headerWords(rule.exposedHeaders, "only safelisted headers", "any headers"),
    " of answers. ",
    rule.maxAgeSeconds === 0
      ? "Browsers ask before each call."
      : `Browsers remember that for ${rule.maxAgeSeconds === 1 ? "a second" : `${rule.maxAgeSeconds} seconds`}.`,
  ];
}

// Rules have no names, and their places change. -1: it is not there (any more).
export function indexOfRule(rules: readonly CorsRule[], rule: CorsRule | undefined): number {
  const text = JSON.stringify(rule);
  return rules.findIndex((each) => JSON.stringify(each) === text);
}

// Puts the rule at `index`; -1: at the end.
export const withRule = (rules: readonly CorsRule[], index: number, rule: CorsRule): CorsRule[] =>
  index >= 0 ? rules.map((each, at) => (at === index ? rule : each)) : [...rules, rule];

export const withoutRule = (rules: readonly CorsRule[], index: number): CorsRule[] =>
  rules.filter((_, at) => at !== index);

// The first rule that has the origin and the method decides, so the order matters.
export function movedUp(rules: readonly CorsRule[], index: number): CorsRule[] {
  const rule = rules[index];
  if (index < 1 || !rule) return [...rules];
  return [...rules.slice(0, index - 1), rule, ...rules.slice(index - 1).filter((each) => each !== rule)];
}
