// The partitions of the table, as a treemap and as bars.

import { useState } from "preact/hooks";
import { formatCount } from "../../app/format.ts";
import { useLoad } from "../../app/load.ts";
import { admin } from "../../app/session.ts";
import { ErrorNote, Loading } from "../../components/notes.tsx";
import { Choices } from "./choices.tsx";
import { PartitionBars } from "./partition_bars.tsx";
import { type Measure, type PartitionPage, byMeasure, measureLabels, measures } from "./partition_figures.ts";
import { Treemap } from "./treemap.tsx";

const refreshMilliseconds = 10_000;
const loadedMax = "1000"; // the most that the server gives at once

interface PartitionsProps {
  readonly account: string;
  readonly table: string;
  readonly isLive: boolean;
}

export function Partitions({ account, table, isLive }: PartitionsProps) {
  const [measure, setMeasure] = useState<Measure>("rows");
  const { value, error, reload } = useLoad(
    (signal) => admin.value.get<PartitionPage>("partitions", { account, table, max: loadedMax }, signal),
    [account, table],
    isLive ? refreshMilliseconds : undefined,
  );
  if (!value) {
    return error ? (
      <ErrorNote title="The partitions could not be listed." error={error} onRetry={reload} />
    ) : (
      <Loading what="the partitions" />
    );
  }
  if (value.partitions.length === 0) return null;
  const sorted = byMeasure(value.partitions, measure);
  const count = formatCount(sorted.length);
  return (
    <section class="heat-section">
      <header class="heat-section-head">
        <h2>Partitions</h2>
        <span class="faint">{value.continuation === undefined ? count : `the first ${count}, by key`}</span>
        <Choices
          label="Partitions compared by"
          options={measures}
          chosen={measure}
          labels={measureLabels}
          onChoose={setMeasure}
        />
      </header>
      {error && <ErrorNote title="The figures are old." error={error} onRetry={reload} />}
      <div class="heat-partitions">
        <Treemap table={table} partitions={sorted} measure={measure} />
        <PartitionBars table={table} partitions={sorted} measure={measure} />
      </div>
    </section>
  );
}
