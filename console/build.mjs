// Bundles the console: `node build.mjs [FOLDER]` writes its files to FOLDER (default: build/console). The names of all
// but index.html contain a hash of what they hold.

import { build } from "esbuild";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const urlPrefix = "/_rowhouse/console/";

// Returns the files by name, as bytes.
export async function bundle() {
  const result = await build({
    absWorkingDir: here,
    entryPoints: { app: "src/main.tsx", icon: "src/icon.svg" },
    outdir: "out",
    entryNames: "[name]-[hash]",
    loader: { ".svg": "copy" },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    jsx: "automatic",
    jsxImportSource: "preact",
    legalComments: "none",
    logLevel: "warning",
    write: false,
  });
  const files = new Map(result.outputFiles.map((file) => [basename(file.path), Buffer.from(file.contents)]));
  const named = (pattern) => urlPrefix + [...files.keys()].find((name) => pattern.test(name));
  const template = await readFile(join(here, "src/index.html"), "utf8");
  const index = template
    .replace("{app.js}", named(/^app-.*\.js$/))
    .replace("{app.css}", named(/^app-.*\.css$/))
    .replace("{icon.svg}", named(/^icon-.*\.svg$/));
  files.set("index.html", Buffer.from(index));
  return files;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = process.argv[2] ?? join(here, "../build/console");
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const [name, bytes] of await bundle()) await writeFile(join(folder, name), bytes);
}
