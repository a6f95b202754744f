import type { Binding, ScheduleVerdict } from '../state/placement';
import {
  aBoundBinding,
  aCluster,
  aPick,
  aPlacement,
  aScheduledBinding,
  anUnscheduledBinding,
  NOON,
} from '../testing/builders';
import { planBindings } from './planBindings';

const plan = (verdicts: readonly ScheduleVerdict[], bindings: readonly Binding[]) =>
  planBindings(
    {
      placement: aPlacement(),
      policy: { index: 1 },
      clusters: verdicts.map(({ cluster }) => aCluster(cluster)),
      verdicts,
      bindings,
    },
    NOON,
  );

const refused = (code = 'UntoleratedTaint') => aPick('c1', { selected: false, code });

describe('planBindings (A/SCH-082)', () => {
  it('creates a Scheduled binding with a name that a repeated pass finds again', () => {
    const [first] = plan([aPick('c1')], []);
    expect(first).toMatchObject({
      event: 'scheduled',
      binding: { cluster: 'c1', phase: 'Scheduled', policyIndex: 1, createdAt: NOON, decision: aPick('c1') },
    });
    expect(first.binding.resourceIndex).toBeUndefined();
    expect(plan([aPick('c1')], [])).toEqual([first]);
    expect(plan([aPick('c1')], [first.binding])).toEqual([]);
  });

  it.each<{
    rule: string;
    verdict?: ScheduleVerdict;
    binding: Binding;
    becomes: Partial<Binding> | undefined;
  }>([
    {
      rule: 'adopts a binding of an older policy in its phase',
      verdict: aPick('c1'),
      binding: aBoundBinding('c1'),
      becomes: { phase: 'Bound', policyIndex: 1, resourceIndex: 0 },
    },
    {
      rule: 'leaves a binding of this policy alone',
      verdict: aPick('c1'),
      binding: aBoundBinding('c1', { policyIndex: 1 }),
      becomes: undefined,
    },
    {
      rule: 'brings an Unscheduled binding back to Bound',
      verdict: aPick('c1'),
      binding: anUnscheduledBinding('c1'),
      becomes: { phase: 'Bound', policyIndex: 1, resourceIndex: 0 },
    },
    {
      rule: 'brings an Unscheduled binding back to Scheduled',
      verdict: aPick('c1'),
      binding: { ...aScheduledBinding('c1'), phase: 'Unscheduled', previousPhase: 'Scheduled' },
      becomes: { phase: 'Scheduled' },
    },
    {
      rule: 'unschedules who is not picked and remembers the phase',
      verdict: refused(),
      binding: aBoundBinding('c1'),
      becomes: { phase: 'Unscheduled', previousPhase: 'Bound', policyIndex: 0 },
    },
    {
      rule: 'A/SCH-012: unschedules where the cluster is gone',
      binding: aScheduledBinding('c1'),
      becomes: {
        phase: 'Unscheduled',
        previousPhase: 'Scheduled',
        decision: expect.objectContaining({ code: 'Left', selected: false }),
      },
    },
    {
      rule: 'C/MC-060: a cluster that left and came back shows anew what it runs',
      verdict: aPick('c1'),
      binding: anUnscheduledBinding('c1', {
        revision: 'r0-1',
        decision: aPick('c1', { selected: false, code: 'Left' }),
      }),
      becomes: { phase: 'Bound', revision: 'r0-2', decision: aPick('c1') },
    },
    {
      rule: 'leaves an Unscheduled binding alone',
      verdict: refused(),
      binding: anUnscheduledBinding('c1'),
      becomes: undefined,
    },
    {
      rule: 'touches nothing that is held',
      verdict: refused('Held'),
      binding: aBoundBinding('c1'),
      becomes: undefined,
    },
    {
      rule: 'lets a clean-up finish before the cluster is taken again',
      verdict: aPick('c1'),
      binding: anUnscheduledBinding('c1', { releasedAt: NOON }),
      becomes: undefined,
    },
  ])('$rule', ({ verdict, binding, becomes }) => {
    const changes = plan(verdict ? [verdict] : [], [binding]);
    expect(changes.map(change => change.binding)).toEqual(becomes ? [expect.objectContaining(becomes)] : []);
  });
});
