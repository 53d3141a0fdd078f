// The sums along both axes of the map.

interface SumsProps {
  readonly sums: readonly number[];
  readonly label: string;
}

const largest = (sums: readonly number[]): number => Math.max(...sums, Number.MIN_VALUE);

// A step for each column, over the map.
export function ColumnSums({ sums, label }: SumsProps) {
  const most = largest(sums);
  const steps = sums.map((sum, index) => `L${index} ${1 - sum / most}H${index + 1}`).join("");
  return (
    <svg class="heat-sums" viewBox={`0 0 ${sums.length} 1`} preserveAspectRatio="none" role="img" aria-label={label}>
      <path d={`M0 1${steps}V1Z`} />
    </svg>
  );
}

// A bar for each range, beside the map.
export function RangeSums({ sums, label }: SumsProps) {
  const most = largest(sums);
  const bars = sums.map((sum, index) => `M0 ${sums.length - index - 1}H${sum / most}v1H0Z`).join("");
  return (
    <svg class="heat-sums" viewBox={`0 0 1 ${sums.length}`} preserveAspectRatio="none" role="img" aria-label={label}>
      <path d={bars} />
    </svg>
  );
}
