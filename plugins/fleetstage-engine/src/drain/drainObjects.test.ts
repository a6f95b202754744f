import { annotationKeys } from '@fleetstage/backstage-plugin-fleetstage-common';
import type {
  ClusterResourceBinding,
  ClusterResourcePlacement,
  ClusterResourcePlacementEviction,
  ClusterStagedUpdateRun,
  Condition,
  MemberCluster,
  ResourceBinding,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { aPlacementSpec, NOON, pickFixed, secondsAfter } from '../testing/builders';
import { CORDON_TAINT } from './cordon';
import { ASKED } from './drain.testing';
import { drainStateOf, evictionStateOf, type DrainObjects } from './drainObjects';
import { planDrain } from './planDrain';
import { viewDrain } from './viewDrain';

const LATER = secondsAfter(60);
const AT = '2026-11-21T12:00:00Z';

const member: MemberCluster = {
  apiVersion: 'cluster.kubernetes-fleet.io/v1',
  kind: 'MemberCluster',
  metadata: { name: 'c1', uid: 'uid-c1', annotations: ASKED },
  spec: { identity: { kind: 'User', name: 'c1' }, taints: [CORDON_TAINT] },
};

const aPlacementObject = (
  name: string,
  patch: Partial<ClusterResourcePlacement['spec']> = {},
): ClusterResourcePlacement => ({
  apiVersion: 'placement.kubernetes-fleet.io/v1',
  kind: 'ClusterResourcePlacement',
  metadata: { name },
  spec: aPlacementSpec(patch),
});

const says = (type: string, status: Condition['status'], observedGeneration = 1): Condition => ({
  ...{ type, status, observedGeneration, reason: `${type}${status}`, message: '', lastTransitionTime: AT },
});

const AVAILABLE = [says('Applied', 'True'), says('Available', 'True')];

const aBinding = (
  placement: string,
  cluster: string,
  {
    conditions = AVAILABLE,
    ...patch
  }: Partial<ClusterResourceBinding['spec']> & {
    readonly conditions?: readonly Condition[];
  } = {},
): ClusterResourceBinding => ({
  apiVersion: 'placement.kubernetes-fleet.io/v1',
  kind: 'ClusterResourceBinding',
  metadata: {
    ...{ name: `${placement}-${cluster}`, generation: 1, creationTimestamp: AT },
    labels: { 'kubernetes-fleet.io/parent-CRP': placement },
  },
  spec: {
    ...{ state: 'Bound', resourceSnapshotName: 's', schedulingPolicySnapshotName: 'p' },
    ...{
      targetCluster: cluster,
      clusterDecision: { clusterName: cluster, selected: true, reason: 'picked' },
    },
    ...patch,
  },
  status: { conditions },
});

const anEvictionObject = (
  placement: string,
  conditions: readonly Condition[],
): ClusterResourcePlacementEviction => ({
  apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
  kind: 'ClusterResourcePlacementEviction',
  metadata: { name: `drain-eviction-${placement}-c1-1`, uid: 'uid-1', creationTimestamp: AT },
  spec: { placementName: placement, clusterName: 'c1' },
  status: { conditions },
});

const aRunObject = (name: string, status?: Condition['status']): ClusterStagedUpdateRun => ({
  apiVersion: 'placement.kubernetes-fleet.io/v1',
  kind: 'ClusterStagedUpdateRun',
  metadata: { name },
  spec: { placementName: 'web', stagedRolloutStrategyName: 'all' },
  status: { conditions: status === undefined ? [] : [says('Succeeded', status)] },
});

const objects = (patch: Partial<DrainObjects> = {}): DrainObjects => ({
  ...{ member, placements: [aPlacementObject('web')], budgets: [], evictions: [], runs: [] },
  bindings: ['c1', 'c2'].map(cluster => aBinding('web', cluster)),
  ...patch,
});

const items = (patch: Partial<DrainObjects>) =>
  planDrain(drainStateOf(objects(patch)), LATER).items.map(({ placement, state }) => [placement, state]);

const budgetOf = (minAvailable: number): DrainObjects['budgets'][number] => ({
  apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
  kind: 'ClusterResourcePlacementDisruptionBudget',
  metadata: { name: 'web' },
  spec: { minAvailable },
});

describe('a drain from objects of the hub', () => {
  it.each([
    ['C/DR-004: all placements of the cluster', {}, [['web', 'due']]],
    ['C/DB-015: held by a budget that counts Available', { budgets: [budgetOf(2)] }, [['web', 'blocked']]],
    ['C/DB-015: with room', { budgets: [budgetOf(1)] }, [['web', 'due']]],
    [
      'C/DB-015: a condition of an older generation says nothing',
      {
        budgets: [budgetOf(1)],
        bindings: [
          aBinding('web', 'c1'),
          aBinding('web', 'c2', { conditions: [says('Available', 'True', 0)] }),
        ],
      },
      [['web', 'blocked']],
    ],
    [
      'C/EV-023: failed, no budget is asked',
      {
        budgets: [budgetOf(2)],
        bindings: [aBinding('web', 'c1', { conditions: [says('Applied', 'False')] }), aBinding('web', 'c2')],
      },
      [['web', 'due']],
    ],
    [
      'C/EV-022: only scheduled',
      { bindings: [aBinding('web', 'c1', { state: 'Scheduled' })] },
      [['web', 'empty']],
    ],
    [
      'C/DR-011: PickFixed',
      { placements: [aPlacementObject('web', { policy: pickFixed('c1') })] },
      [['web', 'stays']],
    ],
    ['its placement is gone', { placements: [] }, [['web', 'invalid']]],
    [
      'C/DR-004: a binding that is being deleted is not evicted',
      {
        bindings: [
          {
            ...aBinding('web', 'c1'),
            metadata: { ...aBinding('web', 'c1').metadata, deletionTimestamp: AT },
          },
        ],
      },
      [['web', 'evicting']],
    ],
    ['an eviction that waits', { evictions: [anEvictionObject('web', [])] }, [['web', 'evicting']]],
    [
      'evicted',
      {
        bindings: [aBinding('web', 'c2')],
        evictions: [anEvictionObject('web', [says('Valid', 'True'), says('Executed', 'True')])],
      },
      [['web', 'evicted']],
    ],
  ] as [string, Partial<DrainObjects>, unknown][])('%s', (_, patch, expected) =>
    expect(items(patch)).toEqual(expected),
  );

  it('C/DR-012: knows placements of namespaces by their bindings', () => {
    const binding = aBinding('web', 'c1');
    const inShop: ResourceBinding = {
      ...binding,
      kind: 'ResourceBinding',
      metadata: { ...binding.metadata, namespace: 'shop' },
    };
    expect(items({ bindings: [inShop] })).toEqual([['shop/web', 'stays']]);
    const inHall = { ...aPlacementObject('web'), metadata: { name: 'web', namespace: 'hall' } };
    const ofShop = { ...inHall, metadata: { name: 'web', namespace: 'shop' } };
    const found = drainStateOf(
      objects({
        bindings: [inShop],
        placements: [inHall, { ...ofShop, spec: aPlacementSpec({ policy: pickFixed('c1') }) }],
      }),
    );
    expect(found.placements[0].state.placement?.spec.policy).toEqual(pickFixed('c1'));
  });

  it('C/DR-004: names bindings of the cluster without a placement', () => {
    const lost = (name: string, cluster = 'c1') => ({ ...aBinding('web', cluster), metadata: { name } });
    const bindings = [lost('lost'), lost('b', 'c2'), lost('a'), aBinding('web', 'c1')];
    const { placements, strayBindings } = drainStateOf(objects({ bindings }));
    expect(placements.map(({ key }) => key)).toEqual(['web']);
    expect(strayBindings).toEqual(['a', 'lost']);
  });

  it('C/DR-004: takes of each placement what is its own, and only what concerns the cluster', () => {
    const evicted = anEvictionObject('web', [says('Valid', 'True'), says('Executed', 'True')]);
    const elsewhere = { ...evicted, spec: { placementName: 'other', clusterName: 'c2' } };
    const byDrain = {
      ...anEvictionObject('api', []),
      metadata: { name: 'by-drain', annotations: { [annotationKeys.drainAt]: AT } },
    };
    const { cluster, placements } = drainStateOf(
      objects({
        placements: [
          aPlacementObject('api'),
          aPlacementObject('web', { policy: pickFixed('c1'), strategy: { type: 'External' } }),
          aPlacementObject('other'),
        ],
        bindings: [aBinding('web', 'c1'), aBinding('api', 'c1'), aBinding('other', 'c2')],
        budgets: [{ ...budgetOf(2), metadata: { name: 'api' } }, budgetOf(3)],
        evictions: [evicted, elsewhere, byDrain],
        runs: [
          aRunObject('r1'),
          { ...aRunObject('r2'), spec: { placementName: 'api', stagedRolloutStrategyName: 'all' } },
        ],
      }),
    );
    expect(cluster).toStrictEqual({ name: 'c1', uid: 'uid-c1', taints: [CORDON_TAINT], annotations: ASKED });
    expect(placements).toMatchObject([
      {
        key: 'api',
        state: { bindings: [{ cluster: 'c1' }], reports: [{ cluster: 'c1' }], budget: { minAvailable: 2 } },
        evictions: [{ name: 'by-drain', state: 'waiting', drainAt: AT }],
        activeRuns: ['r2'],
        isExternal: false,
      },
      {
        key: 'web',
        state: {
          placement: { spec: { policy: pickFixed('c1') } },
          bindings: [{ cluster: 'c1' }],
          budget: { minAvailable: 3 },
        },
        activeRuns: ['r1'],
        isExternal: true,
      },
    ]);
    expect(placements[0].evictions[0]).not.toHaveProperty('message');
    expect(placements[0].state.placement).not.toHaveProperty('deletedAt');
    expect(placements[1].evictions).toStrictEqual([
      {
        ...{ name: 'drain-eviction-web-c1-1', uid: 'uid-1', createdAt: NOON, state: 'executed' },
        message: '',
      },
    ]);
  });

  it('C/EV-019b: says since when a placement is being deleted', () => {
    const deleting = { ...aPlacementObject('web'), metadata: { name: 'web', deletionTimestamp: AT } };
    expect(evictionStateOf('web', objects({ placements: [deleting] })).placement?.deletedAt).toBe(NOON);
    expect(items({ placements: [deleting] })).toEqual([['web', 'evicting']]);
  });

  it('takes objects that nobody has given a status, a strategy or annotations', () => {
    const { status: _, ...eviction } = anEvictionObject('web', []);
    const { status: __, ...run } = aRunObject('new');
    const { strategy: ___, ...spec } = aPlacementSpec();
    const state = drainStateOf(
      objects({ placements: [{ ...aPlacementObject('web'), spec }], evictions: [eviction], runs: [run] }),
    );
    expect(state.placements).toMatchObject([
      { evictions: [{ state: 'waiting' }], activeRuns: ['new'], isExternal: false },
    ]);
    const bare = { ...run, status: {} };
    expect(drainStateOf(objects({ runs: [bare] })).placements[0].activeRuns).toEqual(['new']);
  });

  it('C/DR-013: a condition other than Succeeded does not end a run', () => {
    const run = { ...aRunObject('r1'), status: { conditions: [says('Progressing', 'True')] } };
    expect(drainStateOf(objects({ runs: [run] })).placements[0].activeRuns).toEqual(['r1']);
  });

  it('C/DR-013: warns of runs that are not over', () => {
    const runs = [aRunObject('new'), aRunObject('under-way', 'Unknown'), aRunObject('done', 'True')];
    const { warnings } = planDrain(drainStateOf(objects({ runs })), LATER);
    expect(warnings[0].sentence).toMatch(/^2 update runs are under way \(new, under-way\)/);
  });

  it('says how far the drain is', () => {
    const state = drainStateOf(objects({ budgets: [budgetOf(2)] }));
    expect(viewDrain(state, LATER).sentence).toBe('Blocked: 0 of 1 placement evicted; web is blocked.');
  });
});
