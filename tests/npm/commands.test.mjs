// The commands of the package rowhouse, as npx finds them.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import path from "node:path";
import { test } from "node:test";
import { start } from "rowhouse";
import { childrenOf, ends, lineOf, statusOf } from "./processes.mjs";

const command = (name) => path.join("node_modules", ".bin", name);
const run = (name, ...words) => spawnSync(command(name), words, { encoding: "utf8", timeout: 20_000 });
const serve = (name, ...words) => spawn(command(name), words, { stdio: ["ignore", "pipe", "pipe"] });

test("rowhouse with arguments is the command, and its status is passed on", async () => {
  const server = await start();
  const here = ["--connection-string", server.connectionString];
  assert.equal(run("rowhouse", "table", "create", "people", ...here).status, 0);
  const listed = run("rowhouse", "table", "list", ...here);
  assert.equal(listed.stdout, "people\n");
  const failed = run("rowhouse", "query", "nothing", ...here);
  assert.notEqual(failed.status, 0);
  assert.match(failed.stderr, /nothing/);
  await server.stop();
});

test("rowhouse without arguments serves on the usual port", async () => {
  const child = serve("rowhouse");
  let printed = "";
  const said = new Promise((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (text) => {
        printed += text;
        // Another server may be there, which it then says.
        const match = /listening on http:\/\/127\.0\.0\.1:10002\/|10002.*in use/.exec(printed);
        if (match) resolve(match[0]);
      });
    }
    child.on("close", () => resolve(printed));
  });
  const line = await said;
  assert.match(line, /listening|in use/);
  child.kill("SIGTERM");
  assert.equal(await statusOf(child), line.startsWith("listening") ? 0 : 1);
});

test("each name knows its options", () => {
  assert.match(run("rowhouse", "--version").stdout, /^rowhouse \d/);
  assert.match(run("rowhoused", "--version").stdout, /^rowhoused \d/);
  assert.match(run("rowhoused", "--help").stdout, /--listen/);
  assert.match(run("azurite-table", "help").stdout, /--tableHost/);
  assert.match(run("azurite-table", "version").stdout, /^rowhoused \d/);
  assert.equal(run("azurite-table", "--oauth", "basic").status, 2);
});

for (const [name, words] of [
  ["rowhoused", ["--listen", "127.0.0.1:0", "--in-memory"]],
  ["azurite-table", ["--tablePort", "0", "--inMemoryPersistence"]],
]) {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "SIGKILL"]) {
    test(`${name} ends with ${signal}, and the server with it`, async () => {
      const child = serve(name, ...words);
      await lineOf(child, name === "rowhoused" ? /^listening on/ : /^Azurite Table service is successfully listening at http:/);
      const [server] = childrenOf(child.pid);
      assert.ok(server);
      child.kill(signal);
      assert.equal(await statusOf(child), signal === "SIGKILL" ? "SIGKILL" : 0);
      await ends(server);
    });
  }
}
