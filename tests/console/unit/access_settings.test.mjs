// Checks and words of access policies, CORS rules, recording, backups and certificates; moments.

import assert from "node:assert/strict";
import test from "node:test";
import { inputOfMoment, isoOfMoment, momentOfInput, momentText } from "../../../console/src/app/moments.ts";
import { listed, listedData, plainWords } from "../../../console/src/app/words.ts";
import { ageWords, certificateState, sourceWords } from "../../../console/src/pages/access/accounts_words.ts";
import { checkBackupName, proposedName } from "../../../console/src/pages/access/backup_names.ts";
import { chosenTable } from "../../../console/src/pages/access/chosen_table.ts";
import {
  checkRule,
  draftOf,
  indexOfRule,
  itemsOf,
  movedUp,
  newRule,
  ruleOf,
  ruleWords,
  withRule,
  withoutRule,
} from "../../../console/src/pages/access/cors_draft.ts";
import { checkPolicy, newPolicy, withPolicy } from "../../../console/src/pages/access/policy_draft.ts";
import { checkDays, loggingOf, metricsOf, recordingOf } from "../../../console/src/pages/access/recording.ts";
import { ChangedMeanwhile, writeUnlessChanged } from "../../../console/src/pages/access/write_unless_changed.ts";

const now = Date.parse("2026-11-30T18:00:00Z");

test("moments are read and shown in the zone that was chosen", () => {
  assert.equal(momentText(now, "utc"), "Monday 30 Nov 2026 18:00 UTC");
  assert.equal(inputOfMoment(now, "utc"), "2026-11-30T18:00");
  assert.equal(isoOfMoment(now + 999), "2026-11-30T18:00:00Z");
  for (const zone of ["utc", "local"]) assert.equal(momentOfInput(inputOfMoment(now, zone), zone), now);
  assert.equal(momentOfInput("", "utc"), undefined);
});

test("lists are put into words", () => {
  const lists = [[], ["a"], ["a", "b"], ["a", "b", "c"]];
  assert.deepEqual(lists.map(listed), ["", "a", "a and b", "a, b and c"]);
  assert.equal(plainWords(listedData(["a", "b", "c"])), "a, b and c");
});

test("the table is the one that is asked for, or the first", () => {
  assert.equal(chosenTable(["A", "B"], "b"), "B");
  assert.equal(chosenTable(["A", "B"], "gone"), "A");
  assert.equal(chosenTable([], "b"), "");
});

test("a policy has a name of its own, of at most 64 characters, among at most five", () => {
  const policies = ["a", "b"].map((id) => ({ ...newPolicy, id }));
  const problem = (id, before = "") => checkPolicy(policies, before, { ...newPolicy, id }).id;
  assert.match(problem(""), /has a name/);
  assert.match(problem("a"), /already/);
  assert.equal(problem("a", "a"), undefined);
  assert.equal(problem("A"), undefined);
  assert.equal(problem("x".repeat(64)), undefined);
  assert.match(problem("x".repeat(65)), /at most 64/);
  assert.match(problem("a\tb"), /control/);
  const five = ["a", "b", "c", "d", "e"].map((id) => ({ ...newPolicy, id }));
  assert.match(checkPolicy(five, "", { ...newPolicy, id: "f" }).count, /at most 5/);
  assert.equal(checkPolicy(five, "a", { ...newPolicy, id: "f" }).count, undefined);
  const backwards = { ...newPolicy, id: "f", start: "2026-12-01T00:00:00Z", expiry: "2026-11-01T00:00:00Z" };
  assert.match(checkPolicy([], "", backwards).expiry, /ends before/);
});

test("a policy that is changed keeps its place", () => {
  const [a, b] = ["a", "b"].map((id) => ({ ...newPolicy, id }));
  const changed = { ...newPolicy, id: "c" };
  assert.deepEqual(withPolicy([a, b], "a", changed), [changed, b]);
  assert.deepEqual(withPolicy([a, b], "", changed), [a, b, changed]);
});

test("nothing is written over what somebody else has changed", async () => {
  const written = [];
  const parts = (read) => ({ what: "them", seen: [1], read: async () => read, write: async () => written.push(read) });
  await writeUnlessChanged(parts([1]));
  await assert.rejects(writeUnlessChanged(parts([2])), ChangedMeanwhile);
  assert.deepEqual(written, [[1]]);
});

const draft = { ...newRule, origins: "https://a.example, http://localhost:3000\nhttps://b.example" };

test("a CORS rule is made of what is typed", () => {
  assert.deepEqual(itemsOf(" a, b\n\nc ,,"), ["a", "b", "c"]);
  const rule = ruleOf({ ...draft, allowedHeaders: "x-ms-*, a" });
  assert.deepEqual(rule.origins, ["https://a.example", "http://localhost:3000", "https://b.example"]);
  assert.deepEqual(rule.allowedHeaders, ["a", "x-ms-*"]);
  assert.deepEqual(ruleOf(draftOf(rule)), rule);
});

