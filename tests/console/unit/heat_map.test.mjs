// The heat map without a browser: rates, zooming, colours, labels, marks, treemap.

import assert from "node:assert/strict";
import test from "node:test";
import { rangeOf, rateAt, toHeatMap } from "../../../console/src/pages/heat/activity.ts";
import { keyLabels, timeTicks } from "../../../console/src/pages/heat/labels.ts";
import { cellsIn, marksOf } from "../../../console/src/pages/heat/marks.ts";
import { percent } from "../../../console/src/pages/heat/percent.ts";
import { heatRgb } from "../../../console/src/pages/heat/ramp.ts";
import { legendRates, placeOf, roundUp, scaleMax, totals } from "../../../console/src/pages/heat/scale.ts";
import { tilesOf } from "../../../console/src/pages/heat/treemap_layout.ts";
import { closer, isWhole, moved, viewOf, wholeView, zoomOf } from "../../../console/src/pages/heat/view.ts";

const begin = "2026-03-01T00:00:00.0000000Z";
const beginMilliseconds = Date.parse(begin);

// Ranges that begin at the given PartitionKeys, with writes by column; each range is read once in each column.
function mapOf(writes, step = 1) {
  const ranges = Object.entries(writes).map(([partition, counts]) => ({
    from: { partition, row: "" },
    reads: counts.map(() => 1),
    writes: counts,
  }));
  return toHeatMap({ table: "T", begin, step_seconds: step, ranges }, beginMilliseconds + 1e9);
}

// Each of eight ranges is written in one of eight columns, the later the higher.
const rising = mapOf(
  Object.fromEntries(
    Array.from({ length: 8 }, (_, range) => [
      range === 0 ? "" : `key-${range}`,
      Array.from({ length: 8 }, (_, column) => (column === range ? 50 : 0)),
    ]),
  ),
);

test("counts become rates of what is shown", () => {
  const map = mapOf({ "": [40, 0], m: [20, 8] }, 4);
  assert.equal(rateAt(map, "writes", 0, 0), 10);
  assert.equal(rateAt(map, "reads", 0, 0), 0.25);
  assert.equal(rateAt(map, "both", 1, 1), 2.25);
  assert.equal(rateAt(map, "both", 7, 7), 0);
});

test("the column that has not ended yet counts by the time that it has lasted", () => {
  const activity = {
    table: "T",
    begin,
    step_seconds: 8,
    ranges: [{ from: { partition: "", row: "" }, reads: [0, 0], writes: [80, 20] }],
  };
  const rateAfter = (milliseconds) =>
    rateAt(toHeatMap(activity, beginMilliseconds + 8000 + milliseconds), "writes", 0, 1);
  assert.equal(rateAfter(2000), 10);
  assert.equal(rateAfter(100), 20, "not by less than a second");
  assert.equal(rateAfter(-60_000), 2.5, "a clock that is behind the server's");
  assert.equal(rateAfter(60_000), 2.5, "a clock that is ahead of it");
});

test("a key lies in the range that begins at or before it, by UTF-16 code units", () => {
  const map = mapOf({ "": [1], b: [1], "\u{1f600}": [1], "\uff00": [1] });
  const at = (partition) => rangeOf(map, { partition, row: "x" });
  assert.deepEqual([at(""), at("a"), at("b"), at("bb"), at("\u{1f601}"), at("\uffee")], [0, 0, 1, 1, 2, 3]);
});

test("zooming keeps to times and keys while the server divides them anew", () => {
  assert.ok(isWhole(viewOf(rising, {}), rising));
  const chosen = { column: 2, columnEnd: 5, range: 3, rangeEnd: 6 };
  const zoom = zoomOf(rising, chosen);
  assert.deepEqual(viewOf(rising, zoom), chosen);
  const coarser = mapOf({ "": [1, 1, 1, 1], "key-3": [1, 1, 1, 1], "key-5x": [1, 1, 1, 1], "key-6": [1, 1, 1, 1] }, 2);
  assert.deepEqual(viewOf(coarser, zoom), { column: 1, columnEnd: 3, range: 1, rangeEnd: 3 });
});

test("a zoom that reaches the present or the last key goes on doing so", () => {
  const zoom = zoomOf(rising, { column: 4, columnEnd: 8, range: 5, rangeEnd: 8 });
  assert.deepEqual(zoom, { from: beginMilliseconds + 4000, first: { partition: "key-5", row: "" } });
});

test("a zoom that the server has dropped shows something still", () => {
  const { column, columnEnd } = viewOf(rising, { from: beginMilliseconds - 9000, to: beginMilliseconds - 5000 });
  assert.ok(columnEnd > column);
});

test("closer halves around a cell, and moving stops at the edges", () => {
  const whole = wholeView(rising);
  assert.deepEqual(closer(whole, 7, 0), { column: 4, columnEnd: 8, range: 0, rangeEnd: 4 });
  const half = closer(whole, 0, 7);
  assert.deepEqual(moved(half, rising, 100, -1), { column: 4, columnEnd: 8, range: 3, rangeEnd: 7 });
  assert.deepEqual(moved(half, rising, -Infinity, 1), half);
});

