// Writes batches to one partition for a while, one at a time, with only the client's own retries, then
// reads them back. Prints one line of JSON. With several writers one of them would now and then use up
// its four attempts.
//
// usage: node writer.mjs ENDPOINT SECONDS

import { AzureNamedKeyCredential, TableClient } from "@azure/data-tables";

const ACCOUNT = "devstoreaccount1";
const KEY = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";
const BATCH = 100;

const [endpoint, seconds] = process.argv.slice(2);
const client = new TableClient(endpoint, "throttled", new AzureNamedKeyCredential(ACCOUNT, KEY), {
  allowInsecureConnection: true,
});

// Counts the answers on the wire, below the retries.
const statuses = {};
client.pipeline.addPolicy(
  {
    name: "countStatuses",
    async sendRequest(request, next) {
      const response = await next(request);
      statuses[response.status] = (statuses[response.status] ?? 0) + 1;
      return response;
    },
  },
  { afterPhase: "Sign" },
);

await client.createTable();
const begin = performance.now();
const end = begin + Number(seconds) * 1000;
const payload = "x".repeat(200);
const failures = [];
const answered = new Set();
let next = 0;

while (performance.now() < end) {
  const keys = Array.from({ length: BATCH }, () => String(next++).padStart(9, "0"));
  try {
    await client.submitTransaction(
      keys.map((rowKey) => ["create", { partitionKey: "p", rowKey, payload }]),
    );
    keys.forEach((key) => answered.add(key));
  } catch (error) {
    failures.push(String(error.statusCode ?? error));
  }
}
const elapsed = (performance.now() - begin) / 1000;
const writing = { ...statuses };

let read = 0;
for await (const entity of client.listEntities({ queryOptions: { select: ["rowKey"] } })) {
  if (!answered.delete(entity.rowKey)) failures.push(`${entity.rowKey} was never answered`);
  read += 1;
}
console.log(JSON.stringify({ elapsed, read, lost: answered.size, failures, statuses: writing }));
