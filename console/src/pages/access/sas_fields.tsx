// The fields of the form for a shared access signature.

import { useState } from "preact/hooks";
import type { AccessPolicy } from "../../api/access_policies.ts";
import { isoOfMoment } from "../../app/moments.ts";
import { listed } from "../../app/words.ts";
import { Check, CheckGroup, MomentField, SelectField } from "../../components/choices.tsx";
import { Field } from "../../components/field.tsx";
import { accountLetters, idleLetters, kindLetters, tableLetters } from "./permissions.ts";
import type { Life, Problems, SasForm } from "./sas_form.ts";

export interface SasFieldsProps {
  readonly form: SasForm;
  readonly problems: Problems;
  readonly policy: AccessPolicy | undefined; // which the form names
  readonly onChange: (change: Partial<SasForm>) => void;
}

export function PermissionFields({ form, problems, policy, onChange }: SasFieldsProps) {
  if (form.scope === "table") {
    if (policy?.permissions) return <SetByPolicy what="What it allows" />;
    return (
      <CheckGroup
        legend="It may, with entities"
        options={tableLetters}
        chosen={[...form.tableLetters]}
        onChange={(chosen) => onChange({ tableLetters: chosen.join("") })}
        hint="Upserts (insert or replace, insert or merge) need add and update."
        problem={problems.tableLetters}
      />
    );
  }
  const idle = idleLetters(form.kinds, form.accountLetters);
  return (
    <>
      <CheckGroup
        legend="Resources of the Table service"
        options={kindLetters}
        chosen={[...form.kinds]}
        onChange={(chosen) => onChange({ kinds: chosen.join("") })}
        hint="Service: the service properties. Tables: their list. Entities: what is in them."
        problem={problems.kinds}
      />
      <CheckGroup
        legend="It may"
        options={accountLetters}
        chosen={[...form.accountLetters]}
        onChange={(chosen) => onChange({ accountLetters: chosen.join("") })}
        hint={
          idle.length > 0 && form.kinds !== ""
            ? `With these resources, ${listed(idle)} ${idle.length === 1 ? "allows" : "allow"} nothing.`
            : "Tables: list, create, write, delete. Entities: read, add, update, delete. Service: read, write."
        }
        problem={problems.accountLetters}
      />
    </>
  );
}

function SetByPolicy({ what }: { readonly what: string }) {
  return <p class="faint set-by-policy">{what}: set by the access policy.</p>;
}

const lifeOptions: readonly { readonly value: Life; readonly label: string }[] = [
  { value: "hour", label: "1 hour from now" },
  { value: "day", label: "1 day from now" },
  { value: "week", label: "7 days from now" },
  { value: "own", label: "At…" },
];

const startHint = "At once: no begin is written, as rowhouse sas does, so that clocks which differ refuse nobody.";

export function TimeFields({ form, problems, policy, onChange }: SasFieldsProps) {
  return (
    <div class="field-pair">
      {policy?.start ? <SetByPolicy what="When it begins" /> : <StartField {...{ form, problems, policy, onChange }} />}
      {policy?.expiry ? <SetByPolicy what="When it ends" /> : <EndField {...{ form, problems, policy, onChange }} />}
    </div>
  );
}

function StartField({ form, problems, onChange }: SasFieldsProps) {
  const choose = (value: string): void =>
    onChange({ startsAtOnce: value === "once", start: form.start ?? form.changed });
  return (
    <div class="field-stack">
      <SelectField
        label="Begins"
        value={form.startsAtOnce ? "once" : "own"}
        options={[
          { value: "once", label: "At once" },
          { value: "own", label: "At…" },
        ]}
        onChange={choose}
        {...(form.startsAtOnce ? { hint: startHint } : {})}
      />
      {!form.startsAtOnce && (
        <MomentField
          label="Begin"
          value={form.start}
          onInput={(start) => onChange({ start })}
          problem={problems.start}
          hint={<UtcOf time={form.start} />}
        />
      )}
    </div>
  );
}

function EndField({ form, problems, onChange }: SasFieldsProps) {
  const isOwn = form.life === "own";
  return (
    <div class="field-stack">
      <SelectField
        label="Ends"
        value={form.life}
        options={lifeOptions}
        onChange={(life) => onChange({ life: life as Life, expiry: form.expiry ?? form.changed + 3_600_000 })}
        {...(isOwn ? {} : { hint: problems.expiry ?? "Now is when this form was last changed." })}
      />
      {isOwn && (
        <MomentField
          label="End"
          value={form.expiry}
          onInput={(expiry) => onChange({ expiry })}
          problem={problems.expiry}
          hint={<UtcOf time={form.expiry} />}
        />
      )}
    </div>
  );
}

const UtcOf = ({ time }: { readonly time: number | undefined }) => <>{time === undefined ? "" : isoOfMoment(time)}</>;

const keyFields = [
  { name: "fromPartition", label: "First PartitionKey" },
  { name: "fromRow", label: "First RowKey in it" },
  { name: "toPartition", label: "Last PartitionKey" },
  { name: "toRow", label: "Last RowKey in it" },
] as const;

export function KeyRangeFields({ form, problems, onChange }: SasFieldsProps) {
  const [isOpenAtFirst] = useState(() => keyFields.some(({ name }) => form[name] !== ""));
  return (
    <details class="sas-more" open={isOpenAtFirst}>
      <summary>Only a range of keys</summary>
      <div class="field-pair">
        {keyFields.map(({ name, label }) => (
          <Field
            key={name}
            label={label}
            value={form[name]}
            onInput={(text) => onChange({ [name]: text })}
            problem={problems[name]}
            mono
          />
        ))}
      </div>
      <p class="hint">Both ends are inclusive and whole: up to m has m, but not ma. Empty: no bound.</p>
    </details>
  );
}

export function OriginFields({ form, problems, onChange }: SasFieldsProps) {
  return (
    <div class="field-pair">
      <Field
        label="Only from the address"
        value={form.addresses}
        onInput={(text) => onChange({ addresses: text.trim() })}
        placeholder="any"
        hint="10.0.0.7 or 10.0.0.1-10.0.0.9. A client that comes over IPv6 is in no range."
        problem={problems.addresses}
        mono
      />
      <div class="field">
        <span class="label">Transport</span>
        <Check label="HTTPS only" checked={form.httpsOnly} onChange={(httpsOnly) => onChange({ httpsOnly })} />
      </div>
    </div>
  );
}
