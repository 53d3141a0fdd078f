// Why a call failed: what the server said, or that it could not be asked.

export class ServiceError extends Error {
  readonly status: number; // 0: there was no answer
  readonly code: string; // the service's word for it, such as "UpdateConditionNotSatisfied"

  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = "ServiceError";
    this.status = status;
    this.code = code;
  }
}

export const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === "AbortError";

export function unreachable(): ServiceError {
  return new ServiceError(
    0,
    "NoAnswer",
    "The server did not answer. Is rowhoused still running? The console tries again when you do.",
  );
}

// The service appends lines with the request's id and the time to a message.
function firstLine(message: string): string {
  return message.split("\nRequestId:")[0] ?? message;
}

interface ErrorBody {
  "odata.error"?: { code?: string; message?: { value?: string } | string };
  error?: { code?: string; message?: string };
}

// Reads the error of an answer in any of the forms that the server has: OData, admin, XML, plain text.
export function toServiceError(status: number, body: string): ServiceError {
  try {
    const parsed = JSON.parse(body) as ErrorBody;
    const error = parsed["odata.error"] ?? parsed.error;
    const message = typeof error?.message === "string" ? error.message : error?.message?.value;
    if (error?.code !== undefined) return new ServiceError(status, error.code, firstLine(message ?? error.code));
  } catch {
    // Not JSON.
  }
  const code = /<(?:m:)?code>([^<]*)</i.exec(body)?.[1];
  const message = /<(?:m:)?message[^>]*>([^<]*)</i.exec(body)?.[1];
  return new ServiceError(status, code ?? `Status${status}`, firstLine(message ?? body.trim()) || `Status ${status}`);
}

// Returns the position that a message about a filter names, in UTF-16 units.
export function positionIn(error: unknown): number | undefined {
  if (!(error instanceof ServiceError)) return undefined;
  const match = /at (?:position )?'?(\d+)'? in '/.exec(error.message);
  return match ? Number(match[1]) : undefined;
}
