// Making a shared access signature: the form, and beside it what the signature allows.

import { useEffect, useState } from "preact/hooks";
import type { AccessPolicy } from "../../api/access_policies.ts";
import type { Credentials } from "../../api/call.ts";
import type { TablesClient } from "../../api/tables.ts";
import { useLoad } from "../../app/load.ts";
import { route, setOptions } from "../../app/router.ts";
import { SelectField } from "../../components/choices.tsx";
import { ErrorNote, Loading } from "../../components/notes.tsx";
import { chosenTable } from "./chosen_table.ts";
import { KeyRangeFields, OriginFields, PermissionFields, TimeFields } from "./sas_fields.tsx";
import { type SasForm, problemsOf } from "./sas_form.ts";
import { SasResult } from "./sas_result.tsx";

interface SasSectionProps {
  readonly client: TablesClient;
  readonly credentials: Credentials;
  readonly form: SasForm;
  readonly onForm: (form: SasForm) => void;
}

export function SasSection(props: SasSectionProps) {
  const { client, form, onForm } = props;
  const { value: tables, error, reload } = useLoad((signal) => client.listTables(signal), []);
  useEffect(() => onForm({ ...form, changed: Date.now() }), []);
  if (tables) return <SasMaker {...props} tables={tables} />;
  if (error) return <ErrorNote title="The tables could not be listed." error={error} onRetry={reload} />;
  return <Loading what="the tables" />;
}

interface SasMakerProps extends SasSectionProps {
  readonly tables: readonly string[];
}

function SasMaker({ client, credentials, form: kept, onForm, tables }: SasMakerProps) {
  const now = useNow();
  const table = chosenTable(tables, route.value.options.get("table"));
  const form: SasForm = table === "" ? { ...kept, scope: "account" } : kept;
  const isAccount = form.scope === "account";
  const policies = useLoad(
    (signal) => (table === "" ? Promise.resolve([]) : client.policies(table, signal)),
    [table],
  );
  const policy = isAccount ? undefined : policies.value?.find((each) => each.id === form.policy);
  const change = (fields: Partial<SasForm>): void => onForm({ ...form, ...fields, changed: Date.now() });
  const chooseTable = (name: string): void => {
    change(name === "" ? { scope: "account" } : { scope: "table", policy: "" });
    if (name !== "") setOptions({ table: name });
  };
  const problems = problemsOf(form, policy, now);
  const fields = { form, problems, policy, onChange: change };
  return (
    <div class="sas">
      <form class="card sas-form" onSubmit={(event) => event.preventDefault()} aria-label="Shared access signature">
        <SelectField
          label="For"
          value={isAccount ? "" : table}
          options={[
            ...tables.map((name) => ({ value: name, label: name })),
            { value: "", label: "The whole account" },
          ]}
          onChange={chooseTable}
        />
        {!isAccount && <PolicyChoice policies={policies.value ?? []} form={form} onChange={change} />}
        {policies.error && (
          <ErrorNote
            title={`The access policies of ${table} could not be read.`}
            error={policies.error}
            onRetry={policies.reload}
          />
        )}
        <PermissionFields {...fields} />
        <TimeFields {...fields} />
        <OriginFields {...fields} />
        {!isAccount && <KeyRangeFields {...fields} />}
      </form>
      <SasResult {...{ credentials, form, policy, problems }} table={table} />
    </div>
  );
}

// Shows again now and then, so that a signature which ends meanwhile is said to have ended.
function useNow(): number {
  const [, setRound] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setRound((round) => round + 1), 15_000);
    return () => clearInterval(timer);
  }, []);
  return Date.now();
}

interface PolicyChoiceProps {
  readonly policies: readonly AccessPolicy[];
  readonly form: SasForm;
  readonly onChange: (change: Partial<SasForm>) => void;
}

function PolicyChoice({ policies, form, onChange }: PolicyChoiceProps) {
  return (
    <SelectField
      label="Access policy"
      value={policies.some((each) => each.id === form.policy) ? form.policy : ""}
      options={[
        { value: "", label: policies.length === 0 ? "None: the table has no access policy" : "None" },
        ...policies.map(({ id }) => ({ value: id, label: id })),
      ]}
      onChange={(policy) => onChange({ policy })}
      hint="What becomes of the policy becomes of the signature: changing it changes, removing it ends it."
    />
  );
}
