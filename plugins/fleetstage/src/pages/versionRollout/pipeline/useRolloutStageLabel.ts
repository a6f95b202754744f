import { useTranslationRef } from '@backstage/frontend-plugin-api';
import { isAtDoor, type RolloutStage } from '../../../model/versionRollout/pipeline';
import { toUpgrade, versionStageStatus, type VersionStageLabel } from '../../../model/status/versionRollout';
import { withCapital } from '../../../model/withCapital';
import { versionRolloutTranslationRef } from '../../../translation/versionRollout';
import { versionStatusTranslationRef } from '../../../translation/versionStatus';
import type { Rollout } from '../rolloutProps';

type Said = VersionStageLabel extends `stage.${infer Word}` ? `stageSaid.${Word}` : never;

/** The words of a stage's state within a sentence. */
export const saidOf = (label: VersionStageLabel) => label.replace('stage.', 'stageSaid.') as Said;

/** A stage as it is read out: name, place, state, k of n. */
export function useRolloutStageLabel(rollout: Rollout): (stage: RolloutStage) => string {
  const { t } = useTranslationRef(versionRolloutTranslationRef);
  const status = useTranslationRef(versionStatusTranslationRef);
  return stage => {
    const { label } = versionStageStatus({ ...stage, isAtDoor: isAtDoor(rollout, stage) });
    return t('stage.aria', {
      name: withCapital(stage.name),
      index: String(stage.number),
      of: String(rollout.pipeline.length),
      state: status.t(saidOf(label)),
      done: stage.counts.succeeded,
      total: toUpgrade(stage.counts),
    });
  };
}
