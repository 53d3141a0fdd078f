// Writes the bundled console as a C++ file: `node embed.mjs FILE`. What it defines is declared in
// table_service/console/assets.h. Without the packages from the registry there are no assets.

import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { extname } from "node:path";
import { gzipSync } from "node:zlib";

const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};
const bytesPerLine = 4096;

function literal(bytes) {
  const lines = [];
  for (let begin = 0; begin < bytes.length; begin += bytesPerLine) {
    const octal = [...bytes.subarray(begin, begin + bytesPerLine)].map(
      (byte) => "\\" + byte.toString(8).padStart(3, "0"),
    );
    lines.push(`    "${octal.join("")}"`);
  }
  return lines.join("\n");
}

function asset(name, bytes) {
  const isIndex = name === "index.html";
  const body = isIndex ? bytes : gzipSync(bytes, { level: 9 });
  const path = isIndex ? "/_rowhouse/" : `/_rowhouse/console/${name}`;
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
  return `    {.path = "${path}",
     .content_type = "${types[extname(name)]}",
     .etag = "\\"${hash}\\"",
     .body = std::string_view(
${literal(body)},
         ${body.length}),
     .gzipped = ${!isIndex},
     .immutable = ${!isIndex}}`;
}

async function bundleIfFetched() {
  if (!existsSync(new URL("node_modules/.package-lock.json", import.meta.url))) return new Map();
  const { bundle } = await import("./build.mjs");
  return bundle();
}

function definition(files) {
  if (files.size === 0) return "Assets EmbeddedAssets() { return {}; }";
  return `Assets EmbeddedAssets() {
  static constexpr Asset kAssets[] = {
${[...files].map(([name, bytes]) => asset(name, bytes)).join(",\n")},
  };
  return kAssets;
}`;
}

await writeFile(
  process.argv[2],
  `// Made from console/ by console/embed.mjs.

#include "table_service/console/assets.h"

namespace rowhouse::console {

${definition(await bundleIfFetched())}

}  // namespace rowhouse::console
`,
);
