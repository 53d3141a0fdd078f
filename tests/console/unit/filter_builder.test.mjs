// The filter builder: what its form prints, and what it reads back.

import assert from "node:assert/strict";
import test from "node:test";
import {
  adviceOn, comparisonWords, comparisonsOf, newCondition, newGroup, problemOf, withProperty,
} from "../../../console/src/pages/browse/filter_builder/draft.ts";
import { printLiteral, readLiteral } from "../../../console/src/pages/browse/filter_builder/literals.ts";
import { boundOfPrefix } from "../../../console/src/pages/browse/filter_builder/prefix_bound.ts";
import { printFilter } from "../../../console/src/pages/browse/filter_builder/print_filter.ts";
import { readFilter } from "../../../console/src/pages/browse/filter_builder/read_filter.ts";

const all = (...items) => ({ join: "all", items });
const any = (...items) => ({ join: "any", items });
const is = (property, type, text, comparison = "eq", upper = "") =>
  newCondition({ property, type: `Edm.${type}`, text, comparison, upper });

test("the bound of a prefix is the least text behind all that begin with it", () => {
  for (const [prefix, bound] of [
    ["abc", "abd"],
    ["it's", "it't"],
    ["&", "'"],
    ["~", "\x7f"],
    ["a\uffff", "b"],
    ["a\uffff\uffff", "b"],
    ["\ufffe", "\uffff"],
    ["\uffff", undefined],
    ["", undefined],
    ["\ud7ff", "\u{10000}"], // no half of a pair is a text of its own
    ["a😀", "a😁"],
    ["\u{103ff}", "\u{10400}"], // the next first half
    ["\u{10ffff}", "\ue000"],
    ["\u{10ffff}\uffff", "\ue000"],
  ]) {
    assert.equal(boundOfPrefix(prefix), bound, JSON.stringify(prefix));
  }
});

function* random(seed) {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 2 ** 32;
  }
}

test("the bound of a random prefix parts what begins with it from what does not", () => {
  const numbers = random(3);
  const pick = (from) => from[Math.floor(numbers.next().value * from.length)];
  const pieces = ["a", "b", "\u0001", "'", "\ud7ff", "\ue000", "\uffff", "\ufffe", "\u{10000}", "\u{10ffff}", "😀", "\u{1f3ff}"];
  const text = (length) => Array.from({ length }, () => pick(pieces)).join("");
  for (let round = 0; round < 20_000; round += 1) {
    const [prefix, other] = [text(1 + Math.floor(numbers.next().value * 3)), text(4)];
    const candidate = numbers.next().value < 0.5 ? prefix + other : other;
    const bound = boundOfPrefix(prefix);
    assert.ok(!/\p{Cs}/u.test(bound ?? ""), JSON.stringify(prefix));
    const isWithin = candidate >= prefix && (bound === undefined || candidate < bound);
    assert.equal(isWithin, candidate.startsWith(prefix), JSON.stringify([prefix, candidate, bound]));
  }
});

const literals = [
  ["String", "it's", "'it''s'"],
  ["String", "", "''"],
  ["String", "''", "''''''"],
  ["Int32", "-5", "-5"],
  ["Int64", "9223372036854775807", "9223372036854775807L"],
  ["Double", "1.5", "1.5"],
  ["Double", "-1e-3", "-1e-3"],
  ["Double", "5.0", "5.0"],
  ["Double", "NaN", "NaN"],
  ["Double", "-Infinity", "-INF"],
  ["Double", "Infinity", "INF"],
  ["Boolean", "true", "true"],
  ["DateTime", "2026-01-31T12:00:00.1234567Z", "datetime'2026-01-31T12:00:00.1234567Z'"],
  ["Guid", "c9da6455-213d-42c9-9a79-3e9149a57833", "guid'c9da6455-213d-42c9-9a79-3e9149a57833'"],
  ["Binary", "AP8=", "X'00ff'"],
  ["Binary", "", "X''"],
];

