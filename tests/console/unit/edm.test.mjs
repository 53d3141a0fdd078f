import assert from "node:assert/strict";
import test from "node:test";
import { checkValue, compareValues } from "../../../console/src/api/edm.ts";
import { parseEntities, parseEntity, printEntity } from "../../../console/src/api/entity_json.ts";

const wire = String.raw`{"odata.etag":"W/\"datetime'2026-11-28T14%3A57%3A45.8914139Z'\"","PartitionKey":"p \"1.5\"","RowKey":"r","Timestamp":"2026-11-28T14:57:45.8914139Z","I":5,"D":5.0,"E":1E+20,"L@odata.type":"Edm.Int64","L":"9223372036854775807","N@odata.type":"Edm.Double","N":"NaN","B":true,"S":"2.5","W@odata.type":"Edm.DateTime","W":"2026-01-01T00:00:00Z","G@odata.type":"Edm.Guid","G":"c9da6455-213d-42c9-9a79-3e9149a57833","X@odata.type":"Edm.Binary","X":"AP8="}`;

test("an entity keeps the type and the digits of each value", () => {
  const entity = parseEntity(wire);
  assert.equal(entity.partitionKey, 'p "1.5"');
  const shown = Object.fromEntries([...entity.properties].map(([name, { type, text }]) => [name, `${type} ${text}`]));
  assert.deepEqual(shown, {
    I: "Edm.Int32 5",
    D: "Edm.Double 5.0",
    E: "Edm.Double 1E+20",
    L: "Edm.Int64 9223372036854775807",
    N: "Edm.Double NaN",
    B: "Edm.Boolean true",
    S: "Edm.String 2.5",
    W: "Edm.DateTime 2026-01-01T00:00:00Z",
    G: "Edm.Guid c9da6455-213d-42c9-9a79-3e9149a57833",
    X: "Edm.Binary AP8=",
  });
});

test("what is printed is read as the same", () => {
  const entity = parseEntity(wire);
  const again = parseEntity(printEntity(entity));
  assert.deepEqual([...again.properties], [...entity.properties]);
});

test("a whole number as a Double stays one", () => {
  const print = (text) => printEntity({ partitionKey: "", rowKey: "", properties: new Map([["D", { type: "Edm.Double", text }]]) });
  assert.match(print("5"), /"D":5\.0}/);
  assert.match(print("5."), /"D":5\.0}/);
  assert.match(print("-.5"), /"D":-0\.5}/);
  assert.match(print("1e3"), /"D":1e3}/);
  assert.match(print("-Infinity"), /"D@odata.type":"Edm.Double","D":"-Infinity"/);
});

test("a property that a row lacks has no value", () => {
  const [entity] = parseEntities('{"value":[{"PartitionKey":"p","RowKey":"r","A":null}]}');
  assert.equal(entity.properties.size, 0);
});

test("names like those of Object's members are names", () => {
  const entity = parseEntity('{"PartitionKey":"p","RowKey":"r","__proto__":1,"constructor":2,"toString":"x"}');
  assert.deepEqual([...entity.properties.keys()].sort(), ["__proto__", "constructor", "toString"]);
});

test("values are checked for their type", () => {
  const valid = [
    ["Edm.Int32", "2147483647"], ["Edm.Int32", "-2147483648"], ["Edm.Int64", "-9223372036854775808"],
    ["Edm.Double", "1.5e-7"], ["Edm.Double", "NaN"], ["Edm.Boolean", "true"], ["Edm.DateTime", "2026-01-31T12:00:00.1234567Z"],
    ["Edm.Guid", "C9DA6455-213d-42c9-9a79-3e9149a57833"], ["Edm.Binary", ""], ["Edm.Binary", "AP8="], ["Edm.String", ""],
  ];
  const invalid = [
    ["Edm.Int32", "2147483648"], ["Edm.Int32", "1.5"], ["Edm.Int32", ""], ["Edm.Int64", "9223372036854775808"],
    ["Edm.Double", "1,5"], ["Edm.Double", ""], ["Edm.Boolean", "True"], ["Edm.DateTime", "yesterday"],
    ["Edm.Guid", "c9da6455"], ["Edm.Binary", "AP8"],
  ];
  for (const [type, text] of valid) assert.equal(checkValue(type, text), undefined, `${type} ${text}`);
  for (const [type, text] of invalid) assert.notEqual(checkValue(type, text), undefined, `${type} ${text}`);
});

test("Int64 values are in order beyond the digits of a double", () => {
  const value = (text) => ({ type: "Edm.Int64", text });
  assert.equal(compareValues(value("9007199254740992"), value("9007199254740993")), -1);
  assert.equal(compareValues(value("-2"), value("10")), -1);
  assert.equal(compareValues(undefined, value("1")), 1);
});
