// The filter builder: conditions to a filter and back, its words, its keys.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { before } from "node:test";
import { assertAccessible, open, picture, rowhouse } from "./support.mjs";

const count = 3000;
const path = "/devstoreaccount1/browse/Guided";
const hostile = "<img src=x onerror=\"document.title='run'\">";

before(async () => {
  const lines = Array.from({ length: count }, (_, at) =>
    JSON.stringify({
      PartitionKey: `p${at % 3}`,
      RowKey: String(at).padStart(5, "0"),
      At: at,
      "Big@odata.type": "Edm.Int64",
      Big: String(9007199254740993n + BigInt(at)),
      Even: at % 2 === 0,
      Name: at === 7 ? hostile : `it's ${at}`,
      ...(at === 9 ? { Rare: "here" } : {}),
      "When@odata.type": "Edm.DateTime",
      When: `2026-01-${String(1 + (at % 28)).padStart(2, "0")}T12:00:00Z`,
    }),
  );
  const file = join(tmpdir(), `guided-${process.pid}.jsonl`);
  await writeFile(file, `${lines.join("\n")}\n`);
  await rowhouse(["import", "Guided", file]);
});

const dialog = (page) => page.getByRole("dialog", { name: "Build a filter" });
const result = (page) => dialog(page).getByLabel("The filter that this makes");
const made = (page) => result(page).locator("pre").innerText();
const property = (page, index) => dialog(page).getByLabel("Property", { exact: true }).nth(index);

async function openBuilder(t, { filter = "", ...options } = {}) {
  const page = await open(t, filter === "" ? path : `${path}?filter=${encodeURIComponent(filter)}`, options);
  await page.locator("#cell-0-1, .grid-empty, .note").first().waitFor();
  await page.getByRole("button", { name: "Build…" }).click();
  await dialog(page).waitFor();
  return page;
}

test("a filter is built by keys alone, explained and run", async (t) => {
  const page = await open(t, path);
  await page.locator("#cell-0-1").waitFor();
  await page.keyboard.press("b");
  await dialog(page).waitFor();
  await page.keyboard.type("PartitionKey");
  assert.ok(await dialog(page).getByLabel("Type of PartitionKey").isDisabled());
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab"); // past the comparison
  await page.keyboard.type("p1");
  await result(page).getByText("Reads partition “p1”.").waitFor();
  assert.equal(await made(page), "PartitionKey eq 'p1'");
  await dialog(page).getByRole("button", { name: "Add a condition" }).press("Enter");
  await page.keyboard.type("At");
  assert.equal(await dialog(page).getByLabel("Type of At").inputValue(), "Edm.Int32");
  await result(page).getByText("The filter is shown here when every condition is complete.").waitFor();
  await dialog(page).getByLabel("Value of At").focus();
  await page.keyboard.type("30x");
  await dialog(page).getByText("An Int32 is whole digits").waitFor();
  assert.ok(await dialog(page).getByRole("button", { name: "Run the filter" }).isDisabled());
  await page.keyboard.press("Backspace");
  await dialog(page).getByLabel("Comparison of At").selectOption({ label: "is at least" });
  await result(page).getByText("Reads partition “p1”, and tests each row.").waitFor();
  await picture(page, "builder");
  await dialog(page).getByLabel("Value of At").press("Enter");
  await dialog(page).waitFor({ state: "detached" });
  await page.getByText("990 rows").waitFor();
  assert.equal(await page.locator(".filter-editor .cm-line").innerText(), "PartitionKey eq 'p1' and At ge 30");
});

test("a condition on a property walks the table, and says so", async (t) => {
  const page = await openBuilder(t);
  await property(page, 0).fill("Name");
  await dialog(page).getByLabel("Comparison of Name").selectOption({ label: "begins with" });
  await dialog(page).getByText("Write how the value begins.").waitFor();
  await dialog(page).getByLabel("Value of Name").fill("it's 299");
  await result(page).getByText("Walks the whole table: 3,000 rows, and tests each row.").waitFor();
  assert.equal(await made(page), "Name ge 'it''s 299' and Name lt 'it''s 29:'");
  await dialog(page).getByRole("button", { name: "Run the filter" }).click();
  await page.getByText("11 rows").waitFor(); // 299, and 2990 to 2999
});

const cases = [
  ["Big", "is", ["9007199254740994"], "Big eq 9007199254740994L", "1 row"],
  ["At", "is between", ["10", "19"], "At ge 10 and At le 19", "10 rows"],
  ["Even", "is", ["true"], "Even eq true", "1,000 rows, more follow"],
  ["When", "is at or after", ["2026-01-28T00:00:00Z"], "When ge datetime'2026-01-28T00:00:00Z'", "107 rows"],
  ["Rare", "is present", [], "Rare eq '' or Rare ne ''", "1 row"],
  ["RowKey", "begins with", ["0001"], "RowKey ge '0001' and RowKey lt '0002'", "10 rows"],
  ["Name", "is", [hostile], `Name eq '${hostile.replaceAll("'", "''")}'`, "1 row"],
];

