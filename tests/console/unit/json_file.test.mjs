// The forms of JSON that an import takes, with the places of mistakes.

import assert from "node:assert/strict";
import test from "node:test";
import { printEntity } from "../../../console/src/api/entity_json.ts";
import { JsonFile } from "../../../console/src/pages/browse/json_file/json_file.ts";
import { readMembers } from "../../../console/src/pages/browse/json_file/json_object.ts";
import { readEntities } from "../../../console/src/pages/browse/read_file.ts";

// Reads a text that arrives in pieces of so many characters.
function read(text, { table = "People", size = text.length || 1 } = {}) {
  const file = new JsonFile(table);
  const found = [];
  for (let at = 0; at < text.length; at += size) found.push(...file.add(text.slice(at, at + size)));
  return [...found, ...file.end()];
}

const rowsIn = (text, options) => read(text, options).map(({ entity }) => entity.rowKey);
const row = (key, more = "") => `{"PartitionKey":"p","RowKey":"${key}"${more}}`;

const azurite = (...collections) =>
  JSON.stringify({
    filename: "__azurite_db_table__.json",
    collections: [
      { name: "$TABLES_COLLECTION$", data: [{ account: "dev", table: "People", meta: {} }] },
      { name: "$SERVICES_COLLECTION$", data: [] },
      ...collections,
    ],
    databaseVersion: 1.5,
  });
const azuriteRow = (key, properties) => ({ PartitionKey: "p", RowKey: key, properties, $loki: 1, meta: { created: 5 } });

