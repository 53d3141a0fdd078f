// Shared access signatures: what is signed, what the form makes of it, and the words.

import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import test from "node:test";
import {
  accountStringToSign,
  printToken,
  sasConnectionString,
  sasUrl,
  signSas,
  tableStringToSign,
} from "../../../console/src/api/shared_access.ts";
import { plainWords } from "../../../console/src/app/words.ts";
import { addressWords, checkAddresses } from "../../../console/src/pages/access/address_range.ts";
import { accountActs, idleLetters } from "../../../console/src/pages/access/permissions.ts";
import { hasProblem, newForm, ownTerms, problemsOf, sasOf, termsOf } from "../../../console/src/pages/access/sas_form.ts";
import { mayQuery, sasWarnings, sasWords } from "../../../console/src/pages/access/sas_words.ts";

const now = Date.parse("2026-11-30T18:00:30.500Z");
const form = newForm(now);
const accountForm = { ...form, scope: "account" };

test("a table's signature signs its fields in the protocol's order", () => {
  const sas = {
    tn: "People", sp: "ra", st: "S", se: "E", si: "policy", sip: "10.0.0.1", spr: "https",
    spk: "a", srk: "b", epk: "c", erk: "d",
  };
  const text = "ra\nS\nE\n/table/shop/people\npolicy\n10.0.0.1\nhttps\n2019-02-02\na\nb\nc\nd";
  assert.equal(tableStringToSign("shop", sas), text);
  assert.equal(tableStringToSign("shop", { tn: "t" }), "\n\n\n/table/shop/t\n\n\n\n2019-02-02\n\n\n\n");
  const key = Buffer.from("a key").toString("base64");
  const fields = signSas({ account: "shop", key }, sas);
  assert.equal(fields.get("sig"), createHmac("sha256", "a key").update(text).digest("base64"));
  assert.equal(fields.get("tn"), "people");
});

test("an account's signature signs its fields in the protocol's order", () => {
  const sas = { srt: "so", sp: "rl", se: "E" };
  assert.equal(accountStringToSign("shop", sas), "shop\nrl\nt\nso\n\nE\n\n\n2019-02-02\n");
  const fields = signSas({ account: "shop", key: "YQ==" }, sas);
  assert.deepEqual([...fields.keys()], ["sv", "ss", "srt", "sp", "se", "sig"]);
});

test("a token is encoded, also for shells", () => {
  const fields = new Map([["spk", "it's (a+b)*!"], ["sig", "a/b="]]);
  assert.equal(printToken(fields), "spk=it%27s%20%28a%2Bb%29%2A%21&sig=a%2Fb%3D");
  assert.equal(sasUrl("http://h:1", "shop", "people", "T"), "http://h:1/shop/people?T");
  assert.equal(sasUrl("http://h:1", "shop", "", "T"), "http://h:1/shop/?T");
  assert.equal(sasConnectionString("http://h:1", "shop", "T"), "TableEndpoint=http://h:1/shop;SharedAccessSignature=T");
});

test("the form makes a signature, in whole seconds", () => {
  assert.deepEqual(JSON.parse(JSON.stringify(sasOf(form, "people", undefined))), {
    tn: "people", sp: "r", se: "2026-11-30T19:00:30Z",
  });
  const full = {
    ...form, startsAtOnce: false, start: now, life: "week", addresses: "10.0.0.1-10.0.0.9", httpsOnly: true,
    tableLetters: "rd", fromPartition: "a", toPartition: "m", toRow: "z",
  };
  assert.deepEqual(JSON.parse(JSON.stringify(sasOf(full, "people", undefined))), {
    tn: "people", sp: "rd", st: "2026-11-30T18:00:30Z", se: "2026-12-07T18:00:30Z", sip: "10.0.0.1-10.0.0.9",
    spr: "https", spk: "a", epk: "m", erk: "z",
  });
  assert.deepEqual(JSON.parse(JSON.stringify(sasOf(accountForm, "", undefined))), {
    srt: "sco", sp: "rl", se: "2026-11-30T19:00:30Z",
  });
});

