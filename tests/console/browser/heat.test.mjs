// The heat map of a table: what it shows of keys in order of arrival and of spread ones, and how it is moved about in.

import assert from "node:assert/strict";
import test from "node:test";
import { advisedKey, hash } from "./advised_key.mjs";
import { assertAccessible, open, picture, servers } from "./support.mjs";
import { createTable, insert, writeSteadily } from "./traffic.mjs";

const load = { rate: 60, seconds: 9 };
const risingKey = (n) =>
  `2026-03-01T10:${String(Math.floor(n / 60)).padStart(2, "0")}:${String(n % 60).padStart(2, "0")}-${n}`;

let written; // the tables of these tests, which are written once and at the same time

async function writeTables() {
  for (const table of ["Rising", "Advised", "Tenants"]) await createTable(table);
  await Promise.all([
    writeSteadily((n) => insert("Rising", risingKey(n), "r"), load),
    writeSteadily((n) => insert("Advised", advisedKey(risingKey(n)), "r"), load),
    writeSteadily((n) => insert("Tenants", n % 4 === 0 ? `tenant-${n % 20}` : "tenant-x", String(n)), load),
  ]);
}

async function openHeat(t, table, options) {
  written ??= writeTables();
  await written;
  const page = await open(t, `/devstoreaccount1/heat/${table}`, options);
  await page.locator(".heat-cells").waitFor();
  await page.waitForFunction(() => document.querySelector(".heat-cells").width > 150);
  return page;
}

// How much the heat rises with time: 1 if all of it lies on a line from the lower left to the upper right, 0 if it is
// everywhere at any time. Pearson's correlation of the pixels' places, weighted by their heat.
function riseOf(canvas) {
  return canvas.evaluate((canvas) => {
    const { width, height } = canvas;
    const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
    const brightness = (at) => data[at] + data[at + 1] + data[at + 2];
    const brightest = 765; // the ground of the light colours, nearly
    const sums = { w: 0, x: 0, y: 0, xx: 0, yy: 0, xy: 0 };
    for (let row = 0; row < height; row += 1) {
      for (let x = 0; x < width; x += 1) {
        const w = Math.max(0, brightest - 60 - brightness((row * width + x) * 4)) ** 2;
        const y = height - row;
        sums.w += w;
        sums.x += w * x;
        sums.y += w * y;
        sums.xx += w * x * x;
        sums.yy += w * y * y;
        sums.xy += w * x * y;
      }
    }
    const mean = (sum) => sum / sums.w;
    const covariance = mean(sums.xy) - mean(sums.x) * mean(sums.y);
    const deviation = (squares, sum) => Math.sqrt(mean(squares) - mean(sum) ** 2);
    return covariance / (deviation(sums.xx, sums.x) * deviation(sums.yy, sums.y));
  });
}

async function shownRanges(page) {
  const text = await page.locator(".heat-window").innerText();
  const [, shown, all] = /(\d+) of (\d+) key ranges/.exec(text);
  const [, from, to] = /(\S+) – (\S+)/.exec(text);
  const seconds = (clock) => clock.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
  return { shown: Number(shown), all: Number(all), seconds: (seconds(to) - seconds(from) + 86400) % 86400 };
}

async function stop(page) {
  await page.getByRole("button", { name: "Live", exact: true }).click();
}

async function dragOver(page, [fromX, fromY], [toX, toY]) {
  const box = await page.locator(".heat-area").boundingBox();
  const at = (x, y) => [box.x + x * box.width, box.y + y * box.height];
  await page.mouse.move(...at(fromX, fromY));
  await page.mouse.down();
  await page.mouse.move(...at((fromX + toX) / 2, (fromY + toY) / 2));
  await page.mouse.move(...at(toX, toY));
  await page.mouse.up();
}

test("the advised key is made as the documents say", () => {
  assert.equal(hash("a"), 0x82a2a958a9bece5bn);
  assert.equal(advisedKey("a"), "L-a");
});

