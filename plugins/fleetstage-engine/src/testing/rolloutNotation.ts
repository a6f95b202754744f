import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Binding } from '../state/placement';
import type { RolloutState } from '../rollout/bindingState';
import type { WorkClaim, WorkReport } from '../work/report';
import {
  aBoundBinding,
  aFailedReport,
  aPlacement,
  aPlacementSpec,
  aResourceSnapshot,
  aScheduledBinding,
  anAvailableReport,
  anUnavailableReport,
  anUnscheduledBinding,
  minutesBefore,
  NOON,
  secondsAfter,
} from './builders';

/** Everything a row of the rollout table says; `bindings` is written as in B §1.8. */
export interface RolloutRow {
  readonly bindings: string;
  readonly policy: {
    readonly placementType: 'PickAll' | 'PickN' | 'PickFixed';
    readonly numberOfClusters?: number;
  };
  readonly mU: number | string;
  readonly mS: number | string;
  readonly period?: number;
}

const LATEST = 5;
const OLDER = 4;

/**
 * Reads B §1.8: `B`ound, `S`cheduled, `U`nscheduled, then `r` ready, `a` applied without a verdict on availability,
 * `u` seen not available, `f` failed to apply, `p` nothing reported, `nX` untrackable since X seconds; `!` is asked to
 * leave, `*` is on the latest snapshot (`*` in front of the list: all of them are). The clusters are c00, c01, …
 */
export function aRolloutRow(row: RolloutRow): RolloutState {
  const [first, ...rest] = row.bindings.split(' ').filter(word => word !== '');
  const areAllLatest = first === '*';
  const words = first === undefined ? [] : areAllLatest ? rest : [first, ...rest];
  const entries = words.map((word, i) => readWord(word, `c${String(i).padStart(2, '0')}`, areAllLatest));
  const rollingUpdate = {
    maxUnavailable: row.mU,
    maxSurge: row.mS,
    unavailablePeriodSeconds: row.period ?? 60,
  };
  const spec = aPlacementSpec({ policy: row.policy });
  return {
    placement: aPlacement({
      spec: { ...spec, strategy: { ...spec.strategy, type: 'RollingUpdate', rollingUpdate } },
    }),
    resourceSnapshots: [aResourceSnapshot({ index: OLDER }), aResourceSnapshot({ index: LATEST })],
    bindings: entries.map(e => e.binding),
    reports: entries.flatMap(e => e.report ?? []),
  };
}

function readWord(
  word: string,
  cluster: string,
  areAllLatest: boolean,
): { binding: Binding; report?: WorkReport } {
  const match = /^([BSU])([raufp]|n(\d+))(!?)(\*?)$/.exec(word);
  if (!match) throw new Error(`no word of the notation: ${word}`);
  const [, phase, health, seconds, leaving, latest] = match;
  const resourceIndex = areAllLatest || latest === '*' ? LATEST : OLDER;
  const common = {
    resourceIndex,
    revision: `r${resourceIndex}`,
    applyStrategy: aPlacementSpec().strategy?.applyStrategy,
    ...(leaving === '!' ? { releasedAt: minutesBefore(1) } : {}),
  };
  const binding =
    phase === 'S'
      ? aScheduledBinding(cluster)
      : phase === 'B'
        ? aBoundBinding(cluster, common)
        : anUnscheduledBinding(cluster, common);
  return { binding, report: reportOf(cluster, `r${resourceIndex}`, health ?? 'p', Number(seconds)) };
}

function reportOf(
  cluster: string,
  revision: string,
  health: string,
  seconds: number,
): WorkReport | undefined {
  switch (health.slice(0, 1)) {
    case 'r':
      return anAvailableReport(cluster, { revision });
    case 'a':
      return anAvailableReport(cluster, { revision, available: undefined });
    case 'u':
      return anUnavailableReport(cluster, { revision });
    case 'f':
      return aFailedReport(cluster, { revision });
    case 'n':
      return anAvailableReport(cluster, { revision, available: untrackable(secondsAfter(-seconds, NOON)) });
    default:
      return undefined;
  }
}

const untrackable = (at: Instant): WorkClaim => ({
  status: 'True',
  reason: 'NotAllWorkAreAvailabilityTrackable',
  message: 'not trackable',
  at,
});
