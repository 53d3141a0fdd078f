// An application that uses a table: signed requests at a steady rate, in the order of its keys.

import { createHmac } from "node:crypto";
import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { developmentKey, servers } from "./support.mjs";

const account = "devstoreaccount1";
const agent = new Agent({ keepAlive: true, maxSockets: 8 });

// Answers with status, headers and body. `key`: what the request is signed with.
export function send(method, path, { server = servers.open, body, key = developmentKey, headers = {} } = {}) {
  const date = new Date().toUTCString();
  const signed = `${date}\n/${account}${path.split("?")[0]}`;
  const signature = createHmac("sha256", Buffer.from(key, "base64")).update(signed).digest("base64");
  return new Promise((resolve, reject) => {
    const call = request(
      `${server}${path}`,
      {
        method,
        agent,
        headers: {
          "x-ms-date": date,
          Authorization: `SharedKeyLite ${account}:${signature}`,
          Accept: "application/json;odata=nometadata",
          "Content-Type": "application/json",
          Prefer: "return-no-content",
          ...headers,
        },
      },
      (answer) => {
        const parts = [];
        answer.on("data", (part) => parts.push(part));
        answer.on("end", () =>
          resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts).toString() }),
        );
      },
    );
    call.on("error", reject);
    call.end(body);
  });
}

export async function insert(table, partitionKey, rowKey, options = {}) {
  const body = JSON.stringify({ PartitionKey: partitionKey, RowKey: rowKey, Reading: 21.5 });
  const answer = await send("POST", `/${account}/${table}`, { ...options, body });
  if (answer.status !== 204) throw new Error(`${answer.status} ${answer.body}`);
}

export async function createTable(table, options = {}) {
  const body = JSON.stringify({ TableName: table });
  const answer = await send("POST", `/${account}/Tables`, { ...options, body });
  if (answer.status !== 204) throw new Error(`${answer.status} ${answer.body}`);
}

// Calls `write(n)` for n = 0, 1, ... at `rate` a second for `seconds`, or until `signal` ends it.
export async function writeSteadily(write, { rate, seconds, signal }) {
  const begin = performance.now();
  const count = rate * seconds;
  for (let done = 0; done < count && !signal?.aborted;) {
    const due = Math.min(count, Math.ceil(((performance.now() - begin) / 1000) * rate));
    const calls = [];
    for (; done < due; done += 1) calls.push(write(done));
    await Promise.all(calls);
    await pause(20);
  }
}
