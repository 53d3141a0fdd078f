import type { ComponentChildren } from "preact";
import { formatDate } from "../../app/format.ts";
import { Data } from "../../components/text.tsx";
import { decodePath } from "./request_filter.ts";
import type { LoggedRequest } from "./request_json.ts";
import { SignedText } from "./signed_text.tsx";

// Everything that the server knows about a request.
export function RequestDetails({ request }: { readonly request: LoggedRequest }) {
  const { reason, string_to_sign: signed } = request;
  const decoded = decodePath(request.path);
  const facts: [string, ComponentChildren][] = [
    ["Time", formatDate(request.time)],
    ["Path", <Data mono>{request.path}</Data>],
    ...(decoded === request.path ? [] : [["Decoded", <Data mono>{decoded}</Data>] as [string, ComponentChildren]]),
    ["Account", request.account === undefined ? <span class="faint">none</span> : <Data>{request.account}</Data>],
    ["Client", <Data mono>{request.client}</Data>],
    ["Request id", <Data mono>{request.request_id}</Data>],
  ];
  return (
    <div class="request-details">
      {reason !== undefined && (
        <p class="request-reason">
          <strong>
            {request.status} {request.code}
          </strong>
          {": "}
          <bdi dir="auto">{reason}</bdi>
        </p>
      )}
      {signed !== undefined && <SignedText text={signed} />}
      <dl class="request-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
