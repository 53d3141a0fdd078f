// Typed values of entities. Every value is kept as text, so that no Int64 passes through a double and no Double
// loses digits.

export type EdmType =
  | "Edm.String"
  | "Edm.Int32"
  | "Edm.Int64"
  | "Edm.Double"
  | "Edm.Boolean"
  | "Edm.DateTime"
  | "Edm.Guid"
  | "Edm.Binary";

export const edmTypes: readonly EdmType[] = [
  "Edm.String",
  "Edm.Int32",
  "Edm.Int64",
  "Edm.Double",
  "Edm.Boolean",
  "Edm.DateTime",
  "Edm.Guid",
  "Edm.Binary",
];

// "Edm.Int64" → "Int64"
export const shortType = (type: EdmType): string => type.slice(4);

export interface EdmValue {
  readonly type: EdmType;
  readonly text: string; // as on the wire, without quotes: digits, "true", an ISO date, base64
}

export interface EntityKey {
  readonly partitionKey: string;
  readonly rowKey: string;
}

export interface Entity extends EntityKey {
  readonly timestamp: string;
  readonly etag: string;
  readonly properties: ReadonlyMap<string, EdmValue>;
}

export const systemProperties: readonly string[] = ["PartitionKey", "RowKey", "Timestamp"];

export const keyText = (key: EntityKey): string => JSON.stringify([key.partitionKey, key.rowKey]);

const int32Max = 2n ** 31n;
const int64Max = 2n ** 63n;

function checkInteger(text: string, bound: bigint, name: string): string | undefined {
  if (!/^-?\d{1,20}$/.test(text)) return `An ${name} is whole digits, such as -42.`;
  const value = BigInt(text);
  return value >= -bound && value < bound ? undefined : `An ${name} lies between ${-bound} and ${bound - 1n}.`;
}

function checkBase64(text: string): string | undefined {
  return /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)
    ? undefined
    : "Binary values are written in base64 here, such as AP8=.";
}

const doubleForm = /^(?:-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|NaN|-?Infinity)$/;
const guidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const dateForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,7})?)?Z$/;

// Returns what is wrong with `text` as a value of the type, for a person; undefined if nothing is.
export function checkValue(type: EdmType, text: string): string | undefined {
  switch (type) {
    case "Edm.Int32":
      return checkInteger(text, int32Max, "Int32");
    case "Edm.Int64":
      return checkInteger(text, int64Max, "Int64");
    case "Edm.Double":
      return doubleForm.test(text) ? undefined : "A Double is a number such as 1.5 or 1e3, NaN, Infinity or -Infinity.";
    case "Edm.Boolean":
      return text === "true" || text === "false" ? undefined : "A Boolean is true or false.";
    case "Edm.DateTime":
      return dateForm.test(text) ? undefined : "A date has the form 2026-01-31T12:00:00Z, in UTC.";
    case "Edm.Guid":
      return guidForm.test(text) ? undefined : "A Guid has the form c9da6455-213d-42c9-9a79-3e9149a57833.";
    case "Edm.Binary":
      return checkBase64(text);
    case "Edm.String":
      return undefined;
  }
}

// Orders values: within a type by value, otherwise by type. Absent ones come last.
export function compareValues(a: EdmValue | undefined, b: EdmValue | undefined): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? 1 : -1;
  if (a.type === b.type || (isNumeric(a.type) && isNumeric(b.type))) return compareOfOneKind(a, b);
  return a.type < b.type ? -1 : 1;
}

const isNumeric = (type: EdmType): boolean => type === "Edm.Int32" || type === "Edm.Int64" || type === "Edm.Double";

function compareOfOneKind(a: EdmValue, b: EdmValue): number {
  if (isNumeric(a.type)) {
    if (a.type !== "Edm.Double" && b.type !== "Edm.Double") return order(BigInt(a.text), BigInt(b.text));
    return order(Number(a.text), Number(b.text));
  }
  return order(a.text, b.text);
}

const order = <T>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);
