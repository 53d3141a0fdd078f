import type { ComponentChildren } from "preact";
import type { AccessPolicy } from "../../api/access_policies.ts";
import { momentText } from "../../app/moments.ts";
import { timeZone } from "../../app/preferences.ts";
import { millisecondsOf } from "../../app/service_date.ts";
import { Menu } from "../../components/menu.tsx";
import { Data } from "../../components/text.tsx";
import { entityActs } from "./permissions.ts";

interface PolicyListProps {
  readonly policies: readonly AccessPolicy[];
  readonly onChange: (policy: AccessPolicy) => void;
  readonly onRemove: (policy: AccessPolicy) => void;
}

const bySignature = <span class="faint">as the signature says</span>;

function moment(text: string): ComponentChildren {
  return text === "" ? bySignature : momentText(millisecondsOf(text), timeZone.value);
}

export function PolicyList({ policies, onChange, onRemove }: PolicyListProps) {
  return (
    <div class="scroller">
      <table class="list">
        <thead>
          <tr>
            <th scope="col">Policy</th>
            <th scope="col">Allows</th>
            <th scope="col">Start</th>
            <th scope="col">Expiry</th>
            <th>
              <span class="offscreen">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {policies.map((policy) => (
            <tr key={policy.id}>
              <td data-label="Policy">
                <strong>
                  <Data>{policy.id}</Data>
                </strong>
              </td>
              <td data-label="Allows">
                {policy.permissions === "" ? bySignature : `${entityActs(policy.permissions)} entities`}
              </td>
              <td data-label="Start">{moment(policy.start)}</td>
              <td data-label="Expiry">
                {moment(policy.expiry)}
                {policy.expiry !== "" && millisecondsOf(policy.expiry) <= Date.now() && (
                  <strong class="over"> (over)</strong>
                )}
              </td>
              <td class="row-actions">
                <Menu
                  label={`Actions on ${policy.id}`}
                  icon="more"
                  items={[
                    { label: "Change…", icon: "edit", run: () => onChange(policy) },
                    { label: "Remove…", icon: "trash", danger: true, run: () => onRemove(policy) },
                  ]}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
