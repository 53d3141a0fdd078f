#!/usr/bin/env node
"use strict";
require("../lib/foreground.cjs").runServer("azurite-table", process.argv.slice(2));
