import {
  aBoundBinding,
  anAvailableReport,
  anUnscheduledBinding,
  aScheduledBinding,
  minutesBefore,
  NOON,
  pickFixed,
  PICK_ALL,
  pickN,
  secondsAfter,
} from '../testing/builders';
import { CORDON_TAINT } from './cordon';
import { aDrainOf, anEvictionOf, goneFromFirst, onThree } from './drain.testing';
import { drainEvictionName } from './evictionName';
import { planDrain, RETRY_AFTER_MS } from './planDrain';

const LATER = secondsAfter(60);
const MIN_3 = { minAvailable: 3 };
const planned = (...args: Parameters<typeof aDrainOf>) => planDrain(aDrainOf(...args), LATER);
const stateOf = (placement: ReturnType<typeof onThree>) => {
  const [item] = planned([placement]).items;
  return [item?.state, item?.reason];
};
const fixed = { placement: { spec: { policy: pickFixed('c1') } } };
const tolerant = {
  placement: { spec: { policy: { ...PICK_ALL, tolerations: [{ operator: 'Exists' as const }] } } },
};

describe('the plan of a drain', () => {
  it('C/DR-003, DR-004: adds the taint and evicts all placements of the cluster, in order', () => {
    const plan = planned([onThree('web'), onThree('api')], { taints: [], annotations: {} });
    expect(plan.taint).toEqual(CORDON_TAINT);
    expect(plan.evictions.map(({ placement }) => placement)).toEqual(['api', 'web']);
    expect(plan.skipped).toEqual([]);
    expect(plan.warnings).toEqual([]);
    expect(plan.retryAt).toBeUndefined();
  });

  it('C/DR-003: adds no second taint', () => {
    expect(planned([onThree('web')])).not.toHaveProperty('taint');
  });

  it('C/DR-005: has nothing to do on an empty cluster', () => {
    expect(planned([])).toStrictEqual({ evictions: [], items: [], skipped: [], warnings: [] });
  });

  it.each([
    ['available, no budget', onThree('web'), 'due', 'no budget protects the placement'],
    [
      'held by its budget',
      onThree('web', {}, { budget: MIN_3 }),
      'blocked',
      'the budget needs 3 of 3 available, 3 are: blocked',
    ],
    [
      'allowed by its budget',
      onThree('web', {}, { budget: { minAvailable: 2 } }),
      'due',
      'the budget needs 2 of 3 available, 3 are: 1 may be evicted',
    ],
    [
      'C/DR-011: PickFixed, whatever its budget says',
      onThree('web', {}, { ...fixed, budget: MIN_3 }),
      'stays',
      'the policy names its clusters; take the cluster out of spec.policy.clusterNames instead',
    ],
    [
      'C/DR-012: of a namespace',
      onThree('shop/web'),
      'stays',
      'it belongs to a namespace, and only cluster-wide placements can be evicted; keep it off the cluster by its policy instead',
    ],
    [
      'it tolerates the taint',
      onThree('web', {}, tolerant),
      'stays',
      'it tolerates the taint of the cordon, so the scheduler would bring it back; take the toleration out of its policy first',
    ],
    [
      'C/EV-022: picked, nothing placed',
      onThree('web', {}, { bindings: [aScheduledBinding('c1')] }),
      'empty',
      'nothing was placed on the cluster yet',
    ],
    [
      'C/EV-021: it is being removed',
      onThree('web', {}, { bindings: [anUnscheduledBinding('c1', { releasedAt: NOON })] }),
      'evicting',
      'it is being removed from the cluster',
    ],
    [
      'the placement is being deleted',
      onThree('web', {}, { placement: { deletedAt: NOON, spec: { policy: PICK_ALL } } }),
      'evicting',
      'the placement is being deleted',
    ],
    [
      'C/DR-008: there is no such placement',
      onThree('web', {}, { placement: undefined }),
      'invalid',
      'there is no such placement',
    ],
    [
      'C/EV-019d: two bindings',
      onThree('web', {}, { bindings: [aBoundBinding('c1'), aBoundBinding('c1')] }),
      'invalid',
      'the placement has more than one binding for the cluster',
    ],
    [
      'its eviction waits',
      onThree('web', { evictions: [anEvictionOf('web', { state: 'waiting' })] }),
      'evicting',
      'its eviction is being decided',
    ],
    ['evicted', goneFromFirst('web', { evictions: [anEvictionOf('web')] }), 'evicted', 'evicted'],
    ['never there', goneFromFirst('web'), undefined, undefined],
    [
      'gone by an eviction of before',
      goneFromFirst('web', { evictions: [anEvictionOf('web', { createdAt: minutesBefore(1) })] }),
      undefined,
      undefined,
    ],
  ])('%s', (_, placement, state, reason) => expect(stateOf(placement)).toEqual([state, reason]));

  it('names the newest eviction, the last by name of those of one moment', () => {
    const evictions = [
      anEvictionOf('web', { name: 'a' }),
      anEvictionOf('web', { name: 'c', createdAt: minutesBefore(1) }),
      anEvictionOf('web', { name: 'b', state: 'blocked' }),
    ];
    for (const order of [evictions, evictions.toReversed()])
      expect(planned([onThree('web', { evictions: order })]).items[0].eviction).toEqual(evictions[2]);
    expect(planned([onThree('web')]).items[0]).not.toHaveProperty('eviction');
  });

  it('the eviction that waits last counts, whatever the one before it came to', () => {
    const before = anEvictionOf('web', { name: 'a', createdAt: minutesBefore(1) });
    const waiting = anEvictionOf('web', { name: 'b', state: 'waiting' });
    expect(stateOf(onThree('web', { evictions: [before, waiting] }))[0]).toBe('evicting');
  });

  it('C/EV-026: only an eviction that was executed has evicted', () => {
    const blocked = goneFromFirst('web', { evictions: [anEvictionOf('web', { state: 'blocked' })] });
    expect(stateOf(blocked)).toEqual([undefined, undefined]);
  });

  it('is planned of a placement without a policy, and of a member without annotations', () => {
    const bare = onThree('web', {}, { placement: { spec: {} } });
    expect(planned([bare], { annotations: undefined }).evictions).toHaveLength(1);
    const gone = goneFromFirst('web', { evictions: [anEvictionOf('web')] });
    expect(planned([gone], { annotations: undefined }).items[0]?.state).toBe('evicted');
  });

  it('says what a removal waits for', () => {
    const bindings = [anUnscheduledBinding('c1', { releasedAt: NOON })];
    const report = anAvailableReport('c1', {
      synchronized: {
        status: 'False',
        reason: 'WorkNotSynchronizedYet',
        message: 'the member does not answer',
        at: NOON,
      },
    });
    expect(stateOf(onThree('web', {}, { bindings, reports: [report] }))).toEqual([
      'evicting',
      'it is being removed: the member does not answer',
    ]);
    const ofAnother = { ...report, cluster: 'c2' };
    expect(stateOf(onThree('web', {}, { bindings, reports: [ofAnother] }))).toEqual([
      'evicting',
      'it is being removed from the cluster',
    ]);
  });

  it('evicts what is due and leaves the others', () => {
    const plan = planned([
      onThree('blocked', {}, { budget: MIN_3 }),
      onThree('fixed', {}, fixed),
      onThree('shop/web'),
      onThree('web'),
    ]);
    expect(plan.evictions.map(({ placement }) => placement)).toEqual(['web']);
    expect(plan.skipped.map(({ name, kind }) => [name, kind])).toEqual([
      ['fixed', 'placement'],
      ['shop/web', 'placement'],
    ]);
  });

  it('C/DR-004: skips a binding that names no placement, and goes on', () => {
    const drain = aDrainOf([onThree('web'), onThree('zoo', {}, fixed), onThree('api', {}, fixed)]);
    const plan = planDrain({ ...drain, strayBindings: ['lost'] }, LATER);
    expect(plan.evictions).toHaveLength(1);
    expect(plan.skipped.map(({ name }) => name)).toEqual(['api', 'lost', 'zoo']);
    expect(plan.skipped.slice(1, 2)).toEqual([
      {
        name: 'lost',
        kind: 'binding',
        reason: 'its label kubernetes-fleet.io/parent-CRP is missing, so its placement is not known',
      },
    ]);
  });
});