test("literals are printed and read back, whatever their type", () => {
  for (const [type, text, literal] of literals) {
    assert.equal(printLiteral({ type: `Edm.${type}`, text }), literal);
    assert.deepEqual(readLiteral(literal), { type: `Edm.${type}`, text }, literal);
  }
  for (const [text, literal] of [["5", "5.0"], ["5.", "5.0"], [".5", "0.5"], ["-.5", "-0.5"], ["5.e3", "5e3"], ["9".repeat(20), `${"9".repeat(20)}.0`]]) {
    assert.equal(printLiteral({ type: "Edm.Double", text }), literal);
  }
});

test("other forms of a literal are read, too", () => {
  for (const [literal, type, text] of [
    ["5l", "Int64", "5"],
    ["5D", "Double", "5"],
    ["1.5d", "Double", "1.5"],
    ["DateTime'2026-01-31'", "DateTime", "2026-01-31T00:00:00Z"],
    ["datetime'2026-01-31T12:00'", "DateTime", "2026-01-31T12:00Z"],
    ["binary'00FF'", "Binary", "AP8="],
    ["x'00ff'", "Binary", "AP8="],
    ["GUID'c9da6455-213d-42c9-9a79-3e9149a57833'", "Guid", "c9da6455-213d-42c9-9a79-3e9149a57833"],
  ]) {
    assert.deepEqual(readLiteral(literal), { type: `Edm.${type}`, text }, literal);
  }
  const unread = ["5f", "5m", "3000000000", "X'0'", "X'gg'", "time'PT5S'", "guid'5'", "datetime'2026-01-31T12:00:00+02:00'"];
  for (const literal of unread) assert.equal(readLiteral(literal), undefined, literal);
});

const printed = [
  [all(), ""],
  [all(newGroup("any", [])), ""],
  [all(is("PartitionKey", "String", "uk"), is("Born", "Int32", "1850", "lt")), "PartitionKey eq 'uk' and Born lt 1850"],
  [any(is("A", "Int64", "1"), is("A", "Int64", "2")), "A eq 1L or A eq 2L"],
  [all(is("RowKey", "String", "it's", "begins")), "RowKey ge 'it''s' and RowKey lt 'it''t'"],
  [all(is("RowKey", "String", "\uffff", "begins")), "RowKey ge '\uffff'"],
  [any(is("A", "Int32", "1", "between", "5"), is("B", "Boolean", "true")), "(A ge 1 and A le 5) or B eq true"],
  [all(is("A", "Int32", "1", "between", "5"), is("B", "Boolean", "true")), "A ge 1 and A le 5 and B eq true"],
  [all(is("A", "String", "", "exists")), "A eq '' or A ne ''"],
  [all(is("A", "String", "", "exists"), is("B", "String", "", "absent")), "(A eq '' or A ne '') and not (B eq '' or B ne '')"],
  [
    all(is("PartitionKey", "String", "uk"), newGroup("any", [is("A", "Double", "5"), is("A", "Binary", "AA==")])),
    "PartitionKey eq 'uk' and (A eq 5.0 or A eq X'00')",
  ],
  [
    any(newGroup("all", [is("A", "Int32", "1"), is("B", "String", "x", "begins")]), newGroup("all", [is("A", "Int32", "2", "ne")])),
    "(A eq 1 and B ge 'x' and B lt 'y') or A ne 2",
  ],
];

const withoutIds = (draft) =>
  JSON.parse(JSON.stringify(draft, (name, value) => (name === "id" ? undefined : value)));

test("forms are printed as filters", () => {
  for (const [draft, text] of printed) assert.equal(printFilter(draft), text);
});

test("what was printed is read back as it was", () => {
  for (const [draft, text] of printed.filter(([{ items }]) => items.length > 0 && items[0].kind !== "group")) {
    if (text.includes("\uffff") || text.includes("5.0")) continue;
    assert.deepEqual(withoutIds(readFilter(text)), withoutIds(draft), text);
  }
  for (const [, text] of printed) assert.equal(printFilter(readFilter(text)), text);
});

