import { formatClock } from "../../app/clock.ts";
import { millisecondsOf } from "../../app/service_date.ts";
import { Data } from "../../components/text.tsx";
import { formatMilliseconds } from "../server/chart_specs.ts";
import { RequestDetails } from "./request_details.tsx";
import type { LoggedRequest } from "./request_json.ts";

const columns = ["Time", "Status", "Method", "Path", "Code", "Took", "Client"] as const;

interface RequestTableProps {
  readonly requests: readonly LoggedRequest[];
  readonly open: string; // the id of the one whose details are shown; empty: none
  readonly onOpen: (id: string) => void;
}

export function RequestTable({ requests, open, onOpen }: RequestTableProps) {
  return (
    <table class="requests">
      <thead>
        <tr>
          {columns.map((title) => (
            <th key={title} scope="col" class={title === "Took" ? "number" : undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {requests.map((request) => {
          const isOpen = request.request_id === open;
          return [
            <RequestRow
              key={request.request_id}
              request={request}
              isOpen={isOpen}
              onToggle={() => onOpen(isOpen ? "" : request.request_id)}
            />,
            isOpen && (
              <tr key={`${request.request_id} details`} class="request-open">
                <td colSpan={columns.length}>
                  <RequestDetails request={request} />
                </td>
              </tr>
            ),
          ];
        })}
      </tbody>
    </table>
  );
}

interface RequestRowProps {
  readonly request: LoggedRequest;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function statusKind(status: number): string {
  if (status >= 500) return "broken";
  return status >= 400 ? "refused" : "done";
}

function RequestRow({ request, isOpen, onToggle }: RequestRowProps) {
  return (
    <tr class={`request${isOpen ? " request-is-open" : ""}`} onClick={onToggle}>
      <td class="request-time">
        <button
          type="button"
          class="request-toggle"
          aria-expanded={isOpen}
          aria-label={`Details of ${request.method} at ${formatClock(millisecondsOf(request.time))}`}
          onClick={(event) => {
            event.stopPropagation();
            onToggle();
          }}
        />
        {formatClock(millisecondsOf(request.time))}
      </td>
      <td>
        <span class={`status status-${statusKind(request.status)}`}>{request.status}</span>
      </td>
      <td class="mono">
        <Data>{request.method}</Data>
      </td>
      <td class="request-path mono">
        <Data>{request.path}</Data>
      </td>
      <td class="request-code">{request.code}</td>
      <td class="number">{formatMilliseconds(request.milliseconds)}</td>
      <td class="faint request-client">{request.client}</td>
    </tr>
  );
}
