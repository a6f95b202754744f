import { createHash, timingSafeEqual } from 'node:crypto';
import type { Cluster } from '../cluster/Cluster';
import { ApiError } from '../contracts';
import { attributesOf, type Attributes } from './attributes';
import { Impersonation } from './impersonation/Impersonation';
import { readWantedUser } from './impersonation/wantedUser';
import { demand } from './rbac/decide';
import { judgeToken, type Judgement } from './tokens/judgeToken';
import { ISSUER, TokenSigner } from './tokens/TokenSigner';
import { ADMIN, ANONYMOUS, isMaster, type User } from './user';
import { toUser, type FleetUser } from './usersFile';

/** Who asks. */
export interface Caller {
  readonly user: User;
  /** Who became `user` for this request. */
  readonly impersonator?: User;
  /** What he was let in for; absent for those whom no rule restrains. */
  readonly asked?: Attributes;
}

export interface Knock {
  readonly cluster: Cluster;
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: { readonly authorization?: string };
  /** Names and values in turn. */
  readonly rawHeaders: readonly string[];
  /** Is set as soon as it is known, so that a refusal names the user. */
  caller: Caller;
}

interface Gatekeeping {
  readonly adminDigest: Buffer;
  readonly impersonation: Impersonation;
}

/** Whom the clusters of a fleet know, and what each of them lets them do. */
export class Access {
  readonly signer: TokenSigner;
  private readonly users: ReadonlyMap<string, User>;
  private readonly clusters = new WeakMap<Cluster, Gatekeeping>();

  /** @param tokenKey private key (PEM) of the tokens of service accounts */
  constructor({ users, tokenKey }: { readonly users: readonly FleetUser[]; readonly tokenKey: string }) {
    this.signer = new TokenSigner(tokenKey);
    this.users = new Map(users.map(user => [digest(user.token).toString('base64'), toUser(user)]));
  }

  /** Finds out who it is; of an administrator nothing more is asked. @throws ApiError 400, 401, 403 */
  admit(knock: Knock): void {
    const { cluster } = knock;
    const requestor = this.identify(knock);
    knock.caller = { user: requestor };
    const wanted = readWantedUser(knock.rawHeaders);
    if (!wanted && isMaster(requestor)) return;
    const asked = attributesOf(knock);
    const user = wanted ? this.gateOf(cluster).impersonation.become(requestor, wanted, asked) : requestor;
    knock.caller = { user, asked, ...(wanted ? { impersonator: requestor } : {}) };
    demand(cluster, user, asked);
  }

  /** Whose token it is, and for which of the audiences; `why` is empty where nothing more is known. */
  judge(cluster: Cluster, token: string, audiences: readonly string[]): Judgement {
    const hash = digest(token);
    const known = timingSafeEqual(hash, this.gateOf(cluster).adminDigest)
      ? ADMIN
      : this.users.get(hash.toString('base64'));
    if (known) {
      const isMeant = audiences.includes(ISSUER);
      return isMeant ? { isValid: true, user: known, audiences: [ISSUER] } : { isValid: false, why: '' };
    }
    const claims = this.signer.read(token);
    if (claims === undefined) return { isValid: false, why: '' };
    if (claims === 'forged')
      return { isValid: false, why: 'go-jose/go-jose: error in cryptographic primitive' };
    return judgeToken(cluster, claims, audiences);
  }

  private identify({ cluster, headers: { authorization } }: Knock): User {
    const token = authorization === undefined ? undefined : readBearer(authorization);
    if (token === undefined) return ANONYMOUS;
    const judgement = this.judge(cluster, token, [ISSUER]);
    if (judgement.isValid) return judgement.user;
    throw new ApiError(401, 'Unauthorized', 'Unauthorized');
  }

  private gateOf(cluster: Cluster): Gatekeeping {
    const known = this.clusters.get(cluster);
    if (known) return known;
    const made = { adminDigest: digest(cluster.token), impersonation: new Impersonation(cluster) };
    this.clusters.set(cluster, made);
    return made;
  }
}

/** What is no bearer token at all is nobody's; two blanks before it and it is none. */
function readBearer(authorization: string): string | undefined {
  const [scheme, token = ''] = authorization.trim().split(' ');
  return scheme.toLowerCase() === 'bearer' && token !== '' ? token : undefined;
}

/** What to warn of where a token is there and was not checked. */
export const explainIgnoredToken = (authorization: string | undefined): readonly string[] =>
  authorization !== undefined && /^bearer  +\S/i.test(authorization.trim())
    ? ['the provided Authorization header contains extra space before the bearer token, and is ignored']
    : [];

/** Tokens are hashed first: the comparison takes the same time whatever the token, and its length. */
const digest = (text: string) => createHash('sha256').update(text).digest();
