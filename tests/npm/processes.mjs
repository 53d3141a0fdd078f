// Processes as seen from outside, and patience with them.
import assert from "node:assert/strict";
import fs from "node:fs";
import { once } from "node:events";
import readline from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

const PATIENCE_MILLISECONDS = 20_000;

/** Whether the process runs. One that has ended may still be waiting for somebody to ask how. */
export function runs(pid) {
  try {
    return !/^\d+ \(.*\) [ZX] /.test(fs.readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

export async function ends(pid) {
  const deadline = Date.now() + PATIENCE_MILLISECONDS;
  while (runs(pid)) {
    assert.ok(Date.now() < deadline, `process ${pid} still runs`);
    await sleep(20);
  }
}

/** The processes that `pid` has started. */
export function childrenOf(pid) {
  return fs
    .readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")
    .trim()
    .split(" ")
    .filter(Boolean)
    .map(Number);
}

/** The first line of a process that matches; fails with all that it printed if it ends without one. */
export async function lineOf(child, pattern) {
  const lines = [];
  for await (const line of readline.createInterface({ input: child.stdout })) {
    lines.push(line);
    const match = pattern.exec(line);
    if (match) return match;
  }
  assert.fail(`no line matches ${pattern}:\n${lines.join("\n")}`);
}

/** What a process has printed, once it has ended, and how it ended. */
export async function endOf(child) {
  const read = async (stream) => (await stream.setEncoding("utf8").toArray()).join("");
  const [[code, signal], printed, errors] = await Promise.all([once(child, "close"), read(child.stdout), read(child.stderr)]);
  return { status: code ?? signal, printed, errors };
}

export async function statusOf(child) {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return child.exitCode ?? child.signalCode;
}
