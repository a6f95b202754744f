import type { ConfigNode } from './configNode';
import type { KeySetting } from './vault/encryptionKeys';

/** `fleetstage.encryption`: the first key seals, all open. */
export interface EncryptionSettings {
  readonly keys: readonly KeySetting[];
  /** Production may do without keys: the database is encrypted by other means. */
  readonly allowClearText: boolean;
}

const ID = /^[a-z0-9]([-a-z0-9_]{0,30}[a-z0-9])?$/;
/** Shorter ones are guessed in an afternoon, whatever the derivation costs. */
const MIN_SECRET_CHARS = 16;

export function readEncryption(encryption: ConfigNode): EncryptionSettings {
  encryption.allow(['keys', 'allowClearText']);
  const keys = encryption.at('keys').items().map(readKey);
  const secrets = keys.map(({ secret }) => secret);
  for (const [i, secret] of secrets.entries())
    if (secret !== '' && secrets.indexOf(secret) < i)
      encryption.at('keys').items()[i].at('secret').problem('is that of an earlier key: keep each key once');
  return { keys, allowClearText: encryption.at('allowClearText').flag(false) };
}

function readKey(entry: ConfigNode): KeySetting {
  entry.allow(['id', 'secret']);
  const id = entry.at('id').optionalText();
  if (id !== undefined && !ID.test(id))
    entry.at('id').problem(`is "${id}": use lower-case letters, digits, "-" and "_", at most 32 characters`);
  const secret = entry.at('secret').secret(MIN_SECRET_CHARS);
  return { secret, ...(id !== undefined && { id }) };
}
