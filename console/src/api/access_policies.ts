// Stored access policies of a table.

import { type XmlElement, childOf, childText, parseXml, printElement, printXml } from "./xml.ts";

// What is empty is left to the signatures that name the policy.
export interface AccessPolicy {
  readonly id: string;
  readonly start: string; // as the service prints times, in UTC
  readonly expiry: string;
  readonly permissions: string; // letters of "raud"
}

export const policiesMax = 5;
export const policyIdMax = 64; // UTF-16 units

function policyOf(element: XmlElement): AccessPolicy {
  const fields = childOf(element, "AccessPolicy") ?? { name: "", children: [], text: "" };
  return {
    id: childText(element, "Id"),
    start: childText(fields, "Start"),
    expiry: childText(fields, "Expiry"),
    permissions: childText(fields, "Permission"),
  };
}

// An empty body has no policies.
export function parsePolicies(xml: string): AccessPolicy[] {
  if (xml.trim() === "") return [];
  return parseXml(xml).children.map(policyOf);
}

export function printPolicies(policies: readonly AccessPolicy[]): string {
  const elements = policies.map(({ id, start, expiry, permissions }) => {
    const fields: readonly [string, string][] = [
      ["Start", start],
      ["Expiry", expiry],
      ["Permission", permissions],
    ];
    const given = fields.filter(([, text]) => text !== "").map(([name, text]) => printElement(name, text));
    return printElement("SignedIdentifier", [printElement("Id", id), printElement("AccessPolicy", given)]);
  });
  return printXml(printElement("SignedIdentifiers", elements));
}
