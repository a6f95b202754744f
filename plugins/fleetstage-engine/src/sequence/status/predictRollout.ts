import {
  type AutoUpgradeType,
  type EmptyStageAction,
  type Instant,
  type TimeoutAction,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { StageAssignment } from '../assignment/assignClusters';
import { endOfSupportOf } from '../catalog/support';
import { holdsStage } from '../eligibility/targetVerdict';
import type { SequencePass } from '../facts/sequencePass';
import { predictStages, type PredictedStage, type Prediction } from '../maintenance/predictStages';
import { timeoutAt } from '../rollout/moveRollout';
import { durationOf, maxUpgradeMs } from '../rollout/planStages';
import { currentIndex, isActive } from '../rollout/stagePhase';
import { targetsOf } from '../rollout/targetIndex';
import type { RolloutMemory, TargetMemory } from '../state/rolloutMemory';
import type { SequenceRollout } from '../state/sequenceState';
import { parseVersion } from '../versions/version';
import { stepOf } from '../versions/upgradeStep';

/** When a rollout could be over (E/UI-005): absent where that is not within 90 days, or a person has to act first. */
export function predictRollout(pass: SequencePass, { spec, memory }: SequenceRollout): Instant | undefined {
  if (memory === undefined || !isActive(memory)) return undefined;
  if (memory.phase === 'Paused' && memory.reason !== 'WaitingForNextStage') return undefined;
  const closesAfterMs = closingOf(pass);
  const from = currentIndex(memory);
  const stages = memory.progress.stages.slice(from).map((stage, i): PredictedStage => {
    const { enteredAt, updatedAt } = stage;
    const held = memory.members
      .filter(one => one.stage === from + i + 1)
      .flatMap(({ cluster }) => targetsOf(memory, cluster).filter(holdsStage));
    return {
      open: held.map(target => openCluster(pass, target, spec)),
      soakMs: memory.stages[from + i]?.soakMs ?? 0,
      ...(closesAfterMs !== undefined && { closesAfterMs }),
      ...(enteredAt !== undefined && { enteredAt }),
      ...(updatedAt !== undefined && { soakStartedAt: updatedAt }),
    };
  });
  return predictStages(stages, pass.now).finish;
}

/** When the upgrades of the current stage have taken as long as they may, and what follows then (E/RS-014, RS-015). */
export function timeoutOf(
  pass: SequencePass,
  memory: RolloutMemory,
): { readonly at: Instant; readonly stage: string; readonly action: TimeoutAction } | undefined {
  const stage = memory.progress.stages[currentIndex(memory)];
  const at = isActive(memory) ? timeoutAt(pass, memory) : undefined;
  if (stage === undefined || at === undefined) return undefined;
  return { at, stage: stage.name, action: pass.state.sequence.spec.onTimeout ?? 'ForceSoak' };
}

/** A version that begins now, with every cluster to be upgraded, as an editor shows it (E/UI-006). */
export function predictVersion(
  pass: SequencePass,
  { stages }: StageAssignment = pass.assignment,
): Prediction {
  const { spec } = pass.state.sequence;
  const closesAfterMs = closingOf(pass);
  return predictStages(
    stages.map(({ clusters }, index) => ({
      open: clusters.map(cluster => {
        const view = pass.clusters.get(cluster);
        return { policies: view?.cluster.policies ?? [], step: LEAST };
      }),
      soakMs: soaks(clusters.length, spec.emptyStages) ? durationOf(spec.stages[index]?.soakDuration, 0) : 0,
      ...(closesAfterMs !== undefined && { closesAfterMs }),
    })),
    pass.now,
  );
}

/** The kind of upgrade that the fewest exclusions forbid: a prediction says what is possible. */
const LEAST: AutoUpgradeType = 'ControlPlanePatch';

const soaks = (clusters: number, emptyStages: EmptyStageAction = 'Soak') =>
  clusters > 0 || emptyStages === 'Soak';

const closingOf = (pass: SequencePass): number | undefined =>
  (pass.state.sequence.spec.onTimeout ?? 'ForceSoak') === 'ForceSoak' ? maxUpgradeMs(pass) : undefined;

function openCluster(
  pass: SequencePass,
  { cluster, version, from }: TargetMemory,
  spec: SequenceRollout['spec'],
) {
  const view = pass.clusters.get(cluster);
  const policies = spec.ignoreMaintenance === true ? [] : (view?.cluster.policies ?? []);
  const [is, wanted] = [parseVersion(version ?? from ?? ''), parseVersion(spec.version)];
  const step = is.ok && wanted.ok ? stepOf(spec.upgradeType, is.value, wanted.value) : undefined;
  const { catalog } = pass.state;
  const minor = view?.controlPlane?.unit?.current;
  const endOfSupport = catalog.ok && minor ? endOfSupportOf(catalog.value, minor) : undefined;
  return { policies, step: step ?? LEAST, ...(endOfSupport !== undefined && { endOfSupport }) };
}
