import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { rolloutActPatch, type RolloutAct as Act } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { VersionRolloutSpec } from '@fleetstage/backstage-plugin-fleetstage-common';
import { quote } from '../kubectl';
import { isEnd } from './ends';

type Rollout = Schemas['VersionRollout'];

/** What is done to the rollout as a whole. */
export type RolloutActName =
  'pause' | 'resume' | 'overrideSoak' | 'forceComplete' | 'ignoreMaintenance' | 'heedMaintenance' | 'cancel';

export interface RolloutAct {
  readonly act: RolloutActName;
  readonly permit: Schemas['Permit'];
}

/** A person has paused it: other pauses end by themselves. */
export const isPausedByPerson = ({ spec }: Pick<Rollout, 'spec'>): boolean => spec.state === 'Pause';

/** It ends as soon as the engine sees it. */
export const isCancelling = ({ spec }: Pick<Rollout, 'spec'>): boolean => spec.state === 'Cancel';

/** The acts that find something to do (E/AC-001…006); none of a rollout that is over. */
export function rolloutActs(rollout: Rollout): readonly RolloutAct[] {
  const { may, isOver, currentStage, ignoresMaintenance } = rollout;
  if (isOver || isCancelling(rollout)) return [];
  const isPaused = isPausedByPerson(rollout);
  return [
    isPaused ? { act: 'resume', permit: may.resume } : { act: 'pause', permit: may.pause },
    ...(openStages(rollout).length > 0 ? [{ act: 'overrideSoak', permit: may.overrideSoak } as const] : []),
    ...(currentStage === undefined ? [] : [{ act: 'forceComplete', permit: may.forceComplete } as const]),
    { act: ignoresMaintenance ? 'heedMaintenance' : 'ignoreMaintenance', permit: may.ignoreMaintenance },
    { act: 'cancel', permit: may.cancel },
  ];
}

/** Stages whose soak time still counts. */
export const openStages = ({ pipeline }: Pick<Rollout, 'pipeline'>): readonly Schemas['VersionStage'][] =>
  pipeline.filter(({ phase }) => !isEnd(phase));

/** Reasons of clusters that only maintenance holds. */
export const MAINTENANCE_REASONS = ['OutsideMaintenanceWindow', 'MaintenanceExclusion'] as const;

/** Clusters that would be upgraded at once if maintenance were ignored. */
export const heldByMaintenance = ({ blockers }: Pick<Rollout, 'blockers'>): number =>
  blockers
    .filter(({ cause }) => MAINTENANCE_REASONS.some(one => one === cause))
    .reduce((sum, { clusterCount }) => sum + clusterCount, 0);

/** The same act with kubectl: the very patch that REST writes (E §4.2). */
export function rolloutActCommand({ name, spec }: Pick<Rollout, 'name' | 'spec'>, act: Act): string {
  const patch = rolloutActPatch(spec as unknown as VersionRolloutSpec, act);
  return `kubectl patch vro ${name} \\\n  --type=merge -p ${quote(JSON.stringify({ spec: patch }))}`;
}

/** Shows a rollout. `vro` is never taken for a Rollout of another group. */
export const rolloutCommands = (name: string): string =>
  [
    `kubectl get rollouts.fleetstage.io ${name} -o yaml`,
    `kubectl describe vro ${name}`,
    `kubectl get vro ${name} -w`,
    `kubectl wait vro/${name} --for=condition=Succeeded --timeout=720h`,
  ].join('\n');
