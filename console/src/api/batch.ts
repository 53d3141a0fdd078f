// Entity group transactions: multipart/mixed out and back.

import { ServiceError, toServiceError } from "./errors.ts";

export const operationsMax = 100;

export interface Operation {
  readonly method: string;
  readonly url: string; // absolute
  readonly etag?: string | undefined;
  readonly body?: string | undefined;
}

function part(operation: Operation): string {
  const lines = [
    "Content-Type: application/http",
    "Content-Transfer-Encoding: binary",
    "",
    `${operation.method} ${operation.url} HTTP/1.1`,
    "Accept: application/json;odata=minimalmetadata",
    "Prefer: return-no-content",
  ];
  if (operation.etag !== undefined) lines.push(`If-Match: ${operation.etag}`);
  if (operation.body !== undefined) lines.push("Content-Type: application/json");
  return [...lines, "", operation.body ?? ""].join("\r\n");
}

export function printBatch(operations: readonly Operation[], boundary: string): string {
  const parts = operations.map((operation) => `--changeset_${boundary}\r\n${part(operation)}\r\n`);
  return (
    `--batch_${boundary}\r\nContent-Type: multipart/mixed; boundary=changeset_${boundary}\r\n\r\n` +
    `${parts.join("")}--changeset_${boundary}--\r\n--batch_${boundary}--\r\n`
  );
}

// The transaction was refused because of one of its operations.
export class BatchError extends ServiceError {
  readonly index: number; // of the operation; -1 if the answer does not say

  constructor(error: ServiceError) {
    const [, index, message] = /^(\d+):([\s\S]*)$/.exec(error.message) ?? [];
    super(error.status, error.code, message ?? error.message);
    this.index = index === undefined ? -1 : Number(index);
  }
}

// Throws BatchError if the answer to a batch has a part that failed.
export function checkBatchAnswer(body: string): void {
  const parts = body.split(/^HTTP\/1\.1 /m).slice(1);
  for (const text of parts) {
    const status = Number(text.slice(0, 3));
    if (status < 400) continue;
    const content = text.slice(text.indexOf("\r\n\r\n") + 4).split("\r\n--")[0] ?? "";
    throw new BatchError(toServiceError(status, content));
  }
}
