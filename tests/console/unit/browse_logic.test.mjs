import assert from "node:assert/strict";
import test from "node:test";
import { rangeOfProblem } from "../../../console/src/pages/browse/problem_range.ts";
import { transactionsOf } from "../../../console/src/pages/browse/transactions.ts";
import { moveFor, moved } from "../../../console/src/pages/browse/grid_keys.ts";
import { planInWords } from "../../../console/src/pages/browse/plan_words.ts";
import { readEntities } from "../../../console/src/pages/browse/read_file.ts";
import { CsvSplitter, csvHead, csvRow, entityOfCells, readHead } from "../../../console/src/pages/browse/typed_csv.ts";
import { differences } from "../../../console/src/pages/browse/writes.ts";
import { changesOf, checkTableName, withChanges } from "../../../console/src/pages/tables/changed_tables.ts";

const all = { partitions: {}, rows: {} };

test("a plan is told in plain words", () => {
  const told = (ranges, then) => planInWords({ ranges, ...(then ? { then } : {}) }, "1.2 million rows").text;
  const partition = (rows) => ({ partitions: { eq: "uk" }, rows });
  assert.equal(told([]), "Reads nothing: no row can match.");
  assert.equal(told([all]), "Walks the whole table: 1.2 million rows.");
  assert.equal(told([all], "Born eq 1815"), "Walks the whole table: 1.2 million rows, and tests each row.");
  assert.equal(told([partition({})]), "Reads partition “uk”.");
  assert.equal(told([partition({ eq: "ada" })]), "Reads one row by its key.");
  assert.equal(told([partition({ ge: "a", lt: "b" })]), "Reads the rows from “a” up to before “b” of partition “uk”.");
  assert.equal(told([{ partitions: { gt: "a" }, rows: {} }]), "Walks the partitions after “a”.");
  assert.equal(told([{ partitions: {}, rows: { eq: "x" } }]), "Visits every partition, and in each the row “x”.");
  assert.equal(told([partition({}), partition({ eq: "a" })]), "Reads 2 key ranges.");
  assert.equal(told([partition({ eq: "a" }), partition({ eq: "b" })]), "Reads 2 rows by their keys.");
});

test("the word that is wrong in a filter is found", () => {
  const word = (text, position) => {
    const { from, to } = rangeOfProblem(text, position);
    return text.slice(from, to);
  };
  assert.equal(word("Name eqq 'Ada'", 8), "eqq");
  assert.equal(word("Qty eq 3000000000", 7), "3000000000");
  assert.equal(word("Qty eq", 6), "eq");
  assert.equal(word("anything", undefined), "anything");
});

test("rows are deleted in transactions of one partition, at most 100 in each", () => {
  const rows = Array.from({ length: 250 }, (_, at) => ({ partitionKey: at % 5 === 0 ? "a" : "b", rowKey: String(at) }));
  const transactions = transactionsOf(rows);
  assert.deepEqual(transactions.map((each) => each.length), [50, 100, 100]);
  for (const each of transactions) assert.equal(new Set(each.map((row) => row.partitionKey)).size, 1);
});

test("moves stay in the grid", () => {
  const size = { rows: 10, columns: 3, page: 4 };
  const go = (from, key, more = {}) => moved(from, moveFor({ key, ...more }), size);
  assert.deepEqual(go({ row: 0, column: 0 }, "ArrowUp"), { row: 0, column: 0 });
  assert.deepEqual(go({ row: 0, column: 0 }, "PageDown"), { row: 4, column: 0 });
  assert.deepEqual(go({ row: 8, column: 1 }, "PageDown"), { row: 9, column: 1 });
  assert.deepEqual(go({ row: 8, column: 1 }, "End", { ctrlKey: true }), { row: 9, column: 1 });
  assert.deepEqual(go({ row: 8, column: 1 }, "End"), { row: 8, column: 2 });
  assert.equal(moveFor({ key: "x" }), undefined);
});