const forms = [
  ["lines", `${row(1)}\n${row(2)}\n`, ["1", "2"]],
  ["lines with blank ones between, and CRLF", `${row(1)}\r\n\r\n  ${row(2)} \r\n`, ["1", "2"]],
  ["an export", `{"rowhouse":"export","version":1,"table":"x"}\n${row(1)}\n${row(2)}\n`, ["1", "2"]],
  ["an array", `[${row(1)},${row(2)}]`, ["1", "2"]],
  ["an array in lines", `[\n  ${row(1)},\n  ${row(2)}\n]\n`, ["1", "2"]],
  ["objects without anything between them", `${row(1)}${row(2)}`, ["1", "2"]],
  ["objects over several lines", `{\n"PartitionKey":"p",\n"RowKey":"1"\n}\n{\n"PartitionKey":"p","RowKey":"2"}`, ["1", "2"]],
  ["an answer of the service", `{"odata.metadata":"http://x/$metadata","value":[${row(1)},${row(2)}]}`, ["1", "2"]],
  ["members behind the list", `{"value":[${row(1)}],"next":{"value":[1,{"a":"]"}]},"n":5}`, ["1"]],
  ["an answer of az", `{"items":[${row(1)}, ${row(2)}], "nextMarker": {}}`, ["1", "2"]],
  ["two answers", `{"value":[${row(1)}]}\n{"value":[${row(2)}]}`, ["1", "2"]],
  ["no rows", `{"value":[]}`, []],
  ["an empty array", " [ ] ", []],
  ["an empty file", "", []],
  ["the name of the list in escapes", `{"v\\u0061lue":[${row(1)}]}`, ["1"]],
  ["brackets and quotes in texts", `[${row(1, `,"A":"]}\\"[{"`)},${row(2)}]`, ["1", "2"]],
  ["a database of Azurite", azurite({ name: "dev$People", data: [azuriteRow("1", { A: 1 })] }, { name: "dev$Other", data: [azuriteRow("9", {})] }), ["1"]],
  ["a database of Azurite, without regard to case", azurite({ name: "dev$people", data: [azuriteRow("1", {})] }), ["1"]],
];

for (const [what, text, expected] of forms) {
  test(`read: ${what}, in pieces of any size`, () => {
    const whole = read(text);
    assert.deepEqual(whole.map(({ entity }) => entity.rowKey), expected);
    for (const size of [1, 2, 3, 5, 7, 16, 64]) assert.deepEqual(read(text, { size }), whole, `pieces of ${size}`);
  });
}

const values = [
  ["5", "Int32", "5"],
  ["-2147483648", "Int32", "-2147483648"],
  ["2147483648", "Double", "2147483648"], // as the service has it
  ["9007199254740992", "Double", "9007199254740992"],
  ["9007199254740993", "Int64", "9007199254740993"],
  ["-9223372036854775808", "Int64", "-9223372036854775808"],
  ["5.0", "Double", "5.0"],
  ["0.1000000000000000055511151231257827", "Double", "0.1000000000000000055511151231257827"],
  ["1e3", "Double", "1e3"],
  ["true", "Boolean", "true"],
  ['""', "String", ""],
  ['"a\\u00e9\\n\\"😀"', "String", 'aé\n"😀'],
];
const annotated = [
  ["Int64", "9007199254740993", "9007199254740993"],
  ["Int64", '"9223372036854775807"', "9223372036854775807"],
  ["Int32", '"5"', "5"],
  ["Double", "5", "5"],
  ["Double", "5.0", "5.0"],
  ["Double", '"NaN"', "NaN"],
  ["Boolean", '"True"', "true"],
  ["DateTime", '"2026-01-31T12:00:00Z"', "2026-01-31T12:00:00Z"],
  ["Guid", '"c9da6455-213d-42c9-9a79-3e9149a57833"', "c9da6455-213d-42c9-9a79-3e9149a57833"],
  ["Binary", '"AP8="', "AP8="],
  ["String", '"5"', "5"],
];

test("values have the types of the service and of the command, and all their digits", () => {
  const valueIn = (member) => read(row("1", `,${member}`))[0].entity.properties.get("A");
  for (const [json, type, text] of values) assert.deepEqual(valueIn(`"A":${json}`), { type: `Edm.${type}`, text }, json);
  for (const [type, json, text] of annotated) {
    const annotation = `"A@odata.type":"Edm.${type}"`;
    assert.deepEqual(valueIn(`${annotation},"A":${json}`), { type: `Edm.${type}`, text }, `${type} ${json}`);
    assert.deepEqual(valueIn(`"A":${json},${annotation}`), { type: `Edm.${type}`, text }, `${type} ${json}, type last`);
  }
  assert.equal(valueIn('"A":null'), undefined);
  const [{ entity }] = read(row("1", ',"odata.etag":"x","Timestamp":"y","Timestamp@odata.type":"Edm.DateTime","odata.x":{"a":[1]}'));
  assert.equal(entity.properties.size, 0);
});

test("the properties of a row of Azurite keep their types", () => {
  const properties = { PartitionKey: "q", "Big@odata.type": "Edm.Int64", Big: "9007199254740993", A: 1.5, odata: "x" };
  const [{ entity }] = read(azurite({ name: "dev$People", data: [azuriteRow("1", properties)] }));
  assert.equal(entity.partitionKey, "p");
  assert.deepEqual([...entity.properties.keys()], ["Big", "A", "odata"]);
  assert.deepEqual(entity.properties.get("Big"), { type: "Edm.Int64", text: "9007199254740993" });
});

const big = "9".repeat(19);
const mistakes = [
  ["[1]", "Line 1, column 2: The array holds something that is no object."],
  ["5", "Line 1: Neither a JSON object nor an array begins here."],
  ["{", "Line 1, column 2: The JSON breaks off here."],
  ["[", "Line 1, column 2: The array breaks off here."],
  [`[${row(1)}`, "Line 1, column 35: A comma or the end of the array is missing here."],
  [`[${row(1)} ${row(2)}]`, "Line 1, column 36: A comma or the end of the array is missing here."],
  [`[${row(1)},]`, "Line 1, column 36: The array holds something that is no object."],
  [`[\n  ${row(1)},\n  {"PartitionKey":"p"}\n]`, "Line 3, column 3: The object has no text in RowKey."],
  [`[\n  ${row(1)},\n  ${row(2, ',\n"A": 5,\n  "B": nil')}\n]`, "Line 5, column 8: This is no JSON value."],
  [`${row(1)}\n{"PartitionKey":5,"RowKey":"r"}\n`, "Line 2: The object has no text in PartitionKey."],
  [`${row(1)}\n[1]\n`, "Line 2: This is no JSON object: [1]"],
  [`${row(1)}\n${row(2)}}\n`, "Line 2, column 34: Something follows the object here."],
  [`${row(1)}\n${row(2, ',"A":01')}`, "Line 2, column 38: This is no JSON value."],
  [row(1, ',"A":'), "Line 1, column 38: A value is missing here."],
  [row(1, ',"A" 5'), "Line 1, column 38: A colon is missing behind the name here."],
  [row(1, ',A:5'), "Line 1, column 34: The name of a member, in quotes, is missing here."],
  [row(1, ',"A":5 "B":6'), "Line 1, column 40: A comma or } is missing here."],
  [row(1, ',"A":"a\tb"'), "Line 1, column 40: The text in quotes is malformed here."],
  [row(1, ',"A":"\\x"'), "Line 1, column 39: The text in quotes is malformed here."],
  [row(1, ',"A":"\\ud800"'), "Line 1, column 38: The text in quotes has half of a surrogate pair."],
  [row(1, ',"A":[1]'), "Line 1, column 38: A is an array. An entity holds texts, numbers, true and false; write it as a text."],
  [row(1, ',"A":1,"A":2'), "Line 1, column 44: A stands twice in the object."],
  [row(1, `,"A":${big}`), `Line 1, column 38: A is ${big}. No Int64 holds it, and a Double would change it. Write it as a text, or with a type.`],
  [row(1, ',"A@odata.type":"Edm.Single","A":1'), /column 49: A has the type Edm.Single. There are: Edm.String, /],
  [row(1, ',"A@odata.type":"Edm.Guid","A":1'), "Line 1, column 64: A is a number, which is no Edm.Guid. Write it as a text."],
  [row(1, ',"A@odata.type":"Edm.Int32","A":"old"'), /^Line 1, column 65: A is "old". An Int32 is whole digits/],
  [`{"value":[${row(1)}],"RowKey":"r"}`, /The entity that ends here holds an array/],
  [`{"value":[${row(1)}]`, /The JSON breaks off or is malformed here/],
  [`{"rowhouse":"export","version":2,"table":"x"}\n`, /^Line 1: An export of a version other than 1/],
  [`{"rowhouse":"export","version":1,"table":"x"}\n${row(1)}\n{"rowhouse":"export","version":1,"table":"y"}\n`, /^Line 3: A second table begins here, y/],
  [row(1, `,"A":${"[".repeat(20)}${"]".repeat(20)}`), /nested deeper than 16 levels/],
];

test("mistakes are told with their place, in pieces of any size", () => {
  for (const [text, message] of mistakes) {
    for (const size of [text.length, 1, 7]) assert.throws(() => read(text, { size }), { name: "FileError", message }, text);
  }
});

test("what precedes a mistake is read", () => {
  const file = new JsonFile("People");
  const found = [];
  assert.throws(() => {
    for (const each of file.add(`${row(1)}\n${row(2)}\n{"x\n${row(3)}\n`)) found.push(each);
  }, /Line 3, column 4: The JSON breaks off here/);
  assert.equal(found.length, 2);
});

test("a database of Azurite without the table, or with two of its name, is refused", () => {
  const data = [azuriteRow("1", {})];
  assert.throws(() => read(azurite(), { table: "Orders" }), /no table Orders, but People\. Import it into a table of such a name/);
  const two = azurite({ name: "dev$People", data }, { name: "shop$People", data });
  assert.throws(() => read(two), /The accounts dev and shop both have a table People/);
  assert.throws(() => read(azurite({ name: "dev$People", data: [{ PartitionKey: "p" }] })), /no row of Azurite’s database/);
});

test("an object that never ends is no reason to keep the whole file", () => {
  const file = new JsonFile("People");
  const piece = `"a":"${"x".repeat(1 << 20)}",`;
  assert.throws(() => {
    assert.deepEqual([...file.add("\n [{")], []);
    for (let at = 0; at < 20; at += 1) assert.deepEqual([...file.add(piece)], []);
  }, /Line 2, column 3: An object of more than 16 MiB begins here: is a brace missing\?/);
});

function* random(seed) {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 2 ** 32;
  }
}

test("a text is malformed where JSON.parse says so", () => {
  const numbers = random(7);
  const pick = (count) => Math.floor(numbers.next().value * count);
  const text = '{"a": [1, -2.5e+3, {"b": null}], "c\\u0041": "\\"x\\\\", "d": true, "e": {}, "f": []}';
  const characters = [...'{}[]":,\\0159.eE+-tfn \n\u0001u'];
  let broken = 0;
  for (let round = 0; round < 20_000; round += 1) {
    const at = pick(text.length);
    const changed = text.slice(0, at) + (pick(3) === 0 ? "" : characters[pick(characters.length)]) + text.slice(at + pick(2));
    const isWhole = (read) => {
      try {
        read(changed);
        return true;
      } catch {
        return false;
      }
    };
    const isJson = isWhole(JSON.parse);
    broken += isJson ? 0 : 1;
    assert.equal(isWhole(readMembers), isJson, changed);
  }
  assert.ok(broken > 5000 && broken < 19_000, `${broken} are broken`);
});

test("what the console sends is read as the same", () => {
  const numbers = random(11);
  const pick = (from) => from[Math.floor(numbers.next().value * from.length)];
  const samples = [...values.map(([, type, text]) => [type, text]), ...annotated.map(([type, , text]) => [type, text])];
  for (let round = 0; round < 500; round += 1) {
    const properties = new Map();
    for (let at = 0; at < 5; at += 1) {
      const [type, text] = pick(samples.filter(([each]) => each !== "Double"));
      properties.set(`P${at}`, { type: `Edm.${type}`, text });
    }
    const entity = { partitionKey: pick(['"', "\\", "é", ""]), rowKey: String(round), properties };
    assert.deepEqual(read(printEntity(entity))[0].entity, entity);
  }
});

test("a file that is not UTF-8 is refused", async () => {
  const source = { file: new Blob([new Uint8Array([0x7b, 0xff])]), format: "json", table: "People" };
  await assert.rejects(readEntities(source, () => {}).next(), /Line 1: The text is not UTF-8 here or further on/);
});

test("a large file takes seconds of a processor, whatever its form", () => {
  const rows = Array.from({ length: 50_000 }, (_, at) => row(at, `,"A":${at},"D":5.0,"T":"${"x".repeat(100)}"`));
  for (const text of [rows.join("\n"), `[${rows.join(",")}]`, `{"value":[\n${rows.join(",\n")}\n]}`]) {
    const begin = process.cpuUsage();
    assert.equal(rowsIn(text, { size: 65_536 }).length, rows.length);
    const { user, system } = process.cpuUsage(begin);
    assert.ok(user + system < 10e6, `${(user + system) / 1e6} s`);
  }
});
