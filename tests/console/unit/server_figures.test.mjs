// Figures out of the metrics: the text format, rates, percentiles. And which requests are shown.

import assert from "node:assert/strict";
import test from "node:test";
import { filterRequests, statusChoices } from "../../../console/src/pages/requests/request_filter.ts";
import { signedLines } from "../../../console/src/pages/requests/string_to_sign.ts";
import { countFailures } from "../../../console/src/pages/server/failure_counts.ts";
import { bucketsBetween, levelOf, quantile, rateOf } from "../../../console/src/pages/server/figures.ts";
import { parseMetrics } from "../../../console/src/pages/server/prometheus.ts";

test("the text format is read with labels, escapes and special numbers", () => {
  const metrics = parseMetrics(
    [
      "# HELP up Something",
      "# TYPE up gauge",
      "up 1",
      'requests_total{operation="get_entity",status="2xx"} 12 1700000000000',
      'requests_total{path="a\\"b\\\\c\\nd{e=\\"f\\"}",} 3e-05',
      'seconds_bucket{le="+Inf"} +Inf',
      "odd NaN",
      "not a sample at all {",
      "",
    ].join("\n"),
  );
  assert.deepEqual(metrics.get("up"), [{ labels: {}, value: 1 }]);
  assert.deepEqual(metrics.get("requests_total"), [
    { labels: { operation: "get_entity", status: "2xx" }, value: 12 },
    { labels: { path: 'a"b\\c\nd{e="f"}' }, value: 3e-5 },
  ]);
  assert.deepEqual(metrics.get("seconds_bucket"), [{ labels: { le: "+Inf" }, value: Infinity }]);
  assert.ok(Number.isNaN(metrics.get("odd")[0].value));
  assert.equal(metrics.size, 4);
});

const requests = (reads, writes) => parseMetrics(`requests{op="read"} ${reads}\nrequests{op="write"} ${writes}`);

test("rates are those between two readings", () => {
  const interval = { before: requests(10, 5), now: requests(30, 5), seconds: 4 };
  assert.equal(rateOf(interval, "requests"), 5);
  assert.equal(
    rateOf(interval, "requests", ({ op }) => op === "write"),
    0,
  );
  assert.equal(rateOf(interval, "missing"), null);
  assert.equal(rateOf({ ...interval, before: parseMetrics("") }, "requests"), 8.75, "a kind that is new");
  assert.equal(levelOf(interval.now, "requests"), 35);
});

test("a server that was started anew gives a gap, not a negative rate", () => {
  assert.equal(rateOf({ before: requests(100, 5), now: requests(3, 1), seconds: 2 }, "requests"), null);
});

function histogram(...counts) {
  const bounds = ["0.001", "0.01", "0.1", "+Inf"];
  return parseMetrics(counts.map((count, index) => `s_bucket{op="a",le="${bounds[index]}"} ${count}`).join("\n"));
}

test("percentiles come from what was added to the buckets", () => {
  const before = histogram(1000, 1000, 1000, 1000);
  const at = (now, part) => quantile(bucketsBetween({ before, now, seconds: 1 }, "s"), part);
  const now = histogram(1050, 1090, 1100, 1100);
  assert.equal(at(now, 0.5), 0.001);
  assert.ok(Math.abs(at(now, 0.25) - 0.0005) < 1e-12, "in the middle of the first bucket");
  assert.ok(Math.abs(at(now, 0.99) - 0.091) < 1e-12, "nine tenths into the third");
  assert.equal(at(histogram(1000, 1000, 1000, 1010), 0.99), 0.1, "beyond the last bound, that bound");
  assert.equal(at(before, 0.99), null, "nothing was observed");
});

test("percentiles of several kinds are those of all", () => {
  const sample = (op, bound, count) => `s_bucket{op="${op}",le="${bound}"} ${count}\n`;
  const both = (a, b) =>
    parseMetrics(sample("a", "1", a) + sample("a", "+Inf", a) + sample("b", "1", b) + sample("b", "+Inf", b + 1));
  const buckets = bucketsBetween({ before: both(0, 0), now: both(2, 3), seconds: 1 }, "s");
  assert.deepEqual(buckets, [
    { bound: 1, count: 5 },
    { bound: Infinity, count: 5 },
  ]);
});

const logged = [
  {
    time: "3",
    method: "GET",
    path: "/a/T(PartitionKey='%F0%9F%98%80')",
    status: 404,
    code: "ResourceNotFound",
    client: "c",
    request_id: "3",
  },
  {
    time: "2",
    method: "POST",
    path: "/a/T",
    status: 403,
    code: "AuthenticationFailed",
    reason: "No Key",
    client: "c",
    request_id: "2",
  },
  { time: "1", method: "GET", path: "/a/T", status: 200, client: "c", request_id: "1" },
  { time: "0", method: "GET", path: "/a/U%", status: 404, code: "ResourceNotFound", client: "d", request_id: "0" },
];
const idsOf = (filter) => filterRequests(logged, { status: "", text: "", ...filter }).map((each) => each.request_id);

test("requests are filtered by status and by any of their texts", () => {
  assert.deepEqual(idsOf({}), ["3", "2", "1", "0"]);
  assert.deepEqual(idsOf({ status: "4xx" }), ["3", "2", "0"]);
  assert.deepEqual(idsOf({ status: "403" }), ["2"]);
  assert.deepEqual(idsOf({ text: "no key" }), ["2"]);
  assert.deepEqual(idsOf({ text: "😀" }), ["3"], "as the path means it");
  assert.deepEqual(idsOf({ text: "/u%" }), ["0"], "a path that is no good encoding");
  assert.deepEqual(statusChoices(logged, "5xx"), ["2xx", "200", "4xx", "403", "404", "5xx"]);
});

test("failures are counted by code, the most frequent first, with the latest time", () => {
  assert.deepEqual(
    countFailures(logged.filter(({ status }) => status >= 400)).map(({ code, count, last }) => [code, count, last]),
    [
      ["ResourceNotFound", 2, "3"],
      ["AuthenticationFailed", 1, "2"],
    ],
  );
});

test("the lines of a string-to-sign have names", () => {
  const names = (text) => signedLines(text).map(({ meaning }) => meaning);
  assert.deepEqual(names("d\n/a/a/T"), ["date", "resource"]);
  assert.deepEqual(names("GET\n\n\nd\n/a/a/T"), ["method", "Content-MD5", "Content-Type", "date", "resource"]);
  assert.deepEqual(names("one"), [""]);
});
