"use strict";
// Where the programs are. They come with a package of their own for each platform, of which npm installs the one
// that fits.
const path = require("node:path");

const PACKAGES = { "linux-arm64": "@rowhouse/linux-arm64", "linux-x64": "@rowhouse/linux-x64" };

/** Returns the path of the program `name`. Throws an Error that says what to do if it is not installed. */
function programPath(name) {
  const platform = `${process.platform}-${process.arch}`;
  const carrier = PACKAGES[platform];
  if (!carrier) {
    throw new Error(
      `rowhouse has no programs for ${platform}, only for ${Object.keys(PACKAGES).join(", ")}: run it in a Linux container` +
        (process.platform === "win32" ? " or in WSL" : ""),
    );
  }
  let manifest;
  try {
    manifest = require.resolve(`${carrier}/package.json`);
  } catch {
    throw new Error(
      `${carrier}, which has the programs of rowhouse, is not installed: install rowhouse with its optional dependencies ` +
        "(without --omit=optional), on a Linux with glibc",
    );
  }
  return path.join(path.dirname(manifest), "bin", name);
}

module.exports = { programPath };
