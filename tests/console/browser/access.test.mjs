// The page of signatures, policies, service properties, backups and accounts.

import assert from "node:assert/strict";
import test from "node:test";
import { assertAccessible, connectionString, key, open, picture, rowhouse, servers } from "./support.mjs";
import { createTable, insert, send } from "./traffic.mjs";

const account = "devstoreaccount1";
const address = (section, table = "") => `/${account}/access?section=${section}${table === "" ? "" : `&table=${table}`}`;

const button = (page, name) => page.getByRole("button", { name, exact: true });
const check = (page, name) => page.getByRole("checkbox", { name, exact: true });
const field = (page, name) => page.getByLabel(name, { exact: true });
const act = async (page, of, what) => {
  await button(page, `Actions on ${of}`).click();
  await page.getByRole("menuitem", { name: what }).click();
};
// What is shown under a title such as "URL".
const shown = (page, title) =>
  page.locator(".sas-line").filter({ has: page.getByRole("heading", { name: title }) }).locator("code").innerText();

const queryWith = (url) => fetch(url.replace("?", "()?$top=1&"));
const insertWith = (url, rowKey) =>
  fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json;odata=nometadata" },
    body: JSON.stringify({ PartitionKey: "p", RowKey: rowKey }),
  });

test("a signature for a table is put into words, works for who has it, and is kept nowhere", async (t) => {
  await createTable("Signed");
  await insert("Signed", "p", "1");
  const page = await open(t);
  await page.getByRole("heading", { name: "Tables", exact: true }).waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("a");
  await field(page, "For").selectOption("Signed");
  await page.waitForURL(/access\?table=Signed$/);
  await page.getByText("Whoever has this URL can query entities of the table Signed, until").waitFor();
  assert.equal((await queryWith(await shown(page, "URL"))).status, 200);
  assert.equal((await insertWith(await shown(page, "URL"), "2")).status, 403);

  await check(page, "Add (a)").check();
  await page.getByText("can query and add entities").waitFor();
  const url = await shown(page, "URL");
  assert.equal((await insertWith(url, "2")).status, 201);
  const connection = await shown(page, "Connection string, for SDKs");
  assert.match(await rowhouse(["query", "Signed"], { connection }), /2/);
  await button(page, "Copy the SAS token").click();
  const token = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(url, `${servers.open}/${account}/Signed?${token}`);

  await button(page, "Test call").click();
  await page.getByText("200: the signature reads Signed.").waitFor();
  const kept = await page.evaluate(() => JSON.stringify([location.href, { ...localStorage }, { ...sessionStorage }]));
  assert.doesNotMatch(kept, /sig=/);
});

test("a signature that may not query is tested all the same, and the server says why it refuses", async (t) => {
  await createTable("Unread");
  const page = await open(t, address("sas", "Unread"), { expected: ["403"] });
  await check(page, "Query (r)").uncheck();
  await page.getByText("There is none yet: Choose at least one.").waitFor();
  await check(page, "Delete (d)").check();
  await page.getByText("The signature may not query entities").waitFor();
  await button(page, "Test call").click();
  const answer = page.getByRole("alert");
  await answer.getByText("Refused: 403").waitFor();
  await answer.getByText("AuthorizationPermissionMismatch").waitFor();
  await assertAccessible(page);
});

