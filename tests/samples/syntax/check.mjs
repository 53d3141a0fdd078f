// Prints what cannot be parsed in files of C#, Go and Java: FILE:LINE, one a line. For machines
// without the compilers of these languages.
//
// usage: node check.mjs FILE...

import { readFileSync } from "node:fs";
import { extname } from "node:path";
import { Language, Parser } from "web-tree-sitter";

const GRAMMARS = {
  ".cs": "tree-sitter-c-sharp/tree-sitter-c_sharp.wasm",
  ".go": "tree-sitter-go/tree-sitter-go.wasm",
  ".java": "tree-sitter-java/tree-sitter-java.wasm",
};

await Parser.init();
for (const file of process.argv.slice(2)) {
  const parser = new Parser();
  const grammar = new URL(`node_modules/${GRAMMARS[extname(file)]}`, import.meta.url);
  parser.setLanguage(await Language.load(grammar.pathname));
  print(parser.parse(readFileSync(file, "utf8")).rootNode, file);
}

function print(node, file) {
  if (node.isError || node.isMissing) console.log(`${file}:${node.startPosition.row + 1}`);
  if (node.hasError) node.children.forEach((child) => print(child, file));
}
