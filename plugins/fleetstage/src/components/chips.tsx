import { useTranslationRef } from '@backstage/frontend-plugin-api';
import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import type { ReactNode } from 'react';
import { gateStatus, type GateKind, type GateState } from '../model/status/gate';
import { memberStatus, type MemberState } from '../model/status/member';
import { placementLook, type PlacementFacts } from '../model/status/placement';
import {
  runStatus,
  stageStatus,
  type RunState,
  type StageFacts,
  type StageState,
  type WaitsFor,
} from '../model/status/run';
import { runClusterStatus, type RunClusterState } from '../model/status/runCluster';
import { statusTranslationRef } from '../translation/status';
import { StatusChip, StatusIcon } from './StatusChip';
import { useNowUntil, useTimeWords } from './useTimeWords';

type Size = 'small' | 'medium';

interface RunChipProps {
  readonly state: RunState;
  /** Names how many clusters fail or are stuck. */
  readonly counts?: Schemas['Counts'];
  /** What the run waits for first. */
  readonly waitsFor?: WaitsFor;
  /** End of the wait that holds the run, where it is not the one that it waits for first. */
  readonly until?: string;
  readonly size?: Size;
}

/** The words of a run's state; `until` is the end of the wait that is shown, where it is one. */
export function useRunWords(shownUntil?: string): (props: Omit<RunChipProps, 'size' | 'waitsFor'>) => string {
  const { t } = useTranslationRef(statusTranslationRef);
  const { left } = useTimeWords();
  const now = useNowUntil(shownUntil);
  return ({ state, counts, until }) => {
    if (state === 'failing' && counts?.failing) return t('run.failingOn', { count: counts.failing });
    if (state === 'stuck' && counts?.stuck) return t('run.stuckOn', { count: counts.stuck });
    if (state === 'waiting' && until) return t('run.waitingFor', { time: left(until, now) });
    return t(runStatus(state).label);
  };
}

export const RunChip = ({ size, waitsFor, until = waitsFor?.until, ...props }: RunChipProps) => {
  const say = useRunWords(until);
  const { icon, tone } = runStatus(props.state, waitsFor);
  return <StatusChip icon={icon} tone={tone} size={size} label={say({ ...props, until })} />;
};

interface StageChipProps extends StageFacts {
  readonly state: StageState;
  readonly size?: Size;
}

export const StageChip = ({ state, size, ...facts }: StageChipProps) => {
  const { t } = useTranslationRef(statusTranslationRef);
  const { icon, tone, label } = stageStatus(state, facts);
  return <StatusChip icon={icon} tone={tone} size={size} label={t(label)} />;
};

interface GateIconProps {
  readonly kind: GateKind;
  readonly state: GateState;
  readonly size?: number;
}

export const GateIcon = ({ kind, state, size }: GateIconProps) => {
  const { icon, tone } = gateStatus(kind, state);
  return <StatusIcon icon={icon} tone={tone} size={size} />;
};

/** A member cluster. */
export const ClusterChip = ({
  state,
  size,
  label,
}: {
  state: MemberState;
  size?: Size;
  label?: ReactNode;
}) => {
  const { t } = useTranslationRef(statusTranslationRef);
  const look = memberStatus(state);
  return <StatusChip icon={look.icon} tone={look.tone} size={size} label={label ?? t(look.label)} />;
};

/** A cluster in a run. */
export const RunClusterChip = ({ state, size }: { state: RunClusterState; size?: Size }) => {
  const { t } = useTranslationRef(statusTranslationRef);
  const look = runClusterStatus(state);
  return <StatusChip icon={look.icon} tone={look.tone} size={size} label={t(look.label)} />;
};

interface PlacementChipProps extends PlacementFacts {
  readonly size?: Size;
  readonly label?: ReactNode;
}

export const PlacementChip = ({ size, label, ...facts }: PlacementChipProps) => {
  const { t } = useTranslationRef(statusTranslationRef);
  const look = placementLook(facts);
  return <StatusChip icon={look.icon} tone={look.tone} size={size} label={label ?? t(look.label)} />;
};
