// A Chromium whose pages may not fail: a test ends with a failure if a page reports an error or a breach of its
// security policy, or calls another host.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after } from "node:test";
import { promisify } from "node:util";
import { chromium } from "playwright-core";

export const servers = {
  open: process.env.ROWHOUSE_OPEN, // the development account, in memory
  empty: process.env.ROWHOUSE_EMPTY, // likewise, and no test puts anything there
  guarded: process.env.ROWHOUSE_GUARDED, // the account shop, and an admin token
  two: process.env.ROWHOUSE_TWO, // the accounts shop and stock
  kept: process.env.ROWHOUSE_KEPT, // the development account, in a folder
};
export const key = process.env.ROWHOUSE_KEY; // of shop and stock
export const token = process.env.ROWHOUSE_TOKEN;
export const developmentKey =
  "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

const executable = process.env.CHROMIUM ?? "/usr/bin/chromium";
const options = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

let browser;
after(async () => browser?.close());

async function start() {
  browser ??= await chromium.launch({ executablePath: executable, headless: true, args: options });
  return browser;
}

const sizes = { wide: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };

function watch(page, origin, expected) {
  const faults = [];
  const isExpected = (text) => expected.some((pattern) => pattern.test(text));
  page.on("console", (message) => {
    if (message.type() === "error" && !isExpected(message.text())) faults.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => faults.push(`exception: ${error.stack}`));
  page.on("request", (request) => {
    const { protocol, origin: called } = new URL(request.url());
    if (called !== origin && protocol !== "data:" && protocol !== "blob:") faults.push(`called ${request.url()}`);
  });
  return faults;
}

// Opens the console at `path` (after '#') for the time of a test. `expected` are patterns of console messages that
// the test provokes; "412" stands for what Chromium says about such an answer.
export async function open(t, path = "/", { server = servers.open, size = "wide", colors = "light", expected = [] } = {}) {
  const context = await (await start()).newContext({
    viewport: sizes[size],
    colorScheme: colors,
    timezoneId: "Europe/Berlin",
    locale: "en-GB",
    acceptDownloads: true,
  });
  context.setDefaultTimeout(30_000);
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: server });
  const page = await context.newPage();
  const patterns = expected.map((each) => (typeof each === "string" ? new RegExp(`status of ${each}`) : each));
  const faults = watch(page, server, patterns);
  t.after(async () => {
    await context.close();
    assert.deepEqual(faults, []);
  });
  await page.goto(`${server}/_rowhouse/#${path}`);
  return page;
}

export async function picture(page, name) {
  await page.screenshot({ path: join(process.env.PICTURES, `${name}.png`) });
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

// Fails if axe-core finds a serious fault in what is shown.
export async function assertAccessible(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  const serious = violations
    .filter((each) => each.impact === "serious" || each.impact === "critical")
    .map((each) => `${each.id}: ${each.nodes.map((node) => node.html).join("\n  ")}`);
  assert.deepEqual(serious, []);
}

export function connectionString(server = servers.open, account = "devstoreaccount1", accountKey = developmentKey) {
  return `DefaultEndpointsProtocol=http;AccountName=${account};AccountKey=${accountKey};TableEndpoint=${server}/${account}`;
}

// Runs the command `rowhouse` against a server and returns what it prints.
export async function rowhouse(words, { connection = connectionString() } = {}) {
  const done = await promisify(execFile)(process.env.ROWHOUSE_COMMAND, [...words, "--connection-string", connection], {
    maxBuffer: 1 << 26,
  });
  return done.stdout;
}
