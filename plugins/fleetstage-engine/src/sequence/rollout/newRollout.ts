import type {
  AutoUpgradeType,
  Instant,
  RolloutSequenceSpec,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { StagedStage } from '../../staged/state';
import type { RolloutMemory } from '../state/rolloutMemory';

/** What the executor calls its last part, of which a rollout has nothing; no stage can have this name. */
const NO_REMOVAL = '(end)';

export const newStage = (name: string): StagedStage => ({ name, items: [], before: [], after: [] });

/** A rollout that nothing has happened to. */
export function newRolloutMemory(
  { stages }: Pick<RolloutSequenceSpec, 'stages'>,
  { now, upgradeTypes }: { readonly now: Instant; readonly upgradeTypes?: readonly AutoUpgradeType[] },
): RolloutMemory {
  return {
    phase: 'Running',
    message: 'It was created.',
    since: now,
    createdAt: now,
    ...(upgradeTypes && { upgradeTypes }),
    progress: { stages: stages.map(({ name }) => newStage(name)), removal: newStage(NO_REMOVAL) },
    stages: stages.map(({ fleets, clusterSelector }) => ({
      fleets,
      ...(clusterSelector && { clusterSelector }),
      soakMs: 0,
      soakSource: 'Sequence',
    })),
    members: [],
    targets: [],
    usedForces: [],
    honouredRetries: {},
  };
}
