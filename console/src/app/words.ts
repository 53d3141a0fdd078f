// Sentences in which names and keys from the data stand apart from the words.

export type Words = readonly (string | { readonly data: string })[];

// "a", "a and b", "a, b and c"
export function listed(items: readonly string[]): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

// The same of names from the data.
export function listedData(items: readonly string[]): Words {
  return items.flatMap((item, index): Words => {
    const before = index === 0 ? "" : index === items.length - 1 ? " and " : ", ";
    return before === "" ? [{ data: item }] : [before, { data: item }];
  });
}

export const plainWords = (words: Words): string =>
  words.map((word) => (typeof word === "string" ? word : word.data)).join("");