test("what the policy sets is left out, and what it leaves open is the form's", () => {
  const policy = { id: "p", start: "", expiry: "2027-01-01T00:00:00.0000000Z", permissions: "ar" };
  const named = { ...form, policy: "p", startsAtOnce: false, start: now };
  assert.deepEqual(JSON.parse(JSON.stringify(sasOf(named, "people", policy))), {
    tn: "people", st: "2026-11-30T18:00:30Z", si: "p",
  });
  assert.deepEqual(termsOf(named, policy), { letters: "ra", start: now, expiry: Date.parse("2027-01-01T00:00:00Z") });
  const open = { id: "p", start: "", expiry: "", permissions: "" };
  assert.deepEqual(ownTerms(named, open), { letters: "r", start: now, expiry: now + 3_600_000 });
});

test("the form's mistakes are found where they are", () => {
  const at = (change, policy) =>
    Object.entries(problemsOf({ ...form, ...change }, policy, now))
      .filter(([, problem]) => problem !== undefined)
      .map(([field]) => field);
  assert.deepEqual(at({}), []);
  assert.deepEqual(at({ tableLetters: "" }), ["tableLetters"]);
  assert.deepEqual(at({ tableLetters: "" }, { id: "p", start: "", expiry: "", permissions: "r" }), []);
  assert.deepEqual(at({ life: "own", expiry: undefined }), ["expiry"]);
  assert.deepEqual(at({ life: "own", expiry: now }), ["expiry"]);
  assert.deepEqual(at({ startsAtOnce: false, start: now + 7_200_000 }), ["expiry"]);
  assert.deepEqual(at({ startsAtOnce: false, start: undefined }), ["start"]);
  assert.deepEqual(at({ fromRow: "1" }), ["fromRow"]);
  assert.deepEqual(at({ toRow: "1" }), ["toRow"]);
  assert.deepEqual(at({ fromPartition: "b", toPartition: "a" }), ["toPartition"]);
  assert.deepEqual(at({ fromPartition: "a", fromRow: "2", toPartition: "a", toRow: "1" }), ["toPartition"]);
  assert.deepEqual(at({ fromPartition: "a", fromRow: "2", toPartition: "b", toRow: "1" }), []);
  assert.deepEqual(at({ addresses: "::1" }), ["addresses"]);
  assert.deepEqual(at({ scope: "account", kinds: "" }), ["kinds"]);
  assert.deepEqual(at({ scope: "account", kinds: "s", accountLetters: "l" }), ["accountLetters"]);
  assert.deepEqual(at({ scope: "account", fromRow: "1", tableLetters: "" }), []);
  const over = { id: "p", start: "", expiry: "2020-01-01T00:00:00Z", permissions: "r" };
  assert.match(problemsOf(form, over, now).expiry, /The access policy has ended/);
  assert.equal(hasProblem(problemsOf(form, over, now)), true);
});

test("addresses are those that the service reads", () => {
  for (const text of ["", "10.0.0.7", "0.0.0.0-255.255.255.255"]) assert.equal(checkAddresses(text), undefined, text);
  const faulty = ["10.0.0", "10.0.0.256", "01.0.0.1", "1.1.1.1-", "1.1.1.1-2.2.2.2-3.3.3.3", "2.2.2.2-1.1.1.1", "::1"];
  for (const text of faulty) {
    assert.notEqual(checkAddresses(text), undefined, text);
  }
  assert.equal(addressWords("1.1.1.1-1.1.1.1"), "the address 1.1.1.1");
  assert.equal(addressWords("1.1.1.1-2.2.2.2"), "the addresses 1.1.1.1 to 2.2.2.2");
});