test("a range of keys, an address and times limit a signature", async (t) => {
  await createTable("Ranged");
  for (const partition of ["a", "m", "z"]) await insert("Ranged", partition, "1");
  const page = await open(t, address("sas", "Ranged"));
  await page.getByText("Only a range of keys").click();
  await field(page, "Last RowKey in it").fill("1");
  await page.getByText("A bound for RowKey needs its PartitionKey").first().waitFor();
  await field(page, "Last PartitionKey").fill("m");
  await field(page, "Only from the address").fill("127.0.0.300");
  await page.getByText("not an IPv4 address or range").first().waitFor();
  await field(page, "Only from the address").fill("127.0.0.1-127.0.0.9");
  await field(page, "Ends").selectOption("own");
  await button(page, "Local time").click();
  await field(page, "End, UTC").fill("2099-12-01T18:00");
  await page.getByText("up to m with RowKey 1, until Tuesday 1 Dec 2099 18:00 UTC, from the addresses").waitFor();
  await page.getByText("It cannot be revoked before its end").waitFor();
  await picture(page, "access_sas_limited");
  await button(page, "UTC").click();
  await page.getByText("until Tuesday 1 Dec 2099 19:00 +01").waitFor();
  const url = await shown(page, "URL");
  assert.match(url, /&epk=m&erk=1&sp=r&se=2099-12-01T18%3A00%3A00Z&sip=127\.0\.0\.1-127\.0\.0\.9&sig=/);
  const answer = await fetch(url.replace("?", "()?"), { headers: { Accept: "application/json;odata=nometadata" } });
  assert.deepEqual((await answer.json()).value.map((row) => row.PartitionKey), ["a", "m"]);
});

test("a signature for the account works for what it names", async (t) => {
  await createTable("Accounted");
  const page = await open(t, address("sas"));
  await field(page, "For").selectOption({ label: "The whole account" });
  await page.getByText("can list tables; query entities of every table; and read the service properties").waitFor();
  const url = await shown(page, "URL");
  const list = url.replace("/?", "/Tables?");
  assert.equal((await fetch(list)).status, 200);
  await check(page, "Tables (c)").uncheck();
  await page.getByText("With these resources, l allows nothing.").waitFor();
  await picture(page, "access_sas_account");
  assert.equal((await fetch((await shown(page, "URL")).replace("/?", "/Tables?"))).status, 403);
  const connection = await shown(page, "Connection string, for SDKs");
  await rowhouse(["query", "Accounted"], { connection });
});

const withHtml = "<b onclick=alert(1)>reader</b>";

test("a policy is made, a signature names it, and ends when the policy is removed", async (t) => {
  await createTable("Governed");
  const page = await open(t, address("policies", "Governed"));
  await page.getByText("The table has no access policies.").waitFor();
  await button(page, "Add a policy").click();
  await field(page, "Name").fill(withHtml);
  await page.getByLabel(/^Expiry,/).fill("2099-12-01T18:00");
  await page.keyboard.press("Enter");
  await page.getByRole("row").getByText(withHtml).waitFor();
  const listed = await rowhouse(["acl", "list", "Governed"]);
  assert.match(listed, /<b onclick=alert\(1\)>reader<\/b> +r +2099-12-01T17:00:00Z/);
  await page.getByText("query entities").waitFor();

  await page.getByRole("link", { name: "Shared access signature" }).click();
  await field(page, "Access policy").selectOption(withHtml);
  await page.getByText("What it allows: set by the access policy.").waitFor();
  await page.getByText(`as long as the access policy ${withHtml} is there.`).waitFor();
  const url = await shown(page, "URL");
  assert.doesNotMatch(url, /[?&](sp|se)=/);
  assert.equal((await queryWith(url)).status, 200);

  await page.getByRole("link", { name: "Access policies" }).click();
  await act(page, withHtml, "Remove…");
  await page.getByRole("dialog").getByText("is refused at once").waitFor();
  await assertAccessible(page);
  await button(page, "Remove").click();
  await page.getByText("The table has no access policies.").waitFor();
  const refused = await queryWith(url);
  assert.equal(refused.status, 403);
  assert.match(await refused.text(), /AuthenticationFailed/);
});

test("a policy is changed in its place, and a table has five at most", async (t) => {
  await createTable("Crowded");
  for (const id of ["one", "two", "three", "four"]) {
    await rowhouse(["acl", "set", "Crowded", id, "--permissions", "r", "--expiry", "2026-12-31T23:59:59.1234567Z"]);
  }
  const page = await open(t, address("policies", "crowded"));
  await act(page, "two", "Change…");
  await field(page, "Name").fill("one");
  await page.getByText("The table has a policy of this name already.").waitFor();
  await field(page, "Name").fill("zwei");
  await page.getByText("Signatures that name it by its old name are refused then.").waitFor();
  await check(page, "Delete (d)").check();
  await button(page, "Save").click();
  await page.getByText("query and delete entities").waitFor();
  const listed = await rowhouse(["acl", "list", "Crowded"]);
  assert.match(listed, /one.*\n.*zwei +rd +2026-12-31T23:59:59\.1234567Z.*\n.*three/);
  await button(page, "Add a policy").click();
  await field(page, "Name").fill("five");
  await button(page, "Save").click();
  await page.getByText("A table has at most 5 access policies.").waitFor();
  assert.ok(await button(page, "Add a policy").isDisabled());
});

