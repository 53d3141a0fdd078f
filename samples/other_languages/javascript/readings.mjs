// Readings of a device: conflicts and how to handle them, and an upload that the service throttles.
//
// usage: node readings.mjs [ROWS [TABLE]]
// ROWS are uploaded (20000); a TABLE that is named is kept. The account is that of
// AZURE_STORAGE_CONNECTION_STRING, or the development account on this machine.

import { randomBytes } from "node:crypto";
import { odata, TableClient } from "@azure/data-tables";

const rows = Number(process.argv[2] ?? 20000);
const name = process.argv[3] ?? `Readings${randomBytes(4).toString("hex")}`;
const table = TableClient.fromConnectionString(
  process.env.AZURE_STORAGE_CONNECTION_STRING ?? "UseDevelopmentStorage=true",
  name,
  // An http endpoint is for a server on this machine only. The default of 3 retries is little for an
  // upload that is to go as fast as the service allows.
  { allowInsecureConnection: true, retryOptions: { maxRetries: 10 } },
);

let refused = 0; // attempts that were answered 503, below the retries
table.pipeline.addPolicy(
  {
    name: "countRefused",
    async sendRequest(request, next) {
      const response = await next(request);
      if (response.status === 503) refused += 1;
      return response;
    },
  },
  { afterPhase: "Retry" },
);

await table.createTable();
console.log("created the table");

// PartitionKey and RowKey together name an entity. Whole numbers are sent as Int32.
const device = { partitionKey: "device-01", rowKey: "latest", celsius: 21.5, count: 1 };
await table.createEntity(device);
try {
  await table.createEntity(device);
} catch (error) {
  if (error.statusCode !== 409) throw error;
  console.log(`inserted twice: ${error.statusCode}`);
}

// An entity that was read carries its version, the ETag. An update with an old one is refused.
const old = await table.getEntity("device-01", "latest");
await table.updateEntity({ ...device, count: 2 }, "Replace", { etag: old.etag });
try {
  await table.updateEntity({ ...device, count: 3 }, "Replace", { etag: old.etag });
} catch (error) {
  if (error.statusCode !== 412) throw error;
  console.log(`updated an old version: ${error.statusCode}`);
}

// Up to 100 writes of one partition: all of them, or none.
await table.submitTransaction(
  [20.5, 22.0, 23.5].map((celsius, hour) => [
    "create",
    { partitionKey: "device-01", rowKey: `hour-${hour}`, celsius },
  ]),
);
const warm = table.listEntities({
  queryOptions: { filter: odata`PartitionKey eq ${"device-01"} and celsius gt ${21}` },
});
const found = [];
for await (const entity of warm) found.push(`${entity.rowKey} ${entity.celsius}`);
console.log(`over 21 degrees: ${found.join(", ")}`);

// One partition takes 2,000 writes a second in the cloud (rowhoused --throttle=cloud) and answers 503
// beyond that. The SDK waits and tries again.
const transactions = [];
for (let from = 0; from < rows; from += 100) {
  const count = Math.min(100, rows - from);
  transactions.push(
    Array.from({ length: count }, (_, i) => [
      "upsert",
      { partitionKey: "upload", rowKey: String(from + i).padStart(8, "0"), celsius: 20 },
    ]),
  );
}
const queue = transactions.values(); // shared by the writers
async function writer() {
  for (const transaction of queue) await table.submitTransaction(transaction);
}
await Promise.all(Array.from({ length: 8 }, writer));
let stored = 0;
for await (const _ of table.listEntities({
  queryOptions: { filter: odata`PartitionKey eq ${"upload"}`, select: ["rowKey"] },
})) {
  stored += 1;
}
console.log(`uploaded ${stored} rows; ${refused} transactions were refused at first and repeated`);

if (!process.argv[3]) await table.deleteTable();
