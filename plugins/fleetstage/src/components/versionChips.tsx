import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import {
  rolloutState,
  rolloutStatus,
  sequenceStatus,
  upgradeStatus,
  versionStageStatus,
  type UpgradeState,
} from '../model/status/versionRollout';
import { versionStatusTranslationRef } from '../translation/versionStatus';
import { StatusChip } from './StatusChip';
import { useNowUntil, useTimeWords } from './useTimeWords';

type Size = 'small' | 'medium';
type Rollout = Schemas['VersionRolloutSummary'];

/** The words of a rollout's state, with what is left of a wait that a clock ends. */
export function useRolloutWords(rollout: Rollout): string {
  const { t } = useTranslationRef(versionStatusTranslationRef);
  const { left } = useTimeWords();
  const state = rolloutState(rollout);
  const until = state === 'waiting' ? rollout.waitsFor?.until : rollout.soakEndsAt;
  const now = useNowUntil(until);
  if (state === 'failing') return t('rollout.failingOn', { count: rollout.counts.failed });
  if (until !== undefined && (state === 'soaking' || state === 'forcedSoaking' || state === 'waiting'))
    return t(`rollout.${state}For`, { time: left(until, now) });
  return t(`rollout.${state}`);
}

/** A rollout of a version. */
export const VersionRolloutChip = ({ rollout, size }: { rollout: Rollout; size?: Size }) => {
  const words = useRolloutWords(rollout);
  const { icon, tone } = rolloutStatus(rolloutState(rollout));
  return <StatusChip icon={icon} tone={tone} size={size} label={words} />;
};

interface StageChipProps {
  readonly stage: Schemas['VersionStageBar'];
  readonly isAtDoor?: boolean;
  readonly size?: Size;
}

/** A stage of a rollout. */
export const VersionStageChip = ({ stage, isAtDoor, size }: StageChipProps) => {
  const { t } = useTranslationRef(versionStatusTranslationRef);
  const { icon, tone, label } = versionStageStatus({ ...stage, isAtDoor });
  return <StatusChip icon={icon} tone={tone} size={size} label={t(label)} />;
};

/** A control plane, a node pool, or a cluster by that of its targets that matters most. */
export const UpgradeChip = ({
  state,
  reason,
  size,
}: {
  state: UpgradeState;
  reason?: string;
  size?: Size;
}) => {
  const { t } = useTranslationRef(versionStatusTranslationRef);
  const { icon, tone, label } = upgradeStatus(state, reason);
  return <StatusChip icon={icon} tone={tone} size={size} label={t(label)} />;
};

type SequenceFacts = Parameters<typeof sequenceStatus>[0];

/** A sequence. */
export const SequenceChip = ({ sequence, size }: { sequence: SequenceFacts; size?: Size }) => {
  const { t } = useTranslationRef(versionStatusTranslationRef);
  const { icon, tone, label } = sequenceStatus(sequence);
  return <StatusChip icon={icon} tone={tone} size={size} label={t(label)} />;
};
