// The API of the package rowhouse: start() and what it resolves to.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { test } from "node:test";
import { TableClient, TableServiceClient } from "@azure/data-tables";
import { start } from "rowhouse";
import configuration from "rowhouse/dist/src/table/TableConfiguration.js";
import table from "rowhouse/dist/src/table/TableServer.js";
import { endOf, ends, lineOf, runs, statusOf } from "./processes.mjs";

const { default: TableConfiguration } = configuration;
const { default: TableServer } = table;
const INSECURE = { allowInsecureConnection: true };
const people = (connectionString) => TableClient.fromConnectionString(connectionString, "people", INSECURE);

async function tablesOf(connectionString) {
  const names = [];
  for await (const { name } of TableServiceClient.fromConnectionString(connectionString, INSECURE).listTables()) names.push(name);
  return names;
}

async function temporaryFolder(t) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "rowhouse-api-"));
  t.after(() => fs.rmSync(folder, { recursive: true }));
  return folder;
}

function runScript(script) {
  return spawn(process.execPath, ["--input-type=module", "--eval", script], {
    cwd: import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname),
    stdio: ["ignore", "pipe", "pipe"],
  });
}

test("is the same for import and require", () => {
  assert.equal(createRequire(import.meta.url)("rowhouse").start, start);
});

test("many servers run at once and share nothing", async () => {
  const servers = await Promise.all(Array.from({ length: 8 }, () => start()));
  assert.equal(new Set(servers.map((server) => server.port)).size, servers.length);
  await Promise.all(
    servers.map(async ({ connectionString }, n) => {
      await people(connectionString).createTable();
      await people(connectionString).createEntity({ partitionKey: "p", rowKey: String(n) });
    }),
  );
  for (const [n, { connectionString }] of servers.entries()) {
    const keys = [];
    for await (const entity of people(connectionString).listEntities()) keys.push(entity.rowKey);
    assert.deepEqual(keys, [String(n)]);
  }
  await Promise.all(servers.map((server) => server.stop()));
  for (const { pid } of servers) assert.ok(!runs(pid));
});

test("stop may be called again, and the server then answers nobody", async () => {
  const server = await start();
  assert.equal((await fetch(`${server.url}/_rowhouse/health`)).status, 200);
  await Promise.all([server.stop(), server.stop()]);
  await server.stop();
  await assert.rejects(fetch(`${server.url}/_rowhouse/health`));
});

test("a folder keeps its data, and without one nothing is written", async (t) => {
  const folder = path.join(await temporaryFolder(t), "data");
  const first = await start({ folder });
  await people(first.connectionString).createTable();
  await first.stop();
  const second = await start({ folder });
  assert.deepEqual(await tablesOf(second.connectionString), ["people"]);
  await second.stop();
  const before = fs.readdirSync(".");
  const third = await start();
  assert.deepEqual(await tablesOf(third.connectionString), []);
  await third.stop();
  assert.deepEqual(fs.readdirSync("."), before);
});

test("accounts are those that are asked for, whatever the environment has", async (t) => {
  process.env.ROWHOUSE_ACCOUNTS = "other:AAAA";
  process.env.AZURITE_ACCOUNTS = "another:AAAA";
  t.after(() => {
    delete process.env.ROWHOUSE_ACCOUNTS;
    delete process.env.AZURITE_ACCOUNTS;
  });
  const usual = await start();
  assert.deepEqual(await tablesOf(usual.connectionString), []);
  await usual.stop();
  const server = await start({ accounts: { shop: "c2hvcA==", stock: ["c3RvY2s=", "bmV4dA=="] } });
  assert.match(server.connectionString, /AccountName=shop;/);
  await people(server.connectionStringFor("stock")).createTable();
  assert.deepEqual(await tablesOf(server.connectionString), []);
  assert.deepEqual(await tablesOf(server.connectionStringFor("stock").replace("c3RvY2s=", "bmV4dA==")), ["people"]);
  assert.throws(() => server.connectionStringFor("none"), /no account none; there are shop, stock/);
  await server.stop();
});

test("a server says nothing to the service manager of the process that starts it", async (t) => {
  process.env.NOTIFY_SOCKET = "/nonexistent/notify"; // the log has it if a message cannot be sent
  t.after(() => delete process.env.NOTIFY_SOCKET);
  const lines = [];
  const server = await start({ log: (line) => lines.push(line) });
  await server.stop();
  assert.match(lines.join("\n"), /stopping: stdin has ended/);
  assert.doesNotMatch(lines.join("\n"), /service manager/);
});

test("seeds are loaded, and log and further options reach the server", async (t) => {
  const seed = path.join(await temporaryFolder(t), "seed.jsonl");
  fs.writeFileSync(seed, '{"rowhouse":"export","version":1,"table":"people"}\n{"PartitionKey":"uk","RowKey":"ada","Born":1815}\n');
  const lines = [];
  const server = await start({ seed, log: (line) => lines.push(line), args: ["--log-level", "debug"] });
  assert.equal((await people(server.connectionString).getEntity("uk", "ada")).Born, 1815);
  await server.stop();
  assert.match(lines.join("\n"), /loaded 1 entities in 1 tables[^]* debug /);
});

