// The page of all tables.

import assert from "node:assert/strict";
import test from "node:test";
import { assertAccessible, open, picture, rowhouse, servers } from "./support.mjs";

test("without tables it teaches how to put data in", async (t) => {
  const page = await open(t, "/", { server: servers.empty });
  await page.getByText("There are no tables yet").waitFor();
  assert.equal(await page.locator(".copy-line").count(), 4);
  await page.getByRole("button", { name: "Copy the command for a file" }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(copied, "rowhouse import people people.jsonl");
  await picture(page, "tables_empty");
  await assertAccessible(page);
});

test("a table is created, found by the beginning of its name, and deleted", async (t) => {
  const page = await open(t);
  await page.getByRole("heading", { name: "Tables", exact: true }).waitFor();
  await page.keyboard.press("c");
  await page.getByLabel("Name", { exact: true }).fill("1st");
  await page.getByText("begins with a letter").waitFor();
  await page.getByLabel("Name", { exact: true }).fill("Harbours");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Harbours" }).waitFor();

  await page.keyboard.press("/");
  await page.keyboard.type("harb");
  await page.getByText(/1 of \d+ tables?/).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(/#\/devstoreaccount1\/browse\/Harbours$/);
  await page.goBack();

  await page.getByRole("button", { name: "Actions on Harbours" }).click();
  await page.getByRole("menuitem", { name: "Delete table…" }).click();
  const confirm = page.getByRole("button", { name: "Delete table", exact: true });
  await page.getByLabel("Type Harbours to confirm").fill("harbours");
  assert.ok(await confirm.isDisabled());
  await assertAccessible(page);
  await page.getByLabel("Type Harbours to confirm").fill("Harbours");
  await confirm.click();
  await page.getByText("Deleted Harbours").waitFor();
  await page.getByRole("link", { name: "Harbours" }).waitFor({ state: "detached" });
});

test("a name that is taken is refused with the server's words", async (t) => {
  await rowhouse(["table", "create", "Taken"]);
  const page = await open(t, "/", { expected: ["409"] });
  await page.getByRole("button", { name: "Create table" }).click();
  await page.getByLabel("Name", { exact: true }).fill("taken");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await page.getByRole("alert").getByText("TableAlreadyExists").waitFor();
});

test("it shows rows, sizes and rates, and sorts by them", async (t) => {
  await rowhouse(["table", "create", "Figures"]);
  await rowhouse(["entity", "insert", "Figures", "p", "r", "A=1"]);
  const page = await open(t);
  const row = page.getByRole("row").filter({ has: page.getByRole("link", { name: "Figures" }) });
  await row.waitFor();
  assert.equal((await row.locator("[data-label=Rows]").innerText()).trim(), "1");
  assert.equal((await row.locator("[data-label=Partitions]").innerText()).trim(), "1");
  await page.getByRole("button", { name: "Rows", exact: true }).click();
  assert.equal(await page.getByRole("columnheader", { name: "Rows" }).getAttribute("aria-sort"), "descending");
});

for (const [size, colors] of [["wide", "light"], ["wide", "dark"], ["phone", "light"], ["phone", "dark"]]) {
  test(`it is accessible: ${size}, ${colors}`, async (t) => {
    await rowhouse(["table", "create", `Seen${size}${colors}`]);
    const page = await open(t, "/", { size, colors });
    await page.getByRole("link", { name: `Seen${size}${colors}` }).waitFor();
    await picture(page, `tables_${size}_${colors}`);
    await assertAccessible(page);
    const wider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    assert.equal(wider, false, "the page is wider than the window");
  });
}
