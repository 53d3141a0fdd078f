"use strict";
// A suite as one writes it for Azurite. It runs against Azurite, and against Rowhouse with the package's name replaced.
const assert = require("node:assert/strict");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { after, before, test } = require("node:test");
const { AzureNamedKeyCredential, TableClient, TableServiceClient, TableTransaction, odata } = require("@azure/data-tables");
const TableConfiguration = require("azurite/dist/src/table/TableConfiguration").default;
const TableServer = require("azurite/dist/src/table/TableServer").default;

const ACCOUNT = "devstoreaccount1";
const KEY = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "azurite-suite-"));
const server = new TableServer(new TableConfiguration("127.0.0.1", 0, 5, path.join(folder, "tables.json"), false, false));
let people;

function client(constructor, ...more) {
  const url = `${server.getHttpServerAddress()}/${ACCOUNT}`;
  return new constructor(url, ...more, new AzureNamedKeyCredential(ACCOUNT, KEY), { allowInsecureConnection: true });
}

async function collect(pages) {
  const entities = [];
  for await (const entity of pages) entities.push(entity);
  return entities;
}

before(async () => {
  await server.start();
  people = client(TableClient, "people");
  await people.createTable();
});

after(async () => {
  await server.close();
  await server.clean();
  fs.rmdirSync(folder); // is empty now
});

test("is running at an address of its own", () => {
  assert.equal(server.getStatus(), "Running");
  assert.match(server.getHttpServerAddress(), /^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
});

test("cannot be started twice", async () => {
  await assert.rejects(server.start(), /Running/);
});

test("lists tables", async () => {
  assert.deepEqual((await collect(client(TableServiceClient).listTables())).map((table) => table.name), ["people"]);
});

test("stores and reads an entity", async () => {
  await people.createEntity({ partitionKey: "uk", rowKey: "ada", born: 1815, score: 1.5 });
  const ada = await people.getEntity("uk", "ada");
  assert.equal(ada.born, 1815);
  assert.equal(ada.score, 1.5);
});

test("refuses a second entity with the same keys", async () => {
  await people.createEntity({ partitionKey: "uk", rowKey: "alan" });
  await assert.rejects(people.createEntity({ partitionKey: "uk", rowKey: "alan" }), { statusCode: 409 });
});

test("merges only what has not changed", async () => {
  await people.createEntity({ partitionKey: "us", rowKey: "grace", born: 1906 });
  const { etag } = await people.getEntity("us", "grace");
  await people.updateEntity({ partitionKey: "us", rowKey: "grace", rank: "admiral" }, "Merge", { etag });
  assert.equal((await people.getEntity("us", "grace")).born, 1906);
  await assert.rejects(people.updateEntity({ partitionKey: "us", rowKey: "grace", rank: "" }, "Merge", { etag }), {
    statusCode: 412,
  });
});

test("applies a transaction and filters", async () => {
  const transaction = new TableTransaction();
  for (let n = 0; n < 5; ++n) transaction.createEntity({ partitionKey: "batch", rowKey: String(n), n });
  await people.submitTransaction(transaction.actions);
  const found = await collect(people.listEntities({ queryOptions: { filter: odata`PartitionKey eq 'batch' and n ge 3` } }));
  assert.deepEqual(found.map((entity) => entity.n).sort(), [3, 4]);
});

test("deletes an entity", async () => {
  await people.createEntity({ partitionKey: "tmp", rowKey: "x" });
  await people.deleteEntity("tmp", "x");
  await assert.rejects(people.getEntity("tmp", "x"), { statusCode: 404 });
});
