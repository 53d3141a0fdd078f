// A shared access signature: what it allows, its forms, and a test. It stays on this page: no address and no storage
// of the browser gets it.

import type { AccessPolicy } from "../../api/access_policies.ts";
import type { Credentials } from "../../api/call.ts";
import { printToken, sasConnectionString, sasUrl, signSas } from "../../api/shared_access.ts";
import { momentText } from "../../app/moments.ts";
import { timeZone } from "../../app/preferences.ts";
import { CopyLine } from "../../components/copy.tsx";
import { Warning } from "../../components/notes.tsx";
import { Sentence } from "../../components/text.tsx";
import { type Problems, type SasForm, hasProblem, sasOf, termsOf } from "./sas_form.ts";
import { SasTest } from "./sas_test.tsx";
import { mayQuery, sasWarnings, sasWords } from "./sas_words.ts";

interface SasResultProps {
  readonly credentials: Credentials;
  readonly form: SasForm;
  readonly table: string; // which the test reads, also of an account's signature; empty: there is none
  readonly policy: AccessPolicy | undefined;
  readonly problems: Problems;
}

export function SasResult({ credentials, form, table, policy, problems }: SasResultProps) {
  const terms = termsOf(form, policy);
  const { account } = credentials;
  if (hasProblem(problems)) {
    return (
      <section class="card sas-result" aria-label="The signature">
        <h2>The signature</h2>
        <p role="status">
          There is none yet: {Object.values(problems).find((problem) => problem !== undefined)}
        </p>
      </section>
    );
  }
  const ofTable = form.scope === "table" ? table : "";
  const fields = signSas(credentials, sasOf(form, table, policy));
  const token = printToken(fields);
  const words = sasWords(form, table, policy, terms, (time) => momentText(time, timeZone.value));
  return (
    <section class="card sas-result" aria-label="The signature">
      <h2>The signature</h2>
      <p class="sas-words">
        <Sentence words={words} />
      </p>
      {sasWarnings(form, policy, terms, location.origin).map((warning) => (
        <Warning key={warning}>{warning}</Warning>
      ))}
      <Form title="URL" what="the URL" text={sasUrl(location.origin, account, ofTable, token)} />
      <Form title="SAS token" what="the SAS token" text={token} />
      <Form
        title="Connection string, for SDKs"
        what="the connection string"
        text={sasConnectionString(location.origin, account, token)}
      />
      <SasTest key={token} account={account} table={table} fields={fields} mayQuery={mayQuery(form, terms)} />
    </section>
  );
}

function Form({ title, what, text }: { readonly title: string; readonly what: string; readonly text: string }) {
  return (
    <div class="sas-line">
      <h3>{title}</h3>
      <CopyLine what={what} text={text} />
    </div>
  );
}