test("policies that somebody else has changed meanwhile are not written over", async (t) => {
  await createTable("Contested");
  await rowhouse(["acl", "set", "Contested", "mine", "--permissions", "r"]);
  const page = await open(t, address("policies", "Contested"));
  await act(page, "mine", "Change…");
  await rowhouse(["acl", "set", "Contested", "theirs", "--permissions", "a"]);
  await check(page, "Update (u)").check();
  await button(page, "Save").click();
  await page.getByRole("alert").getByText("Nothing was written.").waitFor();
  assert.match(await rowhouse(["acl", "list", "Contested"]), /mine +r\b[^]*theirs +a\b/);
  await page.locator("td").getByText("theirs").waitFor();
  await button(page, "Save").click();
  await page.getByText("query and update entities").waitFor();
  assert.match(await rowhouse(["acl", "list", "Contested"]), /mine +ru\b[^]*theirs +a\b/);
});

const preflight = (origin) =>
  send("OPTIONS", `/${account}/any`, { headers: { Origin: origin, "Access-Control-Request-Method": "PUT" } });

test("a CORS rule is saved, and browsers are told so until it is removed", async (t) => {
  const page = await open(t, address("service"));
  await page.getByText("no page of another origin can call the account").waitFor();
  assert.equal((await preflight("https://app.example")).status, 403);
  await button(page, "Add a rule").click();
  await field(page, "Origins").fill("https://app.example/");
  await page.getByText("an origin has a scheme and a host and no path").waitFor();
  await field(page, "Origins").fill("https://app.example");
  await check(page, "PUT").check();
  await field(page, "Headers that pages may send").fill("a*, b*, c*");
  await page.getByText("A list has at most 2 prefixes").waitFor();
  await field(page, "Headers that pages may send").fill("x-ms-*, accept");
  await page.getByRole("dialog").getByText("Pages of https://app.example may call with GET and PUT").waitFor();
  await picture(page, "access_cors_dialog");
  await assertAccessible(page);
  await button(page, "Save").click();
  await page.getByText("may send the headers accept and x-ms-*").waitFor();
  await picture(page, "access_cors");
  const allowed = await preflight("https://app.example");
  assert.equal(allowed.status, 200);
  assert.equal(allowed.headers["access-control-allow-origin"], "https://app.example");
  assert.equal((await preflight("https://other.example")).status, 403);

  await button(page, "Add a rule").click();
  await field(page, "Origins").fill("*");
  await button(page, "Save").click();
  await act(page, "rule 2", "Move up");
  await page.locator(".cors-rule").first().getByText("Pages of any origin").waitFor();
  await act(page, "rule 2", "Remove");
  await page.getByText("Pages of https://app.example").waitFor({ state: "detached" });
  await act(page, "rule 1", "Remove");
  await page.getByText("no page of another origin can call the account").waitFor();
  assert.equal((await preflight("https://app.example")).status, 403);
});

