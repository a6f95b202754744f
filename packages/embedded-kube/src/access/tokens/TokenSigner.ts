import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
} from 'node:crypto';

/** What a token of a service account says; times in seconds. */
export interface Claims {
  readonly 'aud': readonly string[];
  readonly 'exp': number;
  readonly 'iat': number;
  readonly 'nbf': number;
  readonly 'iss': string;
  readonly 'jti': string;
  readonly 'sub': string;
  readonly 'kubernetes.io': AccountClaims;
}

interface Reference {
  readonly name: string;
  readonly uid: string;
}

export interface AccountClaims {
  readonly namespace: string;
  readonly serviceaccount: Reference;
  /** What the token lives with; absent: only with its account. */
  readonly pod?: Reference;
  readonly secret?: Reference;
  readonly node?: Reference;
}

export const ISSUER = 'https://kubernetes.default.svc';
const ALGORITHM = 'ES256';
const SIGNATURE = { dsaEncoding: 'ieee-p1363' } as const;
/** Checking a signature takes a tenth of a millisecond; whoever comes again is known. */
const MOST_REMEMBERED = 2_000;

export const createTokenKey = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();

/** Signs the tokens of service accounts, and recognizes its own. One key for all clusters of a fleet. */
export class TokenSigner {
  private readonly privateKey;
  private readonly publicKey;
  private readonly keyId: string;
  private readonly remembered = new Map<string, Claims>();

  /** @param pem a private key of {@link createTokenKey} */
  constructor(pem: string) {
    this.privateKey = createPrivateKey(pem);
    this.publicKey = createPublicKey(this.privateKey);
    const encoded = this.publicKey.export({ type: 'spki', format: 'der' });
    this.keyId = createHash('sha256').update(encoded).digest('base64url');
  }

  sign(claims: Claims): string {
    const head = toPart({ alg: ALGORITHM, kid: this.keyId });
    const signed = `${head}.${toPart(claims)}`;
    const signature = sign('sha256', Buffer.from(signed), { key: this.privateKey, ...SIGNATURE });
    return `${signed}.${signature.toString('base64url')}`;
  }

  /** What a token of this fleet says, whether or not it still holds; `forged`: it only resembles one. */
  read(token: string): Claims | 'forged' | undefined {
    const known = this.remembered.get(token);
    if (known) return known;
    const parts = token.split('.');
    const claims = parts.length === 3 ? readPart(parts[1]) : undefined;
    if (!isOurs(claims)) return undefined;
    const signed = Buffer.from(`${parts[0]}.${parts[1]}`);
    const signature = Buffer.from(parts[2], 'base64url');
    const isGenuine =
      readPart(parts[0])?.alg === ALGORITHM &&
      verify('sha256', signed, { key: this.publicKey, ...SIGNATURE }, signature);
    if (!isGenuine) return 'forged';
    if (this.remembered.size >= MOST_REMEMBERED) this.remembered.clear();
    this.remembered.set(token, claims);
    return claims;
  }

  /** The public half as a JSON Web Key. */
  jwk(): object {
    const { kty, crv, x, y } = this.publicKey.export({ format: 'jwk' });
    return { use: 'sig', kty, kid: this.keyId, crv, alg: ALGORITHM, x, y };
  }
}

const toPart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function readPart(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Only the issuer is checked: whoever signed with our key wrote everything else, too. */
const isOurs = (claims: unknown): claims is Claims =>
  (claims as { readonly iss?: unknown } | undefined)?.iss === ISSUER;
