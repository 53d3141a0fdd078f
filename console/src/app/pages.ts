// The pages of the console. A new one is a folder in pages/ and an entry here.

import type { ComponentType } from "preact";
import { AccessPage } from "../pages/access/access_page.tsx";
import { BrowsePage } from "../pages/browse/browse_page.tsx";
import { HeatPage } from "../pages/heat/heat_page.tsx";
import { RequestsPage } from "../pages/requests/requests_page.tsx";
import { ServerPage } from "../pages/server/server_page.tsx";
import { TablesPage } from "../pages/tables/tables_page.tsx";

export interface Page {
  readonly name: string; // in the address
  readonly title: string;
  readonly shortcut: string; // see shortcuts.ts
  readonly aboutTable: boolean; // is about one table, and a tab beside the others of the table
  readonly component: ComponentType<PageProps>;
}

export interface PageProps {
  readonly account: string;
  readonly table: string; // empty on pages about no table
}

export const pages: readonly Page[] = [
  { name: "tables", title: "Tables", shortcut: "g t", aboutTable: false, component: TablesPage },
  { name: "browse", title: "Browse", shortcut: "g b", aboutTable: true, component: BrowsePage },
  { name: "heat", title: "Heat", shortcut: "g h", aboutTable: true, component: HeatPage },
  { name: "requests", title: "Requests", shortcut: "g r", aboutTable: false, component: RequestsPage },
  { name: "server", title: "Server", shortcut: "g s", aboutTable: false, component: ServerPage },
  { name: "access", title: "Access", shortcut: "g a", aboutTable: false, component: AccessPage },
];
