#!/usr/bin/env node
"use strict";
// Without arguments the server, else the command: `npx rowhouse` serves, `npx rowhouse query people` asks.
const { runCommand, runServer } = require("../lib/foreground.cjs");

const words = process.argv.slice(2);
if (words.length === 0) runServer("rowhoused", words);
else runCommand(words);
