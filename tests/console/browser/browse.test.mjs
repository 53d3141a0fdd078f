// Reading: the grid, the filter, the plan, and strange text everywhere.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { before } from "node:test";
import { assertAccessible, open, picture, rowhouse } from "./support.mjs";

const many = 100_000;

before(async () => {
  const lines = [];
  for (let at = 0; at < many; at += 1) {
    const [partition, row] = [String(Math.floor(at / 10_000)), String(at % 10_000).padStart(5, "0")];
    lines.push(`{"PartitionKey":"p${partition}","RowKey":"${row}","At":${at},"Even":${at % 2 === 0}}`);
  }
  const file = join(tmpdir(), `many-${process.pid}.jsonl`);
  await writeFile(file, `${lines.join("\n")}\n`);
  await rowhouse(["import", "Many", file]);
});

const grid = (page) => page.getByRole("grid");
const cellOf = (page, row, column) => page.locator(`#cell-${row}-${column}`);

test("a table of 100,000 rows is scrolled through to its end", async (t) => {
  const page = await open(t, "/devstoreaccount1/browse/Many");
  await cellOf(page, 0, 1).getByText("00000").waitFor();
  await picture(page, "browse_many");
  let [seen, length] = [0, 0];
  const deadline = Date.now() + 240_000;
  while (Date.now() < deadline) {
    length = Number(await grid(page).getAttribute("aria-rowcount")) - 1;
    if (length === many) break;
    await grid(page).evaluate((element) => (element.scrollTop = element.scrollHeight));
    await page.waitForTimeout(20);
    seen = Math.max(seen, await page.locator(".grid-row").count());
  }
  assert.equal(length, many);
  assert.ok(seen < 80, `${seen} rows are in the document`);
  await grid(page).evaluate((element) => (element.scrollTop = element.scrollHeight));
  await cellOf(page, many - 1, 2).getByText("99999").waitFor();
  await page.getByText("100,000 rows").first().waitFor();

  // The first pages were dropped, and come back.
  await grid(page).evaluate((element) => (element.scrollTop = 0));
  await cellOf(page, 0, 2).getByText("0", { exact: true }).waitFor();
});

test("the keyboard moves in the grid", async (t) => {
  const page = await open(t, "/devstoreaccount1/browse/Many");
  await cellOf(page, 0, 1).waitFor();
  await grid(page).focus();
  const active = () => grid(page).getAttribute("aria-activedescendant");
  for (const [key, cell] of [
    ["ArrowDown", "cell-1-0"],
    ["ArrowRight", "cell-1-1"],
    ["End", "cell-1-4"],
    ["Home", "cell-1-0"],
    ["Control+End", "cell-999-0"],
    ["Control+Home", "cell-0-0"],
  ]) {
    await page.keyboard.press(key);
    assert.match(await active(), key === "Control+End" ? /^cell-\d{3,}-0$/ : new RegExp(`^${cell}$`), key);
  }
  await page.keyboard.press("Space");
  await page.keyboard.press("Shift+ArrowDown");
  await page.getByRole("button", { name: "Delete 2 rows" }).waitFor();
});

test("a filter is written with completion, planned, run and remembered", async (t) => {
  // A slow machine pauses in typing, so that half a filter is planned.
  const page = await open(t, "/devstoreaccount1/browse/Many", { expected: ["400"] });
  await cellOf(page, 0, 1).waitFor();
  await page.getByText("Walks the whole table: 100,000 rows.").waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("Part");
  await page.locator(".cm-tooltip-autocomplete").getByText("PartitionKey").waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.keyboard.type(" eq 'p3' and At ge 39990");
  await page.getByText("Reads partition “p3”, and tests each row.").waitFor();
  await picture(page, "browse_filter");
  await page.keyboard.press("Enter");
  await page.getByText("10 rows").waitFor();
  await cellOf(page, 0, 2).getByText("39990").waitFor();
  assert.match(page.url(), /filter=PartitionKey/);
  await page.reload();
  await page.getByText("10 rows").waitFor();
  await page.getByRole("button", { name: "Filters that were run before" }).click();
  await page.getByRole("menuitem", { name: "PartitionKey eq 'p3' and At ge 39990" }).waitFor();
});

test("the place of an error in a filter is underlined", async (t) => {
  const page = await open(t, "/devstoreaccount1/browse/Many", { expected: ["400"] });
  await cellOf(page, 0, 1).waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("At eqq 5");
  await page.getByText("Syntax error at position 6").waitFor();
  const underlined = page.locator(".cm-lintRange-error");
  await underlined.first().waitFor();
  assert.equal(await underlined.first().innerText(), "eqq");
  await picture(page, "browse_error");
  await page.keyboard.press("Enter");
  await page.getByText("The filter was refused.").waitFor();
});

test("loaded rows are sorted, and by their keys again", async (t) => {
  const page = await open(t, "/devstoreaccount1/browse/Many?filter=At+lt+50");
  await page.getByText("50 rows").waitFor();
  const head = page.getByRole("columnheader", { name: "At" });
  await head.click();
  await head.click();
  await cellOf(page, 0, 2).getByText("49").waitFor();
  assert.equal(await head.getAttribute("aria-sort"), "descending");
  await head.click();
  await cellOf(page, 0, 2).getByText("0", { exact: true }).waitFor();
});

