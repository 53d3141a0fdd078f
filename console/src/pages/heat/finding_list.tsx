// What is wrong with the keys, each with its numbers and the keys that were tried instead.

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { formatClock } from "../../app/clock.ts";
import { formatBytes, formatCount, formatRate } from "../../app/format.ts";
import { millisecondsOf } from "../../app/service_date.ts";
import { Icon } from "../../components/icon.tsx";
import { Data } from "../../components/text.tsx";
import type { HeatMap } from "./activity.ts";
import { AdviceTable } from "./advice_table.tsx";
import { type Finding, type TableFindings, titleOf } from "./findings_json.ts";
import { exampleOf } from "./marks.ts";
import { percent } from "./percent.ts";

// A new one each time that a finding is chosen on the map.
export interface ChosenFinding {
  readonly number: number;
}

interface FindingListProps {
  readonly found: TableFindings;
  readonly map: HeatMap;
  readonly chosen: ChosenFinding | undefined; // is brought into view
}

export function FindingList({ found, map, chosen }: FindingListProps) {
  if (found.findings.length === 0) return <NoFindings found={found} />;
  return (
    <section class="heat-section">
      <h2>What is wrong with the keys</h2>
      {found.findings.map((finding, index) => (
        <FindingCard
          key={`${finding.kind} ${finding.partition ?? ""}`}
          finding={finding}
          example={exampleOf(map, finding)}
          number={index + 1}
          chosen={index + 1 === chosen?.number ? chosen : undefined}
        />
      ))}
    </section>
  );
}

function NoFindings({ found }: { readonly found: TableFindings }) {
  const loaded = found.bulk_load_operations ?? 0;
  return (
    <section class="heat-section">
      <h2>Nothing is wrong with the keys</h2>
      <p class="faint">
        {formatCount(found.operations)} operations were looked at
        {loaded > 0 && `, of which ${formatCount(loaded)} were a bulk load and are not judged`}. The first conclusions
        come after about 100 inserts.
      </p>
    </section>
  );
}

interface FindingCardProps {
  readonly finding: Finding;
  readonly example: string;
  readonly number: number;
  readonly chosen: ChosenFinding | undefined;
}

function FindingCard({ finding, example, number, chosen }: FindingCardProps) {
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    if (chosen) element.current?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  return (
    <article ref={element} class={`card heat-finding${chosen ? " heat-finding-chosen" : ""}`}>
      <header class="heat-finding-head">
        <span class={`heat-badge heat-mark-${finding.severity}`}>{number}</span>
        <h3>
          {titleOf(finding)}
          {finding.partition !== undefined && (
            <>
              {": "}
              <Data mono>{finding.partition}</Data>
            </>
          )}
        </h3>
        <span class={`heat-severity heat-severity-${finding.severity}`}>
          {finding.severity !== "note" && <Icon name="warning" />}
          {finding.severity}
        </span>
      </header>
      <p class="heat-why">
        <bdi dir="auto">{finding.why}</bdi>
      </p>
      <Numbers finding={finding} />
      <AdviceTable finding={finding} example={example} />
    </article>
  );
}

function Numbers({ finding }: { readonly finding: Finding }) {
  const { headroom } = finding;
  const numbers: [string, ComponentChildren][] = [];
  if (finding.share !== undefined) {
    numbers.push([finding.kind === "hot-partition" ? "of the requests" : "of the inserts", percent(finding.share)]);
  }
  if (finding.rows !== undefined) numbers.push(["rows", formatCount(finding.rows)]);
  if (finding.bytes !== undefined) numbers.push(["size", formatBytes(finding.bytes)]);
  if (headroom) {
    const { busiest_rate: rate, partition_limit: limit } = headroom;
    numbers.push([`of the ${formatCount(limit)}/s of one server`, `${formatRate(rate)}/s`]);
    numbers.push(["this load would throttle", `${formatCount(headroom.load_factor)}×`]);
  }
  numbers.push(["sure", percent(finding.confidence)]);
  numbers.push([`operations since ${formatClock(millisecondsOf(finding.since))}`, formatCount(finding.operations)]);
  return (
    <dl class="heat-numbers">
      {numbers.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
