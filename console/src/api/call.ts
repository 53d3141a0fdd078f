// One call to the server that the console comes from.

import { ServiceError, isAbort, toServiceError, unreachable } from "./errors.ts";
import { sharedKey } from "./signing.ts";

export interface Credentials {
  readonly account: string;
  readonly key: string; // base64
}

// How a call identifies itself: signed, by the admin token, or not at all.
export type Identity =
  | { readonly kind: "signed"; readonly credentials: Credentials }
  | { readonly kind: "token"; readonly token: string }
  | { readonly kind: "none" };

export interface Call {
  readonly method: string;
  readonly path: string; // encoded
  readonly query?: ReadonlyMap<string, string> | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | undefined;
  readonly contentType?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

export function target(call: Call): string {
  const query = [...(call.query ?? [])].map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return call.path + (query.length > 0 ? `?${query.join("&")}` : "");
}

function authorization(call: Call, identity: Identity): Record<string, string> {
  if (identity.kind === "none") return {};
  if (identity.kind === "token") return { Authorization: `Bearer ${identity.token}` };
  const { account, key } = identity.credentials;
  const date = new Date().toUTCString();
  const { method, path, contentType } = call;
  const signature = sharedKey(account, key, { method, path, contentType, date, comp: call.query?.get("comp") });
  return { "x-ms-date": date, Authorization: signature };
}

// Throws ServiceError unless the answer is 2xx. An aborted call throws what fetch() throws.
export async function send(call: Call, identity: Identity): Promise<Answer> {
  const init: RequestInit = {
    method: call.method,
    headers: {
      ...call.headers,
      ...(call.contentType === undefined ? {} : { "Content-Type": call.contentType }),
      ...authorization(call, identity),
    },
    cache: "no-store",
    credentials: "omit",
    redirect: "error",
    referrerPolicy: "no-referrer",
  };
  if (call.body !== undefined) init.body = new Blob([call.body]);
  if (call.signal) init.signal = call.signal;
  let response: Response;
  let body: string;
  try {
    response = await fetch(target(call), init);
    body = await response.text();
  } catch (error) {
    if (isAbort(error)) throw error;
    throw unreachable();
  }
  if (!response.ok) throw toServiceError(response.status, body);
  return { status: response.status, headers: response.headers, body };
}

export { ServiceError };
