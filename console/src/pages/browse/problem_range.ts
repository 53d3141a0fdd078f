// The service names the place after what is wrong, or of it; the word there is underlined.
export function rangeOfProblem(text: string, position: number | undefined): { from: number; to: number } {
  if (position === undefined) return { from: 0, to: text.length };
  const at = Math.min(position, text.length);
  const before = /\S+\s*$/.exec(text.slice(0, at))?.index ?? at;
  const isInWord = at < text.length && !/\s/.test(text.charAt(at));
  const after = isInWord ? at + (/^\S+/.exec(text.slice(at))?.[0].length ?? 0) : at;
  const from = isInWord && /\s$|^$/.test(text.slice(0, at)) ? at : before;
  return { from, to: Math.max(after, from + 1) };
}