describe('an eviction that had no effect', () => {
  const blocked = anEvictionOf('web', { state: 'blocked' });

  it('C/EV-011: is followed by another one once the budget allows it', () => {
    expect(planned([onThree('web', { evictions: [blocked] }, { budget: MIN_3 })]).evictions).toEqual([]);
    const [first] = planned([onThree('web')]).evictions;
    const [next] = planned([onThree('web', { evictions: [blocked] })]).evictions;
    expect(next.placement).toBe('web');
    expect(next.name).not.toBe(first.name);
  });

  it.each([
    [0, 0],
    [RETRY_AFTER_MS - 1, 0],
    [RETRY_AFTER_MS, 1],
    // The clock of the hub is ahead.
    [-1, 1],
  ])('is not followed before 10 s: after %d ms %d', (ms, count) => {
    const plan = planDrain(aDrainOf([onThree('web', { evictions: [blocked] })]), secondsAfter(ms / 1000));
    expect(plan.evictions).toHaveLength(count);
    expect(plan.retryAt).toBe(count === 0 ? secondsAfter(RETRY_AFTER_MS / 1000) : undefined);
  });

  it('a placement that came back after it was evicted is evicted again at once', () => {
    const plan = planDrain(aDrainOf([onThree('web', { evictions: [anEvictionOf('web')] })]), secondsAfter(1));
    expect(plan.evictions).toHaveLength(1);
  });
});

