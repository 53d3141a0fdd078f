// The whole window: the bar, the page, and what lies over it.

import { useEffect, useState } from "preact/hooks";
import { ErrorNote, Loading } from "../components/notes.tsx";
import { Toasts } from "../components/toasts.tsx";
import { SignInPage } from "../pages/sign_in/sign_in_page.tsx";
import { Bar } from "./bar.tsx";
import { Help } from "./help.tsx";
import { type Page, pages } from "./pages.ts";
import { go, href, route, showAccount } from "./router.ts";
import { account, connect, connection } from "./session.ts";
import { useShortcuts } from "./shortcuts.ts";

export function currentPage(): Page {
  const { page: name, table } = route.value;
  const found = pages.find((page) => page.name === name && page.aboutTable === (table !== ""));
  return found ?? (pages[0] as Page);
}

export function App() {
  const [isHelpShown, setIsHelpShown] = useState(false);
  useEffect(() => void connect(), []);
  const shownAccount = account.value;
  useEffect(() => {
    if (shownAccount !== "") showAccount(shownAccount);
  }, [shownAccount, route.value.account]);
  const page = currentPage();
  const { table } = route.value;
  useEffect(() => {
    document.title = table === "" ? `${page.title} · Rowhouse` : `${table} · ${page.title} · Rowhouse`;
  }, [page, table]);
  useShortcuts([
    { keys: "?", about: "This help", run: () => setIsHelpShown(true) },
    ...pages
      .filter((each) => !each.aboutTable || table !== "")
      .map((each) => ({
        keys: each.shortcut,
        about: each.aboutTable ? `${each.title} this table` : `Go to ${each.title.toLowerCase()}`,
        run: () => go(href(each.name, each.aboutTable ? table : "")),
      })),
  ]);
  return (
    <>
      <a class="skip" href="#main" onClick={skipToMain}>
        Skip to the content
      </a>
      <Bar page={page} onHelp={() => setIsHelpShown(true)} />
      <main id="main" tabIndex={-1}>
        <Content page={page} table={table} />
      </main>
      <Toasts />
      {isHelpShown && <Help onClose={() => setIsHelpShown(false)} />}
    </>
  );
}

function skipToMain(event: Event): void {
  event.preventDefault();
  document.getElementById("main")?.focus();
}

function Content({ page, table }: { readonly page: Page; readonly table: string }) {
  const now = connection.value;
  if (now.state === "connecting") return <Loading what="the server's accounts" />;
  if (now.state === "sign-in") return <SignInPage reason={now.reason} />;
  if (now.state === "failed") {
    const retry = (): void => void connect();
    return <ErrorNote title="The server cannot be asked." error={new Error(now.reason)} onRetry={retry} />;
  }
  const Component = page.component;
  return <Component key={`${account.value}/${page.name}/${table}`} account={account.value} table={table} />;
}