test("filters that were written otherwise are read as what they mean", () => {
  for (const [text, same] of [
    ["  ", ""],
    ["5 lt A", "A gt 5"],
    ["IsBig", "IsBig eq true"],
    ["((A eq 1))and(B eq 2)", "A eq 1 and B eq 2"],
    ["A eq 1 and (B eq 2 and C eq 3)", "A eq 1 and B eq 2 and C eq 3"],
    ["A eq 1 or (B eq 2 and (C eq 3 and D eq 4))", "A eq 1 or (B eq 2 and C eq 3 and D eq 4)"],
    ["A eq 1 or B eq 2 and C eq 3", "A eq 1 or (B eq 2 and C eq 3)"],
    ["A eq 1 or B eq '' or B ne ''", "A eq 1 or B eq '' or B ne ''"],
    ["A ge 5 and A le 1", "A ge 5 and A le 1"],
    ["A ge '' and A lt 'b'", "A ge '' and A lt 'b'"],
    ["Größe eq 5D and _x1 eq 'a''b'", "Größe eq 5.0 and _x1 eq 'a''b'"],
    ["Timestamp ge datetime'2026-01-31'", "Timestamp ge datetime'2026-01-31T00:00:00Z'"],
    ["and eq 5 and eq ne 5", "and eq 5 and eq ne 5"], // names like any other
  ]) {
    assert.equal(printFilter(readFilter(text)), same, text);
  }
  assert.deepEqual(readFilter("A ge 5 and A le 1").items.map((each) => each.comparison), ["ge", "le"]);
  assert.deepEqual(readFilter("T ge datetime'2026-01-31' and T le datetime'2026-01-31T00:00:00.5Z'").items.length, 1);
});

test("what the form cannot hold is refused with the reason", () => {
  for (const [text, reason] of [
    ["not (A eq 1)", /^negates/],
    ["not A", /^negates/],
    ["(A eq 1 or (B eq 2 and (C eq 3 or D eq 4)))", /^has groups in groups/],
    ["A eq B", /^compares something else/],
    ["1 eq 1", /^compares something else/],
    ["A eq 1 eq true", /^compares the result/],
    ["(A eq 1) eq true", /^compares something else/],
    ["true", /^has a value that is compared with nothing/],
    ["A eq null", /^compares with null/],
    ["startswith(A, 'x')", /^calls the function startswith/],
    ["A/B eq 5", /^has a path/],
    ["A add 1 eq 2", /^calculates with add/],
    ["A eq 3000000000", /form that the builder does not take: 3000000000/],
    ["A eq 'a\nb'", /form that the builder does not take/],
    ["PartitionKey eq 5", /^compares PartitionKey with a value of another type/],
    ["A lt true", /by lt/],
    ["A eqq 5", /^cannot be read from position 2 on/],
    ["A eq 'x", /^cannot be read from position 5 on/],
    ["(A eq 1", /^cannot be read from position 7 on/],
    ["A eq 1)", /^cannot be read from position 6 on/],
    ["A eq", /^cannot be read from position 4 on/],
    [`${"(".repeat(900)}A${")".repeat(900)}`, /^has brackets in brackets/],
  ]) {
    assert.throws(() => readFilter(text), { message: reason }, text);
  }
});