describe('the name of an eviction', () => {
  const parts = { placement: 'web', cluster: 'c1', clusterUid: 'uid-c1' };

  it('C/DR-006: has placement, cluster and eight characters of an id', () => {
    const name = drainEvictionName(parts);
    expect(name.ok && name.value).toMatch(/^drain-eviction-web-c1-[0-9a-f]{8}$/);
    expect(drainEvictionName(parts)).toEqual(name);
  });

  it('is another one for the next attempt and for another cluster of the name', () => {
    const names = [parts, { ...parts, after: 'uid-1' }, { ...parts, clusterUid: 'uid-2' }].map(one =>
      JSON.stringify(drainEvictionName(one)),
    );
    expect(new Set(names).size).toBe(3);
  });

  it('C/DR-006: is refused where it is too long', () => {
    expect(drainEvictionName({ ...parts, placement: 'a'.repeat(226) }).ok).toBe(true);
    expect(drainEvictionName({ ...parts, placement: 'a'.repeat(227) })).toEqual({
      ok: false,
      error:
        'its eviction would have a name of 254 characters, and 253 is the most; create an eviction with a shorter name',
    });
  });

  it('C/DR-006: is refused where it is no DNS-1123 subdomain', () => {
    const name = drainEvictionName({ ...parts, placement: 'Web' });
    expect(name).toMatchObject({ ok: false, error: expect.stringContaining('no DNS-1123 subdomain') });
    const plan = planned([onThree('Web'), onThree('api')]);
    expect(plan.evictions.map(({ placement }) => placement)).toEqual(['api']);
    expect(plan.skipped).toMatchObject([{ name: 'Web', kind: 'placement' }]);
  });
});

describe('warnings', () => {
  const external = { isExternal: true } as const;
  it.each([
    ['no run', {}, []],
    [
      'C/DR-013, EV-034: one run',
      { activeRuns: ['r1'] },
      [
        '1 update run is under way (r1): it fails when the cluster is evicted, because the picked clusters change; wait until the end, or start a run afterwards.',
      ],
    ],
    [
      'C/DR-013, EV-034: two runs',
      { activeRuns: ['r2', 'r1'], ...external },
      [
        '2 update runs are under way (r1, r2): they fail when the cluster is evicted, because the picked clusters change; wait until the end, or start a run afterwards.',
      ],
    ],
    [
      'C/EV-034: External without a run',
      external,
      ['A cluster that is picked instead gets it by the next update run.'],
    ],
  ])('%s', (_, patch, expected) => {
    expect(planned([onThree('web', patch)]).warnings.map(({ sentence }) => sentence)).toEqual(expected);
  });

  it('are given of blocked placements, and not of those that stay', () => {
    const patch = { activeRuns: ['r1'] };
    expect(planned([onThree('web', patch, { budget: MIN_3 })]).warnings).toHaveLength(1);
    expect(planned([onThree('web', patch, fixed)]).warnings).toEqual([]);
  });
});

it('C/DB-020: counts the clusters of a PickN as the budget does', () => {
  const placement = { spec: { policy: pickN(3) } };
  expect(stateOf(onThree('web', {}, { placement, budget: { maxUnavailable: '1%' } }))).toEqual([
    'due',
    'the budget allows 1 of 3 unavailable, none is: 1 may be evicted',
  ]);
});
