// The bar at the top: where one is, where one can go, and the choices that hold everywhere.

import { Button } from "../components/button.tsx";
import { Mark, type IconName } from "../components/icon.tsx";
import { Data } from "../components/text.tsx";
import { type Page, pages } from "./pages.ts";
import { type Theme, theme, timeZone } from "./preferences.ts";
import { go, href, printRoute, route } from "./router.ts";
import { account, connection, hasCredentials, signOut } from "./session.ts";

export function Bar({ page, onHelp }: { readonly page: Page; readonly onHelp: () => void }) {
  const { table } = route.value;
  const isOpen = connection.value.state === "open";
  return (
    <header class="bar">
      <a class="brand" href={href("tables")} aria-label="Rowhouse: all tables">
        <Mark />
        <span class="brand-name">Rowhouse</span>
      </a>
      {isOpen && (
        <nav class="nav" aria-label="Pages">
          {pages.filter((each) => !each.aboutTable).map((each) => (
            <NavLink key={each.name} to={each} isCurrent={each === page} table="" />
          ))}
        </nav>
      )}
      {isOpen && table !== "" && (
        <nav class="nav nav-table" aria-label="Pages of the table">
          <span class="nav-of">
            <Data>{table}</Data>
          </span>
          {pages.filter((each) => each.aboutTable).map((each) => (
            <NavLink key={each.name} to={each} isCurrent={each === page} table={table} />
          ))}
        </nav>
      )}
      <div class="bar-end">
        {isOpen && <AccountChoice />}
        <button
          type="button"
          class="button button-quiet"
          title="The time zone of dates"
          onClick={() => (timeZone.value = timeZone.value === "utc" ? "local" : "utc")}
        >
          {timeZone.value === "utc" ? "UTC" : "Local time"}
        </button>
        <ThemeChoice />
        <Button kind="quiet" icon="help" label="Help (?)" onClick={onHelp} />
        {hasCredentials.value && <Button kind="quiet" icon="out" label="Sign out" onClick={() => void signOut()} />}
      </div>
    </header>
  );
}

interface NavLinkProps {
  readonly to: Page;
  readonly isCurrent: boolean;
  readonly table: string;
}

function NavLink({ to, isCurrent, table }: NavLinkProps) {
  return (
    <a href={href(to.name, table)} {...(isCurrent ? { "aria-current": "page" as const } : {})}>
      {to.title}
    </a>
  );
}

function AccountChoice() {
  if (connection.value.state !== "open") return null;
  const names = connection.value.server.accounts.map((each) => each.account);
  if (names.length < 2) {
    return (
      <span class="account" title="Account">
        {account.value}
      </span>
    );
  }
  return (
    <select
      class="account"
      aria-label="Account"
      value={account.value}
      onChange={(event) => go(printRoute({ account: event.currentTarget.value, page: "tables" }))}
    >
      {names.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </select>
  );
}

const themes: readonly { readonly theme: Theme; readonly label: string; readonly icon: IconName }[] = [
  { theme: "system", label: "Colours of the system", icon: "system" },
  { theme: "light", label: "Light colours", icon: "sun" },
  { theme: "dark", label: "Dark colours", icon: "moon" },
];

function ThemeChoice() {
  const at = themes.findIndex((each) => each.theme === theme.value);
  const now = themes[at] ?? themes[0];
  const next = themes[(at + 1) % themes.length] ?? themes[0];
  if (!now || !next) return null;
  return <Button kind="quiet" icon={now.icon} label={now.label} onClick={() => (theme.value = next.theme)} />;
}