test("a table that nothing has used says what to do to see something", async (t) => {
  await createTable("Unused");
  const page = await open(t, "/devstoreaccount1/heat/Unused");
  await page.getByText("Nothing has used this table since the server started").waitFor();
  await page.getByRole("button", { name: "Copy the command" }).click();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /rowhouse entity insert Unused reading-/);
  await picture(page, "heat_empty");
  await assertAccessible(page);
});

test("keys in order of arrival draw a line from the lower left to the upper right, and a finding", async (t) => {
  const page = await openHeat(t, "Rising");
  const rise = await riseOf(page.locator(".heat-cells"));
  assert.ok(rise > 0.8, `${rise}`);
  await page.getByRole("heading", { name: "PartitionKeys in order of arrival" }).waitFor();
  await page.getByText("Your keys").waitFor();
  await page.getByText("{letters(", { exact: false }).first().waitFor();
  await page.getByRole("button", { name: /^Show \d+ more key/ }).click();
  await page.getByText("{letters(PartitionKey)}-{PartitionKey}", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Finding 1" }).click();
  assert.equal(await page.locator(".heat-finding-chosen").count(), 1);
  const { shown, all } = await shownRanges(page);
  await page.getByRole("button", { name: "Finding 1" }).press("Enter");
  assert.equal((await shownRanges(page)).shown, shown, "Enter on the badge does not zoom");
  assert.equal(shown, all);
});

test("with the advised key the heat is all over the map and nothing is found", async (t) => {
  const page = await openHeat(t, "Advised");
  const rise = await riseOf(page.locator(".heat-cells"));
  assert.ok(Math.abs(rise) < 0.4, `${rise}`);
  await page.getByRole("heading", { name: /the keys/ }).waitFor();
  assert.equal(await page.getByRole("heading", { name: /in order of arrival|Hot partition/ }).count(), 0);
});

test("the keys that were tried are drawn beside those in use, and the line dissolves", async (t) => {
  const page = await openHeat(t, "Rising");
  const own = page.getByRole("img", { name: "Sampled operations with your keys, by time and key range" });
  await own.waitFor();
  const rise = await riseOf(own);
  assert.ok(rise > 0.8, `${rise}`);
  const tried = await riseOf(page.getByRole("img", { name: /^The same operations with \{/ }).first());
  assert.ok(Math.abs(tried) < 0.4, `${tried}`);
});

test("dragging narrows both axes; Escape and a double click widen them", async (t) => {
  const page = await openHeat(t, "Advised");
  await stop(page);
  const whole = await shownRanges(page);
  assert.equal(whole.shown, whole.all);
  await dragOver(page, [0.1, 0.2], [0.45, 0.6]);
  const zoomed = await shownRanges(page);
  assert.ok(zoomed.shown < whole.shown * 0.6, JSON.stringify(zoomed));
  assert.ok(zoomed.seconds < whole.seconds * 0.6, JSON.stringify([zoomed, whole]));
  await dragOver(page, [0.1, 0.1], [0.6, 0.6]);
  assert.ok((await shownRanges(page)).shown < zoomed.shown);
  await page.locator(".heat-area").focus();
  await page.keyboard.press("Escape");
  assert.deepEqual(await shownRanges(page), zoomed);
  await page.locator(".heat-area").dblclick({ position: { x: 200, y: 100 } });
  assert.deepEqual(await shownRanges(page), whole);
});

test("the keyboard names a cell, zooms into it and moves on", async (t) => {
  const page = await openHeat(t, "Tenants");
  await stop(page);
  const whole = await shownRanges(page);
  await page.locator(".heat-area").focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  const readout = page.locator(".heat-readout");
  assert.match(await readout.innerText(), /reads\/s\s+[\d.]+ writes\/s\s+from tenant-\S+/);
  assert.equal(await readout.getAttribute("aria-live"), "polite");
  const first = await readout.innerText();
  await page.keyboard.press("ArrowRight");
  assert.notEqual(await readout.innerText(), first);
  await page.keyboard.press("Enter");
  const zoomed = await shownRanges(page);
  assert.ok(zoomed.shown < whole.shown && zoomed.seconds < whole.seconds);
  const before = await page.locator(".heat-window").innerText();
  await page.keyboard.press("Shift+ArrowRight");
  assert.notEqual(await page.locator(".heat-window").innerText(), before);
  await page.getByRole("button", { name: "Show everything" }).click();
  assert.deepEqual(await shownRanges(page), whole);
});

test("reads and writes are shown apart", async (t) => {
  const page = await openHeat(t, "Advised");
  const coloursOf = () =>
    page.evaluate(() => {
      const canvas = document.querySelector(".heat-cells");
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      return new Set(new Uint32Array(data.buffer)).size;
    });
  assert.ok((await coloursOf()) > 3);
  await page.keyboard.press("r");
  await page.getByRole("button", { name: "Reads", exact: true, pressed: true }).waitFor();
  assert.equal(await coloursOf(), 1, "nothing was read");
  assert.match(page.url(), /show=reads/);
  await page.keyboard.press("w");
  await page.getByRole("button", { name: "Writes", exact: true, pressed: true }).waitFor();
  assert.ok((await coloursOf()) > 3);
});

test("a hot partition is framed on the map, first among the partitions, and opens in the browse page", async (t) => {
  const page = await openHeat(t, "Tenants");
  await page.getByRole("heading", { name: /Hot partition: tenant-x/ }).waitFor();
  assert.equal(await page.locator(".heat-band").count(), 1);
  const first = page.locator(".heat-bars tbody tr").first();
  assert.match(await first.innerText(), /tenant-x\s+405/);
  await page.getByRole("button", { name: "Operations/s" }).click();
  assert.equal(await page.locator(".heat-tile").first().getByRole("link").count(), 1);
  await first.getByRole("link").click();
  await page.waitForURL(/browse\/Tenants\?filter=/);
  const { searchParams } = new URL(page.url().split("#")[1], "http://host");
  assert.equal(searchParams.get("filter"), "PartitionKey eq 'tenant-x'");
});

test("the map goes on while it is seen, and rests while it is not", async (t) => {
  const page = await openHeat(t, "Rising");
  let calls = 0;
  page.on("request", (request) => (calls += request.url().includes("/activity") ? 1 : 0));
  await page.waitForRequest(/\/activity/);
  await page.evaluate(() =>
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true }),
  );
  calls = 0;
  await page.waitForTimeout(4500);
  assert.equal(calls, 0);
  await page.evaluate(() => delete document.visibilityState);
  await page.waitForRequest(/\/activity/);
  await stop(page);
  await page.getByRole("button", { name: "Stopped" }).waitFor();
});