test("the limits of CORS rules are checked before they are sent", () => {
  const at = (change, others = []) =>
    Object.entries(checkRule({ ...draft, ...change }, others))
      .filter(([, problem]) => problem !== undefined)
      .map(([field]) => field);
  assert.deepEqual(at({}), []);
  assert.deepEqual(at({ origins: "*" }), []);
  assert.deepEqual(at({ origins: "" }), ["origins"]);
  for (const origins of ["a.example", "https://a.example/", "https://a.example/path"]) {
    assert.deepEqual(at({ origins }), ["origins"]);
  }
  assert.deepEqual(at({ origins: Array.from({ length: 65 }, (_, n) => `http://h${n}`).join() }), ["origins"]);
  assert.deepEqual(at({ origins: `http://${"h".repeat(260)}` }), ["origins"]);
  assert.deepEqual(at({ methods: [] }), ["methods"]);
  assert.deepEqual(at({ allowedHeaders: "a*,b*,c*" }), ["allowedHeaders"]);
  assert.deepEqual(at({ exposedHeaders: Array.from({ length: 65 }, (_, n) => `h${n}`).join() }), ["exposedHeaders"]);
  for (const age of ["", "-1", "1.5", "2147483648", "x"]) assert.deepEqual(at({ maxAge: age }), ["maxAge"]);
  const names = Array.from({ length: 60 }, (_, n) => `header-${n}-${"x".repeat(30)}`);
  const long = ruleOf({ ...draft, allowedHeaders: names.join() });
  assert.deepEqual(at({}, [long]), ["all"]);
  assert.deepEqual(at({}, Array.from({ length: 5 }, () => ruleOf({ ...newRule, origins: "*" }))), ["all"]);
});

test("a CORS rule is put into words", () => {
  const words = (change) => plainWords(ruleWords(ruleOf({ ...draft, ...change })));
  assert.equal(
    words({ origins: "https://a.example", methods: ["GET", "PUT"], allowedHeaders: "x-ms-*, accept", exposedHeaders: "" }),
    "Pages of https://a.example may call with GET and PUT, may send the headers accept and x-ms-* and may read only " +
      "safelisted headers of answers. Browsers remember that for 3600 seconds.",
  );
  assert.match(words({ origins: "*, https://a.example", maxAge: "0" }), /^Pages of any origin .*ask before each call\.$/);
});

test("CORS rules are put in place, taken out and moved", () => {
  const [a, b, c] = ["*", "http://b", "http://c"].map((origins) => ruleOf({ ...newRule, origins }));
  assert.deepEqual(withRule([a, b], 0, c), [c, b]);
  assert.deepEqual(withRule([a, b], -1, c), [a, b, c]);
  assert.equal(indexOfRule([a, b], ruleOf(draftOf(b))), 1);
  for (const absent of [c, undefined]) assert.equal(indexOfRule([a, b], absent), -1);
  assert.deepEqual(withoutRule([a, b, c], 1), [a, c]);
  assert.deepEqual(movedUp([a, b, c], 2), [a, c, b]);
  assert.deepEqual(movedUp([a, b], 0), [a, b]);
});

test("logging and metrics are what the form says", () => {
  const properties = {
    logging: { read: true, write: false, delete: true, days: undefined },
    hourMetrics: { enabled: true, includeApis: true, days: 7 },
    minuteMetrics: { enabled: false, includeApis: false, days: undefined },
    cors: [],
  };
  assert.deepEqual(loggingOf(recordingOf(properties, "logging")), properties.logging);
  assert.deepEqual(metricsOf(recordingOf(properties, "hourMetrics")), properties.hourMetrics);
  assert.deepEqual(metricsOf(recordingOf(properties, "minuteMetrics")), properties.minuteMetrics);
  assert.equal(metricsOf({ chosen: ["apis"], keepsForGood: true, days: "" }).includeApis, false);
  const days = (text) => checkDays({ chosen: [], keepsForGood: false, days: text });
  for (const text of ["1", "365"]) assert.equal(days(text), undefined);
  for (const text of ["", "0", "366", "1.5", "x"]) assert.notEqual(days(text), undefined);
});

test("names of backups are checked and proposed", () => {
  for (const name of ["", "a", "2026-11-30", "a.b_c-D", "x".repeat(64)]) assert.equal(checkBackupName(name, []), undefined);
  for (const name of [".a", "a b", "a/b", "ä", "x".repeat(65)]) assert.notEqual(checkBackupName(name, []), undefined, name);
  assert.match(checkBackupName("a", ["a"]), /already/);
  assert.equal(proposedName(now, []), "2026-11-30");
  assert.equal(proposedName(now, ["2026-11-30", "2026-11-30-2"]), "2026-11-30-3");
});

test("keys and certificates are put into words", () => {
  assert.equal(sourceWords("file"), "From the accounts file");
  assert.equal(sourceWords("AZURITE_ACCOUNTS"), "From the variable AZURITE_ACCOUNTS");
  const key = (since) => ageWords({ source: "file", since }, now);
  assert.equal(key("2026-11-30T18:00:00.0000000Z"), "; it may be much older.");
  assert.equal(key("2026-11-27T18:00:00.0000000Z"), ", so it is at least 3 days old.");
  const tls = (not_after, self_signed = true) =>
    certificateState({ subject: "CN=x", names: [], not_after, self_signed }, now);
  assert.deepEqual(tls("2027-12-01T00:00:00.0000000Z"), { text: "It is good for 365 more days.", isWarning: false });
  assert.match(tls("2026-12-20T00:00:00.0000000Z").text, /^It ends in 19 days\. If the server made it/);
  assert.equal(tls("2026-12-20T00:00:00.0000000Z", false).isWarning, true);
  assert.match(tls("2026-11-01T00:00:00.0000000Z", false).text, /^It has ended.*SIGHUP/);
});
