// Values as a filter writes them (docs/protocol.md, 7.3), from and to the text that api/edm.ts has for them.

import { type EdmType, type EdmValue, checkValue } from "../../../api/edm.ts";

export function printLiteral({ type, text }: EdmValue): string {
  switch (type) {
    case "Edm.String":
      return `'${text.replaceAll("'", "''")}'`;
    case "Edm.Int64":
      return `${text}L`;
    case "Edm.Double":
      return printDouble(text);
    case "Edm.DateTime":
      return `datetime'${text}'`;
    case "Edm.Guid":
      return `guid'${text}'`;
    case "Edm.Binary":
      return `X'${hexOf(text)}'`;
    case "Edm.Int32":
    case "Edm.Boolean":
      return text;
  }
}

// With all its digits, and so that it is no Int32.
function printDouble(text: string): string {
  if (/[NI]/.test(text)) return text.replace("Infinity", "INF");
  const number = text.replace(/^(-?)\./, "$10.").replace(/\.(?!\d)/, "");
  return /[.eE]/.test(number) ? number : `${number}.0`;
}

export const hexOf = (base64: string): string =>
  [...atob(base64)].map((byte) => byte.charCodeAt(0).toString(16).padStart(2, "0")).join("");

const base64Of = (hex: string): string =>
  btoa((hex.match(/../g) ?? []).map((byte) => String.fromCharCode(Number.parseInt(byte, 16))).join(""));

const quotedTypes: Readonly<Record<string, EdmType>> = {
  datetime: "Edm.DateTime",
  guid: "Edm.Guid",
  binary: "Edm.Binary",
  x: "Edm.Binary",
};

// Undefined: the token is no literal, or one in a form that api/edm.ts does not have.
export function readLiteral(token: string): EdmValue | undefined {
  const value = token.endsWith("'") ? readQuoted(token) : readPlain(token);
  return value && checkValue(value.type, value.text) === undefined ? value : undefined;
}

function readPlain(token: string): EdmValue | undefined {
  if (token === "true" || token === "false") return { type: "Edm.Boolean", text: token };
  if (/^(?:NaN|-?INF)$/.test(token)) return { type: "Edm.Double", text: token.replace("INF", "Infinity") };
  if (/[fFmM]$/.test(token)) return undefined; // Single and Decimal, which the service lacks
  if (/[lL]$/.test(token)) return { type: "Edm.Int64", text: token.slice(0, -1) };
  if (/[.eEdD]/.test(token)) return { type: "Edm.Double", text: token.replace(/[dD]$/, "") };
  return { type: "Edm.Int32", text: token };
}

function readQuoted(token: string): EdmValue | undefined {
  const quote = token.indexOf("'");
  const content = token.slice(quote + 1, -1);
  if (quote === 0) return { type: "Edm.String", text: content.replaceAll("''", "'") };
  const type = quotedTypes[token.slice(0, quote).toLowerCase()];
  if (type === "Edm.Binary") return /^(?:[0-9a-f]{2})*$/i.test(content) ? { type, text: base64Of(content) } : undefined;
  return type && { type, text: type === "Edm.DateTime" ? withTime(content) : content };
}

// A date may lack its time, and its time the zone, which then is UTC.
function withTime(text: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return `${text}T00:00:00Z`;
  return /T[\d:.]+$/.test(text) ? `${text}Z` : text;
}
