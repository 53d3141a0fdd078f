// Milliseconds since 1970 of a date of the service, which has more digits than browsers promise to read.
export const millisecondsOf = (iso: string): number => Date.parse(iso.replace(/(\.\d{3})\d*/, "$1"));
