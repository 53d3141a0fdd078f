// How often each error code was answered lately.

import { formatAge, formatCount } from "../../app/format.ts";
import { useLoad } from "../../app/load.ts";
import { href } from "../../app/router.ts";
import { admin } from "../../app/session.ts";
import { type FailureCount, countFailures } from "./failure_counts.ts";
import type { RequestList } from "../requests/request_json.ts";

const refreshMilliseconds = 5000;

export function Failures() {
  const { value } = useLoad(
    (signal) => admin.value.get<RequestList>("requests", { only: "failed" }, signal),
    [],
    refreshMilliseconds,
  );
  if (!value) return null;
  const counts = countFailures(value.requests);
  return (
    <section class="failures">
      <h2>Errors by code</h2>
      {counts.length === 0 ? (
        <p class="faint">No request has failed since the server started.</p>
      ) : (
        <FailureTable counts={counts} total={value.requests.length} />
      )}
    </section>
  );
}

function FailureTable({ counts, total }: { readonly counts: readonly FailureCount[]; readonly total: number }) {
  return (
    <>
      <p class="faint">Of the last {formatCount(total)} requests that failed; the server keeps 500.</p>
      <table class="failure-table">
        <thead class="offscreen">
          <tr>
            <th>Code</th>
            <th>Status</th>
            <th>Share</th>
            <th>Count</th>
            <th>Last</th>
          </tr>
        </thead>
        <tbody>
          {counts.map((each) => (
            <tr key={`${each.status} ${each.code}`}>
              <th scope="row">
                <a href={href("requests", "", { failed: "1", text: each.code })}>{each.code}</a>
              </th>
              <td class="number">{each.status}</td>
              <td class="failure-share">
                <div style={{ width: `${(each.count / total) * 100}%` }} />
              </td>
              <td class="number">{formatCount(each.count)}</td>
              <td class="faint number">{formatAge(each.last)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
