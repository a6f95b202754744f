import { instant, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';

/** The agent's own token for the hub; kept over restarts. */
export interface HubToken {
  readonly token: string;
  /** The API server and the member that it is for: what is kept may be of another installation. */
  readonly hub: string;
  readonly member: string;
  /** When it was issued, by the agent's clock. */
  readonly issuedAt: Instant;
  /** How long it holds from then on, in milliseconds; the server says it, so clocks that differ do not matter. */
  readonly lifeMs: number;
}

/** How long a token is asked for: as long as an agent may be without the hub, and half as long again is kept in reserve. */
export const HUB_TOKEN_SECONDS = 7 * 24 * 3600;
/** Of half its life, so that agents that were started together do not renew together. */
const JITTER = 0.1;

export interface RenewalOf extends Pick<HubToken, 'issuedAt' | 'lifeMs'> {
  /** Sooner than at half its life, in milliseconds after it was issued. */
  readonly afterMs?: number;
}

/** When the token is renewed: at half its life, up to a tenth earlier. `random`: in [0, 1). */
export function renewAt({ issuedAt, lifeMs, afterMs = Infinity }: RenewalOf, random: number): Instant {
  return instant(Math.round(issuedAt + Math.min(lifeMs / 2, afterMs) * (1 - JITTER * random)));
}

export const isExpired = ({ issuedAt, lifeMs }: Pick<HubToken, 'issuedAt' | 'lifeMs'>, now: Instant) =>
  now >= issuedAt + lifeMs;

/** What was kept, where it is a token of this member for this hub; else it is as if there were none. */
export function keptToken(
  value: unknown,
  { hub, member }: Pick<HubToken, 'hub' | 'member'>,
): HubToken | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const kept = value as Partial<Record<keyof HubToken, unknown>>;
  if (kept.hub !== hub || kept.member !== member) return undefined;
  const { token, issuedAt, lifeMs } = kept;
  if (typeof token !== 'string' || token === '') return undefined;
  if (!Number.isFinite(issuedAt) || !Number.isFinite(lifeMs)) return undefined;
  return { token, hub, member, issuedAt: instant(issuedAt as number), lifeMs: lifeMs as number };
}

/** What the agent has, and what the hub says of it. */
export interface TokenState {
  readonly held: 'none' | 'holds' | 'refused' | 'expired';
  /** Whether a join token is at hand. */
  readonly hasJoinToken: boolean;
}

/**
 * What is sent to the hub next:
 *
 *     none held, no join token        → nothing: it is said what is missing
 *     none held                       → the join token is exchanged
 *     held, and the hub takes it      → what is held
 *     refused or expired              → a join token is exchanged where there is one; what is held is tried again until then, as an API
 *                                       server may refuse by mistake
 */
export function decideToken({ held, hasJoinToken }: TokenState): 'send' | 'exchange' | 'missing' {
  if (held === 'holds') return 'send';
  if (hasJoinToken) return 'exchange';
  return held === 'none' ? 'missing' : 'send';
}

const ASK = 'get a new join token (on the page of the cluster in Fleetstage) and give it to the agent';

/** For the log of the agent: what the hub refuses, and what to do. */
export const HUB_TOKEN_TEXTS = {
  missing: `The agent has no token for the hub and no join token: ${ASK}`,
  refused: `The hub refuses the agent's token: it has expired, or was revoked because the cluster left or a new join token was issued. If the cluster is to stay a member, ${ASK}`,
  joinRefused: `The hub refuses the join token: it was used, has expired or was replaced by a newer one: ${ASK}`,
} as const;
