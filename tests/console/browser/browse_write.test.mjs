// Writing: cells, rows, conflicts, deletions, imports and exports.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { assertAccessible, open, picture, rowhouse } from "./support.mjs";

const cellOf = (page, row, column) => page.locator(`#cell-${row}-${column}`);
const path = (table) => `/devstoreaccount1/browse/${table}`;

async function tableWith(name, ...entities) {
  await rowhouse(["table", "create", name]);
  for (const entity of entities) await rowhouse(["entity", "insert", name, ...entity]);
}

const stored = async (table, partition, row) => JSON.parse(await rowhouse(["entity", "get", table, partition, row, "-f", "json"]));

async function importLines(table, lines) {
  const file = join(tmpdir(), `${table}-${process.pid}.jsonl`);
  await writeFile(file, `${lines.join("\n")}\n`);
  await rowhouse(["import", table, file]);
}

test("a cell is changed in place, with its type", async (t) => {
  await tableWith("Cells", ["p", "r", "Age=36", "Big@int64=5", "Name=Ada"]);
  const page = await open(t, path("Cells"));
  await cellOf(page, 0, 2).dblclick();
  const field = page.getByLabel("New value, Int32");
  await field.fill("many");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").getByText("whole digits").waitFor();
  await picture(page, "browse_cell");
  await field.fill("37");
  await page.keyboard.press("Enter");
  await page.getByText("Saved").waitFor();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("F2");
  await page.getByLabel("New value, Int64").fill("9223372036854775807");
  await page.keyboard.press("Enter");
  await cellOf(page, 0, 3).getByText("9223372036854775807").waitFor();
  const entity = await stored("Cells", "p", "r");
  assert.deepEqual(
    [entity.Age, entity["Big@odata.type"], entity.Big, entity.Name],
    [37, "Edm.Int64", "9223372036854775807", "Ada"],
  );
});

test("a change that would overwrite another's is shown as theirs and yours", async (t) => {
  await tableWith("Conflicts", ["p", "r", "Age=36"]);
  const page = await open(t, path("Conflicts"), { expected: ["412"] });
  await cellOf(page, 0, 2).waitFor();
  await rowhouse(["entity", "upsert", "Conflicts", "p", "r", "Age=40"]);
  const change = async (text) => {
    await cellOf(page, 0, 2).dblclick();
    await page.getByLabel("New value, Int32").fill(text);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Changed meanwhile" }).waitFor();
  };
  await change("50");
  const row = page.getByRole("dialog").getByRole("row", { name: /Age/ });
  assert.match(await row.innerText(), /Age\s+40.*\s+50/s);
  await picture(page, "browse_conflict");
  await assertAccessible(page);
  await page.getByRole("button", { name: "Keep theirs" }).click();
  await cellOf(page, 0, 2).getByText("40").waitFor();
  await rowhouse(["entity", "upsert", "Conflicts", "p", "r", "Age=41"]);
  await change("51");
  await page.getByRole("button", { name: "Write yours over it" }).click();
  await cellOf(page, 0, 2).getByText("51").waitFor();
  assert.equal((await stored("Conflicts", "p", "r")).Age, 51);
});

test("a row that was deleted meanwhile is not written again by itself", async (t) => {
  await tableWith("Gone", ["p", "r", "Age=36"]);
  const page = await open(t, path("Gone"), { expected: ["404"] });
  await cellOf(page, 0, 2).waitFor();
  await rowhouse(["entity", "delete", "Gone", "p", "r"]);
  await cellOf(page, 0, 2).dblclick();
  await page.getByLabel("New value, Int32").fill("1");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Deleted meanwhile" }).waitFor();
  await page.getByRole("button", { name: "Leave it deleted" }).click();
  await page.getByText("The table is empty.").waitFor();
});

