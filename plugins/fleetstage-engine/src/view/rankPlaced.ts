import { FAILED } from './placementState';
import type { PlacementStateCode } from './stateCodes';

/** The rank of a cluster on which nothing is amiss. */
const WELL: ReadonlySet<PlacementStateCode | undefined> = new Set([undefined, 'available', 'diffReported']);
interface Placed {
  readonly isPicked: boolean;
  readonly phase?: 'Scheduled' | 'Bound' | 'Unscheduled';
  readonly state?: PlacementStateCode;
  /** The cluster does not answer: what is shown of it is the last report. */
  readonly isSilent?: boolean;
}

/** Trouble first, then what moves, then what is not gone yet: among hundreds that are well nobody would find it. */
export function rankPlaced({ state, isPicked, phase, isSilent = false }: Placed): number {
  if (state !== undefined && FAILED.has(state)) return 0;
  if (isPicked && state === 'notAvailable') return 1;
  if (isPicked) return WELL.has(state) && !isSilent ? 4 : 2;
  return phase === undefined ? 5 : 3;
}