test("random forms are printed, read back and printed as the same", () => {
  const numbers = random(5);
  const number = (count) => Math.floor(numbers.next().value * count);
  const pick = (from) => from[number(from.length)];
  const condition = () => {
    const [property, own] = pick([["PartitionKey", "String"], ["Timestamp", "DateTime"], ["A", ""], ["B_1", ""], ["é", ""]]);
    const [type, text] = pick(literals.filter(([each]) => own === "" || each === own));
    const comparison = pick(comparisonsOf({ property, type: `Edm.${type}` }));
    const upper = pick(literals.filter(([each]) => each === type))[1];
    return is(property, type, text, comparison, comparison === "between" ? upper : "");
  };
  const conditions = () => Array.from({ length: 1 + number(3) }, condition);
  let whole = 0;
  for (let round = 0; round < 5000; round += 1) {
    const items = Array.from({ length: 1 + number(3) }, () => (number(3) === 0 ? newGroup(pick(["all", "any"]), conditions()) : condition()));
    const text = printFilter({ join: pick(["all", "any"]), items });
    if (text === undefined) continue;
    whole += 1;
    assert.equal(printFilter(readFilter(text)), text);
  }
  assert.ok(whole > 2000, `${whole} were complete`);
});

test("a condition says what is wrong with it", () => {
  const problem = (condition) => problemOf(condition)?.message;
  for (const [condition, message] of [
    [newCondition(), /Choose a property/],
    [is("a-b", "Int32", "5"), /cannot name this/],
    [is("not", "Int32", "5"), /cannot name this/],
    [is("5a", "Int32", "5"), /cannot name this/],
    [is("<b>", "Int32", "5"), /cannot name this/],
    [is("A", "Int32", "old"), /whole digits/],
    [is("A", "Int32", "1", "between", ""), /whole digits/],
    [is("A", "Int32", "10", "between", "9"), /second value is less/],
    [is("A", "Binary", "/w==", "between", "AA=="), /second value is less/],
    [is("A", "String", "", "begins"), /how the value begins/],
    [is("A", "String", "a\t", "begins"), /control character/],
    [is("A", "String", "\ud800"), /surrogate/],
    [is("A", "String", "a\nb"), /line break/],
  ]) {
    assert.match(problem(condition) ?? "", message);
    assert.equal(printFilter(all(condition)), undefined);
  }
  for (const condition of [
    is("A", "String", ""),
    is("A", "Int32", "9", "between", "10"),
    is("A", "Int32", "x", "exists"),
    is("A", "DateTime", "2026-01-01T00:00:00Z", "between", "2026-01-01T00:00:00.5Z"),
  ]) {
    assert.equal(problem(condition), undefined);
  }
  assert.equal(problemOf(newCondition()).isGap, true);
  assert.equal(problemOf(is("A", "Int32", "x")).isGap, false);
});

test("a property that is known brings its type, and a comparison that the type allows", () => {
  const known = [{ name: "Age", type: "Edm.Int32" }, { name: "IsBig", type: "Edm.Boolean" }];
  const condition = is("Name", "String", "x", "begins");
  assert.deepEqual([withProperty(condition, "Age", known)].map(({ type, comparison, text }) => [type, comparison, text]), [["Edm.Int32", "eq", "x"]]);
  assert.equal(withProperty(condition, "Other", known).comparison, "begins");
  assert.ok(!comparisonsOf({ property: "RowKey", type: "Edm.String" }).includes("exists"));
  assert.deepEqual(comparisonsOf({ property: "IsBig", type: "Edm.Boolean" }), ["eq", "ne", "exists", "absent"]);
  assert.equal(comparisonWords("lt", "Edm.DateTime"), "is before");
  assert.equal(comparisonWords("lt", "Edm.Int32"), "is less than");
});

test("a condition warns of what a person may not expect", () => {
  const known = [{ name: "Age", type: "Edm.Int64" }, { name: "D", type: "Edm.Double" }, { name: "PartitionKey", type: "Edm.String" }];
  const advice = (...condition) => adviceOn(is(...condition), known);
  assert.match(advice("Age", "String", "5"), /Most loaded rows have Int64 values/);
  assert.equal(advice("Age", "Int32", "5"), undefined);
  assert.equal(advice("D", "Int64", "5"), undefined);
  assert.match(advice("Age", "Int64", "5", "ne"), /Rows without this property do not match/);
  assert.equal(advice("PartitionKey", "String", "5", "ne"), undefined);
  assert.equal(advice("Unknown", "String", "5"), undefined);
});
