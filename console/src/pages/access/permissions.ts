// The letters of permissions and of kinds of resources, and what they allow in words.

import { tablePermissions } from "../../api/shared_access.ts";
import { listed } from "../../app/words.ts";

interface LetterOption {
  readonly value: string;
  readonly label: string;
}

export const tableLetters: readonly LetterOption[] = [
  { value: "r", label: "Query (r)" },
  { value: "a", label: "Add (a)" },
  { value: "u", label: "Update (u)" },
  { value: "d", label: "Delete (d)" },
];

// In the order that the protocol's documentation uses.
export const accountLetters: readonly LetterOption[] = [
  { value: "r", label: "Read (r)" },
  { value: "w", label: "Write (w)" },
  { value: "d", label: "Delete (d)" },
  { value: "l", label: "List (l)" },
  { value: "a", label: "Add (a)" },
  { value: "c", label: "Create (c)" },
  { value: "u", label: "Update (u)" },
];

export const kindLetters: readonly LetterOption[] = [
  { value: "s", label: "Service (s)" },
  { value: "c", label: "Tables (c)" },
  { value: "o", label: "Entities (o)" },
];

// Sorts letters, and drops those that `order` does not have.
export const inOrder = (letters: string, order: string): string =>
  [...order].filter((letter) => letters.includes(letter)).join("");

const entityVerbs: Readonly<Record<string, string>> = { r: "query", a: "add", u: "update", d: "delete" };

// "query and add"
export const entityActs = (letters: string): string =>
  listed([...inOrder(letters, tablePermissions)].map((letter) => entityVerbs[letter] ?? letter));

const has = (letters: string, any: string): boolean => [...any].some((letter) => letters.includes(letter));

// What an account's signature allows, by the protocol's table of operations. Empty: nothing.
export function accountActs(kinds: string, letters: string): string[] {
  const acts: string[] = [];
  if (kinds.includes("c")) {
    const verbs = [
      ...(has(letters, "l") ? ["list"] : []),
      ...(has(letters, "cw") ? ["create"] : []),
      ...(has(letters, "d") ? ["delete"] : []),
    ];
    if (verbs.length > 0) acts.push(`${listed(verbs)} tables`);
  }
  if (kinds.includes("o") && has(letters, "raud")) acts.push(`${entityActs(letters)} entities of every table`);
  if (kinds.includes("s")) {
    const verbs = [...(has(letters, "r") ? ["read"] : []), ...(has(letters, "w") ? ["change"] : [])];
    if (verbs.length > 0) acts.push(`${listed(verbs)} the service properties`);
  }
  return acts;
}

const kindsOfLetter: Readonly<Record<string, string>> = { r: "sco", w: "sc", d: "co", l: "c", a: "o", c: "c", u: "o" };

// The letters that allow nothing with these kinds.
export const idleLetters = (kinds: string, letters: string): string[] =>
  [...letters].filter((letter) => !has(kinds, kindsOfLetter[letter] ?? ""));
