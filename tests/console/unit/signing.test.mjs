import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import test from "node:test";
import { entityPath } from "../../../console/src/api/addresses.ts";
import { checkBatchAnswer, printBatch } from "../../../console/src/api/batch.ts";
import { positionIn, toServiceError } from "../../../console/src/api/errors.ts";
import { isAccountKey, sharedKey } from "../../../console/src/api/signing.ts";

test("Shared Key signs method, type, date, path and comp", () => {
  const key = Buffer.from("a key").toString("base64");
  const date = "Sat, 28 Nov 2026 14:57:45 GMT";
  const request = { method: "PUT", path: "/shop/orders", contentType: "application/json", comp: "acl", date };
  const text = `PUT\n\napplication/json\n${date}\n/shop/shop/orders?comp=acl`;
  const expected = createHmac("sha256", "a key").update(text).digest("base64");
  assert.equal(sharedKey("shop", key, request), `SharedKey shop:${expected}`);
});

test("a key is base64 and not empty", () => {
  assert.equal(isAccountKey("c2hvcA=="), true);
  for (const text of ["", "%%%", "é"]) assert.equal(isAccountKey(text), false, text);
});

test("keys stand in addresses as they are", () => {
  const path = (partitionKey, rowKey) => entityPath("shop", "orders", { partitionKey, rowKey });
  assert.equal(path("a", "b"), "/shop/orders(PartitionKey='a',RowKey='b')");
  assert.equal(path("it's", ""), "/shop/orders(PartitionKey='it%27%27s',RowKey='')");
  assert.equal(path("..", "%2F"), "/shop/orders(PartitionKey='..',RowKey='%252F')");
  assert.equal(path("😀", "a b"), "/shop/orders(PartitionKey='%F0%9F%98%80',RowKey='a%20b')");
});

test("errors are read in each of their forms", () => {
  const odata = '{"odata.error":{"code":"TableNotFound","message":{"lang":"en-US","value":"No table.\\nRequestId:1\\nTime:2"}}}';
  const admin = '{"error":{"code":"ForeignHost","message":"Not here."}}';
  const xml = '<?xml version="1.0"?><m:error><m:code>Odd</m:code><m:message xml:lang="en-US">So.\nRequestId:1</m:message></m:error>';
  const shown = (body) => {
    const { status, code, message } = toServiceError(404, body);
    return { status, code, message };
  };
  assert.deepEqual(shown(odata), { status: 404, code: "TableNotFound", message: "No table." });
  assert.deepEqual(shown(admin), { status: 404, code: "ForeignHost", message: "Not here." });
  assert.deepEqual(shown(xml), { status: 404, code: "Odd", message: "So." });
  assert.deepEqual(shown(""), { status: 404, code: "Status404", message: "Status 404" });
});

test("the position of a fault in a filter is found", () => {
  const at = (message) => positionIn(toServiceError(400, JSON.stringify({ error: { code: "InvalidInput", message } })));
  assert.equal(at("Syntax error at position 8 in 'Name eqq 1'."), 8);
  assert.equal(at("Unrecognized 'Edm.Int32' literal '3000000000' at '7' in 'Qty eq 3000000000'."), 7);
  assert.equal(at("Something else."), undefined);
});

test("a batch has the form of an entity group transaction", () => {
  const text = printBatch([{ method: "DELETE", url: "http://h/a/t(PartitionKey='p',RowKey='r')", etag: "*" }], "B");
  assert.match(text, /^--batch_B\r\nContent-Type: multipart\/mixed; boundary=changeset_B\r\n\r\n--changeset_B\r\n/);
  assert.match(text, /DELETE http:\/\/h\/a\/t\(PartitionKey='p',RowKey='r'\) HTTP\/1\.1\r\n/);
  assert.match(text, /\r\nIf-Match: \*\r\n/);
  assert.ok(text.endsWith("--changeset_B--\r\n--batch_B--\r\n"));
});

test("a refused transaction names the operation", () => {
  const error = '{"odata.error":{"code":"EntityAlreadyExists","message":{"lang":"en-US","value":"7:It exists.\\nRequestId:1"}}}';
  const answer = `--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c\r\nContent-Type: application/http\r\n\r\nHTTP/1.1 409 Conflict\r\nContent-Type: application/json\r\n\r\n${error}\r\n--c--\r\n--b--\r\n`;
  assert.throws(() => checkBatchAnswer(answer), { index: 7, code: "EntityAlreadyExists", message: "It exists." });
  checkBatchAnswer("--b\r\n\r\n--c\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n\r\n--c--\r\n--b--\r\n");
});
