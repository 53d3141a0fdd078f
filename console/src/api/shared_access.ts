// Shared access signatures: query strings that grant a part of an account without its key.

import type { Credentials } from "./call.ts";
import { sign } from "./signing.ts";

// Fields in their short names, decoded. What is absent is not in the signature.
export interface SasLimits {
  readonly st?: string | undefined;
  readonly se?: string | undefined;
  readonly sip?: string | undefined;
  readonly spr?: string | undefined;
}

export interface TableSas extends SasLimits {
  readonly tn: string;
  readonly sp?: string | undefined;
  readonly si?: string | undefined;
  readonly spk?: string | undefined;
  readonly srk?: string | undefined;
  readonly epk?: string | undefined;
  readonly erk?: string | undefined;
}

export interface AccountSas extends SasLimits {
  readonly srt: string;
  readonly sp: string;
}

export type Sas = TableSas | AccountSas;
export type SasFields = ReadonlyMap<string, string>; // with the signature

const version = "2019-02-02"; // which every version of the SDKs reads
const services = "t";

export const isForTable = (sas: Sas): sas is TableSas => "tn" in sas;

export const tablePermissions = "raud"; // in the order in which the service wants them

export function tableStringToSign(account: string, sas: TableSas): string {
  const resource = `/table/${account}/${sas.tn.toLowerCase()}`;
  const { sp, st, se, si, sip, spr, spk, srk, epk, erk } = sas;
  return [sp, st, se, resource, si, sip, spr, version, spk, srk, epk, erk].map((field) => field ?? "").join("\n");
}

export function accountStringToSign(account: string, sas: AccountSas): string {
  const { sp, srt, st, se, sip, spr } = sas;
  return [account, sp, services, srt, st, se, sip, spr, version, ""].map((field) => field ?? "").join("\n");
}

export function signSas({ account, key }: Credentials, sas: Sas): SasFields {
  const { st, se, sip, spr, sp } = sas;
  const own = isForTable(sas)
    ? { tn: sas.tn.toLowerCase(), si: sas.si, spk: sas.spk, srk: sas.srk, epk: sas.epk, erk: sas.erk }
    : { ss: services, srt: sas.srt };
  const text = isForTable(sas) ? tableStringToSign(account, sas) : accountStringToSign(account, sas);
  const fields = { sv: version, ...own, sp, st, se, sip, spr, sig: sign(key, text) };
  return new Map(Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

// Encodes what shells and texts would take for an end, too.
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);

export function printToken(fields: SasFields): string {
  return [...fields].map(([name, value]) => `${name}=${encode(value)}`).join("&");
}

// As an SDK takes it. The table is empty for the whole account.
export function sasUrl(origin: string, account: string, table: string, token: string): string {
  return `${origin}/${account}/${encodeURIComponent(table)}?${token}`;
}

export function sasConnectionString(origin: string, account: string, token: string): string {
  return `TableEndpoint=${origin}/${account};SharedAccessSignature=${token}`;
}
