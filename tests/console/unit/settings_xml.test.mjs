// The XML of access policies and service properties, both ways.

import assert from "node:assert/strict";
import test from "node:test";
import { parsePolicies, printPolicies } from "../../../console/src/api/access_policies.ts";
import { parseProperties, printProperties } from "../../../console/src/api/service_properties.ts";
import { parseXml, printElement } from "../../../console/src/api/xml.ts";

const head = '<?xml version="1.0" encoding="utf-8"?>';

test("elements and text are read, also after a byte order mark", () => {
  const root = parseXml(`\uFEFF${head}<A><B>x &lt;&amp;&#62;&#x1F600; y</B><C /><D></D> </A>`);
  assert.equal(root.name, "A");
  assert.deepEqual(
    root.children.map((each) => [each.name, each.text]),
    [["B", "x <&>😀 y"], ["C", ""], ["D", ""]],
  );
});

test("what is not such XML is refused", () => {
  const faulty = [
    "", "text", "<A>", "</A>", "<A></B>", "<A/><B/>", "<A/>text", '<A b="c"/>', "<!DOCTYPE A><A/>", "<A><!-- --></A>",
    "<A>&nbsp;</A>", "<A>a & b</A>", "<A>&#1114112;</A>", "<A>text<B/></A>", "<A><![CDATA[x]]></A>",
    `${"<A>".repeat(20)}${"</A>".repeat(20)}`,
  ];
  for (const xml of faulty) assert.throws(() => parseXml(xml), /XML cannot be read/, xml);
});

test("printed text is read back as it was", () => {
  for (const text of ["a", "<b>&amp;", " ", "\n\t", " a ", "]]>", "“😀”"]) {
    assert.equal(parseXml(printElement("A", text)).text, text);
  }
  assert.equal(printElement("A", ""), "<A />");
});

test("access policies go both ways", () => {
  const policies = [
    { id: "<script>&", start: "2026-11-30T18:00:00.0000000Z", expiry: "2026-12-01T18:00:00.1234567Z", permissions: "raud" },
    { id: "only a name", start: "", expiry: "", permissions: "" },
  ];
  const xml = printPolicies(policies);
  assert.deepEqual(parsePolicies(xml), policies);
  assert.match(xml, /<Id>&lt;script&gt;&amp;<\/Id><AccessPolicy><Start>2026-11-30T18:00:00.0000000Z<\/Start>/);
});

test("no policies are an empty list, a policy may lack its fields", () => {
  assert.equal(printPolicies([]), `${head}<SignedIdentifiers />`);
  assert.deepEqual(parsePolicies(`\uFEFF${head}<SignedIdentifiers />`), []);
  assert.deepEqual(parsePolicies(""), []);
  const bare = `${head}<SignedIdentifiers><SignedIdentifier><Id>a</Id></SignedIdentifier></SignedIdentifiers>`;
  assert.deepEqual(parsePolicies(bare), [{ id: "a", start: "", expiry: "", permissions: "" }]);
});

const asOfANewAccount =
  `${head}<StorageServiceProperties>` +
  "<Logging><Version>1.0</Version><Read>false</Read><Write>false</Write><Delete>false</Delete>" +
  "<RetentionPolicy><Enabled>false</Enabled></RetentionPolicy></Logging>" +
  "<HourMetrics><Version>1.0</Version><Enabled>true</Enabled><IncludeAPIs>true</IncludeAPIs>" +
  "<RetentionPolicy><Enabled>true</Enabled><Days>7</Days></RetentionPolicy></HourMetrics>" +
  "<MinuteMetrics><Version>1.0</Version><Enabled>false</Enabled>" +
  "<RetentionPolicy><Enabled>false</Enabled></RetentionPolicy></MinuteMetrics><Cors /></StorageServiceProperties>";

test("service properties go both ways", () => {
  const properties = parseProperties(asOfANewAccount);
  assert.deepEqual(properties, {
    logging: { read: false, write: false, delete: false, days: undefined },
    hourMetrics: { enabled: true, includeApis: true, days: 7 },
    minuteMetrics: { enabled: false, includeApis: false, days: undefined },
    cors: [],
  });
  assert.equal(printProperties(properties), asOfANewAccount);
});

test("a part of the service properties is sent by itself", () => {
  const rule = {
    methods: ["GET", "PUT"],
    origins: ["http://a.example", "http://b.example"],
    allowedHeaders: ["x-a", "x-ms-*"],
    exposedHeaders: [],
    maxAgeSeconds: 60,
  };
  const xml = printProperties({ cors: [rule] });
  assert.equal(
    xml,
    `${head}<StorageServiceProperties><Cors><CorsRule><AllowedMethods>GET,PUT</AllowedMethods>` +
      "<AllowedOrigins>http://a.example,http://b.example</AllowedOrigins><AllowedHeaders>x-a,x-ms-*</AllowedHeaders>" +
      "<ExposedHeaders /><MaxAgeInSeconds>60</MaxAgeInSeconds></CorsRule></Cors></StorageServiceProperties>",
  );
  assert.deepEqual(parseProperties(xml).cors, [rule]);
  assert.match(printProperties({ cors: [] }), /<StorageServiceProperties><Cors \/><\/StorageServiceProperties>$/);
});