test("columns are chosen, and the choice is kept", async (t) => {
  const page = await open(t, "/devstoreaccount1/browse/Many");
  await cellOf(page, 0, 3).waitFor();
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("dialog").getByLabel("Even").uncheck();
  await assertAccessible(page);
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("columnheader", { name: "Even" }).waitFor({ state: "detached" });
  await page.reload();
  await cellOf(page, 0, 2).waitFor();
  assert.equal(await page.getByRole("columnheader", { name: "Even" }).count(), 0);
});

test("values are shown by their types, whole and readable", async (t) => {
  await rowhouse(["table", "create", "Typed"]);
  const values = [
    "Big@int64=9007199254740993", "Whole@double=5", "When@datetime=2026-06-01T10:00:00Z", "Raw@binary=AP8QIDA=",
    "Id@guid=c9da6455-213d-42c9-9a79-3e9149a57833", "Yes=true", "None@string=",
  ];
  await rowhouse(["entity", "insert", "Typed", "p", "r", ...values]);
  const page = await open(t, "/devstoreaccount1/browse/Typed");
  await page.getByText("9007199254740993").waitFor();
  await page.getByText("5.0", { exact: true }).waitFor();
  await page.getByText("00ff1020 30").waitFor();
  await page.getByText("2026-06-01 12:00:00 +02").waitFor();
  await page.getByRole("button", { name: "Local time" }).click();
  await page.getByText("2026-06-01 10:00:00 UTC").waitFor();
  await picture(page, "browse_types");
});

test("a cell, a row and code for it are copied", async (t) => {
  await rowhouse(["table", "create", "Copied"]);
  await rowhouse(["entity", "insert", "Copied", "it's", "50% & more", "Name=Ada"]);
  const page = await open(t, "/devstoreaccount1/browse/Copied");
  await cellOf(page, 0, 2).click();
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  const copy = async (item) => {
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    await page.getByRole("menuitem", { name: item }).click();
    return clipboard();
  };
  assert.equal(await copy("Copy the cell"), "Ada");
  assert.deepEqual(JSON.parse(await copy("Copy the row as JSON")), { PartitionKey: "it's", RowKey: "50% & more", Name: "Ada" });
  assert.match(await copy("Copy as Python"), /get_entity\("it's", "50% & more"\)/);
  const address = /'(http[^ ]*)'$/.exec(await copy("Copy as curl, valid for an hour"))[1];
  const answer = await fetch(address.replaceAll("'\\''", "'"), { headers: { Accept: "application/json" } });
  assert.equal(answer.status, 200);
  assert.equal((await answer.json()).Name, "Ada");
});

const strange = [
  `<img src=x onerror="document.title='run'">`,
  `"><script>document.title='run'</script>`,
  "😀 emoji",
  "שלום עולם",
  "it's \"quoted\"",
  "100%2Fpercent",
  "..",
  `long ${"x".repeat(900)}`,
];

test("text that is HTML, a script or in another direction is shown as text", async (t) => {
  await rowhouse(["table", "create", "Strange"]);
  const file = join(tmpdir(), `strange-${process.pid}.jsonl`);
  const lines = strange.map((text, at) => {
    const key = text.replace(/[/\\#?]/g, "_").slice(0, 400);
    return JSON.stringify({ PartitionKey: key, RowKey: `${at} ${key}`, Text: text, [`Ⅴ${at}_name`]: text });
  });
  await writeFile(file, `${lines.join("\n")}\n`);
  await rowhouse(["import", "Strange", file]);
  const page = await open(t, "/devstoreaccount1/browse/Strange");
  await page.locator(".row-count").getByText("8 rows").waitFor();
  for (const text of strange.slice(0, 7)) await page.locator(".cell bdi").filter({ hasText: text }).first().waitFor();
  await picture(page, "browse_strange");
  await assertAccessible(page);
  for (let at = 0; at < strange.length; at += 1) {
    await cellOf(page, at, 0).click();
    await page.getByRole("button", { name: "Open" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Value of Text").waitFor();
    await dialog.getByRole("button", { name: "As JSON" }).click();
    await dialog.getByRole("button", { name: "As a form" }).click();
    assert.ok(strange.includes(await dialog.getByLabel("Value of Text").inputValue()));
    await page.keyboard.press("Escape");
  }
  assert.equal(await page.locator("body img:not(.cm-widgetBuffer), body script").evaluateAll((all) => all.map((each) => each.outerHTML).join()), "");
  assert.match(await page.title(), /Strange/);
});

test("a filter may be a script, too", async (t) => {
  const filter = encodeURIComponent(`Text eq '<img src=x onerror=alert(1)>'`);
  const page = await open(t, `/devstoreaccount1/browse/Many?filter=${filter}`);
  await page.getByText("No row matches the filter.").waitFor();
});

test("a table that is not there is named", async (t) => {
  const page = await open(t, "/devstoreaccount1/browse/NoSuchTable", { expected: ["404"] });
  await page.getByText("The rows of NoSuchTable could not be read.").waitFor();
  await page.getByText("TableNotFound").waitFor();
});

for (const [size, colors] of [["wide", "light"], ["wide", "dark"], ["phone", "light"], ["phone", "dark"]]) {
  test(`the grid is accessible: ${size}, ${colors}`, async (t) => {
    const page = await open(t, "/devstoreaccount1/browse/Many", { size, colors });
    await cellOf(page, 0, 1).click();
    await picture(page, `browse_${size}_${colors}`);
    await assertAccessible(page);
  });
}
