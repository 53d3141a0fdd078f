// The page of the last requests, and what it says about those that were refused.

import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import test from "node:test";
import { assertAccessible, developmentKey, open, picture } from "./support.mjs";
import { createTable, insert, send } from "./traffic.mjs";

const wrongKey = Buffer.from("not the key").toString("base64");
const row = (page, text) => page.locator(".request").filter({ hasText: text }).first();

test("a wrong signature is explained with the string that the server signed", async (t) => {
  const date = new Date().toUTCString();
  const answer = await send("GET", "/devstoreaccount1/WronglySigned()", {
    key: wrongKey,
    headers: { "x-ms-date": date },
  });
  assert.equal(answer.status, 403);
  const page = await open(t, "/devstoreaccount1/requests");
  await page.getByRole("button", { name: "Only failed" }).click();
  await page.getByRole("searchbox").fill("wronglysigned");
  await row(page, "WronglySigned").getByRole("button").click();
  await page.getByText("no key of the account gives this signature").waitFor();
  const lines = page.locator(".signed-lines li");
  assert.equal(await lines.count(), 2);
  assert.match(await lines.nth(0).innerText(), new RegExp(`date\\s*${date}`));
  assert.match(await lines.nth(1).innerText(), /resource\s*\/devstoreaccount1\/devstoreaccount1\/WronglySigned\(\)/);
  assert.equal(await page.getByRole("img", { name: "line break" }).count(), 1);
  await page.getByRole("button", { name: "Copy the string" }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(copied, `${date}\n/devstoreaccount1/devstoreaccount1/WronglySigned()`);
  await page.getByRole("button", { name: "Stopped" }).waitFor();
  await assertAccessible(page);
});

test("no key and no signature is shown", async (t) => {
  const signature = createHmac("sha256", "k").update("s").digest("base64");
  await send("GET", `/devstoreaccount1/Shared()?sv=2019-02-02&sig=${encodeURIComponent(signature)}`);
  await send("GET", "/devstoreaccount1/Shared()", {
    headers: { Authorization: `SharedKeyLite devstoreaccount1:${signature}` },
  });
  const page = await open(t, "/devstoreaccount1/requests?failed=1&text=Shared()");
  await row(page, "***").waitFor();
  for (const toggle of await page.locator(".request-toggle").all()) {
    await toggle.click();
    const text = await page.locator("main").innerText();
    for (const secret of [signature, encodeURIComponent(signature), developmentKey]) assert.ok(!text.includes(secret));
  }
});

test("requests are found by status and text, and the choice is in the address", async (t) => {
  await createTable("Listed");
  await insert("Listed", "p", "r");
  await send("GET", "/devstoreaccount1/Listed(PartitionKey='p',RowKey='none')");
  const page = await open(t, "/devstoreaccount1/requests?text=Listed");
  await row(page, "RowKey='none'").waitFor();
  assert.ok((await page.locator(".request").count()) >= 2);
  await page.getByLabel("Status").selectOption("404");
  await row(page, "RowKey='none'").waitFor();
  assert.equal(await page.locator(".request").count(), 1);
  assert.match(page.url(), /status=404/);
  await page.keyboard.press("/");
  await page.keyboard.type("nothing like this");
  await page.getByText("None of the last requests is like that.").waitFor();
});

test("new requests appear by themselves, and what is read stays where it is", async (t) => {
  const page = await open(t, "/devstoreaccount1/requests?text=Arriving");
  await page.getByRole("button", { name: "Live", exact: true }).waitFor();
  await send("GET", "/devstoreaccount1/Arriving(PartitionKey='1',RowKey='')");
  await row(page, "PartitionKey='1'").getByRole("button").click();
  await page.locator(".request-details").waitFor();
  await send("GET", "/devstoreaccount1/Arriving(PartitionKey='2',RowKey='')");
  await page.waitForTimeout(2500);
  assert.equal(await page.locator(".request").count(), 1);
  await page.getByRole("button", { name: "Stopped" }).click();
  await row(page, "PartitionKey='2'").waitFor();
});

test("paths that look like markup are text", async (t) => {
  const odd = "<img src=x onerror=alert(1)>😀مرحبا";
  await send("GET", `/devstoreaccount1/Odd(PartitionKey='${encodeURIComponent(odd)}',RowKey='')`);
  const page = await open(t, "/devstoreaccount1/requests?failed=1&text=onerror");
  await row(page, "Odd").getByRole("button").click();
  await page.getByText(`/devstoreaccount1/Odd(PartitionKey='${odd}',RowKey='')`).waitFor();
  assert.equal(await page.locator("main img").count(), 0);
});

for (const [size, colors] of [
  ["wide", "light"],
  ["wide", "dark"],
  ["phone", "light"],
  ["phone", "dark"],
]) {
  test(`it is accessible: ${size}, ${colors}`, async (t) => {
    await send("GET", "/devstoreaccount1/Refused()", { key: wrongKey });
    const page = await open(t, "/devstoreaccount1/requests?failed=1&text=Refused", { size, colors });
    await row(page, "Refused").getByRole("button").click();
    await page.locator(".signed-lines").waitFor();
    await picture(page, `requests_${size}_${colors}`);
    await assertAccessible(page);
    const wider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    assert.equal(wider, false, "the page is wider than the window");
  });
}