test("a row is inserted from a form and from JSON", async (t) => {
  await tableWith("Inserts", ["p", "r", "Age=36"]);
  const page = await open(t, path("Inserts"), { expected: ["409"] });
  await cellOf(page, 0, 0).waitFor();
  await page.keyboard.press("i");
  await page.getByLabel("PartitionKey").fill("p");
  await page.getByLabel("RowKey").fill("r");
  await page.getByLabel("Value of Age").fill("x");
  assert.ok(await page.getByRole("button", { name: "Insert", exact: true }).last().isDisabled());
  await page.getByLabel("Value of Age").fill("7");
  await page.getByRole("button", { name: "Add a property" }).click();
  await page.getByLabel("Name of the property").last().fill("When");
  await page.getByLabel("Type of When").selectOption("DateTime");
  await page.getByLabel("Value of When").fill("2026-01-31T12:00:00Z");
  await picture(page, "browse_insert");
  await assertAccessible(page);
  const send = page.getByRole("dialog").getByRole("button", { name: "Insert", exact: true });
  await send.click();
  await page.getByText("EntityAlreadyExists").waitFor();
  await page.getByLabel("RowKey").fill("<b>new");
  await send.click();
  await page.getByText("2 rows").waitFor();
  const entity = await stored("Inserts", "p", "<b>new");
  assert.deepEqual([entity.Age, entity["When@odata.type"]], [7, "Edm.DateTime"]);

  await page.getByRole("button", { name: "Insert" }).click();
  await page.getByRole("button", { name: "As JSON" }).click();
  await page.getByLabel("The row as JSON").fill(`{"PartitionKey":"q","RowKey":"1","Big@odata.type":"Edm.Int64","Big":"9007199254740993","D":5.0}`);
  await send.click();
  await page.getByText("3 rows").waitFor();
  assert.equal((await stored("Inserts", "q", "1")).Big, "9007199254740993");
});

test("a whole row is replaced or merged", async (t) => {
  await tableWith("Rows", ["p", "r", "A=1", "B=2"]);
  const page = await open(t, path("Rows"));
  await cellOf(page, 0, 0).dblclick();
  await page.getByRole("button", { name: "Remove B" }).click();
  await page.getByLabel("Value of A").fill("9");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved").waitFor();
  const replaced = await stored("Rows", "p", "r");
  assert.deepEqual([replaced.A, replaced.B], [9, undefined]);
  await page.keyboard.press("o");
  await page.getByRole("button", { name: "As JSON" }).click();
  await page.getByLabel("The row as JSON").fill('{"PartitionKey":"p","RowKey":"r","C":"new"}');
  await page.getByLabel("Properties that are not here").selectOption("merge");
  await page.getByRole("button", { name: "Save" }).click();
  await cellOf(page, 0, 4).waitFor();
  const merged = await stored("Rows", "p", "r");
  assert.deepEqual([merged.A, merged.C], [9, "new"]);
});

test("many rows are deleted in transactions, can be kept until then, and changed ones are kept", async (t) => {
  const lines = Array.from({ length: 350 }, (_, at) => `{"PartitionKey":"p${at % 2}","RowKey":"${1000 + at}","A":1}`);
  await importLines("Deletes", lines);
  const page = await open(t, path("Deletes"));
  await page.getByText("350 rows").first().waitFor();
  await page.getByRole("grid").focus();
  await page.keyboard.press("Control+a");
  await page.getByRole("button", { name: "Delete 350 rows" }).click();
  await page.getByText("350 rows will be deleted in 4 transactions").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Stopped. 0 rows deleted").waitFor();
  await assertAccessible(page);
  assert.match(await rowhouse(["count", "Deletes"]), /350/);

  await rowhouse(["entity", "upsert", "Deletes", "p0", "1100", "A=2"]);
  await rowhouse(["entity", "delete", "Deletes", "p1", "1101"]);
  await page.getByRole("grid").focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await picture(page, "browse_delete");
  await page.getByRole("button", { name: "Delete now" }).click();
  await page.getByText("349 rows deleted, 1 row kept. 1100: It has changed since it was loaded.").waitFor();
  assert.match(await rowhouse(["count", "Deletes"]), /\b1\b/);
});

test("a file of 10,000 rows is imported with progress", async (t) => {
  await tableWith("Imports");
  const page = await open(t, path("Imports"));
  await page.getByText("The table is empty.").waitFor();
  const lines = Array.from({ length: 10_000 }, (_, at) => `{"PartitionKey":"p${at % 7}","RowKey":"${at}","A":${at},"D":1.0}`);
  await page.getByRole("button", { name: "Import" }).click();
  await assertAccessible(page);
  await page.getByLabel("File").setInputFiles({ name: "rows.jsonl", mimeType: "application/x-ndjson", buffer: Buffer.from(lines.join("\n")) });
  await page.getByRole("dialog").getByRole("button", { name: "Import" }).click();
  await page.getByText("Imported: 10,000 rows written").waitFor();
  await picture(page, "browse_import");
  await page.getByRole("button", { name: "Done" }).click();
  await cellOf(page, 0, 0).waitFor();
  assert.match(await rowhouse(["count", "Imports"]), /10,?000/);
});

