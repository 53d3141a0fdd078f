// The stored access policies of a table.

import { useState } from "preact/hooks";
import { type AccessPolicy, policiesMax } from "../../api/access_policies.ts";
import type { TablesClient } from "../../api/tables.ts";
import { useLoad } from "../../app/load.ts";
import { route, setOptions } from "../../app/router.ts";
import { Button } from "../../components/button.tsx";
import { SelectField } from "../../components/choices.tsx";
import { Empty, ErrorNote, Loading } from "../../components/notes.tsx";
import { tell } from "../../components/toasts.tsx";
import { chosenTable } from "./chosen_table.ts";
import { PolicyDialog } from "./policy_dialog.tsx";
import { PolicyList } from "./policy_list.tsx";
import { RemovePolicy } from "./remove_policy.tsx";
import { writeUnlessChanged } from "./write_unless_changed.ts";

export function PoliciesSection({ client }: { readonly client: TablesClient }) {
  const { value: tables, error, reload } = useLoad((signal) => client.listTables(signal), []);
  if (error) return <ErrorNote title="The tables could not be listed." error={error} onRetry={reload} />;
  if (!tables) return <Loading what="the tables" />;
  const table = chosenTable(tables, route.value.options.get("table"));
  if (table === "") {
    return (
      <Empty title="There are no tables yet">
        <p>An access policy is one of a table: create the table first.</p>
      </Empty>
    );
  }
  return (
    <div class="access-body">
      <div class="policy-table">
        <SelectField
          label="Table"
          value={table}
          options={tables.map((name) => ({ value: name, label: name }))}
          onChange={(name) => setOptions({ table: name })}
        />
      </div>
      <Policies key={table} client={client} table={table} />
    </div>
  );
}

type Asked = { readonly what: "add" } | { readonly what: "change" | "remove"; readonly policy: AccessPolicy };

function Policies({ client, table }: { readonly client: TablesClient; readonly table: string }) {
  const { value: policies, error, reload } = useLoad((signal) => client.policies(table, signal), []);
  const [asked, setAsked] = useState<Asked>();
  const close = (): void => setAsked(undefined);
  if (!policies) {
    const title = `The access policies of ${table} could not be read.`;
    return error ? <ErrorNote title={title} error={error} onRetry={reload} /> : <Loading what="the access policies" />;
  }
  const save = async (next: readonly AccessPolicy[], done: string): Promise<void> => {
    const write = () => client.setPolicies(table, next);
    const read = () => client.policies(table);
    await writeUnlessChanged({ what: `the access policies of ${table}`, seen: policies, read, write }).finally(reload);
    close();
    tell(done);
  };
  const isFull = policies.length >= policiesMax;
  return (
    <>
      <div class="section-head">
        <p class="faint">
          Signatures that name a policy take from it what they do not say themselves. A change is in force for all of
          them as soon as it is saved; the cloud takes up to 30 seconds.
        </p>
        <Button icon="add" kind="primary" disabled={isFull} onClick={() => setAsked({ what: "add" })}>
          Add a policy
        </Button>
      </div>
      {isFull && <p class="hint">A table has at most {policiesMax} access policies.</p>}
      {policies.length === 0 ? (
        <p class="faint no-match">The table has no access policies.</p>
      ) : (
        <PolicyList
          policies={policies}
          onChange={(policy) => setAsked({ what: "change", policy })}
          onRemove={(policy) => setAsked({ what: "remove", policy })}
        />
      )}
      {asked && asked.what !== "remove" && (
        <PolicyDialog
          policies={policies}
          before={asked.what === "change" ? asked.policy : undefined}
          onSave={save}
          onClose={close}
        />
      )}
      {asked?.what === "remove" && (
        <RemovePolicy table={table} policies={policies} policy={asked.policy} onSave={save} onClose={close} />
      )}
    </>
  );
}
