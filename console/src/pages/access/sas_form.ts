// What the form for a shared access signature holds, what is wrong with it, and the signature that it describes.

import type { AccessPolicy } from "../../api/access_policies.ts";
import { type AccountSas, type Sas, type TableSas, tablePermissions } from "../../api/shared_access.ts";
import { isoOfMoment } from "../../app/moments.ts";
import { millisecondsOf } from "../../app/service_date.ts";
import { checkAddresses } from "./address_range.ts";
import { accountActs, inOrder } from "./permissions.ts";

export type Life = "hour" | "day" | "week" | "own";

export interface SasForm {
  readonly scope: "table" | "account";
  readonly policy: string; // id; empty: none
  readonly tableLetters: string;
  readonly accountLetters: string;
  readonly kinds: string;
  readonly startsAtOnce: boolean;
  readonly start: number | undefined; // if not at once
  readonly life: Life;
  readonly expiry: number | undefined; // of a life of its own
  readonly changed: number; // when the form was last changed: what the other lives count from
  readonly fromPartition: string; // empty: no bound; so are those below
  readonly fromRow: string;
  readonly toPartition: string;
  readonly toRow: string;
  readonly httpsOnly: boolean;
  readonly addresses: string; // empty: any
}

export const newForm = (now: number): SasForm => ({
  scope: "table",
  policy: "",
  tableLetters: "r",
  accountLetters: "rl",
  kinds: "sco",
  startsAtOnce: true,
  start: undefined,
  life: "hour",
  expiry: undefined,
  changed: now,
  fromPartition: "",
  fromRow: "",
  toPartition: "",
  toRow: "",
  httpsOnly: false,
  addresses: "",
});

const hour = 3_600_000;
const lives: Readonly<Record<Exclude<Life, "own">, number>> = { hour, day: 24 * hour, week: 7 * 24 * hour };
export const unrevokedMillisecondsMax = lives.week;

const expiryOf = (form: SasForm): number | undefined =>
  form.life === "own" ? form.expiry : form.changed + lives[form.life];

// What holds in the end, from the signature and its policy together.
export interface Terms {
  readonly letters: string;
  readonly start: number | undefined;
  readonly expiry: number | undefined;
}

const timeOf = (text: string): number | undefined => (text === "" ? undefined : millisecondsOf(text));

// What the form itself sets: a field that the policy has, too, would be refused.
export function ownTerms(form: SasForm, policy: AccessPolicy | undefined): Terms {
  return {
    letters: policy?.permissions ? "" : form.scope === "account" ? form.accountLetters : form.tableLetters,
    start: policy?.start || form.startsAtOnce ? undefined : form.start,
    expiry: policy?.expiry ? undefined : expiryOf(form),
  };
}

export function termsOf(form: SasForm, policy: AccessPolicy | undefined): Terms {
  const own = ownTerms(form, policy);
  return {
    letters: policy?.permissions ? inOrder(policy.permissions, tablePermissions) : own.letters,
    start: timeOf(policy?.start ?? "") ?? own.start,
    expiry: timeOf(policy?.expiry ?? "") ?? own.expiry,
  };
}

const given = (text: string): string | undefined => (text === "" ? undefined : text);
const isoOf = (time: number | undefined): string | undefined => (time === undefined ? undefined : isoOfMoment(time));

// REQUIRES: a table unless the form is for the account.
export function sasOf(form: SasForm, table: string, policy: AccessPolicy | undefined): Sas {
  const { letters, start, expiry } = ownTerms(form, policy);
  const limits = {
    st: isoOf(start),
    se: isoOf(expiry),
    sip: given(form.addresses),
    spr: form.httpsOnly ? "https" : undefined,
  };
  if (form.scope === "account") return { ...limits, srt: form.kinds, sp: letters } satisfies AccountSas;
  return {
    ...limits,
    tn: table,
    sp: given(letters),
    si: policy?.id,
    spk: given(form.fromPartition),
    srk: given(form.fromRow),
    epk: given(form.toPartition),
    erk: given(form.toRow),
  } satisfies TableSas;
}

export type Problems = { readonly [Field in keyof SasForm]?: string | undefined };

const needsPartition = "A bound for RowKey needs its PartitionKey: by itself it limits nothing.";

// Row keys count only within the partition of their bound. Text compares by UTF-16 code units, as keys do.
function isEmptyRange({ fromPartition, fromRow, toPartition, toRow }: SasForm): boolean {
  if (toPartition === "" || fromPartition < toPartition) return false;
  return fromPartition > toPartition || (toRow !== "" && fromRow > toRow);
}

function checkRange(form: SasForm): Problems {
  if (form.scope === "account") return {};
  return {
    fromRow: form.fromRow !== "" && form.fromPartition === "" ? needsPartition : undefined,
    toRow: form.toRow !== "" && form.toPartition === "" ? needsPartition : undefined,
    toPartition: isEmptyRange(form) ? "No key lies in this range: its last key is before its first." : undefined,
  };
}

function checkTerms(form: SasForm, policy: AccessPolicy | undefined, now: number): Problems {
  const { letters, start, expiry } = termsOf(form, policy);
  return {
    tableLetters: form.scope === "table" && letters === "" ? "Choose at least one." : undefined,
    start: !form.startsAtOnce && !policy?.start && form.start === undefined ? "Give a date and a time." : undefined,
    expiry: checkExpiry(start, expiry, now, policy),
  };
}

function checkExpiry(
  start: number | undefined,
  expiry: number | undefined,
  now: number,
  policy: AccessPolicy | undefined,
): string | undefined {
  if (expiry === undefined) return "Give a date and a time.";
  if (expiry <= now) {
    return policy?.expiry
      ? "The access policy has ended, so the service will refuse the signature. Give the policy a later expiry."
      : "This is over: the service will refuse the signature. Choose a later end.";
  }
  if (start !== undefined && expiry <= start) return "It ends before it begins. Choose a later end, or an earlier begin.";
  return undefined;
}

// What keeps the signature from being of use, by the field to be mended.
export function problemsOf(form: SasForm, policy: AccessPolicy | undefined, now: number): Problems {
  const isAccount = form.scope === "account";
  return {
    ...checkTerms(form, policy, now),
    ...checkRange(form),
    kinds: isAccount && form.kinds === "" ? "Choose at least one." : undefined,
    accountLetters:
      isAccount && form.kinds !== "" && accountActs(form.kinds, form.accountLetters).length === 0
        ? "This allows nothing: choose what it may do with the resources above."
        : undefined,
    addresses: checkAddresses(form.addresses),
  };
}

export const hasProblem = (problems: Problems): boolean =>
  Object.values(problems).some((problem) => problem !== undefined);