test("what an account's letters allow depends on the kinds of resources", () => {
  assert.deepEqual(accountActs("sco", "rwdlacu"), [
    "list, create and delete tables",
    "query, add, update and delete entities of every table",
    "read and change the service properties",
  ]);
  assert.deepEqual(accountActs("c", "w"), ["create tables"]);
  assert.deepEqual(accountActs("s", "dlacu"), []);
  assert.deepEqual(idleLetters("o", "rlc"), ["l", "c"]);
});

const wordsOf = (change, policy, table = "people") => {
  const changed = { ...form, ...change };
  const textOf = (time) => new Date(time).toISOString().slice(0, 16);
  return plainWords(sasWords(changed, table, policy, termsOf(changed, policy), textOf));
};

test("a signature is put into words", () => {
  assert.equal(
    wordsOf({ tableLetters: "ra", fromPartition: "a", toPartition: "m" }),
    "Whoever has this URL can query and add entities of the table people whose PartitionKey lies from a to m, " +
      "until 2026-11-30T19:00, from any address.",
  );
  assert.equal(
    wordsOf({ scope: "account", httpsOnly: true, addresses: "10.0.0.7" }),
    "Whoever has this URL can list tables; query entities of every table; and read the service properties, " +
      "until 2026-11-30T19:00, from the address 10.0.0.7, over HTTPS only.",
  );
  assert.equal(
    wordsOf({ startsAtOnce: false, start: now }, { id: "<i>", start: "", expiry: "", permissions: "d" }),
    "Whoever has this URL can delete entities of the table people, from 2026-11-30T18:00 on, " +
      "until 2026-11-30T19:00, from any address, as long as the access policy <i> is there.",
  );
});

test("ranges of keys are put into words", () => {
  const range = (change) => /people(.*?), until/.exec(wordsOf(change))[1];
  assert.equal(range({}), "");
  assert.equal(range({ fromPartition: "a" }), " whose PartitionKey lies from a on");
  assert.equal(range({ toPartition: "m", toRow: "9" }), " whose PartitionKey lies up to m with RowKey 9");
  assert.equal(range({ fromPartition: "a", toPartition: "a" }), " whose PartitionKey is a");
  const one = { fromPartition: "a", toPartition: "a" };
  assert.equal(range({ ...one, fromRow: "1" }), " whose PartitionKey is a and whose RowKey lies from 1 on");
  assert.equal(range({ ...one, toRow: "9" }), " whose PartitionKey is a and whose RowKey lies up to 9");
  assert.equal(range({ ...one, fromRow: "1", toRow: "9" }), " whose PartitionKey is a and whose RowKey lies from 1 to 9");
});

test("warnings are given where they are due", () => {
  const policy = { id: "p", start: "", expiry: "", permissions: "" };
  const warnings = (change, its, origin = "http://h") => {
    const changed = { ...form, ...change };
    return sasWarnings(changed, its, termsOf(changed, its), origin);
  };
  assert.deepEqual(warnings({}), []);
  assert.deepEqual(warnings({ life: "week" }), []);
  const long = { life: "own", expiry: now + 8 * 86_400_000 };
  assert.match(warnings(long)[0], /cannot be revoked/);
  assert.deepEqual(warnings(long, policy), []);
  assert.match(warnings({ httpsOnly: true })[0], /refused with HTTPS only/);
  assert.deepEqual(warnings({ httpsOnly: true }, undefined, "https://h"), []);
  assert.match(warnings({ scope: "account", accountLetters: "a" })[0], /may replace, too/);
});

test("a query needs the permission, and entities among the kinds", () => {
  const may = (change) => mayQuery({ ...form, ...change }, termsOf({ ...form, ...change }, undefined));
  assert.equal(may({}), true);
  assert.equal(may({ tableLetters: "aud" }), false);
  assert.equal(may({ scope: "account" }), true);
  assert.equal(may({ scope: "account", kinds: "sc" }), false);
});
