/** FNV-1a, 32 bits: names and delays that are the same whenever their inputs are. */
export function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash ^= text.charCodeAt(i);
    hash = Math.imul(hash, 0x01000193);
  }
  // A last mix: inputs that differ in their last character must differ in all bits.
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  return hash >>> 0;
}

/** No vowels and nothing that resembles one: the alphabet of generated names in Kubernetes. */
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';

/** The hash of a pod template as labels and names carry it: decimal digits, made safe. */
export const templateHash = (text: string): string =>
  [...String(hash32(text))].map(digit => ALPHABET[digit.charCodeAt(0) % ALPHABET.length]).join('');

/** Five characters, as the server appends to a generateName. */
export function nameSuffix(...parts: readonly (string | number)[]): string {
  let rest = hash32(parts.join('/'));
  let suffix = '';
  for (let i = 0; i < 5; i++) {
    suffix += ALPHABET[rest % ALPHABET.length];
    rest = Math.floor(rest / ALPHABET.length);
  }
  return suffix;
}
