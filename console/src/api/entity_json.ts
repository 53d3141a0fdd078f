// The JSON of entities, minimal metadata, in both directions.

import { type EdmType, type EdmValue, type Entity, edmTypes } from "./edm.ts";

type Wire = Record<string, unknown>;

// Objects cannot be values of properties, so one with this member stands for a Double.
const doubleMember = "double";
const stringOrNumber = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

// Parses JSON in which 5 and 5.0 stay different: the second is {"double":"5.0"}.
export function parseKeepingDoubles(text: string): unknown {
  return JSON.parse(
    text.replace(stringOrNumber, (token) =>
      token[0] !== '"' && /[.eE]/.test(token) ? `{"${doubleMember}":"${token}"}` : token,
    ),
  );
}

function toValue(raw: unknown, annotated: unknown): EdmValue | undefined {
  if (typeof annotated === "string" && (edmTypes as readonly string[]).includes(annotated)) {
    const type = annotated as EdmType;
    if (typeof raw === "string") return { type, text: raw };
    if (typeof raw === "number" || typeof raw === "boolean") return { type, text: String(raw) };
  }
  if (typeof raw === "string") return { type: "Edm.String", text: raw };
  if (typeof raw === "boolean") return { type: "Edm.Boolean", text: String(raw) };
  if (typeof raw === "number") return { type: "Edm.Int32", text: String(raw) };
  if (typeof raw === "object" && raw !== null && doubleMember in raw) {
    return { type: "Edm.Double", text: String((raw as Wire)[doubleMember]) };
  }
  return undefined; // null: a selected property that the entity lacks
}

const textOf = (raw: unknown): string => (typeof raw === "string" ? raw : "");

export function entityFromWire(wire: Wire): Entity {
  const properties = new Map<string, EdmValue>();
  for (const [name, raw] of Object.entries(wire)) {
    if (name.includes(".") || name === "PartitionKey" || name === "RowKey" || name === "Timestamp") continue;
    const value = toValue(raw, wire[`${name}@odata.type`]);
    if (value) properties.set(name, value);
  }
  return {
    partitionKey: textOf(wire["PartitionKey"]),
    rowKey: textOf(wire["RowKey"]),
    timestamp: textOf(wire["Timestamp"]),
    etag: textOf(wire["odata.etag"]),
    properties,
  };
}

export function parseEntities(body: string): Entity[] {
  const parsed = parseKeepingDoubles(body) as { value: Wire[] };
  return parsed.value.map(entityFromWire);
}

export const parseEntity = (body: string): Entity => entityFromWire(parseKeepingDoubles(body) as Wire);

const special = /^(?:NaN|-?Infinity)$/;

function printMember(name: string, { type, text }: EdmValue): string {
  const key = JSON.stringify(name);
  if (type === "Edm.String") return `${key}:${JSON.stringify(text)}`;
  if (type === "Edm.Int32" || type === "Edm.Boolean") return `${key}:${text}`;
  if (type === "Edm.Double" && !special.test(text)) return `${key}:${printDouble(text)}`;
  return `${JSON.stringify(`${name}@odata.type`)}:"${type}",${key}:${JSON.stringify(text)}`;
}

// Without losing digits, but in the form of a JSON number that is no integer.
function printDouble(text: string): string {
  const number = text.replace(/^(-?)\./, "$10.").replace(/\.(?=$|[eE])/, "");
  return /[.eE]/.test(number) ? number : `${number}.0`;
}

export interface EntityContent {
  readonly partitionKey: string;
  readonly rowKey: string;
  readonly properties: ReadonlyMap<string, EdmValue>;
}

// As the service takes it. The result has no Timestamp and no ETag.
export function printEntity(entity: EntityContent): string {
  const members = [
    `"PartitionKey":${JSON.stringify(entity.partitionKey)}`,
    `"RowKey":${JSON.stringify(entity.rowKey)}`,
    ...[...entity.properties].map(([name, value]) => printMember(name, value)),
  ];
  return `{${members.join(",")}}`;
}
