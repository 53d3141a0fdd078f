// The last requests to the server, and why those were refused that were.

import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { formatCount } from "../../app/format.ts";
import { useLoad } from "../../app/load.ts";
import { route, setOptions } from "../../app/router.ts";
import { admin } from "../../app/session.ts";
import { useShortcuts } from "../../app/shortcuts.ts";
import { Button } from "../../components/button.tsx";
import { Empty, ErrorNote, Loading } from "../../components/notes.tsx";
import { SearchField } from "../../components/search_field.tsx";
import { filterRequests, statusChoices } from "./request_filter.ts";
import type { LoggedRequest, RequestList } from "./request_json.ts";
import { RequestTable } from "./request_table.tsx";

const refreshMilliseconds = 2000;
const shownFirst = 100;

export function RequestsPage() {
  const [isLive, setIsLive] = useState(true);
  const [open, setOpen] = useState("");
  const [isAllShown, setIsAllShown] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const options = route.value.options;
  const onlyFailed = options.has("failed");
  const filter = { status: options.get("status") ?? "", text: options.get("text") ?? "" };
  const { value, error, reload } = useLoad(
    (signal) => admin.value.get<RequestList>("requests", { only: onlyFailed ? "failed" : undefined }, signal),
    [onlyFailed],
    isLive && open === "" ? refreshMilliseconds : undefined, // what is read stays where it is
  );
  const toggleFailed = (): void => setOptions({ failed: onlyFailed ? "" : "1" });
  const toggleLive = (): void => {
    setIsLive(!isLive || open !== "");
    setOpen("");
  };
  useShortcuts([
    { keys: "/", about: "Search the requests", run: () => search.current?.focus() },
    { keys: "f", about: "Show only failed requests, or all", run: toggleFailed },
    { keys: "l", about: "Go on, or stop, reading requests", run: toggleLive },
  ]);
  const requests = value?.requests ?? [];
  const shown = filterRequests(requests, filter);
  return (
    <section class="requests-page">
      <h1 class="offscreen">Requests</h1>
      <div class="toolbar">
        <SearchField
          label="Path, code, reason, client or id"
          value={filter.text}
          inputRef={search}
          onInput={(text) => setOptions({ text })}
        />
        <Button pressed={onlyFailed} onClick={toggleFailed}>
          Only failed
        </Button>
        <StatusChoice requests={requests} chosen={filter.status} />
        <Button pressed={isLive && open === ""} onClick={toggleLive}>
          {isLive && open === "" ? "Live" : "Stopped"}
        </Button>
        <span class="faint toolbar-note" role="status">
          {formatCount(shown.length)} of the last {formatCount(requests.length)}
        </span>
      </div>
      {error && <ErrorNote title="The requests could not be loaded." error={error} onRetry={reload} />}
      {!value && !error && <Loading what="the requests" />}
      {value && (
        <Shown all={requests} shown={shown} onlyFailed={onlyFailed}>
          <RequestTable requests={isAllShown ? shown : shown.slice(0, shownFirst)} open={open} onOpen={setOpen} />
          {!isAllShown && shown.length > shownFirst && (
            <Button kind="quiet" onClick={() => setIsAllShown(true)}>
              Show all {formatCount(shown.length)}
            </Button>
          )}
        </Shown>
      )}
    </section>
  );
}

interface StatusChoiceProps {
  readonly requests: readonly LoggedRequest[];
  readonly chosen: string;
}

function StatusChoice({ requests, chosen }: StatusChoiceProps) {
  return (
    <select
      class="status-choice"
      aria-label="Status"
      value={chosen}
      onChange={(event) => setOptions({ status: event.currentTarget.value })}
    >
      <option value="">All statuses</option>
      {statusChoices(requests, chosen).map((status) => (
        <option key={status} value={status}>
          {status}
        </option>
      ))}
    </select>
  );
}

interface ShownProps {
  readonly all: readonly LoggedRequest[];
  readonly shown: readonly LoggedRequest[];
  readonly onlyFailed: boolean;
  readonly children: ComponentChildren;
}

function Shown({ all, shown, onlyFailed, children }: ShownProps) {
  if (shown.length > 0) return <>{children}</>;
  if (all.length > 0) return <p class="faint no-match">None of the last requests is like that.</p>;
  return onlyFailed ? (
    <Empty title="No request has failed">
      <p>Requests that the server refuses appear here, with the reason.</p>
    </Empty>
  ) : (
    <Empty title="There were no requests yet">
      <p>Requests of clients to the tables appear here as they are answered, those of this console's browser too.</p>
    </Empty>
  );
}
