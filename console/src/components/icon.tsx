// Pictures of 16 by 16, drawn with lines in the colour of the text.

const paths = {
  add: "M8 3v10M3 8h10",
  check: "m3 8.5 3.5 3.5L13 4.5",
  clock: "M8 4.5V8l2.5 1.5M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2z",
  close: "m4 4 8 8M12 4l-8 8",
  columns: "M2.5 3h11v10h-11zM6.2 3v10M9.8 3v10",
  copy: "M6 6h7v7H6zM10 6V3H3v7h3",
  down: "M8 3v10m-4-4 4 4 4-4",
  edit: "m3 13 .6-2.8L10.8 3l2.2 2.2-7.2 7.2z",
  export: "M8 10V2.5m-3 3 3-3 3 3M3 9v4.5h10V9",
  help: "M6 6.2a2 2 0 1 1 2.7 1.9c-.5.2-.7.5-.7 1.1m0 2v.1M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2z",
  history: "M3 4v3h3M3.3 6.6A5 5 0 1 1 3 8.5M8 5.5V8l2 1.5",
  import: "M8 2.5V10m-3-3 3 3 3-3M3 9v4.5h10V9",
  moon: "M13 9.5A5.5 5.5 0 0 1 6.5 3a5.5 5.5 0 1 0 6.500 6.500z",
  more: "M3.500 8h.01M8 8h.01M12.500 8h.01",
  out: "M6 3H3v10h3M7 8h6.500m-2.500-2.500L13.500 8 11 10.500",
  refresh: "M13 3v3h-3M12.700 6.600A5 5 0 1 0 13 9",
  search: "M7 2.500a4.500 4.500 0 1 0 0 9 4.500 4.500 0 0 0 0-9zm3.200 7.700 3.300 3.300",
  sun: "M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM8 1.500v1M8 13.500v1M1.500 8h1M13.500 8h1M3.400 3.400l.7.7M11.900 11.900l.7.7M3.400 12.600l.7-.7M11.900 4.100l.7-.7",
  system: "M2.500 3h11v8h-11zM5.500 13.500h5M8 11v2.500",
  table: "M2.500 3h11v10h-11zM2.500 6.500h11M6.500 6.500V13",
  trash: "M3 4.500h10M6.500 4.500V3h3v1.500M4.500 4.500l.5 9h6l.5-9",
  undo: "M3.500 6.500h6a3.500 3.500 0 0 1 0 7H6M6 3.500l-3 3 3 3",
  up: "M8 13V3m-4 4 4-4 4 4",
  warning: "M8 2.500 14.500 13.500h-13zM8 6.500v3.200m0 1.800v.1",
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}

// The mark of the product: three houses in a row.
export function Mark() {
  return (
    <svg class="mark" viewBox="0 0 32 26" width="25" height="20" aria-hidden="true">
      <path class="mark-1" d="M1 10 7 2l6 8v15H1z" />
      <path class="mark-2" d="m10 10 6-8 6 8v15H10z" />
      <path class="mark-3" d="m19 10 6-8 6 8v15H19z" />
      <path class="mark-windows" d="M4 12h3v4H4zm0 6h3v4H4zm10-6h4v4h-4zm0 6h4v7h-4zm11-6h3v4h-3zm0 6h3v4h-3z" />
    </svg>
  );
}
