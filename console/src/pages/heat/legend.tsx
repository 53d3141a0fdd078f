import { formatRate } from "../../app/format.ts";
import { isDark } from "../../app/preferences.ts";
import { heatColor } from "./ramp.ts";
import { legendRates, placeOf } from "./scale.ts";

const stops = Array.from({ length: 17 }, (_, index) => index / 16);

// What the colours mean, in operations per second.
export function Legend({ max }: { readonly max: number }) {
  const dark = isDark();
  const colors = stops.map((stop) => heatColor(stop, dark)).join(", ");
  return (
    <figure class="heat-legend" aria-label={`Colours, from 0 to ${formatRate(max)} operations per second`}>
      <figcaption class="faint">operations/s</figcaption>
      <div class="heat-legend-bar">
        <div class="heat-legend-colors" style={{ background: `linear-gradient(to right, ${colors})` }} />
        {legendRates(max).map((rate) => (
          <span key={rate} style={{ left: `${placeOf(rate, max) * 100}%` }}>
            {formatRate(rate)}
          </span>
        ))}
      </div>
    </figure>
  );
}
