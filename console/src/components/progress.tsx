interface ProgressProps {
  readonly share: number; // 0 to 1; NaN: not known
  readonly label: string;
}

export function Progress({ share, label }: ProgressProps) {
  const known = Number.isFinite(share);
  return <progress class="progress" aria-label={label} max={1} {...(known ? { value: Math.min(1, share) } : {})} />;
}
