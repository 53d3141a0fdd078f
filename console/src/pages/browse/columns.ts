// Which columns there are, which are shown, and how wide they are.

import { type EdmType, type EdmValue, type Entity, shortType, systemProperties } from "../../api/edm.ts";
import { readPreference, writePreference } from "../../app/storage.ts";
import type { KnownProperty } from "./filter_language.ts";

export interface Column extends KnownProperty {
  readonly width: number; // pixels
}

export const isKeyColumn = (name: string): boolean => name === "PartitionKey" || name === "RowKey";
export const isSystemColumn = (name: string): boolean => systemProperties.includes(name);

// The value of a column of any kind.
export function valueOf(entity: Entity, column: string): EdmValue | undefined {
  switch (column) {
    case "PartitionKey":
      return { type: "Edm.String", text: entity.partitionKey };
    case "RowKey":
      return { type: "Edm.String", text: entity.rowKey };
    case "Timestamp":
      return { type: "Edm.DateTime", text: entity.timestamp };
    default:
      return entity.properties.get(column);
  }
}

const shownAtFirst = 12;
const widthMin = 72;
const widthMax = 320;
const padding = 26; // pixels, both sides
const pixelsPerCharacter = 7.6;
const pixelsPerDigit = 8.6;

const fixedWidths: Partial<Record<EdmType, number>> = { "Edm.Guid": 300, "Edm.Boolean": 80 };
const dateWidth = 205;
const dateWidthWithFraction = 278;
const dateLengthMax = "2026-01-31T12:00:00Z".length; // without a fraction of a second

interface Seen {
  readonly types: Map<EdmType, number>;
  longest: number;
}

// What is known of the properties of the rows that have been loaded. Grows, and never forgets.
export class PropertyCensus {
  private readonly seen = new Map<string, Seen>();

  constructor() {
    for (const name of ["PartitionKey", "RowKey"]) this.seen.set(name, { types: new Map([["Edm.String", 1]]), longest: 8 });
  }

  add(entities: Iterable<Entity>): void {
    for (const entity of entities) {
      this.addValue("PartitionKey", { type: "Edm.String", text: entity.partitionKey });
      this.addValue("RowKey", { type: "Edm.String", text: entity.rowKey });
      for (const [name, value] of entity.properties) this.addValue(name, value);
    }
  }

  // In the order in which they were first seen; the Timestamp last.
  columns(): Column[] {
    const own = [...this.seen].map(([name, seen]) => {
      const type = mostFrequent(seen.types);
      return { name, type, width: widthOf(name, type, seen.longest) };
    });
    return [...own, { name: "Timestamp", type: "Edm.DateTime", width: dateWidthWithFraction }];
  }

  private addValue(name: string, { type, text }: EdmValue): void {
    let seen = this.seen.get(name);
    if (!seen) this.seen.set(name, (seen = { types: new Map(), longest: 0 }));
    seen.types.set(type, (seen.types.get(type) ?? 0) + 1);
    seen.longest = Math.max(seen.longest, text.length);
  }
}

function mostFrequent(types: ReadonlyMap<EdmType, number>): EdmType {
  return [...types].reduce((best, each) => (each[1] > best[1] ? each : best), ["Edm.String", 0] as [EdmType, number])[0];
}

function widthOf(name: string, type: EdmType, longest: number): number {
  const shownType = isSystemColumn(name) ? 0 : shortType(type).length + 1;
  const head = (name.length + shownType + 3) * pixelsPerCharacter + padding;
  return Math.round(Math.min(widthMax, Math.max(widthMin, Math.min(head, 220), bodyWidthOf(type, longest))));
}

function bodyWidthOf(type: EdmType, longest: number): number {
  if (type === "Edm.DateTime") return longest > dateLengthMax ? dateWidthWithFraction : dateWidth;
  const isNumber = type === "Edm.Int32" || type === "Edm.Int64" || type === "Edm.Double";
  return fixedWidths[type] ?? longest * (isNumber ? pixelsPerDigit : pixelsPerCharacter) + padding;
}

const preferenceName = (account: string, table: string): string => `columns.${account}.${table.toLowerCase()}`;

// The names that were chosen for the table; undefined: none were.
export function readChosen(account: string, table: string): readonly string[] | undefined {
  const chosen = readPreference(preferenceName(account, table));
  return Array.isArray(chosen) && chosen.every((name) => typeof name === "string") ? (chosen as string[]) : undefined;
}

export function writeChosen(account: string, table: string, names: readonly string[] | undefined): void {
  writePreference(preferenceName(account, table), names ?? null);
}

export function shownColumns(all: readonly Column[], chosen: readonly string[] | undefined): Column[] {
  if (!chosen) return all.filter((column, index) => index < shownAtFirst + 2 || column.name === "Timestamp");
  return all.filter((column) => chosen.includes(column.name) || isKeyColumn(column.name));
}
