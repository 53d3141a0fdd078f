import assert from "node:assert/strict";
import test from "node:test";
import { keyText } from "../../../console/src/api/edm.ts";
import { RowStore } from "../../../console/src/pages/browse/row_store.ts";

const perPage = 100;
const rowOf = (at) => ({ partitionKey: "p", rowKey: String(at), timestamp: "", etag: "", properties: new Map() });
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

// A table of some pages. `calls` has the number of each page that was asked for.
function tableOf(pages, calls = []) {
  return async (from) => {
    const number = from ? Number(from.nextPartitionKey) : 0;
    calls.push(number);
    return {
      entities: Array.from({ length: perPage }, (_, at) => rowOf(number * perPage + at)),
      next: number + 1 < pages ? { nextPartitionKey: String(number + 1), nextRowKey: undefined } : undefined,
    };
  };
}

async function loadAll(store) {
  while (!store.isComplete) await store.loadMore();
}

test("pages far from what is seen are dropped, and come back by their tokens", async () => {
  const calls = [];
  const store = new RowStore(tableOf(200, calls));
  await loadAll(store);
  assert.equal(store.length, 200 * perPage);
  assert.ok(store.resident <= 61 * perPage, `${store.resident} rows are in memory`);
  assert.equal(store.rowAt(5), undefined);
  store.want(0, 30);
  await settled();
  assert.equal(store.rowAt(5).rowKey, "5");
  assert.deepEqual(calls.slice(200), [0]);
  assert.equal(store.length, 200 * perPage);
});

test("rows are found in their pages", async () => {
  const store = new RowStore(tableOf(3));
  await loadAll(store);
  for (const at of [0, 99, 100, 199, 299]) assert.equal(store.rowAt(at).rowKey, String(at));
  assert.equal(store.rowAt(300), undefined);
  assert.equal(store.rowAt(-1), undefined);
});

test("rows are replaced and removed", async () => {
  const store = new RowStore(tableOf(2));
  await loadAll(store);
  store.update({ ...rowOf(100), etag: "new" });
  assert.equal(store.rowAt(100).etag, "new");
  store.remove(new Set([keyText(rowOf(0)), keyText(rowOf(150))]));
  assert.equal(store.length, 2 * perPage - 2);
  assert.equal(store.rowAt(0).rowKey, "1");
  assert.equal(store.rowAt(99).etag, "new");
});

test("a page without rows is passed, since the server looked as long as it may", async () => {
  const pages = [[], [], [rowOf(1)]];
  const store = new RowStore(async (from) => {
    const number = from ? Number(from.nextPartitionKey) : 0;
    const next = number < 2 ? { nextPartitionKey: String(number + 1), nextRowKey: undefined } : undefined;
    return { entities: pages[number], next };
  });
  await store.loadMore();
  assert.equal(store.length, 1);
  assert.equal(store.isComplete, true);
});

test("after an error the same page is asked for again", async () => {
  let isBroken = true;
  const table = tableOf(1);
  const store = new RowStore(async (from) => {
    if (isBroken) throw new Error("no answer");
    return table(from);
  });
  await store.loadMore();
  assert.equal(store.error.message, "no answer");
  assert.equal(store.isLoading, false);
  isBroken = false;
  await store.loadMore();
  assert.equal(store.error, undefined);
  assert.equal(store.length, perPage);
});

test("a store that was closed asks for nothing", async () => {
  const calls = [];
  const store = new RowStore(tableOf(2, calls));
  store.close();
  await store.loadMore();
  assert.deepEqual(calls, []);
});
