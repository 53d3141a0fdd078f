// Reads the text format of Prometheus.
// https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format

export type Labels = Readonly<Record<string, string>>;

export interface Sample {
  readonly labels: Labels;
  readonly value: number;
}

export type Metrics = ReadonlyMap<string, readonly Sample[]>; // by name

const samplePattern = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})?\s+(\S+)(?:\s+-?\d+)?$/;
const labelPattern = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g;

const unescape = (text: string): string =>
  text.replace(/\\(.)/g, (_, letter: string) => (letter === "n" ? "\n" : letter));

export function parseNumber(text: string): number {
  if (/^[+-]?Inf$/i.test(text)) return text.startsWith("-") ? -Infinity : Infinity;
  return /^nan$/i.test(text) ? NaN : Number(text);
}

// Lines that are no samples are passed over.
export function parseMetrics(text: string): Metrics {
  const metrics = new Map<string, Sample[]>();
  for (const line of text.split("\n")) {
    const [, name, labels = "", value] = line.startsWith("#") ? [] : (samplePattern.exec(line.trim()) ?? []);
    if (name === undefined || value === undefined) continue;
    const pairs = [...labels.matchAll(labelPattern)].map(([, key = "", text = ""]) => [key, unescape(text)] as const);
    const samples = metrics.get(name) ?? [];
    samples.push({ labels: Object.fromEntries(pairs), value: parseNumber(value) });
    metrics.set(name, samples);
  }
  return metrics;
}
