// The service orders texts by their UTF-16 units, so that those with a prefix are the ones from the prefix up to before
// a bound.

const unitMax = 0xffff;

// The least text behind all that begin with `prefix`; undefined: they are the last ones.
export function boundOfPrefix(prefix: string): string | undefined {
  let end = prefix.length;
  while (end > 0 && prefix.charCodeAt(end - 1) === unitMax) end -= 1;
  if (end === 0) return undefined;
  const unit = prefix.charCodeAt(end - 1);
  const isSecondHalf = unit >= 0xdc00 && unit <= 0xdfff;
  const kept = prefix.slice(0, end - (isSecondHalf ? 2 : 1));
  return kept + (isSecondHalf ? afterPair(prefix.codePointAt(end - 2) ?? 0) : afterUnit(unit));
}

// Behind U+D7FF come the pairs, and behind them U+E000.
const afterUnit = (unit: number): string => String.fromCodePoint(unit === 0xd7ff ? 0x10000 : unit + 1);
const afterPair = (point: number): string => String.fromCodePoint(point === 0x10ffff ? 0xe000 : point + 1);
