import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { overrideFailure } from './overrideFailure';
import type { ClaimName, WorkClaim, WorkReport } from './report';

/** Whose claims are made. */
export interface ClaimScope {
  readonly revision: string;
  /** The report before; claims keep their time while their status stays, within one revision. */
  readonly previous?: WorkReport;
  readonly now: Instant;
}

export type Claimer = (
  name: ClaimName,
  status: 'True' | 'False',
  reason: string,
  message: string,
) => WorkClaim;

export function claimer({ previous, revision, now }: ClaimScope): Claimer {
  return (name, status, reason, message) => {
    const before = previous?.revision === revision ? previous[name] : undefined;
    return { status, reason, message, at: before?.status === status ? before.at : now };
  };
}

/** `problem`: that of an override (B/WG-063, WG-064). */
export function overriddenClaim(
  claim: Claimer,
  { hasOverrides = false, problem }: { readonly hasOverrides?: boolean; readonly problem?: string },
): WorkClaim {
  if (problem !== undefined)
    return claim('overridden', 'False', 'OverriddenFailed', overrideFailure(problem));
  return hasOverrides
    ? claim(
        'overridden',
        'True',
        'OverriddenSucceeded',
        'Successfully applied the override rules on the resources',
      )
    : claim(
        'overridden',
        'True',
        'NoOverrideSpecified',
        'No override rules are configured for the selected resources',
      );
}

/** B/WG-065. */
export const synchronizedClaim = (claim: Claimer): WorkClaim =>
  claim('synchronized', 'True', 'AllWorkSynced', 'All of the works are synchronized to the latest');
