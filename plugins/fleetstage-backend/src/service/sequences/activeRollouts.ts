import {
  compareLoudness,
  isRolloutActive,
  rolloutHolds,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from '../../database/db';
import { loadVersionRolloutIndex } from '../../database/views/versionRolloutIndex';
import type { Schemas } from '../contract';
import { toBlocker, toRolloutSummary, type ShownRollout } from './rolloutViews';
import { readShown } from './versionRollouts';

/** Rollouts of versions that are not over, newest first. */
export async function readActiveRollouts(tx: Tx, hub: string): Promise<readonly ShownRollout[]> {
  const active = (await loadVersionRolloutIndex(tx, hub)).filter(isRolloutActive);
  const names = active.sort((a, b) => b.createdAt - a.createdAt).map(({ name }) => name);
  return readShown(tx, hub, names);
}

/** What fails or is stuck in them. */
export const rolloutTrouble = (rollouts: readonly ShownRollout[]): Schemas['Blocker'][] =>
  rollouts.flatMap(({ record: { name, memory } }) =>
    rolloutHolds(memory)
      .filter(({ state }) => state !== 'waiting')
      .map(hold => toBlocker(hold, name)),
  );

/** What fails or is stuck first. */
export function toActiveSummaries(rollouts: readonly ShownRollout[]): Schemas['VersionRolloutSummary'][] {
  const ranked = rollouts.map(rollout => ({
    rollout,
    worst: rolloutTrouble([rollout]).sort(compareLoudness)[0],
  }));
  const rank = (worst: Schemas['Blocker'] | undefined) =>
    worst === undefined ? 2 : worst.state === 'failing' ? 0 : 1;
  return ranked.sort((a, b) => rank(a.worst) - rank(b.worst)).map(({ rollout }) => toRolloutSummary(rollout));
}
