// How a filter is coloured and completed.

import { type CompletionContext, type CompletionResult, autocompletion } from "@codemirror/autocomplete";
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { tags } from "@lezer/highlight";
import type { EdmType } from "../../api/edm.ts";

const words = new Set(["and", "or", "not"]);
const comparisons = ["eq", "ne", "gt", "ge", "lt", "le"] as const;
const isComparison = (word: string): boolean => (comparisons as readonly string[]).includes(word);

const language = StreamLanguage.define({
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match(/^(?:datetime|guid|binary|x)?'(?:[^']|'')*'?/i)) return "string";
    if (stream.match(/^-?\d[\d.eE+-]*[LlDd]?/)) return "number";
    const word = stream.match(/^[\p{L}_][\p{L}\p{N}_]*/u);
    if (Array.isArray(word)) {
      const text = String(word[0]);
      if (words.has(text)) return "keyword";
      if (isComparison(text)) return "operator";
      return text === "true" || text === "false" ? "bool" : "propertyName";
    }
    stream.next();
    return "punctuation";
  },
});

const colours = HighlightStyle.define([
  { tag: tags.string, color: "var(--type-date)" },
  { tag: tags.number, color: "var(--type-number)" },
  { tag: tags.bool, color: "var(--type-boolean)" },
  { tag: tags.keyword, color: "var(--accent)", fontWeight: "600" },
  { tag: tags.operator, color: "var(--accent)" },
  { tag: tags.punctuation, color: "var(--text-faint)" },
]);

// A property that a filter can name, with the type that most of its values have.
export interface KnownProperty {
  readonly name: string;
  readonly type: EdmType;
}

const samples: Readonly<Record<EdmType, string>> = {
  "Edm.String": "''",
  "Edm.Int32": "0",
  "Edm.Int64": "0L",
  "Edm.Double": "0.0",
  "Edm.Boolean": "true",
  "Edm.DateTime": "datetime'2026-01-01T00:00:00Z'",
  "Edm.Guid": "guid'00000000-0000-0000-0000-000000000000'",
  "Edm.Binary": "X'00'",
};

const comparisonMeanings: Readonly<Record<(typeof comparisons)[number], string>> = {
  eq: "equals",
  ne: "differs",
  gt: "greater",
  ge: "at least",
  lt: "less",
  le: "at most",
};

// What fits after the words before the cursor.
export function suggest(before: string, properties: readonly KnownProperty[]) {
  const [last = "", previous = ""] = before.trimEnd().split(/\s+/).reverse();
  if (isComparison(last)) {
    const type = properties.find((property) => property.name === previous)?.type ?? "Edm.String";
    return [{ label: samples[type], type: "constant", detail: type.slice(4) }];
  }
  const isOperand = last === "" || words.has(last) || last.endsWith("(");
  if (isOperand) {
    return [
      ...properties.map(({ name, type }) => ({ label: name, type: "property", detail: type.slice(4) })),
      ...(last === "not" ? [] : [{ label: "not", type: "keyword", detail: "" }]),
    ];
  }
  if (properties.some((property) => property.name === last)) {
    return comparisons.map((label) => ({ label, type: "keyword", detail: comparisonMeanings[label] }));
  }
  return ["and", "or"].map((label) => ({ label, type: "keyword", detail: "" }));
}

// `properties` is asked each time, since more become known as rows are loaded.
export function filterLanguage(properties: () => readonly KnownProperty[]): Extension {
  const complete = (context: CompletionContext): CompletionResult | null => {
    const word = context.matchBefore(/[\p{L}_][\p{L}\p{N}_]*/u);
    if (!word && !context.explicit) return null;
    const from = word?.from ?? context.pos;
    const before = context.state.sliceDoc(0, from);
    if ((before.match(/'/g)?.length ?? 0) % 2 === 1) return null; // inside a text
    return { from, options: suggest(before, properties()), validFor: /^[\p{L}\p{N}_]*$/u };
  };
  return [
    language,
    syntaxHighlighting(colours),
    // Nothing is selected until an arrow is pressed, so that Enter runs what is written; then it need not wait either.
    autocompletion({ override: [complete], icons: false, selectOnOpen: false, interactionDelay: 0 }),
  ];
}
