// What a shared access signature allows, as a sentence, and what to beware of.

import type { AccessPolicy } from "../../api/access_policies.ts";
import type { Words } from "../../app/words.ts";
import { addressWords } from "./address_range.ts";
import { accountActs, entityActs } from "./permissions.ts";
import { type SasForm, type Terms, unrevokedMillisecondsMax } from "./sas_form.ts";

function bound(partition: string, row: string): Words {
  return row === "" ? [{ data: partition }] : [{ data: partition }, " with RowKey ", { data: row }];
}

function rangeWords({ fromPartition, fromRow, toPartition, toRow }: SasForm): Words {
  const from = bound(fromPartition, fromRow);
  const to = bound(toPartition, toRow);
  if (fromPartition === "" && toPartition === "") return [];
  if (fromPartition === "") return [" whose PartitionKey lies up to ", ...to];
  if (toPartition === "") return [" whose PartitionKey lies from ", ...from, " on"];
  if (fromPartition !== toPartition) return [" whose PartitionKey lies from ", ...from, " to ", ...to];
  const begin: Words = fromRow === "" ? [] : [" from ", { data: fromRow }];
  const openEnd: Words = fromRow === "" ? [] : [" on"];
  const end: Words = toRow === "" ? openEnd : [fromRow === "" ? " up to " : " to ", { data: toRow }];
  const rows: Words = begin.length + end.length === 0 ? [] : [" and whose RowKey lies", ...begin, ...end];
  return [" whose PartitionKey is ", { data: fromPartition }, ...rows];
}

function actWords(form: SasForm, table: string, terms: Terms): Words {
  if (form.scope === "table") {
    return [`${entityActs(terms.letters)} entities of the table `, { data: table }, ...rangeWords(form)];
  }
  const acts = accountActs(form.kinds, terms.letters);
  return [acts.length < 2 ? acts.join("") : `${acts.slice(0, -1).join("; ")}; and ${acts.at(-1)}`];
}

// REQUIRES: a form without problems.
export function sasWords(
  form: SasForm,
  table: string,
  policy: AccessPolicy | undefined,
  terms: Terms,
  textOf: (time: number) => string,
): Words {
  return [
    "Whoever has this URL can ",
    ...actWords(form, table, terms),
    terms.start === undefined ? "" : `, from ${textOf(terms.start)} on`,
    terms.expiry === undefined ? "" : `, until ${textOf(terms.expiry)}`,
    `, from ${addressWords(form.addresses)}`,
    form.httpsOnly ? ", over HTTPS only" : "",
    ...(policy ? [", as long as the access policy ", { data: policy.id }, " is there"] : []),
    ".",
  ];
}

// What the person should know before the signature is handed out.
export function sasWarnings(form: SasForm, policy: AccessPolicy | undefined, terms: Terms, origin: string): string[] {
  const warnings: string[] = [];
  const life = (terms.expiry ?? 0) - Math.max(form.changed, terms.start ?? 0);
  if (!policy && life > unrevokedMillisecondsMax) {
    warnings.push(
      "It cannot be revoked before its end, more than 7 days from its begin, other than by replacing the account's " +
        (form.scope === "table"
          ? "key. Name an access policy of the table: removing the policy ends the signature."
          : "key. Choose an earlier end; or sign for one table with an access policy, whose removal ends the signature."),
    );
  }
  if (form.httpsOnly && origin.startsWith("http:")) {
    warnings.push("The addresses below begin with http: and are refused with HTTPS only: put the server's https: one in.");
  }
  if (form.scope === "account" && form.accountLetters.match(/a/) && !form.accountLetters.match(/u/)) {
    warnings.push("An account's signature that may add may replace, too: for upserts, add or update is enough.");
  }
  return warnings;
}

// Whether a query of entities, such as the test below the signature, has the permission.
export const mayQuery = (form: SasForm, terms: Terms): boolean =>
  terms.letters.includes("r") && (form.scope === "table" || form.kinds.includes("o"));
