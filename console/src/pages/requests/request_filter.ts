// Which requests are shown.

import type { LoggedRequest } from "./request_json.ts";

export interface RequestFilter {
  readonly status: string; // "4xx", "403", or empty for all
  readonly text: string; // in any of the texts of a request, in any case
}

export const statusClass = (status: number): string => `${Math.floor(status / 100)}xx`;

// Returns the statuses that can be chosen: the classes that there are, each with its statuses.
export function statusChoices(requests: readonly LoggedRequest[], chosen: string): string[] {
  const statuses = [...new Set(requests.map(({ status }) => status))];
  const found = new Set(statuses.flatMap((status) => [statusClass(status), String(status)]));
  if (chosen !== "") found.add(chosen);
  return [...found].sort((a, b) => a.replace("xx", "").localeCompare(b.replace("xx", "")));
}

// A path as its sender meant it.
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function has(request: LoggedRequest, text: string): boolean {
  const { method, path, code = "", reason = "", client, request_id: id, account = "" } = request;
  const texts = [method, path, decodePath(path), String(request.status), code, reason, client, id, account];
  return texts.some((each) => each.toLowerCase().includes(text));
}

export function filterRequests(requests: readonly LoggedRequest[], filter: RequestFilter): LoggedRequest[] {
  const text = filter.text.trim().toLowerCase();
  const hasStatus = ({ status }: LoggedRequest): boolean =>
    ["", String(status), statusClass(status)].includes(filter.status);
  return requests.filter((request) => hasStatus(request) && (text === "" || has(request, text)));
}
