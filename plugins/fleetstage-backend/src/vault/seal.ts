import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
/** 96 bits, as GCM wants them; drawn at random for each value. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM: base64 of nonce, text and tag. `bound` is not stored; a value that is moved elsewhere cannot be opened. */
export function seal(key: Buffer, text: string, bound: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(bound));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64');
}

/** `undefined`: another key, another place, or somebody has changed it. */
export function open(key: Buffer, sealed: string, bound: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64');
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES)).setAAD(Buffer.from(bound));
  decipher.setAuthTag(bytes.subarray(bytes.length - TAG_BYTES));
  try {
    const text = decipher.update(bytes.subarray(NONCE_BYTES, bytes.length - TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
