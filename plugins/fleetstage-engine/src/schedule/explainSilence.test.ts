import type { ClusterFacts, MemberHealth } from '../cluster/facts';
import {
  aBoundBinding,
  aCluster,
  aHealthyMember,
  minutesBefore,
  NOON,
  PICK_ALL,
  pickFixed,
  pickN,
} from '../testing/builders';
import type { Binding } from '../state/placement';
import { decide, selected, type Case } from './decideSchedule.testing';
import { planBindings } from './planBindings';

/** Nobody of the fleet was heard for ten minutes, and all were asked. */
const UNHEARD: Partial<MemberHealth> = { lastHeartbeatAt: minutesBefore(10), askedAt: NOON };
/** Heard again after that. */
const BACK: Partial<MemberHealth> = { heardSince: NOON };
const NOT_HEARD_YET: Partial<MemberHealth> = {
  joined: false,
  lastHeartbeatAt: undefined,
  heardSince: undefined,
  healthy: 'Unknown',
  healthChangedAt: minutesBefore(1),
  askedAt: NOON,
};
const member = (name: string, patch: Partial<MemberHealth> = {}) =>
  aCluster(name, { health: aHealthyMember(patch) });
const held = (...names: string[]) => names.map(name => aBoundBinding(name));

/** Clusters whose bindings an edited policy takes away. */
function dropped({ bindings = [], ...one }: Case): string[] {
  const { verdicts } = decide({ ...one, bindings, policyIndex: 1 });
  const changes = planBindings(
    {
      placement: { name: 'web', uid: 'u' },
      policy: { index: 1 },
      clusters: one.clusters,
      verdicts,
      bindings,
    },
    NOON,
  );
  return changes.filter(change => change.event === 'unscheduled').map(({ binding }) => binding.cluster);
}

describe('an edited policy, and members that are not heard (A/SCH-020, RUL 25)', () => {
  it.each<{ rule: string; one: Case; drops: string[] }>([
    {
      rule: 'an outage of ours, before anybody was asked: nobody is dropped',
      one: {
        clusters: ['c1', 'c2'].map(name =>
          member(name, { lastHeartbeatAt: minutesBefore(10), askedAt: minutesBefore(10) }),
        ),
        bindings: held('c1', 'c2'),
      },
      drops: [],
    },
    {
      rule: 'an outage of ours, c1 has answered first: c2 is not dropped',
      one: {
        clusters: [
          member('c1', BACK),
          member('c2', { lastHeartbeatAt: minutesBefore(10), askedAt: minutesBefore(10) }),
        ],
        bindings: held('c1', 'c2'),
      },
      drops: [],
    },
    {
      rule: 'our line is broken: nobody is dropped',
      one: { clusters: [member('c1', UNHEARD), member('c2', UNHEARD)], bindings: held('c1', 'c2') },
      drops: [],
    },
    {
      rule: 'our line was broken, c1 has answered first: c2 is not dropped',
      one: { clusters: [member('c1', BACK), member('c2', UNHEARD)], bindings: held('c1', 'c2') },
      drops: [],
    },
    {
      rule: 'PickN moves to nobody while its holder may only be unheard',
      one: { policy: pickN(1), clusters: [member('c1', UNHEARD), member('c2', BACK)], bindings: held('c1') },
      drops: [],
    },
    {
      rule: 'A/SCH-092 a named cluster that may only be unheard stays',
      one: {
        policy: pickFixed('c1', 'c2'),
        clusters: [member('c1', UNHEARD), member('c2', BACK)],
        bindings: held('c1'),
      },
      drops: [],
    },
    {
      rule: 'an empty database: who has not answered yet keeps what it has',
      one: { clusters: [member('c1', BACK), member('c2', NOT_HEARD_YET)], bindings: held('c1', 'c2') },
      drops: [],
    },
    {
      rule: 'an empty database: who was not asked yet keeps what it has',
      one: { clusters: [member('c1'), aCluster('c2', { health: undefined })], bindings: held('c1', 'c2') },
      drops: [],
    },
    {
      rule: 'c2 is silent while c1 was heard: it is dropped',
      one: { clusters: [member('c1'), member('c2', UNHEARD)], bindings: held('c1', 'c2') },
      drops: ['c2'],
    },
    {
      rule: 'PickN moves from a silent cluster to one that was heard',
      one: { policy: pickN(1), clusters: [member('c1', UNHEARD), member('c2')], bindings: held('c1') },
      drops: ['c1'],
    },
    {
      rule: 'an unhealthy member that answers is dropped: it is heard',
      one: {
        clusters: [member('c1', { healthy: 'False', healthChangedAt: minutesBefore(6), askedAt: NOON })],
        bindings: held('c1'),
      },
      drops: ['c1'],
    },
    {
      rule: 'a name taken off the list is dropped, heard or not',
      one: {
        policy: pickFixed('c2'),
        clusters: [member('c1', UNHEARD), member('c2', UNHEARD)],
        bindings: held('c1'),
      },
      drops: ['c1'],
    },
    {
      rule: 'a label that the policy does not want is dropped, heard or not',
      one: {
        policy: {
          ...PICK_ALL,
          affinity: {
            clusterAffinity: {
              requiredDuringSchedulingIgnoredDuringExecution: {
                clusterSelectorTerms: [{ labelSelector: { matchLabels: { env: 'prod' } } }],
              },
            },
          },
        },
        clusters: [member('c1', UNHEARD)],
        bindings: held('c1'),
      },
      drops: ['c1'],
    },
    {
      rule: 'C/MC-061 who leaves is dropped, whoever is heard',
      one: {
        clusters: [{ ...member('c1', UNHEARD), isLeaving: true }, member('c2', UNHEARD)],
        bindings: held('c1', 'c2'),
      },
      drops: ['c1'],
    },
  ])('$rule', ({ one, drops }) => {
    expect(dropped(one)).toEqual(drops);
  });

  const unheard = ['c1', 'c2', 'c3', 'c4', 'c5'].map(name => member(name, UNHEARD));

  it('says who is waited for and requeues', () => {
    const bindings = unheard.map(({ name }) => aBoundBinding(name));
    const { outcome, wakeAt } = decide({ clusters: unheard, bindings, policyIndex: 1 });
    expect(outcome).toMatchObject({ isHeld: true, fulfilled: false });
    expect(outcome?.message).toMatch(
      /^The changed scheduling policy waits: c1, c2, c3 and 2 more cannot be heard/,
    );
    expect(wakeAt).toBe(NOON + 5_000);
  });

  it.each<{ rule: string; bindings: Binding[]; policyIndex: number; picks: string[] }>([
    {
      rule: 'bindings of this policy stay without any wait',
      bindings: held('c1'),
      policyIndex: 0,
      picks: ['c1'],
    },
    {
      rule: 'a leaving one is nothing to wait for',
      bindings: [aBoundBinding('c1', { phase: 'Unscheduled', previousPhase: 'Bound' })],
      policyIndex: 1,
      picks: [],
    },
    {
      rule: 'one that is being cleaned is nothing to wait for',
      bindings: [aBoundBinding('c1', { releasedAt: minutesBefore(1) })],
      policyIndex: 1,
      picks: [],
    },
    { rule: 'nothing new is placed on who is not heard', bindings: [], policyIndex: 0, picks: [] },
  ])('$rule', ({ bindings, policyIndex, picks }) => {
    const decision = decide({ clusters: unheard.slice(0, 2) as ClusterFacts[], bindings, policyIndex });
    expect(decision.outcome?.isHeld).toBeUndefined();
    expect(selected(decision)).toEqual(picks);
  });
});
