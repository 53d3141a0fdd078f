// The colours of the heat map: lightness rises (or falls, on light ground) by even steps of OKLab, so that the map
// reads without seeing hues. https://bottosson.github.io/posts/oklab/

type Rgb = readonly [number, number, number]; // 0 to 255

interface Stop {
  readonly chroma: number;
  readonly hue: number; // degrees; those beyond 360 keep the way short
}

interface Ramp {
  readonly from: number; // lightness
  readonly to: number;
  readonly stops: readonly Stop[]; // at even distances
}

const ramps: Readonly<Record<"dark" | "light", Ramp>> = {
  dark: {
    from: 0.225,
    to: 0.96,
    stops: [
      { chroma: 0.01, hue: 290 },
      { chroma: 0.11, hue: 310 },
      { chroma: 0.17, hue: 362 },
      { chroma: 0.18, hue: 395 },
      { chroma: 0.16, hue: 430 },
      { chroma: 0.09, hue: 463 },
    ],
  },
  light: {
    from: 0.985,
    to: 0.27,
    stops: [
      { chroma: 0.005, hue: 450 },
      { chroma: 0.075, hue: 450 },
      { chroma: 0.15, hue: 427 },
      { chroma: 0.18, hue: 388 },
      { chroma: 0.15, hue: 345 },
      { chroma: 0.09, hue: 300 },
    ],
  },
};

function toLinear(lightness: number, chroma: number, hue: number): [number, number, number] {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

const isShowable = (linear: readonly number[]): boolean => linear.every((value) => value >= -1e-4 && value <= 1.0001);

function encode(linear: number): number {
  const value = Math.min(Math.max(linear, 0), 1);
  return Math.round(255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055));
}

// A colour that the screen cannot show is made paler, never lighter or darker.
function toRgb(lightness: number, chroma: number, hue: number): Rgb {
  let linear = toLinear(lightness, chroma, hue);
  for (let part = 0.95; part > 0 && !isShowable(linear); part -= 0.05) {
    linear = toLinear(lightness, chroma * part, hue);
  }
  return [encode(linear[0]), encode(linear[1]), encode(linear[2])];
}

const colorsMax = 256;
const mix = (a: number, b: number, part: number): number => a + (b - a) * part;

function compute({ from, to, stops }: Ramp): Rgb[] {
  return Array.from({ length: colorsMax }, (_, index) => {
    const at = index / (colorsMax - 1);
    const place = at * (stops.length - 1);
    const low = stops[Math.floor(place)] as Stop;
    const high = stops[Math.ceil(place)] as Stop;
    const part = place - Math.floor(place);
    return toRgb(mix(from, to, at), mix(low.chroma, high.chroma, part), mix(low.hue, high.hue, part));
  });
}

const computed = { dark: compute(ramps.dark), light: compute(ramps.light) };

// `part`: from 0, nothing, to 1, the most.
export function heatRgb(part: number, dark: boolean): Rgb {
  const colors = dark ? computed.dark : computed.light;
  const index = Math.round(Math.min(Math.max(part, 0), 1) * (colorsMax - 1));
  return colors[index] as Rgb;
}

export const heatColor = (part: number, dark: boolean): string => `rgb(${heatRgb(part, dark).join(" ")})`;

// Whether dark text reads better than light text on that colour.
export function wantsDarkText(part: number, dark: boolean): boolean {
  const { from, to } = dark ? ramps.dark : ramps.light;
  return mix(from, to, part) > 0.62;
}
