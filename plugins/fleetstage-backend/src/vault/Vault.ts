import { createHmac } from 'node:crypto';
import type { EncryptionKey } from './encryptionKeys';
import { open, seal } from './seal';

/** A text as a row keeps it; in clear without a key. */
export interface Sealed {
  readonly body: string;
  readonly keyId: string | null;
}

export interface VaultOptions {
  /** The first one seals, all open. */
  readonly keys: readonly EncryptionKey[];
  /** The key of identities; never changes with a rotation. */
  readonly identitySecret: Buffer;
}

/** What is known of a stored identity and a hash in clear. */
export type Likeness = 'same' | 'different' | 'unknown';

const GENERATION_CHARS = 8;
const IDENTITY_CHARS = 56;

/**
 * Between contents and the database (decision 0019). Bodies are sealed; hashes of contents become identities that nobody
 * can make without the vault's secret, or a Secret with a poor value could be guessed by hashing guesses.
 */
export class Vault {
  private readonly byId: ReadonlyMap<string, Buffer>;
  private readonly generation: string | undefined;

  private constructor(private readonly options: VaultOptions | undefined) {
    this.byId = new Map((options?.keys ?? []).map(({ id, key }) => [id, key]));
    this.generation = options && generationOf(options.identitySecret);
  }

  /** Keeps everything in clear. */
  static readonly plain = new Vault(undefined);

  static of(options: VaultOptions): Vault {
    return new Vault(options);
  }

  /** The key that seals; absent: nothing is sealed. */
  get keyId(): string | null {
    return this.options?.keys[0]?.id ?? null;
  }

  /** The keys that open. */
  get keyIds(): readonly string[] {
    return [...this.byId.keys()];
  }

  seal(text: string, bound: string): Sealed {
    const first = this.options?.keys[0];
    if (first === undefined) return { body: text, keyId: null };
    return { body: seal(first.key, text, bound), keyId: first.id };
  }

  /** `undefined`: the key is gone, or it is another one of that id. */
  open({ body, keyId }: Sealed, bound: string): string | undefined {
    if (keyId === null) return body;
    const key = this.byId.get(keyId);
    return key && open(key, body, bound);
  }

  /** The identity of contents by their hash, e.g. `3f9a1c02.8d7e…`; the hash itself where nothing is sealed. */
  identify(hash: string): string {
    if (this.options === undefined) return hash;
    const { identitySecret } = this.options;
    const hex = createHmac('sha256', identitySecret).update(hash).digest('hex');
    return `${this.generation}.${hex.slice(0, IDENTITY_CHARS)}`;
  }

  /** `unknown`: the identity was made with a secret that is lost. */
  compare(identity: string, hash: string): Likeness {
    const [generation, hex] = identity.split('.');
    if (hex === undefined) return identity === hash ? 'same' : 'different';
    if (generation !== this.generation) return 'unknown';
    return identity === this.identify(hash) ? 'same' : 'different';
  }
}

/** Not a hash in clear. */
export const isIdentity = (text: string) => text.includes('.');

/** Distinguishes the identities of one secret from those of another. */
export const generationOf = (identitySecret: Buffer) =>
  createHmac('sha256', identitySecret).update('generation').digest('hex').slice(0, GENERATION_CHARS);
