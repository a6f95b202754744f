import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { placementStatus } from '../status/placement';
import type { Tone } from '../status/tone';
import type { Acts } from '../status/words';
import { silentOf } from './leaving';

export type Placement = Schemas['Placement'];

/** What the Now card is about. */
export type NowKind =
  | 'deleting'
  | 'invalid'
  | 'failed'
  | 'missing'
  | 'notAvailable'
  | 'moving'
  | 'noRun'
  | 'working'
  | 'held'
  | 'well';

export interface PlacementNow {
  readonly kind: NowKind;
  readonly tone: Tone;
  readonly acts: Acts;
}

const FAILED: ReadonlySet<Placement['state']> = new Set([
  'overrideFailed',
  'notSent',
  'applyFailed',
  'diffFailed',
]);
/** A Deployment needs a while; after that it is worth a look. */
const SLOW_MS = 5 * 60_000;

/**
 * The one thing to know first: what is broken beats what is missing, what is missing beats what moves, and where there is
 * none of them all is well.
 */
export function placementNow(placement: Placement, now: number): PlacementNow {
  const { state, isDeleting, since, leaving } = placement;
  const { tone, acts } = placementStatus(state);
  if (isDeleting || state === 'deleting')
    return leaving && silentOf(leaving).length > 0
      ? { kind: 'deleting', tone: 'warning', acts: 'clusterOwner' }
      : { kind: 'deleting', tone: 'info', acts: 'engine' };
  if (state === 'invalid' || placement.resourcesProblem)
    return { kind: 'invalid', tone: 'error', acts: 'appOwner' };
  if (FAILED.has(state)) return { kind: 'failed', tone, acts };
  if (state === 'notEnoughClusters') return { kind: 'missing', tone, acts };
  if (state === 'notAvailable') {
    const isSlow = since !== undefined && now - Date.parse(since) > SLOW_MS;
    return { kind: 'notAvailable', tone: isSlow ? 'warning' : 'info', acts };
  }
  if (placement.run !== undefined) return { kind: 'moving', tone: 'info', acts: 'engine' };
  if (waitsForRun(placement)) return { kind: 'noRun', tone: 'info', acts: 'operator' };
  if (state === 'held') return { kind: 'held', tone, acts };
  return { kind: state === 'working' || state === 'deciding' ? 'working' : 'well', tone, acts };
}

/** Moves by runs, and its newest snapshot is not on every cluster. */
export function waitsForRun({
  moves,
  latestSnapshot,
  snapshots,
  picked,
}: Schemas['PlacementSummary']): boolean {
  if (moves !== 'runs' || latestSnapshot === undefined || picked === 0) return false;
  const on = snapshots.find(({ index }) => index === latestSnapshot)?.clusters ?? 0;
  return on < picked;
}
