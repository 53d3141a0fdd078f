import type { PageProps } from "../../app/pages.ts";

export function BrowsePage({ table }: PageProps) {
  return <h1>{table}</h1>;
}
