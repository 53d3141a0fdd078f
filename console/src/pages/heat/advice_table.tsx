// The keys that the server tried on the operations it has seen, beside those in use.

import { useState } from "preact/hooks";
import { countOf, formatCount, formatRate } from "../../app/format.ts";
import { Button } from "../../components/button.tsx";
import { copyText } from "../../components/copy.tsx";
import { Data } from "../../components/text.tsx";
import type { Advice, Finding, KeyCounts } from "./findings_json.ts";
import { KeyMap } from "./key_map.tsx";
import { percent } from "./percent.ts";

const shownFirst = 4;
const goodShare = 0.05;

interface AdviceTableProps {
  readonly finding: Finding;
  readonly example: string; // one of the keys in use
}

export function AdviceTable({ finding, example }: AdviceTableProps) {
  const [isAllShown, setIsAllShown] = useState(false);
  if (finding.advice.length === 0) {
    return finding.kind === "big-partition" ? null : (
      <p class="faint">No key would help: most of the requests are for one entity.</p>
    );
  }
  const more = finding.advice.length - shownFirst;
  return (
    <div class="heat-advice">
      {finding.share !== undefined && (
        <Own share={finding.share} rate={finding.headroom?.busiest_rate} example={example} map={finding.map} />
      )}
      {finding.advice.slice(0, isAllShown ? undefined : shownFirst).map((advice, index) => (
        <Tried key={advice.key} advice={advice} isBest={index === 0} rate={finding.headroom?.table_rate} />
      ))}
      {more > 0 && !isAllShown && (
        <Button kind="quiet" onClick={() => setIsAllShown(true)}>
          Show {countOf(more, "more key")}
        </Button>
      )}
    </div>
  );
}

interface OwnProps {
  readonly share: number;
  readonly rate: number | undefined;
  readonly example: string;
  readonly map: KeyCounts;
}

function Own({ share, rate, example, map }: OwnProps) {
  return (
    <section class="heat-key-card heat-key-own">
      <h4>Your keys</h4>
      <KeyMap counts={map} label="Sampled operations with your keys, by time and key range" />
      <Spread share={share} rate={rate} />
      <dl>
        <dt>Example</dt>
        <dd>
          <Data mono>{example}</Data>
        </dd>
        <dt>Point read</dt>
        <dd>1 request</dd>
        <dt>Ranges</dt>
        <dd>rows of one PartitionKey: 1 query; a range of PartitionKeys: 1 query</dd>
      </dl>
    </section>
  );
}

interface TriedProps {
  readonly advice: Advice;
  readonly isBest: boolean;
  readonly rate: number | undefined; // of the table
}

function Tried({ advice, isBest, rate }: TriedProps) {
  const { hottest_share: share, effective_partitions: partitions } = advice;
  return (
    <section class={`heat-key-card${isBest ? " heat-key-best" : ""}`}>
      <h4>
        <code class="mono">{advice.key}</code>
        <Button
          kind="quiet"
          icon="copy"
          label={`Copy ${advice.key}`}
          onClick={() => void copyText(advice.key, "the key template")}
        />
      </h4>
      <KeyMap counts={advice.map} label={`The same operations with ${advice.key}`} />
      <Spread share={share} rate={rate === undefined ? undefined : rate * share} />
      <dl>
        <dt>Example</dt>
        <dd>
          <Data mono>{advice.example}</Data>
        </dd>
        <dt>As spread as</dt>
        <dd>{formatCount(Math.round(partitions))} equally busy partitions</dd>
        <dt>Point read</dt>
        <dd>{advice.point_read}</dd>
        <dt>Ranges</dt>
        <dd>{advice.range_read}</dd>
      </dl>
    </section>
  );
}

// How much of the load the hottest place would get.
function Spread({ share, rate }: { readonly share: number; readonly rate: number | undefined }) {
  const label = `${percent(share)} in the hottest place`;
  return (
    <figure class="heat-spread">
      <div class="heat-spread-track" role="img" aria-label={label}>
        <div
          class={share > goodShare ? "heat-spread-bar heat-spread-hot" : "heat-spread-bar"}
          style={{ width: `${Math.max(share * 100, 0.5)}%` }}
        />
        <div class="heat-spread-good" style={{ left: `${goodShare * 100}%` }} />
      </div>
      <figcaption>
        <strong>{percent(share)}</strong> in the hottest place
        {rate !== undefined && <span class="faint">, {formatRate(rate)}/s</span>}
      </figcaption>
    </figure>
  );
}
