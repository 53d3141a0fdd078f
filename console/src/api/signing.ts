// Shared Key signatures. Made without crypto.subtle, which pages from plain HTTP on other machines lack.

import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";

export const developmentAccount = "devstoreaccount1";
// Published with the protocol; whoever has it may open what listens on loopback only.
export const developmentKey =
  "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

// Throws if `text` is not base64.
export function bytesFromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

export function base64FromBytes(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

export function isAccountKey(text: string): boolean {
  try {
    return bytesFromBase64(text).length > 0;
  } catch {
    return false;
  }
}

const encoder = new TextEncoder();

// Returns base64(HMAC-SHA256(key, text)), the key being in base64, too.
export function sign(key: string, text: string): string {
  return base64FromBytes(hmac(sha256, bytesFromBase64(key), encoder.encode(text)));
}

export interface Signed {
  readonly method: string;
  readonly path: string; // still encoded, without the query
  readonly contentType?: string | undefined;
  readonly comp?: string | undefined;
  readonly date: string; // of the header x-ms-date
}

// Returns the value of the header Authorization.
export function sharedKey(account: string, key: string, request: Signed): string {
  const resource = `/${account}${request.path}${request.comp === undefined ? "" : `?comp=${request.comp}`}`;
  const text = [request.method, "", request.contentType ?? "", request.date, resource].join("\n");
  return `SharedKey ${account}:${sign(key, text)}`;
}
