import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';

/** What an agent needs to join; the token is for whoever asked, and is kept nowhere. */
export interface JoinToken {
  readonly token: string;
  /** By the hub's clock, in RFC 3339. */
  readonly expiresAt: string;
  /** The hub's API server as members reach it. */
  readonly hubUrl: string;
  /** PEM of the authority that has signed its certificate; absent: one that systems know. */
  readonly hubCa?: string;
}

/**
 * How commands get a join token. Refusals come as Backstage's errors: ConflictError where the member cannot have one, or not yet;
 * ServiceUnavailableError where the hub does not answer, or does not let us.
 */
export interface JoinTokens {
  /** Every token that the agent of the member had before is revoked. @param member the MemberCluster as it is on the hub */
  issue(member: KubeObject): Promise<JoinToken>;
}
