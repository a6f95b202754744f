import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';

/** An approval request object on the hub, as last seen. */
export interface ApprovalRequest {
  readonly name: string;
  readonly uid: string;
  readonly generation: number;
  readonly run: string;
  /** Uid of the run that it was made for, where the request names it; an earlier run may have had the same name. */
  readonly runUid?: string;
  readonly stage: string;
  /** The Approved condition, whatever generation it names. */
  readonly approved?: {
    readonly status: string;
    readonly observedGeneration: number;
    readonly at: Instant;
    readonly reason?: string;
    readonly message?: string;
  };
  readonly isAccepted: boolean;
  readonly isDeleting: boolean;
  /** Who approved, where a row of ours says so; absent for kubectl. */
  readonly actor?: string;
  /** What they said with it. */
  readonly comment?: string;
  /** A person said no, which stopped the run; until the run goes on. */
  readonly rejected?: { readonly actor: string; readonly at: Instant; readonly reason: string };
  readonly resourceVersion?: string;
}

/** Approved True, said of the request as it is now (C/AP-012, RUL 7); ApprovalAccepted alone approves nothing. */
export const isApproved = (request: ApprovalRequest | undefined): boolean =>
  request?.approved?.status === 'True' &&
  !request.isDeleting &&
  request.approved.observedGeneration === request.generation;

/** A request that was made for an earlier run of the same name is none of this run's (C/AP-021). */
export const findRequest = <R extends ApprovalRequest>(
  { requests, run }: { readonly requests: readonly R[]; readonly run: { readonly uid: string } },
  name: string | undefined,
): R | undefined =>
  requests.find(
    request => request.name === name && (request.runUid === undefined || request.runUid === run.uid),
  );
