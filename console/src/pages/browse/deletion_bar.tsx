import { useEffect, useState } from "preact/hooks";
import { countOf } from "../../app/format.ts";
import { Button } from "../../components/button.tsx";
import { Progress } from "../../components/progress.tsx";
import type { Deletion, DeletionState } from "./deletion.ts";

interface DeletionBarProps {
  readonly deletion: Deletion;
  readonly onClose: () => void; // after its end
}

// Counts down while the deletion can be undone, then shows how far it is, then what was kept and why.
export function DeletionBar({ deletion, onClose }: DeletionBarProps) {
  const state = deletion.state.value;
  const rows = countOf(deletion.rows, "row");
  switch (state.step) {
    case "waiting":
      return <Waiting deletion={deletion} until={state.until} rows={rows} />;
    case "sending":
      return (
        <div class="task-bar" role="status">
          <Progress share={state.done / deletion.rows} label="Deleted" />
          <span>
            Deleting {rows}: {countOf(state.done, "row")} gone
          </span>
          <Button onClick={() => deletion.stop()}>Stop</Button>
        </div>
      );
    case "ended":
      return <Ended state={state} onClose={onClose} />;
  }
}

function Waiting({ deletion, until, rows }: { readonly deletion: Deletion; readonly until: number; readonly rows: string }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  return (
    <div class="task-bar" role="status">
      <span>
        {rows} will be deleted in {countOf(deletion.transactions.length, "transaction")}, in{" "}
        {Math.max(0, Math.ceil((until - now) / 1000))} s
      </span>
      <Button icon="undo" onClick={() => deletion.undo()}>
        Undo
      </Button>
      <Button kind="danger" onClick={() => void deletion.send()}>
        Delete now
      </Button>
    </div>
  );
}

type EndedState = Extract<DeletionState, { step: "ended" }>;

function Ended({ state, onClose }: { readonly state: EndedState; readonly onClose: () => void }) {
  const [first] = state.kept;
  return (
    <div class="task-bar" role="status">
      <span>
        {state.stopped && "Stopped. "}
        {countOf(state.deleted, "row")} deleted
        {first && (
          <>
            , {countOf(state.kept.length, "row")} kept. <bdi dir="auto">{first.entity.rowKey}</bdi>: {first.reason}
          </>
        )}
      </span>
      <Button kind="quiet" icon="close" label="Dismiss" onClick={onClose} />
    </div>
  );
}
