// Writes the bundled console as a C++ file: `node embed.mjs FILE`. What it defines is declared in
// table_service/console/assets.h.

import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { extname } from "node:path";
import { gzipSync } from "node:zlib";
import { bundle } from "./build.mjs";

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

const files = await bundle();
await writeFile(
  process.argv[2],
  `// Made from console/ by console/embed.mjs.

#include "table_service/console/assets.h"

namespace rowhouse::console {

Assets EmbeddedAssets() {
  static constexpr Asset kAssets[] = {
${[...files].map(([name, bytes]) => asset(name, bytes)).join(",\n")},
  };
  return kAssets;
}

}  // namespace rowhouse::console
`,
);
