// Never rounded up to all of it.
export function percent(share: number): string {
  const value = share * 100;
  if (value === 0 || value >= 100) return `${value} %`;
  if (value > 99) return `${Math.floor(value * 100) / 100} %`;
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} %`;
}
