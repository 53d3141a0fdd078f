// How the server is: whether it answers, and its figures over the last minutes.

import { ErrorNote, Loading } from "../../components/notes.tsx";
import { Chart } from "./chart.tsx";
import { chartSpecs } from "./chart_specs.ts";
import { Failures } from "./failures.tsx";
import { HealthLine } from "./health_line.tsx";
import { useHistory } from "./history.ts";

export function ServerPage() {
  const { metrics, points, error, reload } = useHistory();
  if (!metrics) {
    return error ? (
      <ErrorNote title="The server's figures could not be loaded." error={error} onRetry={reload} />
    ) : (
      <Loading what="the server's figures" />
    );
  }
  return (
    <section class="server-page">
      <h1 class="offscreen">Server</h1>
      <HealthLine metrics={metrics} isAnswering={error === undefined} />
      {error && <ErrorNote title="The figures are old." error={error} onRetry={reload} />}
      <div class="charts">
        {chartSpecs.map((spec, index) => (
          <Chart key={spec.title} spec={spec} index={index} points={points} />
        ))}
      </div>
      <Failures />
    </section>
  );
}
