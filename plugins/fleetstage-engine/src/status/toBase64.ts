const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Base64 of ASCII text, as `byte` fields of the API carry it; the language itself has none outside of browser and Node. */
export function toBase64(ascii: string): string {
  let encoded = '';
  for (let i = 0; i < ascii.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map(offset => ascii.charCodeAt(i + offset) || 0);
    const bits = (a << 16) | (b << 8) | c;
    const chars = [18, 12, 6, 0].map(shift => ALPHABET[(bits >> shift) & 63]).join('');
    const present = Math.min(3, ascii.length - i);
    encoded += chars.slice(0, present + 1).padEnd(4, '=');
  }
  return encoded;
}
