// Compiled, not run: the types of the package as a program with require() sees them.
import { start } from "rowhouse";
import TableConfiguration from "rowhouse/dist/src/table/TableConfiguration";
import TableServer from "rowhouse/dist/src/table/TableServer";

export async function run(): Promise<number> {
  const server = await start({ seed: "people.jsonl" });
  await new TableServer(new TableConfiguration()).start();
  return server.port;
}
