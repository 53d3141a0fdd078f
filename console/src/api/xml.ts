// The XML of settings: elements with text or with elements, nothing else. DOMParser would do, but for the security
// policy of the console, which has it take Trusted Types only.

export interface XmlElement {
  readonly name: string;
  readonly children: readonly XmlElement[];
  readonly text: string; // empty if there are children
}

const declaration = /^\uFEFF?(?:<\?xml [^>]*\?>)?\s*/;
const tagOrText = /<(\/?)([A-Za-z][\w.-]*)\s*(\/?)>|[^<]+/y;
const depthMax = 8;

function fail(what: string): never {
  throw new Error(`The server's XML cannot be read: ${what}.`);
}

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function decodeText(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+))?;?/gi, (whole, decimal?: string, hex?: string, name?: string) => {
    const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
    const meant = Number.isNaN(code) ? named[name ?? ""] : code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
    return whole.endsWith(";") && meant !== undefined ? meant : fail(`'${whole}' stands for nothing`);
  });
}

interface Open {
  readonly name: string;
  readonly children: XmlElement[];
  text: string;
}

function close(open: Open): XmlElement {
  const { name, children, text } = open;
  if (children.length > 0 && text.trim() !== "") fail(`there is text between the elements of ${name}`);
  return { name, children, text: children.length > 0 ? "" : text };
}

// Returns the root. Throws if the text is not one element, or has attributes, comments or a document type.
export function parseXml(xml: string): XmlElement {
  const document: Open = { name: "the document", children: [], text: "" };
  const open: Open[] = [document];
  tagOrText.lastIndex = declaration.exec(xml)?.[0].length ?? 0;
  while (tagOrText.lastIndex < xml.length) {
    const at = tagOrText.lastIndex;
    const found = tagOrText.exec(xml) ?? fail(`it has something other than elements and text at ${at}`);
    const inner = open.at(-1) ?? document;
    const [whole, isEnd, name = "", isEmpty] = found;
    if (name === "") inner.text += decodeText(whole);
    else if (isEmpty) inner.children.push({ name, children: [], text: "" });
    else if (!isEnd) open.push({ name, children: [], text: "" });
    else if (inner.name === name) open.at(-2)?.children.push(close(open.pop() ?? inner));
    else fail(`${name} ends within ${inner.name}`);
    if (open.length > depthMax) fail("it is nested too deeply");
  }
  const [root, ...others] = close(document).children;
  if (open.length > 1 || !root || others.length > 0) fail("it is not one whole element");
  return root;
}

export const childOf = (element: XmlElement, name: string): XmlElement | undefined =>
  element.children.find((child) => child.name === name);

export const childText = (element: XmlElement, name: string): string => childOf(element, name)?.text ?? "";

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

// `content` is text, which is escaped, or the XML of children.
export function printElement(name: string, content: string | readonly string[]): string {
  // Readers drop a text of blanks, unless they stand as references.
  const blanks = typeof content === "string" && content.trim() === "";
  const inner =
    typeof content !== "string"
      ? content.join("")
      : content.replace(/[&<>]|\s/g, (each) => escapes[each] ?? (blanks ? `&#${each.charCodeAt(0)};` : each));
  return inner === "" ? `<${name} />` : `<${name}>${inner}</${name}>`;
}

export const printXml = (root: string): string => `<?xml version="1.0" encoding="utf-8"?>${root}`;