test("what cannot be is refused with the server's reason, and nothing is left running", async (t) => {
  await assert.rejects(start({ prot: 1 }), /no option prot; there are folder, host, port/);
  await assert.rejects(start({ accounts: {} }), /name at least one/);
  await assert.rejects(start({ folder: "" }), /folder: name one/);
  await assert.rejects(start({ host: "0.0.0.0" }), /ended with status 2\nrowhoused: .*development key/);
  const folder = await temporaryFolder(t);
  const server = await start({ folder });
  await assert.rejects(start({ folder }), new RegExp(`status 1[^]*${server.pid}`));
  await assert.rejects(start({ port: server.port }), /already in use/);
  await server.stop();
});

test("a server that was killed says so when it is stopped", async () => {
  const server = await start();
  process.kill(server.pid, "SIGKILL");
  await assert.rejects(server.stop(), /rowhoused ended by SIGKILL/);
});

const START_THREE = `
  import { start } from "rowhouse";
  const servers = await Promise.all([start(), start(), start()]);
  console.log("pids", servers.map((server) => server.pid).join(" "));
`;

test("servers end with a parent that is killed with SIGKILL", async () => {
  const parent = runScript(`${START_THREE} setInterval(() => {}, 1000);`);
  const pids = (await lineOf(parent, /^pids (.*)/))[1].split(" ");
  for (const pid of pids) assert.ok(runs(pid));
  parent.kill("SIGKILL");
  assert.equal(await statusOf(parent), "SIGKILL");
  for (const pid of pids) await ends(pid);
});

test("servers are quiet, keep no parent from ending, and end with it", async () => {
  const { status, printed, errors } = await endOf(runScript(START_THREE));
  assert.equal(status, 0);
  assert.equal(errors, "");
  for (const pid of /^pids (.*)\n$/.exec(printed)[1].split(" ")) await ends(pid);
});

test("a server of Azurite's class keeps its process until it is closed", async () => {
  const script = runScript(`
    import configuration from "rowhouse/dist/src/table/TableConfiguration.js";
    import table from "rowhouse/dist/src/table/TableServer.js";
    const config = new configuration.default("127.0.0.1", 0);
    config.isMemoryPersistence = true;
    const server = new table.default(config);
    await server.start();
    // This timer alone keeps nothing.
    setTimeout(() => server.close().then(() => console.log(server.getStatus())), 100).unref();
  `);
  assert.deepEqual(await endOf(script), { status: 0, printed: "Closed\n", errors: "" });
});

test("what is configured in Azurite's class reaches the server", async (t) => {
  const folder = await temporaryFolder(t);
  const [cert, key, log] = ["c.pem", "k.pem", "logs/debug.log"].map((name) => path.join(folder, name));
  const making = "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost".split(" ");
  execFileSync("openssl", [...making, "-keyout", key, "-out", cert], { stdio: "ignore" });
  const server = (changes) =>
    new TableServer(Object.assign(new TableConfiguration("127.0.0.1", 0), { isMemoryPersistence: true }, changes));
  const overTls = server({ cert, key, debugLogFilePath: log });
  await overTls.start();
  assert.match(overTls.getHttpServerAddress(), /^https:/);
  await overTls.close();
  assert.match(fs.readFileSync(log, "utf8"), /stopping: stdin has ended/);
  for (const [changes, says] of [
    [{ oauth: "basic" }, /status 2\nazurite-table: --oauth basic/],
    [{ cert: "c.pfx", pwd: "secret" }, /status 2\nazurite-table: --pwd: .* openssl pkcs12/],
  ]) {
    const refused = server(changes);
    await assert.rejects(refused.start(), says);
    assert.equal(refused.getStatus(), "Closed");
  }
});

test("clean() of Azurite's class removes the data that its server wrote, and none of another", async (t) => {
  const metadataDBPath = path.join(await temporaryFolder(t), "tables.json");
  const server = (isMemoryPersistence) => {
    const config = new TableConfiguration("127.0.0.1", 0, 5, metadataDBPath, false, false);
    config.isMemoryPersistence = isMemoryPersistence;
    return new TableServer(config);
  };
  const onDisk = server(false);
  await onDisk.start();
  await assert.rejects(onDisk.clean(), /clean\(\) needs a server that is Closed; this one is Running/);
  await onDisk.close();
  await assert.rejects(onDisk.close(), /Running/);
  const inMemory = server(true);
  await inMemory.start();
  await inMemory.close();
  await inMemory.clean();
  assert.ok(fs.existsSync(`${metadataDBPath}.rowhouse`));
  await onDisk.clean();
  assert.ok(!fs.existsSync(`${metadataDBPath}.rowhouse`));
});
