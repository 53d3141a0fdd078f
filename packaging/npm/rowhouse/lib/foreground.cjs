"use strict";
// Runs a program of rowhouse in place of this process: its output is ours, and so is how it ends.
const { spawn } = require("node:child_process");
const { programPath } = require("./program.cjs");

function run(name, words, passedOn, options) {
  let child;
  try {
    child = spawn(programPath(name), words, options);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
    return;
  }
  child.on("error", (error) => {
    console.error(`${error.path}: ${error.message}`);
    process.exitCode = 1;
  });
  const take = (signal) => passedOn.includes(signal) && child.kill(signal);
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, take);
  child.on("exit", (code, signal) => {
    for (const name of signals) process.off(name, take);
    if (signal) process.kill(process.pid, signal);
    else process.exitCode = code;
  });
}

/**
 * Runs the server, called `name`. It is in a process group of its own, so that Ctrl-C reaches it once and through us,
 * and it ends with its stdin, a pipe from us, so that it does not outlive us even if we are killed.
 */
function runServer(name, words) {
  // Azurite's two words stand alone.
  const alone = ["help", "version"].includes(words[0]);
  run("rowhoused", alone ? words : ["--stop-with-stdin", ...words], ["SIGINT", "SIGTERM", "SIGHUP"], {
    argv0: name,
    detached: true,
    stdio: ["pipe", "inherit", "inherit"],
  });
}

/** Runs the command. The terminal sends it Ctrl-C itself. */
function runCommand(words) {
  run("rowhouse", words, ["SIGTERM", "SIGHUP"], { stdio: "inherit" });
}

module.exports = { runCommand, runServer };