test("every kind of comparison finds what it says", async (t) => {
  const page = await open(t, path);
  await page.locator("#cell-0-1").waitFor();
  for (const [name, comparison, values, filter, rows] of cases) {
    await page.getByRole("button", { name: "Build…" }).click();
    if (await dialog(page).getByRole("button", { name: /^Remove / }).count()) {
      for (const button of await dialog(page).getByRole("button", { name: /^Remove / }).all()) await button.click();
      await dialog(page).getByRole("button", { name: "Add a condition" }).click();
    }
    await property(page, 0).fill(name);
    await dialog(page).getByLabel(`Comparison of ${name}`).selectOption({ label: comparison });
    const fields = dialog(page).getByLabel(new RegExp(`^(?:Least v|Greatest v|V)alue of ${name}`));
    for (const [index, value] of values.entries()) {
      if (name === "Even") await fields.nth(index).selectOption(value);
      else await fields.nth(index).fill(value);
    }
    assert.equal(await made(page), filter);
    await dialog(page).getByRole("button", { name: "Run the filter" }).click();
    await page.locator(".row-count").getByText(new RegExp(`^${rows}`)).waitFor();
  }
  assert.match(await page.title(), /Guided/);
});

test("a filter is read back into rows and groups, and changed there", async (t) => {
  const filter = "PartitionKey eq 'p1' and (At lt 10 or (Name ge 'it''s 1' and Name lt 'it''s 2')) and not (Rare eq '' or Rare ne '')";
  const page = await openBuilder(t, { filter });
  assert.deepEqual(
    await dialog(page).getByLabel("Property", { exact: true }).evaluateAll((all) => all.map((each) => each.value)),
    ["PartitionKey", "At", "Name", "Rare"],
  );
  assert.equal(await made(page), filter);
  assert.equal(await dialog(page).getByLabel("Comparison of Name").inputValue(), "begins");
  assert.equal(await dialog(page).getByLabel("Value of Name").inputValue(), "it's 1");
  await picture(page, "builder_groups");
  await dialog(page).getByRole("button", { name: "Remove Rare" }).click();
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Add a condition");
  await dialog(page).getByRole("button", { name: "Add to the group" }).click();
  await property(page, 3).fill("Even");
  await dialog(page).getByLabel("Value of Even").selectOption("true");
  await dialog(page).getByLabel("Group with").selectOption({ label: "all of these" });
  assert.equal(await made(page), "PartitionKey eq 'p1' and At lt 10 and Name ge 'it''s 1' and Name lt 'it''s 2' and Even eq true");
  await dialog(page).getByRole("button", { name: "Remove the group" }).click();
  await dialog(page).getByRole("button", { name: "Add a group" }).click();
  await page.keyboard.type("RowKey");
  await dialog(page).getByLabel("Value of RowKey").fill("00001");
  await result(page).getByText("Reads one row by its key.").waitFor();
});

test("a filter beyond the builder stays, and is gone on with in the editor or anew", async (t) => {
  const filter = "not (At lt 2990)";
  const page = await openBuilder(t, { filter });
  await dialog(page).getByText("The filter is too complex for the builder.").waitFor();
  await dialog(page).getByText("It negates a condition with not. The editor takes all filters.").waitFor();
  await picture(page, "builder_complex");
  await assertAccessible(page);
  await dialog(page).getByRole("button", { name: "Go on in the editor" }).click();
  await page.locator(".cm-focused").waitFor();
  await page.keyboard.press("End");
  await page.keyboard.type(" and Even");
  assert.equal(await page.locator(".filter-editor .cm-line").innerText(), `${filter} and Even`);
  await page.getByRole("button", { name: "Build…" }).click();
  await dialog(page).getByRole("button", { name: "Start anew" }).click();
  await property(page, 0).fill("At");
  await dialog(page).getByLabel("Value of At").fill("5");
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
  assert.equal(await page.locator(".filter-editor .cm-line").innerText(), `${filter} and Even`);
});

test("a type that no loaded value has is warned of, and what the server refuses is shown", async (t) => {
  const page = await openBuilder(t, { expected: ["400"] });
  await property(page, 0).fill("At");
  await dialog(page).getByLabel("Type of At").selectOption("String");
  await dialog(page).getByText("Most loaded rows have Int32 values here.").waitFor();
  await property(page, 0).fill("When");
  await dialog(page).getByLabel("Value of When", { exact: true }).fill("2026-02-31T00:00:00Z");
  await result(page).getByText(/Unrecognized 'Edm.DateTime' literal/).waitFor();
  await property(page, 0).fill("<b>x");
  await dialog(page).getByText("A filter cannot name this").waitFor();
});

test("a moment is picked in the zone of the person", async (t) => {
  const page = await openBuilder(t);
  await property(page, 0).fill("Timestamp");
  await dialog(page).getByRole("button", { name: "Pick: Value of Timestamp, local time" }).click();
  await page.locator(".builder-picker").evaluate((element) => {
    element.value = "2026-01-31T13:00";
    element.dispatchEvent(new Event("input", { bubbles: true }));
  });
  assert.equal(await dialog(page).getByLabel("Value of Timestamp", { exact: true }).inputValue(), "2026-01-31T12:00:00Z");
});

for (const [size, colors] of [["wide", "light"], ["wide", "dark"], ["phone", "light"], ["phone", "dark"]]) {
  test(`the builder is accessible: ${size}, ${colors}`, async (t) => {
    const filter = "PartitionKey eq 'p1' and (At lt 10 or At ge 50 and At le 60 or When gt datetime'2026-01-20T00:00:00Z') and Even eq true";
    const page = await openBuilder(t, { filter, size, colors });
    await dialog(page).getByRole("button", { name: "Add a condition" }).click();
    await assertAccessible(page);
    await dialog(page).getByRole("button", { name: "Remove the new condition" }).click();
    await dialog(page).getByLabel("Least value of At").fill("x");
    await picture(page, `builder_${size}_${colors}`);
    await assertAccessible(page);
    const { scroll, width } = await dialog(page).evaluate((element) => ({ scroll: element.scrollWidth, width: element.clientWidth }));
    assert.ok(scroll <= width, `${scroll} pixels in ${width}`);
  });
}
