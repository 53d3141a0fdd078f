// The key that the server advises for keys in order of arrival, as docs/hot-partitions.md describes it.

const mask = (1n << 64n) - 1n;

export function hash(text) {
  let h = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(text)) h = ((h ^ BigInt(byte)) * 0x100000001b3n) & mask;
  h = ((h ^ (h >> 33n)) * 0xff51afd7ed558ccdn) & mask;
  h = ((h ^ (h >> 33n)) * 0xc4ceb9fe1a85ec53n) & mask;
  return h ^ (h >> 33n);
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

// {letters(PartitionKey)}-{PartitionKey}
export const advisedKey = (key) => `${letters[Number(hash(key) % 52n)]}-${key}`;
