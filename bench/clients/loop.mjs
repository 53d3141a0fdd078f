// What a program on @azure/data-tables does for the same jobs as the `rowhouse` command and the C++ client
// library: loops with a number of calls in flight. Prints one line of JSON.
//
// usage: node loop.mjs bulk|insert|point|query ENDPOINT TABLE ROWS PARALLEL
//        node loop.mjs import|export ENDPOINT TABLE FILE PARALLEL      FILE has an entity in each line

import { createReadStream, createWriteStream } from "node:fs";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { AzureNamedKeyCredential, TableClient } from "@azure/data-tables";

const ACCOUNT = "devstoreaccount1";
const KEY = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";
const BATCH = 100;
const PARTITIONS = 10;
const TEXT_CHARACTERS = 620; // an entity is about 1 KiB of JSON

const [job, endpoint, table, what, parallelText] = process.argv.slice(2);
const parallel = Number(parallelText);
const client = new TableClient(endpoint, table, new AzureNamedKeyCredential(ACCOUNT, KEY), {
  allowInsecureConnection: true,
});

const partitionOf = (index) => "p" + String(index % PARTITIONS).padStart(2, "0");
const rowOf = (index) => "r" + String(index).padStart(9, "0");

function makeEntity(index) {
  return {
    partitionKey: partitionOf(index),
    rowKey: rowOf(index),
    Bucket: index % 100,
    Amount: { type: "Double", value: String((index % 1000) + 0.25) },
    Open: index % 2 === 0,
    Serial: BigInt(index),
    Placed: { type: "DateTime", value: "2024-05-01T12:30:00Z" },
    Order: { type: "Guid", value: "6f9619ff-8b86-d011-b42d-" + index.toString(16).padStart(12, "0") },
    Note: String.fromCharCode(97 + (index % 26)).repeat(TEXT_CHARACTERS),
  };
}

// A line of JSON, typed as the service types it, as the client takes it.
function entityOf(line) {
  const entity = {};
  for (const [name, value] of Object.entries(JSON.parse(line))) {
    if (name.endsWith("@odata.type")) continue;
    if (name === "PartitionKey") entity.partitionKey = value;
    else if (name === "RowKey") entity.rowKey = value;
    else entity[name] = value;
  }
  for (const [name, type] of Object.entries(JSON.parse(line))) {
    if (!name.endsWith("@odata.type")) continue;
    const property = name.slice(0, -"@odata.type".length);
    entity[property] = { type: type.slice("Edm.".length), value: String(entity[property]) };
  }
  return entity;
}

// Calls `call` for every row, with `parallel` of them in flight.
async function forEachRow(rows, call) {
  let next = 0;
  const worker = async () => {
    while (next < rows) await call(next++);
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  return rows;
}

// Groups the entities by partition, a hundred to a transaction, with `parallel` of these in flight.
async function writeAll(kind, entities) {
  const waiting = new Map();
  const flying = new Set();
  let written = 0;
  const send = async (actions) => {
    while (flying.size >= parallel) await Promise.race(flying);
    const call = client.submitTransaction(actions).then(() => {
      written += actions.length;
      flying.delete(call);
    });
    flying.add(call);
  };
  for await (const entity of entities) {
    const actions = waiting.get(entity.partitionKey) ?? [];
    waiting.set(entity.partitionKey, actions);
    actions.push(kind === "upsert" ? ["upsert", entity, "Replace"] : ["create", entity]);
    if (actions.length === BATCH) {
      waiting.delete(entity.partitionKey);
      await send(actions);
    }
  }
  for (const actions of waiting.values()) await send(actions);
  await Promise.all(flying);
  return written;
}

function* generated(rows) {
  for (let index = 0; index < rows; ++index) yield makeEntity(index);
}

async function* read(file) {
  for await (const line of createInterface({ input: createReadStream(file) })) yield entityOf(line);
}

async function save(file) {
  const output = createWriteStream(file);
  let rows = 0;
  for await (const page of client.listEntities().byPage({ maxPageSize: 1000 })) {
    rows += page.length;
    const text = page.map((entity) => JSON.stringify(entity, (_, v) => (typeof v === "bigint" ? String(v) : v)));
    if (!output.write(text.join("\n") + "\n")) await once(output, "drain");
  }
  output.end();
  await once(output, "finish");
  return rows;
}

const jobs = {
  bulk: () => writeAll("insert", generated(Number(what))),
  insert: () => forEachRow(Number(what), (row) => client.createEntity(makeEntity(row))),
  point: () =>
    forEachRow(Number(what), async (row) => {
      const entity = await client.getEntity(partitionOf(row), rowOf(row));
      if (entity.Serial !== BigInt(row)) throw new Error("wrong entity");
    }),
  query: async () => {
    let rows = 0;
    for await (const _ of client.listEntities()) ++rows;
    return rows;
  },
  import: () => writeAll("upsert", read(what)),
  export: () => save(what),
};

await client.createTable(); // no error when it exists
const began = performance.now();
const rows = await jobs[job]();
console.log(JSON.stringify({ rows, seconds: (performance.now() - began) / 1000 }));
