// What is around all pages: signing in, accounts, colours, times, keys, and what others may not do.

import assert from "node:assert/strict";
import { request } from "node:http";
import test from "node:test";
import { assertAccessible, connectionString, key, open, picture, rowhouse, servers, token } from "./support.mjs";

test("a server that listens on loopback only asks for nothing", async (t) => {
  const page = await open(t);
  await page.getByRole("heading", { name: "Tables", exact: true }).waitFor();
  await assert.doesNotReject(page.getByText("devstoreaccount1").first().waitFor());
});

test("the address of the server leads to the console", async (t) => {
  const page = await open(t);
  await page.goto(`${servers.open}/`);
  assert.equal(new URL(page.url()).pathname, "/_rowhouse/");
});

test("the admin token opens it, is kept for the tab and stays out of addresses", async (t) => {
  const page = await open(t, "/", { server: servers.guarded, expected: ["401", "403"] });
  await page.getByRole("heading", { name: "Sign in", exact: true }).waitFor();
  await picture(page, "sign_in");
  await assertAccessible(page);
  await page.getByLabel("Admin token").fill("wrong");
  await page.getByRole("button", { name: "Sign in with the token" }).click();
  await page.getByText("The token was refused.").waitFor();
  const addresses = [];
  page.on("request", (each) => addresses.push(each.url()));
  await page.getByLabel("Admin token").fill(token);
  await page.getByRole("button", { name: "Sign in with the token" }).click();
  await page.getByText("There are no tables yet").waitFor();
  await page.reload();
  await page.getByText("There are no tables yet").waitFor();
  assert.ok(addresses.every((address) => !decodeURIComponent(address).includes(token)));
  assert.ok(!page.url().includes("token"));
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Sign in", exact: true }).waitFor();
});

test("an account key opens its account", async (t) => {
  const page = await open(t, "/", { server: servers.guarded, expected: ["401", "403"] });
  await page.getByLabel("Account", { exact: true }).fill("shop");
  await page.getByLabel("Account key").fill("not base64!");
  await page.getByText("An account key is base64.").waitFor();
  await page.getByLabel("Account key").fill("d3Jvbmc=");
  await page.getByRole("button", { name: "Sign in with the key" }).click();
  await page.getByText("The key was refused.").waitFor();
  await page.getByLabel("Account key").fill(key);
  await page.getByRole("button", { name: "Sign in with the key" }).click();
  await page.getByText("There are no tables yet").waitFor();
});

test("with several accounts one is chosen, and its key is asked for when it is needed", async (t) => {
  await rowhouse(["table", "create", "stocked"], { connection: connectionString(servers.two, "stock", key) });
  const page = await open(t, "/", { server: servers.two });
  await page.getByLabel("Account", { exact: true }).selectOption("stock");
  await page.getByRole("link", { name: "stocked" }).waitFor();
  assert.ok(page.url().endsWith("#/stock/tables"));
  await page.getByRole("button", { name: "Create table" }).click();
  await page.getByLabel("Account key").fill(key);
  await page.getByRole("button", { name: "Use the key" }).click();
  await page.getByLabel("Name", { exact: true }).fill("another");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await page.getByRole("link", { name: "another" }).waitFor();
});

test("colours follow the system until they are chosen, and the choice is kept", async (t) => {
  const page = await open(t, "/", { colors: "dark" });
  await page.getByRole("heading", { name: "Tables", exact: true }).waitFor();
  const shown = () => page.evaluate(() => document.documentElement.dataset.theme);
  assert.equal(await shown(), "dark");
  await page.getByRole("button", { name: "Colours of the system" }).click();
  assert.equal(await shown(), "light");
  await page.reload();
  await page.getByRole("button", { name: "Light colours" }).waitFor();
  assert.equal(await shown(), "light");
});

test("a question mark shows the keys, and Escape closes them", async (t) => {
  const page = await open(t);
  await page.getByRole("heading", { name: "Tables", exact: true }).waitFor();
  await page.keyboard.press("?");
  await page.getByRole("dialog").getByText("Create a table").waitFor();
  await assertAccessible(page);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
});

function ask(server, path, headers) {
  return new Promise((resolve, reject) => {
    request(`${server}${path}`, { headers }, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer));
    })
      .on("error", reject)
      .end();
  });
}

test("pages of other origins and other names of this machine get no data", async () => {
  const routes = ["accounts", "tables", "plan?table=people"];
  for (const route of routes) {
    const path = `/_rowhouse/${route}`;
    assert.equal((await ask(servers.open, path, { Origin: "http://evil.example" })).statusCode, 403, route);
    assert.equal((await ask(servers.open, path, { Host: "evil.example" })).statusCode, 403, route);
    assert.equal((await ask(servers.open, path, { "Sec-Fetch-Site": "cross-site" })).statusCode, 403, route);
  }
});

test("no page may frame the console", async (t) => {
  const page = await open(t, "/", { expected: [/frame-ancestors|Refused to frame|Framing/] });
  const answer = await ask(servers.open, "/_rowhouse/", { Accept: "text/html" });
  assert.match(answer.headers["content-security-policy"], /frame-ancestors 'none'/);
  assert.doesNotMatch(answer.headers["content-security-policy"], /unsafe/);
  await page.goto(`data:text/html,<iframe src="${servers.open}/_rowhouse/"></iframe>`);
  await page.waitForTimeout(500);
  const frame = page.frames().find((each) => each !== page.mainFrame());
  assert.equal(await frame?.locator("text=Tables").count().catch(() => 0), 0);
});
