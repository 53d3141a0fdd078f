// Measures the web console in Chromium and prints the figures as JSON.

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { chromium } from "playwright-core";

const server = process.env.ROWHOUSE_SERVER;
const bench = JSON.parse(process.env.ROWHOUSE_BENCH); // the load driver's words for a run on the busy table
const table = process.env.ROWHOUSE_TABLE; // to be scrolled through
const rows = Number(process.env.ROWHOUSE_ROWS); // of it
const busyTable = process.env.ROWHOUSE_BUSY_TABLE;

const paintsMeasured = 7;
const framesSeconds = 6;
const rowsUnderFrames = 100_000;
const loadPairs = 6;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update"],
});

async function openPage(path) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  await page.goto(`${server}/_rowhouse/#/devstoreaccount1/${path}`);
  return page;
}

const closePage = (page) => page.context().close();

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

// Milliseconds from the call of the address to the first paint, and to the first row of the table: nothing is cached.
async function measurePaint() {
  const paints = [];
  const contents = [];
  for (let round = 0; round < paintsMeasured; round += 1) {
    const page = await openPage(`browse/${table}`);
    await page.locator("#cell-0-1").waitFor();
    contents.push(await page.evaluate(() => performance.now()));
    const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime);
    paints.push(paint);
    await closePage(page);
  }
  return { median: median(paints), longest: Math.max(...paints), firstRow: median(contents) };
}

const grid = (page) => page.getByRole("grid");
const loadedRows = async (page) => Number(await grid(page).getAttribute("aria-rowcount")) - 1;

async function loadRows(page, count) {
  while ((await loadedRows(page)) < count) {
    await grid(page).evaluate((element) => (element.scrollTop = element.scrollHeight));
    await page.waitForTimeout(5);
  }
}

// Turns the wheel up and down over the middle of what is loaded, and returns the times between frames.
async function measureFrames(page) {
  await grid(page).evaluate((element) => (element.scrollTop = element.scrollHeight / 2));
  await page.waitForTimeout(500);
  await page.mouse.move(600, 500);
  await page.evaluate(() => {
    globalThis.frames = [];
    globalThis.moved = 0; // frames whose first row was another than that of the frame before
    let top;
    const record = (time) => {
      globalThis.frames.push(time);
      const first = document.querySelector(".grid-row [id^=cell-]")?.id;
      if (first !== top) globalThis.moved += 1;
      top = first;
      requestAnimationFrame(record);
    };
    requestAnimationFrame(record);
  });
  const end = Date.now() + framesSeconds * 1000;
  for (let turn = 0; Date.now() < end; turn += 1) await page.mouse.wheel(0, turn % 120 < 60 ? 1500 : -1500);
  const [times, moved] = await page.evaluate(() => [globalThis.frames, globalThis.moved]);
  const gaps = times.slice(1).map((time, index) => time - times[index]);
  const sorted = gaps.toSorted((a, b) => a - b);
  return {
    frames: gaps.length,
    median: median(gaps),
    p99: sorted[Math.floor(sorted.length * 0.99)],
    longest: sorted.at(-1),
    moved,
    over50: gaps.filter((gap) => gap > 50).length,
  };
}

async function measureWholeTable(page) {
  const begin = Date.now();
  await loadRows(page, rows);
  const scrolled = (Date.now() - begin) / 1000;
  await page.locator(`#cell-${rows - 1}-1`).waitFor();
  const kept = await page.locator(".grid-row").count();
  return { seconds: scrolled, loaded: await loadedRows(page), inDocument: kept };
}

async function measureFilter(page) {
  const key = await page.locator(`#cell-${rows - 1}-1`).innerText();
  await page.keyboard.press("/");
  await page.keyboard.type(`RowKey eq '${key.trim()}'`);
  const begin = Date.now();
  await page.keyboard.press("Control+Enter");
  await page.getByText(/^1 row\b/).first().waitFor();
  return { milliseconds: Date.now() - begin };
}

async function runLoad() {
  const { stdout } = await promisify(execFile)(bench[0], bench.slice(1));
  const result = JSON.parse(stdout.trim().split("\n").at(-1));
  if (Object.keys(result.errors).length > 0) throw new Error(stdout);
  return result.p99_ms;
}

// The server's p99 while the heat of the busy table is watched, beside that without a console, in turns.
async function measureLoad() {
  const closed = [];
  const open = [];
  for (let pair = 0; pair < loadPairs; pair += 1) {
    closed.push(await runLoad());
    const page = await openPage(`heat/${busyTable}`);
    await page.locator(".heat-cells").waitFor();
    open.push(await runLoad());
    await closePage(page);
  }
  return { closed: median(closed), open: median(open) };
}

const paint = await measurePaint();
const page = await openPage(`browse/${table}`);
await page.locator("#cell-0-1").waitFor();
await loadRows(page, rowsUnderFrames);
const frames = await measureFrames(page);
const whole = await measureWholeTable(page);
const filter = await measureFilter(page);
await closePage(page);
const load = await measureLoad();
await browser.close();
process.stdout.write(JSON.stringify({ paint, frames, whole, filter, load }));
