import type { PlacementPolicy } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ScheduleOutcome } from '../state/placement';
import { aPlacement, aPlacementState, aPolicySnapshot, anOutcome, pickFixed } from '../testing/builders';
import { scheduledClaim } from './scheduledCondition';

interface Row {
  readonly rule: string;
  readonly policy: PlacementPolicy | undefined;
  readonly schedule: ScheduleOutcome | undefined;
  readonly message: RegExp;
}

const OF_EARLIER = anOutcome({ placementGeneration: 1, policyIndex: 0 });
const NAMELESS =
  /^Scheduling has not completed\. The policy names no cluster in spec\.policy\.clusterNames: .*; name the clusters to place on$/;
const PENDING = /^Scheduling has not completed$/;

describe('scheduledClaim, while there is no schedule of this generation', () => {
  it.each<Row>([
    {
      rule: 'A/SCH-091 a list of no names, since the beginning',
      policy: pickFixed(),
      schedule: undefined,
      message: NAMELESS,
    },
    {
      rule: 'A/SCH-091 a list that was emptied',
      policy: pickFixed(),
      schedule: OF_EARLIER,
      message: NAMELESS,
    },
    {
      rule: 'A/ST-010 a list with a name',
      policy: pickFixed('c1'),
      schedule: OF_EARLIER,
      message: PENDING,
    },
    { rule: 'A/ST-010 no policy', policy: undefined, schedule: undefined, message: PENDING },
  ])('$rule', ({ policy, schedule, message }) => {
    const { spec, ...placement } = aPlacement({ generation: 2 });
    const state = aPlacementState({
      placement: { ...placement, spec: { ...spec, policy } },
      policySnapshots: [aPolicySnapshot(), aPolicySnapshot({ index: 1, placementGeneration: 2 })],
      schedule,
    });
    const claim = scheduledClaim(state);
    expect(claim).toMatchObject({
      type: 'ClusterResourcePlacementScheduled',
      status: 'Unknown',
      reason: 'SchedulePending',
    });
    expect(claim.message).toMatch(message);
  });
});
