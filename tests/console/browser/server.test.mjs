// The page of the server's figures.

import assert from "node:assert/strict";
import test from "node:test";
import { assertAccessible, key, open, picture, servers } from "./support.mjs";
import { createTable, insert, send, writeSteadily } from "./traffic.mjs";

const chart = (page, title) =>
  page.locator(".chart").filter({ has: page.getByRole("heading", { name: title, exact: true }) });

// The value in the legend of a chart, as a number.
async function figure(page, title, series) {
  const entry = chart(page, title).locator(".chart-legend > div").filter({ hasText: series });
  return Number.parseFloat((await entry.locator("dd").innerText()).replaceAll(",", ""));
}

async function waitForFigure(page, title, series, isGood) {
  for (let round = 0; round < 60; round += 1) {
    if (isGood(await figure(page, title, series))) return;
    await page.waitForTimeout(250);
  }
  assert.fail(`${title}, ${series}: ${await figure(page, title, series)}`);
}

test("under load it shows rates, latencies and errors", async (t) => {
  await createTable("Loaded");
  const page = await open(t, "/devstoreaccount1/server");
  const call = async (n) => {
    await insert("Loaded", `p${n % 7}`, String(n));
    await send("GET", `/devstoreaccount1/Loaded(PartitionKey='p',RowKey='${n}')`);
  };
  const end = new AbortController();
  const busy = writeSteadily(call, { rate: 30, seconds: 60, signal: end.signal });
  const isAbove0 = (value) => value > 0;
  await waitForFigure(page, "Requests", "writes", (value) => value > 5);
  await waitForFigure(page, "Requests", "reads", (value) => value > 5);
  await waitForFigure(page, "Latency", "p99", isAbove0);
  await waitForFigure(page, "Errors", "4xx", isAbove0);
  await waitForFigure(page, "Connections and files", "descriptors", isAbove0);
  await waitForFigure(page, "Memory", "process", isAbove0);
  assert.ok((await figure(page, "Latency", "p50")) <= (await figure(page, "Latency", "p99")));
  await page.getByRole("link", { name: "ResourceNotFound" }).first().waitFor();
  assert.equal(await page.locator(".chart canvas").count(), 9);
  end.abort();
  await busy;
});

test("a line says that it answers, which version it is and since when", async (t) => {
  const page = await open(t, "/devstoreaccount1/server");
  const line = page.locator(".health");
  await line.getByText("Answering").waitFor();
  assert.match(await line.innerText(), /Rowhouse \d+\.\d+\.\d+\s+up .*(s|min|h)\b/);
});

test("it says so when the server answers no more, and goes on when it does", async (t) => {
  const page = await open(t, "/devstoreaccount1/server", { expected: [/ERR_FAILED|Failed to load/] });
  await page.locator(".health").getByText("Answering").waitFor();
  await page.route(/metrics/, (route) => route.abort());
  await page.locator(".health").getByText("Not answering").waitFor();
  await page.unroute(/metrics/);
  await page.locator(".health-well").waitFor();
});

test("who may see one account only is told why there are no figures, or sees them", async (t) => {
  const page = await open(t, "/", { server: servers.guarded, expected: ["401", "403"] });
  await page.getByLabel("Account", { exact: true }).fill("shop");
  await page.getByLabel("Account key").fill(key);
  await page.getByRole("button", { name: "Sign in with the key" }).click();
  await page.getByRole("link", { name: "Server" }).click();
  await page.locator(".health, [role=alert]").first().waitFor();
});

for (const [size, colors] of [
  ["wide", "light"],
  ["wide", "dark"],
  ["phone", "light"],
  ["phone", "dark"],
]) {
  test(`it is accessible: ${size}, ${colors}`, async (t) => {
    const page = await open(t, "/devstoreaccount1/server", { size, colors });
    await page.locator(".chart").first().waitFor();
    for (let points = 0; points < 3; points += 1) await page.waitForResponse(/\/metrics/);
    await waitForFigure(page, "Connections and files", "connections", (value) => value > 0);
    await picture(page, `server_${size}_${colors}`);
    await assertAccessible(page);
    const wider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    assert.equal(wider, false, "the page is wider than the window");
  });
}