test("CORS rules and metrics that somebody else has changed meanwhile are not written over", async (t) => {
  const page = await open(t, address("service"));
  const other = await open(t, address("service"));
  const logging = page.getByRole("form", { name: "Logging" });
  await logging.getByLabel("Reads").check();
  await button(page, "Add a rule").click();
  await field(page, "Origins").fill("https://mine.example");

  await button(other, "Add a rule").click();
  await field(other, "Origins").fill("https://theirs.example");
  await button(other, "Save").click();
  await other.getByText("Saved the CORS rule").waitFor();
  const othersLogging = other.getByRole("form", { name: "Logging" });
  await othersLogging.getByLabel("Deletions").check();
  await othersLogging.getByRole("button").click();
  await other.getByText("Saved the settings of logging").waitFor();

  await button(page, "Save").click();
  await page.getByRole("dialog").getByText("Somebody has changed the CORS rules").waitFor();
  await page.locator(".cors-rule").getByText("https://theirs.example").waitFor({ state: "attached" });
  await button(page, "Save").click();
  await page.locator(".cors-rule").nth(1).getByText("https://mine.example").waitFor();
  await act(page, "rule 2", "Remove");
  await page.getByText("https://mine.example").waitFor({ state: "detached" });
  await act(page, "rule 1", "Remove");
  await page.getByText("https://theirs.example").waitFor({ state: "detached" });
  assert.equal(await logging.getByLabel("Deletions").isChecked(), true);
});

test("metrics are saved by themselves, and read again", async (t) => {
  const page = await open(t, address("service"));
  const minutes = page.getByRole("form", { name: "Minute metrics" });
  await minutes.getByLabel("Enabled").check();
  await minutes.getByLabel("Kept for good").uncheck();
  await minutes.getByLabel("Kept for how many days").fill("400");
  await minutes.getByText("a whole number from 1 to 365").waitFor();
  await minutes.getByLabel("Kept for how many days").fill("5");
  await minutes.getByRole("button").click();
  await page.getByText("Saved the settings of minute metrics").waitFor();
  await page.reload();
  await minutes.getByLabel("Kept for how many days").waitFor();
  assert.equal(await minutes.getByLabel("Kept for how many days").inputValue(), "5");
  assert.equal(await page.getByRole("form", { name: "Hour metrics" }).getByLabel("Enabled").isChecked(), true);
});

test("a backup is made, a table restored from it under another name, and the backup deleted", async (t) => {
  await createTable("Saved", { server: servers.kept });
  for (const row of ["1", "2"]) await insert("Saved", "p", row, { server: servers.kept });
  const page = await open(t, address("backups"), { server: servers.kept, expected: ["409"] });
  await page.getByText("The account has no backups.").waitFor();
  await button(page, "Make a backup").click();
  await field(page, "Name").fill("a b");
  await page.getByText("letters, digits, dots, dashes and underscores only").waitFor();
  await field(page, "Name").fill("monday");
  await page.keyboard.press("Enter");
  await page.getByText("Made the backup monday: 1 table, 2 entities").waitFor();
  await page.getByRole("cell", { name: "Saved" }).waitFor();

  await act(page, "monday", "Restore a table…");
  assert.equal(await field(page, "As").inputValue(), "SavedRestored");
  await field(page, "As").fill("saved");
  await button(page, "Restore").click();
  await page.getByRole("alert").getByText("TableAlreadyExists").waitFor();
  await field(page, "As").fill("Again");
  await button(page, "Restore").click();
  await page.getByText("Restored Saved as Again: 2 entities").waitFor();
  const count = await rowhouse(["count", "Again"], { connection: connectionString(servers.kept) });
  assert.equal(count.trim(), "2");

  await act(page, "monday", "Delete backup…");
  assert.ok(await button(page, "Delete backup").isDisabled());
  await field(page, "Type monday to confirm").fill("monday");
  await assertAccessible(page);
  await page.keyboard.press("Enter");
  await page.getByText("The account has no backups.").waitFor();
});

test("a server in memory says that it has no backups", async (t) => {
  const page = await open(t, address("backups"), { expected: ["409"] });
  await page.getByRole("heading", { name: "There are no backups here" }).waitFor();
  await page.getByText("start rowhoused with --data DIR").waitFor();
});

test("accounts are shown as the server describes them, the public key with what it means", async (t) => {
  const page = await open(t, address("accounts"));
  await page.getByRole("heading", { name: `Account ${account}` }).waitFor();
  await page.getByText("public development key, which everybody knows").waitFor();
  await page.getByText("Only this machine can reach it").waitFor();
  await page.getByText("Its data is in memory and ends with it.").waitFor();
  await page.getByText("Off: the server answers plain HTTP only.").waitFor();
  await page.getByText("The development key, which is published with the protocol").waitFor();
});