test("an import is stopped, and what was written stays", async (t) => {
  await tableWith("Stopped");
  const page = await open(t, path("Stopped"), { expected: [/ERR_ABORTED/] });
  let written = 0;
  await page.route("**/$batch", async (route) => {
    written += 1;
    await new Promise((resolve) => setTimeout(resolve, 100));
    await route.continue().catch(() => {});
  });
  const lines = Array.from({ length: 10_000 }, (_, at) => `{"PartitionKey":"p${at % 2}","RowKey":"${at}","A":${at}}`);
  await page.getByRole("button", { name: "Import" }).click();
  await page.getByLabel("File").setInputFiles({ name: "rows.jsonl", mimeType: "", buffer: Buffer.from(lines.join("\n")) });
  await page.getByRole("dialog").getByRole("button", { name: "Import" }).click();
  await page.getByText(/Importing: [1-9][0-9,]* rows written/).waitFor();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText(/Stopped: [0-9,]+ rows? written, which stay/).waitFor();
  assert.ok(written < 100, `${written} transactions`);
});

// Chooses the file in the dialog of an import, and begins it.
async function sendFile(page, name, text) {
  await page.getByRole("button", { name: "Import" }).click();
  await page.getByLabel("File").setInputFiles({ name, mimeType: "", buffer: Buffer.from(text) });
  await page.getByRole("dialog").getByRole("button", { name: "Import" }).click();
}

const big = '"Big@odata.type":"Edm.Int64","Big":"9007199254740993"';
const jsonRow = (key) => `{"PartitionKey":"p","RowKey":"${key}",${big},"Bare":9007199254740995,"D":5.0,"T":"<b>it's</b>"}`;
const jsonForms = [
  ["ArrayForm", `[\n  ${jsonRow(1)},\n  ${jsonRow(2)}\n]`],
  ["AnswerForm", `{"odata.metadata":"http://x/$metadata#T","value":[${jsonRow(1)},${jsonRow(2)}]}`],
  ["AzForm", `{"items":[${jsonRow(1)},${jsonRow(2)}],"nextMarker":{}}`],
  ["LinesForm", `${jsonRow(1)}\n${jsonRow(2)}\n`],
  [
    "AzuriteForm",
    `{"collections":[{"name":"a$Other","data":[{"PartitionKey":"x","RowKey":"x","properties":{}}]},{"name":"a$AzuriteForm","data":[` +
      [1, 2].map((key) => `{"PartitionKey":"p","RowKey":"${key}","properties":${jsonRow(key)}}`).join() +
      `]}]}`,
  ],
];

for (const [table, text] of jsonForms) {
  test(`JSON is imported as the command does it: ${table}`, async (t) => {
    await tableWith(table);
    const page = await open(t, path(table));
    await sendFile(page, "rows.json", text);
    await page.getByText("Imported: 2 rows written").waitFor();
    await page.getByRole("button", { name: "Done" }).click();
    await page.locator(".row-count").getByText("2 rows").waitFor();
    const file = join(tmpdir(), `${table}-${process.pid}.json`);
    await writeFile(file, text.replaceAll(table, `${table}2`));
    await rowhouse(table === "AzuriteForm" ? ["import", file] : ["import", `${table}2`, file]); // a database names its tables
    for (const key of ["1", "2"]) assert.deepEqual(await stored(table, "p", key), await stored(`${table}2`, "p", key));
    assert.equal((await stored(table, "p", "1")).Bare, "9007199254740995");
  });
}

