// What a table's keys are asked for, over time: the map, what is wrong with the keys, and the partitions.

import { useState } from "preact/hooks";
import { useLoad } from "../../app/load.ts";
import type { PageProps } from "../../app/pages.ts";
import { admin } from "../../app/session.ts";
import { ErrorNote, Loading } from "../../components/notes.tsx";
import { type Activity, toHeatMap } from "./activity.ts";
import { EmptyHeat } from "./empty_heat.tsx";
import { type ChosenFinding, FindingList } from "./finding_list.tsx";
import type { Hotspots } from "./findings_json.ts";
import { HeatView } from "./heat_view.tsx";
import { Partitions } from "./partitions.tsx";

const refreshMilliseconds = 2000;
const findingsMilliseconds = 10_000; // the server tries keys each time

export function HeatPage({ account, table }: PageProps) {
  const [isLive, setIsLive] = useState(true);
  const [chosen, setChosen] = useState<ChosenFinding>();
  const activity = useLoad(
    async (signal) => {
      const answer = await admin.value.get<Activity>("activity", { account, table }, signal);
      return toHeatMap(answer, Date.now());
    },
    [account, table],
    isLive ? refreshMilliseconds : undefined,
  );
  const hotspots = useLoad(
    (signal) => admin.value.get<Hotspots>("hotspots", { account, table, maps: "1" }, signal),
    [account, table],
    isLive ? findingsMilliseconds : undefined,
  );
  if (!activity.value) {
    return activity.error ? (
      <ErrorNote title="There is no map of this table." error={activity.error} onRetry={activity.reload} />
    ) : (
      <Loading what="the activity" />
    );
  }
  const found = hotspots.value?.tables[0];
  const map = activity.value;
  const isEmpty = map.keys.length === 0;
  return (
    <section class="heat-page">
      <h1 class="offscreen">Heat</h1>
      {activity.error && <ErrorNote title="The map is old." error={activity.error} onRetry={activity.reload} />}
      {isEmpty ? (
        <EmptyHeat account={account} table={table} />
      ) : (
        <HeatView
          map={map}
          findings={found?.findings ?? []}
          isLive={isLive}
          onLive={setIsLive}
          onFinding={(number) => setChosen({ number })}
        />
      )}
      {hotspots.error && (
        <ErrorNote title="The findings could not be loaded." error={hotspots.error} onRetry={hotspots.reload} />
      )}
      {found && !isEmpty && <FindingList found={found} map={map} chosen={chosen} />}
      <Partitions account={account} table={table} isLive={isLive} />
    </section>
  );
}