const value = (type, text) => ({ type: `Edm.${type}`, text });

test("CSV keeps every type", () => {
  const columns = [{ name: "Age", type: "Edm.Int32" }, { name: "Note", type: "Edm.String" }];
  const rows = [
    { partitionKey: 'a,"b"', rowKey: "1\n2", properties: new Map([["Age", value("Int64", "5")], ["Note", value("String", "")]]) },
    { partitionKey: "@Edm.Int32:1", rowKey: "", properties: new Map([["Note", value("String", "@Edm.x")]]) },
  ];
  const text = csvHead(columns) + rows.map((row) => csvRow(row, columns)).join("");
  const splitter = new CsvSplitter();
  const records = [...[...text].flatMap((character) => [...splitter.add(character)]), ...splitter.end()];
  const [head, ...cells] = records.map((record) => record.cells);
  assert.deepEqual(cells.map((each) => entityOfCells(each, readHead(head))), rows);
  assert.deepEqual(records.map((record) => record.line), [1, 2, 4]);
});

test("CSV without keys is refused with the columns it has", () => {
  assert.throws(() => readHead(["Name", "RowKey"]), /no column PartitionKey. It has: Name, RowKey/);
  assert.deepEqual(readHead(["\uFEFFPartitionKey", "RowKey"])[0].name, "PartitionKey");
});

test("CSV of Storage Explorer has its types in columns of their own", () => {
  const columns = readHead(["PartitionKey", "RowKey", "Timestamp", "Age", "Age@type", "Name", "Name@type"]);
  const { properties } = entityOfCells(["p", "r", "2026-01-01T00:00:00Z", "36", "Edm.Int32", "Ada", "Edm.String"], columns);
  assert.deepEqual([...properties], [["Age", value("Int32", "36")], ["Name", value("String", "Ada")]]);
});

test("JSON lines are read with their types, whatever their length", async () => {
  const text = '{"rowhouse":"export","version":1,"table":"t"}\n\n{"PartitionKey":"p","RowKey":"r","B":2,"C":2.0}';
  const found = [];
  for await (const each of readEntities({ file: new Blob([text]), format: "json", table: "t" }, () => {})) found.push(each);
  const [{ place, entity }] = found;
  assert.equal(place.line, 3);
  assert.deepEqual([...entity.properties], [["B", value("Int32", "2")], ["C", value("Double", "2.0")]]);
});

test("a conflict names what differs", () => {
  const theirs = { partitionKey: "p", rowKey: "r", properties: new Map([["A", value("Int32", "1")], ["B", value("Int32", "2")]]) };
  const yours = { partitionKey: "p", rowKey: "r", properties: new Map([["A", value("Int64", "1")]]) };
  assert.deepEqual(differences({ yours, theirs, mode: "merge" }).map((each) => each.name), ["A"]);
  assert.deepEqual(differences({ yours, theirs, mode: "replace" }).map((each) => each.name), ["A", "B"]);
});

test("tables that were created or deleted here are shown so at once", () => {
  const list = { measured: "2026-11-30T10:00:00Z", tables: [{ account: "a", table: "One" }, { account: "a", table: "Two" }] };
  const later = Date.parse(list.measured) + 1000;
  let changes = changesOf([], { table: "three", exists: true, at: later });
  changes = changesOf(changes, { table: "one", exists: false, at: later });
  changes = changesOf(changes, { table: "Two", exists: false, at: later - 5000 });
  assert.deepEqual(withChanges(list, changes, "a").map((each) => each.table), ["three", "Two"]);
});

test("names of tables are checked as the service does", () => {
  for (const name of ["abc", "A1b", "x".repeat(63), ""]) assert.equal(checkTableName(name), undefined, name);
  for (const name of ["1ab", "ab", "a-b", "Tables", "é12", "x".repeat(64)]) assert.notEqual(checkTableName(name), undefined, name);
});