const described = {
  version: "0.1.0",
  loopback_only: false,
  in_memory: false,
  tls: { subject: "CN=<i>shop</i>", names: ["localhost", "127.0.0.1"], not_after: "", self_signed: true },
  accounts: [
    {
      account: "shop",
      development_key: false,
      keys: [
        { source: "file", since: "2020-11-30T18:00:00.0000000Z" },
        { source: "ROWHOUSE_ACCOUNTS", since: new Date().toISOString() },
      ],
    },
  ],
};

test("keys with their origin and age are shown, and a certificate that ends soon", async (t) => {
  const ends = new Date(Date.now() + 10.5 * 86_400_000).toISOString();
  const body = JSON.stringify({ ...described, tls: { ...described.tls, not_after: ends } });
  const page = await open(t);
  await page.route(/_rowhouse\/accounts/, (route) => route.fulfill({ contentType: "application/json", body }));
  await page.goto(`${servers.open}/_rowhouse/#/shop/access?section=accounts`);
  await page.reload();
  await page.getByText("From the accounts file").waitFor();
  await page.getByText(/server since Monday 30 Nov 2020 19:00 \+01, so it is at least \d+ days old/).waitFor();
  await page.getByText("From the variable ROWHOUSE_ACCOUNTS").waitFor();
  await page.getByText("CN=<i>shop</i>").waitFor();
  await page.getByText("It ends in 10 days.").waitFor();
  await picture(page, "access_accounts");
  await assertAccessible(page);
});

test("who has not given the key of the account is asked for it", async (t) => {
  await rowhouse(["table", "create", "keyed"], { connection: connectionString(servers.two, "stock", key) });
  const page = await open(t, "/stock/access", { server: servers.two });
  await page.getByLabel("Account key").fill(key);
  await button(page, "Use the key").click();
  await page.getByText("Whoever has this URL can query entities of the table").waitFor();
  assert.equal((await queryWith(await shown(page, "URL"))).status, 200);
});

test("all of it is done with the keyboard", async (t) => {
  await createTable("Keyed");
  const page = await open(t, address("policies", "Keyed"));
  await button(page, "Add a policy").focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.matches("dialog input[type=text]"));
  await page.keyboard.type("typed");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space"); // takes query out
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space"); // puts add in
  await page.keyboard.press("Enter");
  await page.getByText("add entities").waitFor();
  await page.waitForFunction(() => document.activeElement?.textContent === "Add a policy");
  await button(page, "Actions on typed").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
});

const ready = {
  sas: ".sas-words",
  policies: ".row-actions",
  service: ".recording",
  accounts: ".access-cards",
  backups: ".row-actions",
};

async function look(page, name) {
  await picture(page, name);
  await assertAccessible(page);
  const wider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  assert.equal(wider, false, "the page is wider than the window");
}

for (const [size, colors] of [
  ["wide", "light"],
  ["wide", "dark"],
  ["phone", "light"],
  ["phone", "dark"],
]) {
  test(`it is accessible: ${size}, ${colors}`, async (t) => {
    const connection = connectionString(servers.kept);
    const server = servers.kept;
    const name = `Look${size}${colors}`;
    await rowhouse(["table", "create", name], { connection });
    await rowhouse(["acl", "set", name, "readers", "--permissions", "r", "--expiry", "30d"], { connection });
    await rowhouse(["acl", "set", name, "writers", "--permissions", "raud"], { connection });
    await fetch(`${server}/_rowhouse/backup?name=${size}-${colors}`, { method: "POST" });
    const page = await open(t, address("sas", name), { server, size, colors });
    for (const [section, selector] of Object.entries(ready)) {
      await page.goto(`${server}/_rowhouse/#${address(section, name)}`);
      await page.locator(selector).first().waitFor();
      await look(page, `access_${section}_${size}_${colors}`);
    }
    await fetch(`${server}/_rowhouse/backup?name=${size}-${colors}`, { method: "DELETE" });
  });
}
