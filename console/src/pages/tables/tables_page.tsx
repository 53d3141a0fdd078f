// All tables of the account: what they hold, what they are asked, what is wrong with their keys.

import { useEffect, useRef, useState } from "preact/hooks";
import { useLoad } from "../../app/load.ts";
import { countOf, formatAge } from "../../app/format.ts";
import type { PageProps } from "../../app/pages.ts";
import { go, href, route, setOptions } from "../../app/router.ts";
import { admin } from "../../app/session.ts";
import { useShortcuts } from "../../app/shortcuts.ts";
import { Button } from "../../components/button.tsx";
import { ErrorNote, Loading } from "../../components/notes.tsx";
import { SearchField } from "../../components/search_field.tsx";
import { tell } from "../../components/toasts.tsx";
import { type Change, changesOf, withChanges } from "./changed_tables.ts";
import { CreateTable } from "./create_table.tsx";
import { DeleteTable } from "./delete_table.tsx";
import { FirstSteps } from "./first_steps.tsx";
import { TableList } from "./table_list.tsx";

const refreshMilliseconds = 5000;

type Asked = { readonly what: "create" } | { readonly what: "delete"; readonly table: string };

export function TablesPage({ account }: PageProps) {
  const list = useLoad((signal) => admin.value.tables(account, signal), [account], refreshMilliseconds);
  const [changes, setChanges] = useState<readonly Change[]>([]);
  const [asked, setAsked] = useState<Asked>();
  const search = useRef<HTMLInputElement>(null);
  const prefix = route.value.options.get("prefix") ?? "";
  useShortcuts([
    { keys: "/", about: "Filter the tables by the beginning of their names", run: () => search.current?.focus() },
    { keys: "c", about: "Create a table", run: () => setAsked({ what: "create" }) },
  ]);
  useEffect(() => {
    // The server measures for the first time: ask again soon.
    if (!list.error || list.value) return undefined;
    const timer = setTimeout(list.reload, 2000);
    return () => clearTimeout(timer);
  }, [list.error, list.value]);

  const changed = (table: string, exists: boolean): void => {
    setAsked(undefined);
    setChanges(changesOf(changes, { table, exists, at: Date.now() }));
    list.reload();
    tell(exists ? `Created ${table}` : `Deleted ${table}`);
  };
  if (!list.value) {
    return list.error ? (
      <ErrorNote title="The tables could not be listed." error={list.error} onRetry={list.reload} />
    ) : (
      <Loading what="the tables" />
    );
  }
  const tables = withChanges(list.value, changes, account);
  const shown = tables.filter((each) => each.table.toLowerCase().startsWith(prefix.toLowerCase()));
  return (
    <section class="tables-page">
      <h1 class="offscreen">Tables</h1>
      <div class="toolbar">
        <SearchField
          label="Tables whose names begin with"
          value={prefix}
          inputRef={search}
          onInput={(text) => setOptions({ prefix: text })}
          onEnter={() => shown[0] && go(href("browse", shown[0].table))}
        />
        <span class="faint toolbar-note" role="status">
          {prefix === "" ? countOf(tables.length, "table") : `${shown.length} of ${countOf(tables.length, "table")}`}
          <span class="wide-only"> · measured {formatAge(list.value.measured)}</span>
        </span>
        <Button icon="add" kind="primary" onClick={() => setAsked({ what: "create" })}>
          Create table
        </Button>
      </div>
      {list.error && <ErrorNote title="The figures are old." error={list.error} onRetry={list.reload} />}
      {tables.length === 0 ? (
        <FirstSteps account={account} />
      ) : (
        <TableList tables={shown} onDelete={(table) => setAsked({ what: "delete", table })} />
      )}
      {asked?.what === "create" && (
        <CreateTable onCreated={(name) => changed(name, true)} onClose={() => setAsked(undefined)} />
      )}
      {asked?.what === "delete" && (
        <DeleteTable
          table={asked.table}
          rows={tables.find((each) => each.table === asked.table)?.rows}
          onDeleted={() => changed(asked.table, false)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  );
}
