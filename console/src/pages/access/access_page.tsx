// Who may do what with the account, and what keeps its data: signatures, policies, service properties, backups, keys.

import { useEffect, useRef, useState } from "preact/hooks";
import type { PageProps } from "../../app/pages.ts";
import { printRoute, route } from "../../app/router.ts";
import { accountKey, tables } from "../../app/session.ts";
import { KeyNeeded } from "../sign_in/key_needed.tsx";
import { AccountsSection } from "./accounts_section.tsx";
import { BackupsSection } from "./backups_section.tsx";
import { PoliciesSection } from "./policies_section.tsx";
import { newForm } from "./sas_form.ts";
import { SasSection } from "./sas_section.tsx";
import { ServiceSection } from "./service_section.tsx";

const sections = [
  { name: "sas", title: "Shared access signature" },
  { name: "policies", title: "Access policies" },
  { name: "service", title: "Service properties" },
  { name: "backups", title: "Backups" },
  { name: "accounts", title: "Accounts and TLS" },
] as const;

type Section = (typeof sections)[number];

function sectionShown(): Section {
  const asked = route.value.options.get("section");
  return sections.find((each) => each.name === asked) ?? sections[0];
}

const addressOf = (section: Section): string =>
  printRoute({ ...route.value, options: new Map([...route.value.options, ["section", section.name]]) });

export function AccessPage({ account }: PageProps) {
  const shown = sectionShown();
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone they do not all fit.
    nav.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [shown]);
  return (
    <section class="access-page">
      <h1 class="offscreen">Access</h1>
      <nav ref={nav} class="sections" aria-label="Sections of Access">
        {sections.map((each) => (
          <a key={each.name} href={addressOf(each)} {...(each === shown ? { "aria-current": "page" as const } : {})}>
            {each.title}
          </a>
        ))}
      </nav>
      <SectionContent account={account} section={shown} />
    </section>
  );
}

function SectionContent({ account, section }: { readonly account: string; readonly section: Section }) {
  // Kept here, so that it is still filled in after a look at another section.
  const [form, setForm] = useState(() => newForm(Date.now()));
  const client = tables.value;
  const key = accountKey.value;
  if (section.name === "backups") return <BackupsSection account={account} />;
  if (section.name === "accounts") return <AccountsSection />;
  if (!client || key === undefined) return <KeyNeeded what={`“${section.title}”`} />;
  if (section.name === "policies") return <PoliciesSection client={client} />;
  if (section.name === "service") return <ServiceSection client={client} />;
  return <SasSection client={client} credentials={{ account, key }} form={form} onForm={setForm} />;
}
