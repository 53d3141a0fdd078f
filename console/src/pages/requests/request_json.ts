// The answer of GET /_rowhouse/requests, latest first. The server has masked keys, signatures and tokens.

export interface LoggedRequest {
  readonly time: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly client: string;
  readonly request_id: string;
  readonly account?: string; // absent: the request named none that exists
  readonly code?: string;
  readonly reason?: string;
  readonly string_to_sign?: string; // what the server signed, if it got another signature
}

export interface RequestList {
  readonly requests: readonly LoggedRequest[];
}
