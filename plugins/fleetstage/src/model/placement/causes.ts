import Block from '@mui/icons-material/Block';
import CheckCircle from '@mui/icons-material/CheckCircle';
import ErrorIcon from '@mui/icons-material/Error';
import FolderOff from '@mui/icons-material/FolderOff';
import HelpOutline from '@mui/icons-material/HelpOutline';
import HourglassTop from '@mui/icons-material/HourglassTop';
import Logout from '@mui/icons-material/Logout';
import RemoveCircleOutline from '@mui/icons-material/RemoveCircleOutline';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import type { OwnVerdictCode } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tone } from '../status/tone';
import type { StatusLook } from '../status/words';

type CauseCount = Schemas['CauseCount'];

const looks = {
  Picked: { icon: CheckCircle, tone: 'success' },
  ScoredTooLow: { icon: RemoveCircleOutline, tone: 'neutral' },
  NotNeeded: { icon: RemoveCircleOutline, tone: 'neutral' },
  AffinityMismatch: { icon: RemoveCircleOutline, tone: 'neutral' },
  PropertyMismatch: { icon: RemoveCircleOutline, tone: 'neutral' },
  BreaksSpread: { icon: RemoveCircleOutline, tone: 'neutral' },
  NamespaceMissing: { icon: FolderOff, tone: 'warning' },
  UntoleratedTaint: { icon: Block, tone: 'warning' },
  NotEligible: { icon: ErrorIcon, tone: 'error' },
  NotYetEligible: { icon: ErrorIcon, tone: 'error' },
  NotFound: { icon: HelpOutline, tone: 'warning' },
  NotNamed: { icon: RemoveCircleOutline, tone: 'neutral' },
  Left: { icon: Logout, tone: 'neutral' },
  Held: { icon: HourglassTop, tone: 'info' },
  Leaving: { icon: Logout, tone: 'neutral' },
  other: { icon: RemoveCircleOutline, tone: 'neutral' },
} as const satisfies Record<OwnVerdictCode | 'Leaving' | 'other', { icon: unknown; tone: Tone }>;

export type CauseName = keyof typeof looks;

const isKnown = (cause: string): cause is CauseName => cause !== 'other' && Object.hasOwn(looks, cause);

/** A cause of a later engine has the look and the word of `other`. */
export const causeName = (cause: string): CauseName => (isKnown(cause) ? cause : 'other');

/** Why a cluster is or is not picked; the words are under the same key. */
export function causeLook(cause: string): Omit<StatusLook<CauseName>, 'isEnd'> {
  const label = causeName(cause);
  return { label, ...looks[label] };
}

export interface CauseSegment {
  /** Of a folded segment several, each with its clusters. */
  readonly causes: readonly CauseCount[];
  readonly clusters: number;
}

/** Segments that fit beside each other with their words. */
const SHOWN = 6;

/**
 * Every cause once, in the order of the engine; the rarest of too many are one segment.
 *
 *   8 causes → 5 segments and one of 3 causes
 */
export function causeSegments(causes: readonly CauseCount[]): readonly CauseSegment[] {
  const all = causes.filter(({ clusters }) => clusters > 0);
  const cut = all.length > SHOWN ? SHOWN - 1 : all.length;
  const segments = all.slice(0, cut).map(one => ({ causes: [one], clusters: one.clusters }));
  const rest = all.slice(cut);
  if (rest.length === 0) return segments;
  return [...segments, { causes: rest, clusters: rest.reduce((sum, one) => sum + one.clusters, 0) }];
}
