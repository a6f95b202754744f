import type { PlacementPolicy } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ClusterFacts } from '../cluster/facts';
import type { Binding } from '../state/placement';
import {
  NOON,
  PICK_ALL,
  aHealthyMember,
  aPlacement,
  aPolicySnapshot,
  minutesBefore,
} from '../testing/builders';
import { decideSchedule } from './decideSchedule';
import type { ScheduleDecision, ScheduleInput } from './decideSchedule';

export interface Case extends Pick<ScheduleInput, 'previous' | 'verdicts'> {
  readonly policy?: PlacementPolicy;
  readonly clusters: readonly ClusterFacts[];
  readonly bindings?: readonly Binding[];
  readonly policyIndex?: number;
}

/** Nothing is bound yet, unless given. */
export const aScheduleInput = (
  policy: PlacementPolicy,
  fleet: readonly ClusterFacts[],
  patch: Partial<ScheduleInput> = {},
): ScheduleInput => ({
  placement: aPlacement(),
  policy: aPolicySnapshot({ policy }),
  clusters: fleet,
  bindings: [],
  ...patch,
});

export const decide = ({
  policy = PICK_ALL,
  clusters: fleet,
  bindings = [],
  policyIndex = 0,
  ...last
}: Case) =>
  decideSchedule(
    aScheduleInput(policy, fleet, {
      policy: aPolicySnapshot({ policy, index: policyIndex }),
      bindings,
      ...last,
    }),
    NOON,
  );

export const selected = ({ verdicts }: ScheduleDecision) =>
  verdicts.filter(v => v.selected).map(v => v.cluster);

export const reasonOf = ({ verdicts }: ScheduleDecision, cluster: string) =>
  verdicts.find(v => v.cluster === cluster)?.reason;

export const codesOf = ({ verdicts }: ScheduleDecision) =>
  Object.fromEntries(verdicts.map(v => [v.cluster, v.code]));

export const DEAD = aHealthyMember({ lastHeartbeatAt: minutesBefore(10) });

export const TAINT = { key: 'gpu-workload', value: 'yes', effect: 'NoSchedule' } as const;
