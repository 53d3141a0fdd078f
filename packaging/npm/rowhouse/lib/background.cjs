"use strict";
// A server that runs beside this process, in the background of its work.
const { spawn } = require("node:child_process");
const readline = require("node:readline");
const { programPath } = require("./program.cjs");

// The server's line about readiness; the first address, if there are two.
const LISTENING = /^listening on (https?):\/\/(.+?):(\d+)\/ /;
const STOP_MILLISECONDS_MAX = 30_000; // the server gives requests in progress 20 seconds
const KEPT_LINES = 30;

class BackgroundServer {
  #child;
  #ended; // a promise of how it ended
  #lines = []; // the last ones of its log
  #stopping;

  /** The server is called `name`. `log` is called with each line of its log. Throws if it cannot be started at all. */
  constructor(name, words, environment, log) {
    // A service manager that started this process waits for its word, not for the server's.
    const { NOTIFY_SOCKET, ...env } = environment;
    // The pipe on stdin is never written to. It ends with this process, and then so does the server.
    this.#child = spawn(programPath("rowhoused"), ["--stop-with-stdin", ...words], {
      argv0: name,
      env,
      detached: true, // Ctrl-C is for this process, which may still need the server while it ends
      stdio: ["pipe", "pipe", "pipe"],
    });
    this.#child.stdin.on("error", () => {}); // it has ended already
    this.#ended = new Promise((resolve) => {
      this.#child.on("error", (error) => resolve({ error }));
      this.#child.on("close", (code, signal) => resolve({ code, signal }));
    });
    readline.createInterface({ input: this.#child.stderr }).on("line", (line) => {
      this.#lines.push(line);
      if (this.#lines.length > KEPT_LINES) this.#lines.shift();
      log?.(line);
    });
  }

  get pid() {
    return this.#child.pid;
  }

  /** Resolves to { protocol, host, port } once it answers requests. Rejects with the end of its log if it ends first. */
  async ready() {
    const listening = new Promise((resolve) => {
      readline.createInterface({ input: this.#child.stdout }).on("line", (line) => {
        const match = LISTENING.exec(line);
        if (match) resolve({ protocol: match[1], host: match[2], port: Number(match[3]) });
      });
    });
    return Promise.race([listening, this.#ended.then((end) => Promise.reject(this.#failure(end)))]);
  }

  /** From now on, this process does not stay for as long as the server runs. */
  release() {
    this.#hold(false);
  }

  /** Lets requests in progress finish. Resolves once the server has ended; rejects if it had to be killed or had failed. */
  stop() {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop() {
    this.#hold(true);
    this.#child.stdin.end();
    const limit = setTimeout(() => this.#child.kill("SIGKILL"), STOP_MILLISECONDS_MAX);
    const end = await this.#ended;
    clearTimeout(limit);
    if (end.code !== 0) throw this.#failure(end);
  }

  // Whether this process stays for as long as the server runs.
  #hold(yes) {
    for (const handle of [this.#child, ...this.#child.stdio]) yes ? handle.ref?.() : handle.unref?.();
  }

  #failure({ error, code, signal }) {
    const how = error ? error.message : signal ? `ended by ${signal}` : `ended with status ${code}`;
    return new Error([`rowhoused ${how}`, ...this.#lines].join("\n"));
  }
}

module.exports = { BackgroundServer };
