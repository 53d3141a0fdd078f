"use strict";
// Servers for tests; index.d.cts says what everything here means.
const { BackgroundServer } = require("./background.cjs");

const DEVELOPMENT_ACCOUNT = "devstoreaccount1";
// It is public and the same everywhere: https://learn.microsoft.com/azure/storage/common/storage-use-emulator
const DEVELOPMENT_KEY = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";
const OPTIONS = ["folder", "host", "port", "accounts", "seed", "args", "log"];

function keysByAccount(accounts) {
  if (accounts === undefined) return new Map([[DEVELOPMENT_ACCOUNT, [DEVELOPMENT_KEY]]]);
  const result = new Map(Object.entries(accounts).map(([name, keys]) => [name, [keys].flat()]));
  if (result.size === 0) throw new TypeError("accounts: name at least one, or leave the option out");
  return result;
}

// What the caller's environment has of accounts is not for this server.
function environment(accounts) {
  const { AZURITE_ACCOUNTS, ROWHOUSE_ACCOUNTS, ...rest } = process.env;
  const list = [...keysByAccount(accounts)].map(([name, keys]) => [name, ...keys].join(":")).join(";");
  return accounts === undefined ? rest : { ...rest, ROWHOUSE_ACCOUNTS: list };
}

function words({ folder, host = "127.0.0.1", port = 0, seed = [], args = [] }) {
  if (folder === "") throw new TypeError("folder: name one, or leave the option out to keep the data in memory");
  return [
    `--listen=${host.includes(":") ? `[${host}]` : host}:${port}`,
    folder === undefined ? "--in-memory" : `--data=${folder}`,
    ...[seed].flat().map((file) => `--seed=${file}`),
    ...args,
  ];
}

// "Any address" is none that a client can open.
function reachable(host) {
  return { "0.0.0.0": "127.0.0.1", "[::]": "[::1]" }[host] ?? host;
}

async function start(options = {}) {
  const unknown = Object.keys(options).filter((name) => !OPTIONS.includes(name));
  if (unknown.length > 0) {
    throw new TypeError(`start: there is no option ${unknown.join(", ")}; there are ${OPTIONS.join(", ")}`);
  }
  const accounts = keysByAccount(options.accounts);
  const background = new BackgroundServer("rowhoused", words(options), environment(options.accounts), options.log);
  const { protocol, host, port } = await background.ready();
  background.release();
  const url = `${protocol}://${reachable(host)}:${port}`;

  const connectionStringFor = (account) => {
    const keys = accounts.get(account);
    if (!keys) throw new RangeError(`there is no account ${account}; there are ${[...accounts.keys()].join(", ")}`);
    return (
      `DefaultEndpointsProtocol=${protocol};AccountName=${account};AccountKey=${keys[0]};` +
      `TableEndpoint=${url}/${account};`
    );
  };
  return {
    url,
    port,
    pid: background.pid,
    connectionString: connectionStringFor(accounts.keys().next().value),
    connectionStringFor,
    stop: () => background.stop(),
  };
}

module.exports = { start };
