#!/usr/bin/env node
"use strict";
require("../lib/foreground.cjs").runServer("rowhoused", process.argv.slice(2));
