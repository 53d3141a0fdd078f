import { formatSpan } from "../../app/clock.ts";
import { countOf, formatCount } from "../../app/format.ts";
import { connection } from "../../app/session.ts";
import { Icon } from "../../components/icon.tsx";
import { levelOf } from "./figures.ts";
import type { Metrics } from "./prometheus.ts";

interface HealthLineProps {
  readonly metrics: Metrics;
  readonly isAnswering: boolean;
}

// In one line: whether the server is well, what it is, and since when.
export function HealthLine({ metrics, isAnswering }: HealthLineProps) {
  const version = metrics.get("rowhouse_build_info")?.[0]?.labels["version"];
  const started = levelOf(metrics, "process_start_time_seconds");
  const open = levelOf(metrics, "process_open_fds");
  const openMax = levelOf(metrics, "process_max_fds");
  const tables = levelOf(metrics, "rowhouse_tables");
  const findings = levelOf(metrics, "rowhouse_findings");
  const parts = [
    started === null ? "" : `up ${formatSpan(Date.now() / 1000 - started)}`,
    tables === null ? "" : countOf(tables, "table"),
    findings === null ? "" : `${countOf(findings, "finding")} on keys`,
    open === null || openMax === null ? "" : `${formatCount(open)} of ${formatCount(openMax)} descriptors`,
    isLoopbackOnly() ? "this machine only" : "",
  ];
  return (
    <p class={isAnswering ? "health health-well" : "health health-away"} role="status">
      <Icon name={isAnswering ? "check" : "warning"} />
      <strong>{isAnswering ? "Answering" : "Not answering"}</strong>
      <span>Rowhouse {version}</span>
      {parts
        .filter((part) => part !== "")
        .map((part) => (
          <span key={part.replace(/[\d,]+/g, "")}>{part}</span>
        ))}
    </p>
  );
}

function isLoopbackOnly(): boolean {
  return connection.value.state === "open" && connection.value.server.loopback_only;
}
