// Compiled, not run: the types of the package as a program with modules sees them.
import { start, type RunningServer, type StartOptions } from "rowhouse";
import TableConfiguration from "rowhouse/dist/src/table/TableConfiguration.js";
import TableServer from "rowhouse/dist/src/table/TableServer.js";

const options: StartOptions = { folder: "data", accounts: { shop: ["AAAA", "AAAB"] }, log: (line) => line.length };
const server: RunningServer = await start(options);
const text: string = server.connectionString;
await server.stop();
// @ts-expect-error: the port is a number
await start({ port: "10002" });
const azurite = new TableServer.default(new TableConfiguration.default("127.0.0.1", 0));
await azurite.start();
export const address: string = azurite.getHttpServerAddress() + text;