test("the scale ends at a round rate and keeps low rates visible", () => {
  assert.deepEqual([0, 0.7, 1, 59, 1001].map(roundUp), [1, 0.8, 1, 60, 1500]);
  assert.equal(scaleMax(rising, wholeView(rising), "writes"), 50);
  assert.equal(scaleMax(rising, { column: 0, columnEnd: 1, range: 3, rangeEnd: 4 }, "both"), 1);
  assert.deepEqual(
    [0, 25, 100, 400].map((rate) => placeOf(rate, 100)),
    [0, 0.5, 1, 1],
  );
  assert.deepEqual(legendRates(100), [0, 5, 25, 50, 100]);
});

test("the sums are those of what is shown", () => {
  const { byColumn, byRange } = totals(rising, { column: 0, columnEnd: 2, range: 0, rangeEnd: 2 }, "writes");
  assert.deepEqual(
    [byColumn, byRange],
    [
      [50, 50],
      [25, 25],
    ],
  );
});

// The lightness of OKLab, of a colour as the screen gets it.
function lightness([red, green, blue]) {
  const linear = [red, green, blue].map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const cone = (a, b, c) => Math.cbrt(a * linear[0] + b * linear[1] + c * linear[2]);
  return (
    0.2104542553 * cone(0.4122214708, 0.5363325363, 0.0514459929) +
    0.793617785 * cone(0.2119034982, 0.6806995451, 0.1073969566) -
    0.0040720468 * cone(0.0883024619, 0.2817188376, 0.6299787005)
  );
}

for (const dark of [true, false]) {
  test(`colours ${dark ? "rise" : "fall"} in lightness by even steps on ${dark ? "dark" : "light"} ground`, () => {
    const levels = Array.from({ length: 33 }, (_, index) => lightness(heatRgb(index / 32, dark)));
    const steps = levels.slice(1).map((level, index) => level - levels[index]);
    const expected = (levels.at(-1) - levels[0]) / 32;
    assert.ok(Math.abs(levels.at(-1) - levels[0]) > 0.6);
    for (const step of steps) assert.ok(Math.abs(step - expected) < 0.006, `${step} beside ${expected}`);
  });
}

test("labels leave out what all keys begin with, at the end of a word", () => {
  const map = mapOf({ "": [1], "2026-03-01T10:00": [1], "2026-03-01T10:05": [1], "2026-03-01T11:30": [1] });
  const texts = keyLabels(map, wholeView(map), 0).map(({ text, isCut }) => (isCut ? "…" : "") + text);
  assert.deepEqual(texts, ["", "…01T10:00", "…01T10:05", "…01T11:30"]);
  assert.equal(keyLabels(map, wholeView(map), 0.5).length, 2);
});

test("labels show the row where partitions repeat", () => {
  const ranges = ["a", "b"].map((row) => ({ from: { partition: "p", row }, reads: [1], writes: [1] }));
  const map = toHeatMap({ table: "T", begin, step_seconds: 1, ranges }, 0);
  assert.deepEqual(
    keyLabels(map, wholeView(map), 0).map(({ text }) => text),
    ["p · a", "p · b"],
  );
});

test("times on the axis are round and few", () => {
  assert.deepEqual(timeTicks(1500, 9500, 4), [2000, 4000, 6000, 8000]);
  assert.deepEqual(timeTicks(0, 3 * 3600_000, 4), [0, 3600_000, 7200_000, 10_800_000]);
});

const finding = (kind, more = {}) => ({ kind, severity: "warning", operations: 1, advice: [], ...more });

test("rising PartitionKeys are traced through the cells that are written", () => {
  const [mark] = marksOf(rising, [finding("monotonic-partition-key", { direction: "ascending" })]);
  assert.equal(mark.shape.rises, true);
  assert.deepEqual(
    mark.shape.cells.map(({ column, range }) => column - range),
    new Array(8).fill(0),
  );
  assert.equal(cellsIn(mark.shape.cells, { column: 2, columnEnd: 4, range: 0, rangeEnd: 3 }).length, 1);
});

test("a partition's finding covers its ranges, and one about no place has no mark", () => {
  const map = mapOf({ "": [1], a: [1], b: [1], bb: [1], c: [1] });
  const marks = marksOf(map, [
    finding("monotonic-row-key"),
    finding("hot-partition", { partition: "b" }),
    finding("big-partition", { partition: "zz" }),
  ]);
  assert.deepEqual(
    marks.map(({ number }) => number),
    [2, 3],
  );
  assert.deepEqual(marks[0].shape, { kind: "band", range: 2, rangeEnd: 3 });
  assert.deepEqual(marks[1].shape, { kind: "band", range: 4, rangeEnd: 5 });
});

test("shares are not rounded up to all", () => {
  assert.deepEqual([0, 0.0254, 0.36, 0.99996, 1].map(percent), ["0 %", "2.5 %", "36 %", "99.99 %", "100 %"]);
});

test("tiles have areas by value and fill the map without overlap", () => {
  const values = [60, 25, 10, 5, 0];
  const tiles = tilesOf(values, (value) => value, 2);
  assert.deepEqual(
    tiles.map(({ item }) => item),
    [60, 25, 10, 5],
  );
  for (const { item, width, height } of tiles) assert.ok(Math.abs(width * height - item / 100) < 1e-9);
  for (const a of tiles) {
    for (const b of tiles.filter((each) => each !== a)) {
      const apart =
        a.left + a.width <= b.left + 1e-9 ||
        b.left + b.width <= a.left + 1e-9 ||
        a.top + a.height <= b.top + 1e-9 ||
        b.top + b.height <= a.top + 1e-9;
      assert.ok(apart);
    }
  }
  assert.deepEqual(
    tilesOf([0], (value) => value, 1),
    [],
  );
});