test("keys that look like markup are text", async (t) => {
  await createTable("Odd");
  const keys = [
    "<img src=x onerror=alert(1)>",
    "<svg onload=alert(1)>",
    "😀😀",
    "مرحبا",
    'it\'s "quoted" & so',
    "\u202egnirts",
    "",
  ];
  for (const key of keys) await insert("Odd", key, "<b>r");
  const page = await open(t, "/devstoreaccount1/heat/Odd");
  for (const key of keys.filter((each) => each !== "")) {
    await page.locator(".heat-bars").getByText(key, { exact: true }).waitFor();
  }
  assert.equal(await page.locator("main img, main b").count(), 0);
  await page.locator(".heat-area").hover();
  await assertAccessible(page);
});

for (const [size, colors] of [
  ["wide", "light"],
  ["wide", "dark"],
  ["phone", "light"],
  ["phone", "dark"],
]) {
  test(`it is accessible: ${size}, ${colors}`, async (t) => {
    const page = await openHeat(t, colors === "light" ? "Tenants" : "Rising", { size, colors });
    await page.locator(".heat-finding").first().waitFor();
    await page.locator(".heat-tile").first().waitFor();
    await picture(page, `heat_${size}_${colors}`);
    await assertAccessible(page);
    const wider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    assert.equal(wider, false, "the page is wider than the window");
  });
}

test("a table that does not exist is said so", async (t) => {
  const page = await open(t, "/devstoreaccount1/heat/Nowhere", { server: servers.empty, expected: ["404"] });
  await page.getByRole("alert").getByText("There is no map of this table.").waitFor();
});
