// A call with a shared access signature instead of the key, to see what its holder would.

import { useState } from "preact/hooks";
import { tablePath } from "../../api/addresses.ts";
import { type Call, send, ServiceError } from "../../api/call.ts";
import type { SasFields } from "../../api/shared_access.ts";
import { Button } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";
import { ErrorNote } from "../../components/notes.tsx";
import { Code, Data } from "../../components/text.tsx";

interface SasTestProps {
  readonly account: string;
  readonly table: string; // empty: there is none to read
  readonly fields: SasFields;
  readonly mayQuery: boolean;
}

type Outcome = { readonly status: number; readonly rows: number } | { readonly error: Error };

function callOf(account: string, table: string, fields: SasFields): Call {
  return {
    method: "GET",
    path: `${tablePath(account, table)}()`,
    query: new Map([["$top", "1"], ...fields]),
    headers: { Accept: "application/json;odata=nometadata" },
  };
}

async function run(account: string, table: string, fields: SasFields): Promise<Outcome> {
  try {
    const { status, body } = await send(callOf(account, table, fields), { kind: "none" });
    return { status, rows: (JSON.parse(body) as { value: readonly unknown[] }).value.length };
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }
}

export function SasTest({ account, table, fields, mayQuery }: SasTestProps) {
  const [outcome, setOutcome] = useState<Outcome>();
  const [isRunning, setIsRunning] = useState(false);
  if (table === "") return <p class="faint">There is no table to test it on.</p>;
  const test = (): void => {
    setIsRunning(true);
    void run(account, table, fields).then((result) => {
      setOutcome(result);
      setIsRunning(false);
    });
  };
  return (
    <div class="sas-test">
      <div class="sas-test-call">
        <Button disabled={isRunning} onClick={test}>
          Test call
        </Button>
        <Code>
          GET {table}()?$top=1
        </Code>
      </div>
      {!mayQuery && <p class="hint">The signature may not query entities: the service will refuse this call.</p>}
      {outcome && <Answer table={table} outcome={outcome} />}
    </div>
  );
}

function Answer({ table, outcome }: { readonly table: string; readonly outcome: Outcome }) {
  if ("error" in outcome) {
    const status = outcome.error instanceof ServiceError ? outcome.error.status : 0;
    return <ErrorNote title={status === 0 ? "No answer" : `Refused: ${status}`} error={outcome.error} />;
  }
  return (
    <p class="sas-answer" role="status">
      <Icon name="check" />
      <span>
        {outcome.status}: the signature reads <Data>{table}</Data>
        {outcome.rows === 0 ? ", where it found no entity." : "."}
      </span>
    </p>
  );
}
