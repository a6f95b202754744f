import {
  NOON,
  aBoundBinding,
  aPick,
  aPolicySnapshot,
  anOutcome,
  pickN,
} from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import type { BindingEvent, PlacementAction } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { placementEvents } from './placementEvents';

const rollout = { status: 'True', reason: 'RolloutStarted', message: 'started', at: NOON } as const;
const binding = aBoundBinding('c1', { resourceIndex: 4, rollout });
const before = { policySnapshots: [aPolicySnapshot({ policy: pickN(3) })], verdicts: [aPick('c1')] };
const save = (event: BindingEvent, patch: Partial<typeof binding> = {}): PlacementAction => ({
  kind: 'saveBinding',
  binding: { ...binding, ...patch },
  event,
});
const schedule = (code: string): PlacementAction => ({
  kind: 'saveSchedule',
  outcome: anOutcome({ message: 'found 0' }),
  verdicts: [aPick('c1', { selected: false, code })],
});
const policy = (patch: object): PlacementAction => ({
  kind: 'savePolicySnapshot',
  snapshot: { ...before.policySnapshots[0], placementGeneration: 2, ...patch },
  prune: [],
});
const eventsOf = (...actions: PlacementAction[]) =>
  placementEvents('web', before, actions).map(({ event, message }) =>
    message === undefined ? event : `${event}: ${message}`,
  );

describe('placementEvents', () => {
  it.each<[string, PlacementAction[], string[]]>([
    ['an advanced binding reports its rollout', [save('advanced')], ['advanced: started']],
    ['a blocked one, too', [save('blocked')], ['blocked: started']],
    ['a confirmed one, too', [save('confirmed')], ['confirmed: started']],
    ['a new one has none to report', [save('scheduled')], ['scheduled']],
    ['one that is taken over reports nothing of an earlier rollout', [save('rescheduled')], ['rescheduled']],
    [
      'a dropped one says why',
      [schedule('UntoleratedTaint'), save('unscheduled')],
      ['clustersPicked: found 0', 'unscheduled: Not picked any more: such cluster(s) are tainted'],
    ],
    [
      'one whose cluster left says that',
      [
        save('unscheduled', {
          cluster: 'c9',
          decision: aPick('c9', { selected: false, code: 'Left', reason: 'left' }),
        }),
      ],
      ['unscheduled: Not picked any more: such cluster(s) have left the fleet'],
    ],
    [
      'what the filter of a plugin refuses has its reason',
      [schedule('InMaintenance'), save('unscheduled')],
      [
        'clustersPicked: found 0',
        'unscheduled: Not picked any more: such cluster(s) are refused as InMaintenance',
      ],
    ],
    ['A/POL-012 a policy for the next generation is no change', [policy({})], []],
    ['another number is', [policy({ numberOfClusters: 4 })], ['policyChanged']],
    ['another policy is', [policy({ index: 1 })], ['policyChanged']],
    [
      'a release gives its reason',
      [{ kind: 'releaseBinding', cluster: 'c1', at: NOON, why: 'because' }],
      ['released: because'],
    ],
  ])('%s', (_rule, actions, lines) => {
    expect(eventsOf(...actions)).toEqual(lines);
  });

  it('each line names its placement and cluster', () => {
    expect(placementEvents('shop/web', before, [save('advanced')])).toEqual([
      {
        subjectKind: 'ResourcePlacement',
        subjectName: 'shop/web',
        actor: 'engine',
        event: 'advanced',
        cluster: 'c1',
        message: 'started',
        data: { resourceIndex: 4 },
      },
    ]);
  });

  it('the first policy is a change', () => {
    expect(
      placementEvents('web', { ...before, policySnapshots: [] }, [policy({})]).map(({ event }) => event),
    ).toEqual(['policyChanged']);
  });
});
