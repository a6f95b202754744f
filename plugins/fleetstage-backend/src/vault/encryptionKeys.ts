import { createHmac, hkdfSync, scryptSync } from 'node:crypto';

/** One entry of `fleetstage.encryption.keys`. */
export interface KeySetting {
  readonly id?: string;
  readonly secret: string;
}

/** A key as it is used: 256 bits, under the id that sealed values carry. */
export interface EncryptionKey {
  readonly id: string;
  readonly key: Buffer;
}

const KEY_BYTES = 32;
const PRINT_CHARS = 8;
/** 64 MiB and about 100 ms, once per key and start: a guess at a poor passphrase costs as much. */
const SCRYPT = { N: 2 ** 16, r: 8, p: 1, maxmem: 128 * 1024 * 1024 };
/** Of one purpose, not of one installation: every replica must come to the same key. */
const SALT = 'fleetstage.encryption';

/**
 * Keys from their settings: base64 of exactly 32 bytes is the key itself, any other text is a passphrase and goes
 * through scrypt. The id ends with a fingerprint of the key, so that another secret under the same id is another key.
 *
 *     { id: '2026-q4', secret: … } → 2026-q4-1f83b0aa        { secret: … } → 1f83b0aa
 */
export const toEncryptionKeys = (settings: readonly KeySetting[]): EncryptionKey[] =>
  settings.map(({ id, secret }) => {
    const root = toRoot(secret);
    const print = fingerprint(root);
    return { id: id === undefined ? print : `${id}-${print}`, key: derive(root, 'contents') };
  });

/** The end of an id, whatever name the key has. */
export const fingerprintOf = (id: string) => id.slice(-PRINT_CHARS);

function toRoot(secret: string): Buffer {
  const bytes = Buffer.from(secret, 'base64');
  const isKey = bytes.length === KEY_BYTES && bytes.toString('base64') === secret;
  return isKey ? bytes : scryptSync(secret, SALT, KEY_BYTES, SCRYPT);
}

const derive = (root: Buffer, purpose: string) =>
  Buffer.from(hkdfSync('sha256', root, SALT, purpose, KEY_BYTES));

const fingerprint = (root: Buffer) =>
  createHmac('sha256', derive(root, 'id')).update('id').digest('hex').slice(0, PRINT_CHARS);
