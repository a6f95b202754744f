import { isSilent, type LiveState } from './LiveStore';
import type { Tone } from '../model/status/tone';

/** How fresh the page is; moments are of the reader's own clock, in ms. */
export type Liveness =
  /** Nothing was asked yet, or nothing answered. */
  | { readonly kind: 'unknown' }
  /** The last request for a part failed. */
  | { readonly kind: 'failed'; readonly dataFrom?: number; readonly retryAt?: number }
  /** Requests get no answer at all. */
  | { readonly kind: 'silent'; readonly dataFrom?: number }
  /** The portal answers with what it knew before the hub was lost. */
  | { readonly kind: 'hubLost'; readonly since?: string }
  | { readonly kind: 'paused'; readonly changes: number }
  | { readonly kind: 'live'; readonly changedAt?: number }
  | { readonly kind: 'polled' };

/** The worst that holds; a pause hides no failure. */
export function livenessOf(state: LiveState, hasSignals: boolean, now: number): Liveness {
  const { page, answeredAt, isHeld, heldChanges } = state;
  if (page.failed) return { kind: 'failed', ...page.failed };
  if (isSilent(state, now)) return { kind: 'silent', dataFrom: answeredAt };
  if (answeredAt === undefined) return { kind: 'unknown' };
  if (page.hub?.isReachable === false) return { kind: 'hubLost', since: page.hub.since };
  if (isHeld) return { kind: 'paused', changes: heldChanges };
  return hasSignals ? { kind: 'live', changedAt: page.changedAt } : { kind: 'polled' };
}

export const livenessTone: Record<Liveness['kind'], Tone> = {
  unknown: 'neutral',
  failed: 'warning',
  silent: 'warning',
  hubLost: 'warning',
  paused: 'neutral',
  live: 'success',
  polled: 'success',
};
