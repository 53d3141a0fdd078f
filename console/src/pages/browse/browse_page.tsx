// The rows of one table: finding them, reading them, changing them.

import { useEffect, useMemo } from "preact/hooks";
import type { PageProps } from "../../app/pages.ts";
import { route } from "../../app/router.ts";
import { tables } from "../../app/session.ts";
import { KeyNeeded } from "../sign_in/key_needed.tsx";
import { Browser } from "./browser.tsx";
import { BrowseModel } from "./model.ts";

export function BrowsePage({ table }: PageProps) {
  const client = tables.value;
  const model = useMemo(() => client && new BrowseModel(client, table), [client, table]);
  const filter = route.value.options.get("filter") ?? "";
  useEffect(() => () => model?.close(), [model]);
  useEffect(() => model?.run(filter), [model, filter]);
  return model ? <Browser model={model} /> : <KeyNeeded what="Reading rows" />;
}
