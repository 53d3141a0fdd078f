import { useState } from "preact/hooks";
import { formatCount } from "../../app/format.ts";
import { href } from "../../app/router.ts";
import { Button } from "../../components/button.tsx";
import { Data } from "../../components/text.tsx";
import { type Measure, type Partition, filterFor, formatMeasure, measureLabels, valueOf } from "./partition_figures.ts";

interface PartitionBarsProps {
  readonly table: string;
  readonly partitions: readonly Partition[]; // those with most first
  readonly measure: Measure;
}

const shownFirst = 12;

export function PartitionBars({ table, partitions, measure }: PartitionBarsProps) {
  const [isAllShown, setIsAllShown] = useState(false);
  const first = partitions[0];
  const most = first ? valueOf(first, measure) : 0;
  const shown = isAllShown ? partitions : partitions.slice(0, shownFirst);
  return (
    <div>
      <table class="heat-bars">
        <thead class="offscreen">
          <tr>
            <th>Partition</th>
            <th>Share</th>
            <th>{measureLabels[measure]}</th>
            <th>File</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((partition) => (
            <tr key={partition.partition}>
              <th scope="row">
                <a href={href("browse", table, { filter: filterFor(partition.partition) })}>
                  <Data mono>{partition.partition}</Data>
                </a>
              </th>
              <td class="heat-bar-cell">
                <div
                  class="heat-bar"
                  style={{ width: `${most === 0 ? 0 : (valueOf(partition, measure) / most) * 100}%` }}
                />
              </td>
              <td class="number">{formatMeasure(partition, measure)}</td>
              <td class="faint heat-file" title={partition.file}>
                <FileText partition={partition} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {partitions.length > shownFirst && (
        <Button kind="quiet" onClick={() => setIsAllShown(!isAllShown)}>
          {isAllShown ? `Show the first ${shownFirst}` : `Show all ${formatCount(partitions.length)}`}
        </Button>
      )}
    </div>
  );
}

function FileText({ partition }: { readonly partition: Partition }) {
  if (partition.file === undefined) return <>in memory</>;
  return partition.own_file ? <Data mono>{partition.file}</Data> : <>shared file</>;
}
