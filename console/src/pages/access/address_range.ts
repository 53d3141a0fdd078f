// The addresses that a signature may be used from: one of IPv4, or a range of them.

const octet = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const addressForm = new RegExp(`^${octet}(?:\\.${octet}){3}$`);

const numberOf = (address: string): number =>
  address.split(".").reduce((number, part) => number * 256 + Number(part), 0);

// Returns what is wrong with the text; undefined if nothing is.
export function checkAddresses(text: string): string | undefined {
  if (text === "") return undefined;
  const [first = "", last = first, ...rest] = text.split("-");
  if (rest.length > 0 || !addressForm.test(first) || !addressForm.test(last)) {
    return "This is not an IPv4 address or range: write 10.0.0.7 or 10.0.0.1-10.0.0.9.";
  }
  return numberOf(first) <= numberOf(last) ? undefined : "The range has no addresses: its end is before its begin.";
}

// "any address", "the address 10.0.0.7", "the addresses 10.0.0.1 to 10.0.0.9"
export function addressWords(text: string): string {
  if (text === "") return "any address";
  const [first = "", last] = text.split("-");
  return last === undefined || last === first ? `the address ${first}` : `the addresses ${first} to ${last}`;
}
