// CSV that keeps types, in the form of `rowhouse export`:
//
//   PartitionKey,RowKey,Name,Age@Edm.Int32
//   uk,ada,Ada Lovelace,36
//   uk,alan,@Edm.String:,@Edm.Int64:41
//
// An empty cell is an absent property. A cell that begins with "@Edm." has a type of its own. Storage Explorer writes
// the type of each value of Name into a column Name@type, which is read, too.

import { type EdmType, type EdmValue, type Entity, edmTypes } from "../../api/edm.ts";
import type { EntityContent } from "../../api/entity_json.ts";
import type { KnownProperty } from "./filter_language.ts";

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function cellOf(value: EdmValue | undefined, column: EdmType): string {
  if (value === undefined) return "";
  const isPlain = value.type === column && value.text !== "" && !value.text.startsWith("@Edm.");
  return quoted(isPlain ? value.text : `@${value.type}:${value.text}`);
}

export function csvHead(columns: readonly KnownProperty[]): string {
  const names = columns.map(({ name, type }) => quoted(type === "Edm.String" ? name : `${name}@${type}`));
  return `${["PartitionKey", "RowKey", ...names].join(",")}\r\n`;
}

export function csvRow(entity: Entity, columns: readonly KnownProperty[]): string {
  const cells = columns.map(({ name, type }) => cellOf(entity.properties.get(name), type));
  return `${[quoted(entity.partitionKey), quoted(entity.rowKey), ...cells].join(",")}\r\n`;
}

export interface CsvRecord {
  readonly cells: readonly string[];
  readonly line: number; // where it begins, from 1
}

// Splits CSV that arrives in pieces into records. Quotes may contain commas and line breaks.
export class CsvSplitter {
  private cells: string[] = [];
  private cell = "";
  private inQuotes = false;
  private afterQuote = false; // the last character may have ended the quotes or begun a doubled one
  private line = 1;
  private begin = 1;

  *add(text: string): Generator<CsvRecord> {
    for (const character of text) {
      if (character === "\n") this.line += 1;
      if (this.inQuotes && !this.afterQuote) {
        if (character === '"') this.afterQuote = true;
        else this.cell += character;
      } else if (this.afterQuote && character === '"') {
        this.cell += character;
        this.afterQuote = false;
      } else {
        this.inQuotes = false;
        this.afterQuote = false;
        const record = this.addPlain(character);
        if (record) yield record;
      }
    }
  }

  *end(): Generator<CsvRecord> {
    const record = this.finish();
    if (record) yield record;
  }

  private addPlain(character: string): CsvRecord | undefined {
    if (character === '"' && this.cell === "") this.inQuotes = true;
    else if (character === ",") this.endCell();
    else if (character === "\n") return this.finish();
    else if (character !== "\r") this.cell += character;
    return undefined;
  }

  private endCell(): void {
    this.cells.push(this.cell);
    this.cell = "";
  }

  private finish(): CsvRecord | undefined {
    const isBlank = this.cells.length === 0 && this.cell === "";
    this.endCell();
    const record = { cells: this.cells, line: this.begin };
    this.cells = [];
    this.begin = this.line;
    return isBlank ? undefined : record;
  }
}

export interface CsvColumn {
  readonly name: string;
  readonly type: EdmType;
  readonly typeAt?: number; // the column that has the type of each value
}

const isType = (text: string): text is EdmType => (edmTypes as readonly string[]).includes(text);

// Throws Error if the head names no keys.
export function readHead(cells: readonly string[]): CsvColumn[] {
  const columns = cells.map((cell, index): CsvColumn => {
    const text = index === 0 ? cell.replace(/^\uFEFF/, "") : cell;
    const at = text.lastIndexOf("@");
    const type = text.slice(at + 1);
    return at > 0 && isType(type) ? { name: text.slice(0, at), type } : { name: text, type: "Edm.String" };
  });
  for (const key of ["PartitionKey", "RowKey"]) {
    if (!columns.some((column) => column.name === key)) {
      throw new Error(`The first line has no column ${key}. It has: ${columns.map(({ name }) => name).join(", ")}.`);
    }
  }
  return columns.map((column) => {
    const typeAt = columns.findIndex(({ name }) => name === `${column.name}@type`);
    return typeAt < 0 ? column : { ...column, typeAt };
  });
}

const skipped = new Set(["PartitionKey", "RowKey", "Timestamp", "odata.etag", ""]);

function valueOfCell(cell: string, type: EdmType): EdmValue | undefined {
  if (cell === "") return undefined;
  const colon = cell.indexOf(":");
  const own = cell.startsWith("@Edm.") && colon > 0 ? cell.slice(1, colon) : "";
  return isType(own) ? { type: own, text: cell.slice(colon + 1) } : { type, text: cell };
}

export function entityOfCells(cells: readonly string[], columns: readonly CsvColumn[]): EntityContent {
  if (cells.length > columns.length) {
    throw new Error(`There are ${cells.length} cells, but the first line has ${columns.length} columns.`);
  }
  const properties = new Map<string, EdmValue>();
  let [partitionKey, rowKey] = ["", ""];
  columns.forEach(({ name, type, typeAt }, index) => {
    const cell = cells[index] ?? "";
    const written = typeAt === undefined ? "" : (cells[typeAt] ?? "");
    if (name === "PartitionKey") partitionKey = cell;
    if (name === "RowKey") rowKey = cell;
    const value = skipped.has(name) || name.endsWith("@type") ? undefined : valueOfCell(cell, isType(written) ? written : type);
    if (value) properties.set(name, value);
  });
  return { partitionKey, rowKey, properties };
}
