import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import type { RunDraft } from './createRunCommand';

/** Why no such run can be created at all, not even to be prepared only: the backend would refuse it whatever is tried. */
export type Refusal =
  'noPlacement' | 'leaving' | 'rolling' | 'noSnapshot' | 'noStrategy' | 'notAccepted' | 'noRight';

interface Known {
  readonly draft: Pick<RunDraft, 'placement' | 'strategy' | 'snapshot'>;
  readonly placement: Schemas['Placement'] | undefined;
  readonly isPlacementMissing: boolean;
  /** `undefined`: not loaded. */
  readonly strategies: readonly Pick<Schemas['StrategySummary'], 'name'>[] | undefined;
  /** Of this placement by this strategy; `undefined`: not loaded. */
  readonly mayCreate: Schemas['Permit'] | undefined;
}

/** What was not loaded refuses nothing. */
export function findRefusal({
  draft,
  placement,
  isPlacementMissing,
  strategies,
  mayCreate,
}: Known): Refusal | undefined {
  if (draft.placement !== '' && isPlacementMissing) return 'noPlacement';
  if (placement?.isDeleting) return 'leaving';
  if (placement?.moves === 'rolling') return 'rolling';
  if (isGone(draft.snapshot, placement)) return 'noSnapshot';
  const isUnknown = draft.strategy !== '' && strategies?.every(({ name }) => name !== draft.strategy);
  if (isUnknown) return 'noStrategy';
  if (mayCreate?.isAllowed !== false) return undefined;
  return mayCreate.permission === undefined ? 'notAccepted' : 'noRight';
}

const isGone = (snapshot: string | undefined, placement: Schemas['Placement'] | undefined) =>
  snapshot !== undefined &&
  placement !== undefined &&
  placement.history.every(({ index }) => index !== snapshot);
