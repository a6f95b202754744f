import {
  parseDuration,
  type IntOrString,
  type SequenceStage,
  type SoakSource,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { StageSettings } from '../../staged/context';
import { holdsStage } from '../eligibility/targetVerdict';
import type { SequencePass } from '../facts/sequencePass';
import type { RolloutMemory, RolloutStageMemory } from '../state/rolloutMemory';
import { formatVersion } from '../versions/version';
import type { OpenRollout, SequenceLedger } from './sequenceLedger';
import { targetsOf } from './targetIndex';

/** A stage as it counts in this pass: all of it may be edited while the rollout runs (E/MO-001). */
export interface PlannedStage extends StageSettings {
  readonly maxConcurrency: IntOrString;
  readonly soakMs: number;
  readonly soakSource: SoakSource;
  /** It goes by without a soak (E/RS-016). */
  readonly isSkipped: boolean;
}

const ALL: IntOrString = '100%';
export const DEFAULT_MAX_UPGRADE_MS = 720 * 3_600_000;

export const durationOf = (text: string | undefined, otherwise: number): number => {
  const parsed = parseDuration(text ?? '');
  return text !== undefined && parsed.ok ? parsed.value : otherwise;
};

export const maxUpgradeMs = ({ state }: SequencePass): number =>
  durationOf(state.sequence.spec.maxUpgradeTime, DEFAULT_MAX_UPGRADE_MS);

/**
 * The stages of an active rollout. The soak of a stage is this rollout's override, else the sequence's value now (E/MO-002);
 * none where a person has completed the stage, where nothing was to be upgraded and the sequence skips such stages, and where
 * the version went through the stage before (E/MO-004).
 */
export function planStages(
  pass: SequencePass,
  ledger: SequenceLedger,
  rollout: OpenRollout,
): readonly PlannedStage[] {
  const { spec } = pass.state.sequence;
  const closeAfterMs = (spec.onTimeout ?? 'ForceSoak') === 'ForceSoak' ? maxUpgradeMs(pass) : undefined;
  return spec.stages.map((stage, index): PlannedStage => {
    const isForced = rollout.memory.stages[index]?.forced === 'Person';
    const isSkipped = spec.emptyStages === 'Skip' && isEmpty(rollout.memory, index);
    const { soakMs, soakSource } = soakOf(rollout, stage);
    const isShort = isForced || isSkipped || isQualified(ledger, rollout, index);
    const closes = isForced ? 0 : closeAfterMs;
    return {
      maxConcurrency: stage.maxConcurrency ?? ALL,
      ...(closes !== undefined && { closeAfterMs: closes }),
      soakMs: isShort ? 0 : soakMs,
      soakSource,
      isSkipped,
    };
  });
}

function soakOf(
  { spec }: OpenRollout,
  stage: SequenceStage,
): Pick<RolloutStageMemory, 'soakMs' | 'soakSource'> {
  const override = spec.soakOverrides?.find(one => one.stage === stage.name);
  return override === undefined
    ? { soakMs: durationOf(stage.soakDuration, 0), soakSource: 'Sequence' }
    : { soakMs: durationOf(override.soakDuration, 0), soakSource: 'Override' };
}

/** No cluster, or none that the rollout has touched or may still; who was upgraded and then left has been in it (D/EL-018, SK-010). */
function isEmpty(memory: RolloutMemory, index: number): boolean {
  return memory.members
    .filter(({ stage }) => stage === index + 1)
    .every(({ cluster }) =>
      targetsOf(memory, cluster).every(target => !holdsStage(target) && target.past.kind === 'Untouched'),
    );
}

const isQualified = (ledger: SequenceLedger, { spec, version }: OpenRollout, index: number): boolean =>
  ledger
    .memory()
    .qualified.some(
      one =>
        one.upgradeType === spec.upgradeType &&
        one.stage === index + 1 &&
        one.version === formatVersion(version),
    );