test("a JSON array of 10,000 rows in one line is imported with progress, and stopped", async (t) => {
  await tableWith("LongArray");
  const page = await open(t, path("LongArray"), { expected: [/ERR_ABORTED/] });
  const rows = Array.from({ length: 10_000 }, (_, at) => `{"PartitionKey":"p${at % 7}","RowKey":"${at}","A":${at},"D":1.0}`);
  await sendFile(page, "rows.json", `[${rows.join(",")}]`);
  await page.getByText("Imported: 10,000 rows written").waitFor();
  await page.getByRole("button", { name: "Done" }).click();
  assert.match(await rowhouse(["count", "LongArray"]), /10,?000/);
  await page.route("**/$batch", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    await route.continue().catch(() => {});
  });
  await sendFile(page, "rows.json", `[${rows.join(",")}]`);
  await page.getByText(/Importing: [1-9][0-9,]* rows written/).waitFor();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText(/Stopped: [0-9,]+ rows? written, which stay/).waitFor();
});

test("a mistake in a JSON array is told with its line and column", async (t) => {
  await tableWith("JsonMistakes");
  const page = await open(t, path("JsonMistakes"), { expected: ["400"] });
  for (const [text, message] of [
    [`[\n${jsonRow(1)},\n  {"PartitionKey":"p","RowKey":"2","A":<i>}\n]`, "Line 3, column 40: This is no JSON value."],
    [`{"value":[${jsonRow(1)},{"PartitionKey":"p"}]}`, "The object has no text in RowKey."],
    [`[{"PartitionKey":"p","RowKey":"a/b"}]`, /^Line 1, column 2: /],
    [`{"collections":[{"name":"a$Other","data":[{}]}]}`, "Azurite’s database has no table JsonMistakes, but Other."],
  ]) {
    await sendFile(page, "rows.json", text);
    await page.getByRole("alert").getByText(message).waitFor();
    await picture(page, "browse_import_mistake");
    await page.getByRole("button", { name: "Done" }).click();
  }
});

test("a file with a mistake is refused at its line", async (t) => {
  await tableWith("Mistakes");
  const page = await open(t, path("Mistakes"));
  await sendFile(page, "rows.jsonl", '{"PartitionKey":"p","RowKey":"1"}\n{"PartitionKey":"p"}\n');
  await page.getByText("Line 2: The object has no text in RowKey.").waitFor();
  await page.getByRole("button", { name: "Done" }).click();
  await sendFile(page, "rows.csv", "PartitionKey,RowKey,Age@Edm.Int32\np,1,5\np,2,old\n");
  await page.getByText('Line 3: Age is "old".').waitFor();
  await page.getByRole("button", { name: "Done" }).click();
});

test("a file is dropped on the grid", async (t) => {
  await tableWith("Dropped");
  const page = await open(t, path("Dropped"));
  await page.getByText("The table is empty.").waitFor();
  const data = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(["PartitionKey,RowKey,Name\np,1,Ada\n"], "people.csv"));
    return transfer;
  });
  await page.dispatchEvent(".drop-zone", "dragover", { dataTransfer: data });
  await page.getByText("Drop the file to import it").waitFor();
  await page.dispatchEvent(".drop-zone", "drop", { dataTransfer: data });
  await page.getByRole("dialog").getByText("people.csv").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Import" }).click();
  await page.getByText("Imported: 1 row written").waitFor();
});

for (const [form, ending] of [["json", "jsonl"], ["csv", "csv"]]) {
  test(`what is exported as ${form} is imported as the same`, async (t) => {
    const [from, to] = [`From${form}`, `To${form}`];
    await tableWith(from, ["p", "r", "Big@int64=9007199254740993", "D@double=5", "E@string=", "T=a,\"b\"\nc", "X@binary=AP8="]);
    await rowhouse(["entity", "insert", from, "p", "s", "Big=5", "T=@Edm.Int32:5", "N@double=NaN"]);
    const page = await open(t, path(from));
    await cellOf(page, 0, 0).waitFor();
    await page.getByRole("button", { name: "Export" }).click();
    await assertAccessible(page);
    await page.getByLabel("Form").selectOption(form);
    const download = page.waitForEvent("download");
    await page.getByRole("dialog").getByRole("button", { name: "Export" }).click();
    const saved = await download;
    assert.equal(saved.suggestedFilename(), `${from}.${ending}`);
    const file = join(tmpdir(), `${from}-${process.pid}.${ending}`);
    await saved.saveAs(file);
    await rowhouse(["import", to, file]);
    for (const row of ["r", "s"]) {
      const [a, b] = [await stored(from, "p", row), await stored(to, "p", row)];
      assert.deepEqual(b, a);
    }
  });
}
