// An entity from the members of a JSON object, with the types that the service and `rowhouse import` give its values.

import { type EdmType, type EdmValue, checkValue, edmTypes } from "../../../api/edm.ts";
import type { EntityContent } from "../../../api/entity_json.ts";
import { JsonFault, type JsonKind, type JsonMember, type JsonValue } from "./json_object.ts";

interface Property {
  value?: JsonValue;
  type?: JsonValue; // what Name@odata.type says
}

const typeSuffix = "@odata.type";
const exactMax = 2n ** 53n; // beyond which a double cannot hold every integer

// The kinds of values that a type may be written as.
const kindsOf: Readonly<Record<EdmType, readonly JsonKind[]>> = {
  "Edm.String": ["string"],
  "Edm.Int32": ["number", "string"],
  "Edm.Int64": ["number", "string"],
  "Edm.Double": ["number", "string"],
  "Edm.Boolean": ["boolean", "string"],
  "Edm.DateTime": ["string"],
  "Edm.Guid": ["string"],
  "Edm.Binary": ["string"],
};

const isType = (text: string): text is EdmType => (edmTypes as readonly string[]).includes(text);

// Throws JsonFault.
export function entityOfMembers(members: readonly JsonMember[]): EntityContent {
  const properties = propertiesOf(members);
  const [partitionKey, rowKey] = [takeKey(properties, "PartitionKey"), takeKey(properties, "RowKey")];
  const values = new Map<string, EdmValue>();
  for (const [name, { value, type }] of properties) {
    if (value && value.kind !== "null") values.set(name, checked(name, valueOf(name, value, type), value.at));
  }
  return { partitionKey, rowKey, properties: values };
}

// In the order in which the names first appear. Without Timestamp, odata.etag and the like, which no write sends.
function propertiesOf(members: readonly JsonMember[]): Map<string, Property> {
  const properties = new Map<string, Property>();
  for (const { name, ...value } of members) {
    const isAnnotation = name.endsWith(typeSuffix);
    const subject = isAnnotation ? name.slice(0, -typeSuffix.length) : name;
    if (subject === "" || subject === "Timestamp" || subject.includes(".")) continue;
    const property = properties.get(subject) ?? {};
    properties.set(subject, property);
    const part = isAnnotation ? "type" : "value";
    if (property[part]) throw new JsonFault(value.at, `${name} stands twice in the object.`);
    property[part] = value;
  }
  return properties;
}

function takeKey(properties: Map<string, Property>, name: string): string {
  const { value, type } = properties.get(name) ?? {};
  properties.delete(name);
  if (value?.kind === "string" && (type?.text ?? "Edm.String") === "Edm.String") return value.text;
  throw new JsonFault(0, `The object has no text in ${name}.`);
}

function valueOf(name: string, value: JsonValue, annotation: JsonValue | undefined): EdmValue {
  const { kind, text, at } = value;
  if (!annotation) return infer(name, value);
  if (annotation.kind !== "string" || !isType(annotation.text)) {
    throw new JsonFault(annotation.at, `${name} has the type ${annotation.text}. There are: ${edmTypes.join(", ")}.`);
  }
  const type = annotation.text;
  if (!kindsOf[type].includes(kind)) {
    const remedy = `Write it as ${kindWords[kindsOf[type][0] ?? "string"]}.`;
    throw new JsonFault(at, `${name} is ${kindWords[kind]}, which is no ${type}. ${remedy}`);
  }
  return { type, text: type === "Edm.Boolean" ? text.toLowerCase() : text };
}

const kindWords: Readonly<Record<JsonKind, string>> = {
  string: "a text",
  number: "a number",
  boolean: "true or false",
  null: "null",
  array: "an array",
  object: "an object",
};

// The type of a value that does not say it.
function infer(name: string, { kind, text, at }: JsonValue): EdmValue {
  if (kind === "array" || kind === "object") {
    const remedy = "An entity holds texts, numbers, true and false; write it as a text.";
    throw new JsonFault(at, `${name} is ${kindWords[kind]}. ${remedy}`);
  }
  if (kind === "string") return { type: "Edm.String", text };
  if (kind === "boolean") return { type: "Edm.Boolean", text };
  return { type: /[.eE]/.test(text) ? "Edm.Double" : typeOfInteger(name, text, at), text };
}

// The service makes a double of an integer that no Int32 holds. Where that would change it, it was meant as an Int64.
function typeOfInteger(name: string, text: string, at: number): EdmType {
  if (checkValue("Edm.Int32", text) === undefined) return "Edm.Int32";
  const isLong = text.length > 20;
  const integer = isLong ? exactMax + 1n : BigInt(text);
  if (integer >= -exactMax && integer <= exactMax) return "Edm.Double";
  if (!isLong && checkValue("Edm.Int64", text) === undefined) return "Edm.Int64";
  const remedy = "Write it as a text, or with a type.";
  throw new JsonFault(at, `${name} is ${text.slice(0, 40)}. No Int64 holds it, and a Double would change it. ${remedy}`);
}

function checked(name: string, value: EdmValue, at: number): EdmValue {
  const problem = checkValue(value.type, value.text);
  if (problem === undefined) return value;
  throw new JsonFault(at, `${name} is ${JSON.stringify(value.text.slice(0, 60))}. ${problem}`);
}
