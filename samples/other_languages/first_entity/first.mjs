// npm install && node first_entity/first.mjs
import { TableClient } from "@azure/data-tables";

const people = TableClient.fromConnectionString(
  process.env.AZURE_STORAGE_CONNECTION_STRING ?? "UseDevelopmentStorage=true",
  "people",
  { allowInsecureConnection: true }, // http, to a server on this machine
);
await people.createTable(); // does nothing if it exists
await people.upsertEntity({ partitionKey: "uk", rowKey: "ada", Born: 1815 });
const ada = await people.getEntity("uk", "ada");
console.log(ada.Born);
