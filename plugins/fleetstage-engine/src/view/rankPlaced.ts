import type { PlacementStateCode } from './stateCodes';

/** Stands for a cluster on which nothing is amiss. */
const WELL: ReadonlySet<PlacementStateCode | undefined> = new Set([undefined, 'available', 'diffReported']);
const BROKEN: ReadonlySet<PlacementStateCode | undefined> = new Set([
  'overrideFailed',
  'notSent',
  'applyFailed',
  'diffFailed',
]);

interface Placed {
  readonly isPicked: boolean;
  readonly phase?: 'Scheduled' | 'Bound' | 'Unscheduled';
  readonly state?: PlacementStateCode;
}

/** Trouble first, then what moves, then what is not gone yet: among hundreds that are well nobody would find it. */
export function rankPlaced({ state, isPicked, phase }: Placed): number {
  if (BROKEN.has(state)) return 0;
  if (isPicked) return WELL.has(state) ? 3 : 1;
  return phase === undefined ? 4 : 2;
}
