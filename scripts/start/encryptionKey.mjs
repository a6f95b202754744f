import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The key that seals what is captured, where the configuration has none: drawn once, and kept beside it, readable for its owner alone. */
export function ensureEncryptionKey(dataDir) {
  const file = path.join(dataDir, 'encryption-key');
  if (!existsSync(file)) writeFileSync(file, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}
