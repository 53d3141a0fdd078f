// What the server says about its accounts and its certificate, in words.

import type { KeyInfo, TlsInfo } from "../../api/admin.ts";
import { millisecondsOf } from "../../app/service_date.ts";

const sources: Readonly<Record<string, string>> = {
  option: "From the option --account",
  file: "From the accounts file",
  development: "The development key, which is published with the protocol",
};

export const sourceWords = (source: string): string => sources[source] ?? `From the variable ${source}`;

const day = 86_400_000;
export const warningDays = 30;

const countOfDays = (days: number): string => (days === 1 ? "1 day" : `${days} days`);

// The key may have been made long before the server knew it.
export function ageWords(key: KeyInfo, now: number): string {
  const days = Math.floor((now - millisecondsOf(key.since)) / day);
  if (days < 1) return "; it may be much older.";
  return `, so it is at least ${countOfDays(days)} old.`;
}

// How to replace a key of this origin.
export function rotationWords(source: string): string {
  if (source === "file") {
    return "A key in the accounts file is replaced there, the older of the two first; then send the server SIGHUP.";
  }
  if (source === "development") {
    return "The development key cannot be replaced: give the server an account with a key of its own.";
  }
  return "A key from an option or a variable is replaced by starting the server anew; one in an accounts file needs no restart.";
}

const renewalOfGiven = "Put a new one in its place and send the server SIGHUP.";
const renewalOfOwn =
  "If the server made it (--tls-self-signed), start the server again, which renews it; " +
  "if not, put a new one in its place and send SIGHUP.";

export interface CertificateState {
  readonly text: string;
  readonly isWarning: boolean;
}

export function certificateState(tls: TlsInfo, now: number): CertificateState {
  const days = Math.floor((millisecondsOf(tls.not_after) - now) / day);
  const renewal = tls.self_signed ? renewalOfOwn : renewalOfGiven;
  const isOver = millisecondsOf(tls.not_after) <= now;
  if (isOver) return { text: `It has ended: clients refuse it. ${renewal}`, isWarning: true };
  if (days < warningDays) return { text: `It ends in ${countOfDays(days)}. ${renewal}`, isWarning: true };
  return { text: `It is good for ${days} more days.`, isWarning: false };
}
