import { aCluster, aHealthyMember, minutesBefore, NOON } from '../testing/builders';
import { toClusterInputs } from '../schedule/toClusterInputs';
import type { ClusterFacts } from './facts';
import { concernsGates, decideTrigger, type Trigger } from './decideTrigger';
import { policyInputs } from '../schedule/policyInputs';

const SILENT = { health: aHealthyMember({ lastHeartbeatAt: minutesBefore(6) }) };
const taint = (key: string, value?: string) => ({
  key,
  effect: 'NoSchedule' as const,
  ...(value && { value }),
});
const usage = (cpu: string, observationTime = '2026-11-21T12:00:00Z') => ({
  resourceUsage: { capacity: { cpu: '8' }, allocatable: { cpu: '7' }, available: { cpu }, observationTime },
});
const readers = (...inputs: string[]): Trigger => ({ kind: 'readers', inputs });
const nobody: Trigger = { kind: 'nobody' };

describe('decideTrigger (C/MC-050)', () => {
  it.each<{ rule: string; before: Partial<ClusterFacts>; after: Partial<ClusterFacts>; wakes: Trigger }>([
    {
      rule: 'A/SCH-110: a label that differs, comes or goes',
      before: { labels: { env: 'prod', old: 'x', same: '1' } },
      after: { labels: { env: 'dev', new: 'y', same: '1' } },
      wakes: readers('label/env', 'label/new', 'label/old'),
    },
    {
      rule: 'A/SCH-111: a taint more wakes nobody',
      before: {},
      after: { taints: [taint('gpu')] },
      wakes: nobody,
    },
    {
      rule: 'A/SCH-111: a taint less',
      before: { taints: [taint('gpu'), taint('old')] },
      after: { taints: [taint('gpu')] },
      wakes: readers('taints'),
    },
    {
      rule: 'A/SCH-111: an altered taint',
      before: { taints: [taint('gpu', 'a')] },
      after: { taints: [taint('gpu', 'b')] },
      wakes: readers('taints'),
    },
    {
      rule: 'A/SCH-111: the same taints in another order',
      before: { taints: [taint('a'), taint('b')] },
      after: { taints: [taint('b'), taint('a')] },
      wakes: nobody,
    },
    {
      rule: 'A/SCH-112: properties that changed, came or went',
      before: { properties: { nodes: '3', gone: '1', same: '1' } },
      after: { properties: { nodes: '4', here: '1', same: '1' } },
      wakes: readers('property/gone', 'property/here', 'property/nodes'),
    },
    {
      rule: 'A/SCH-113: namespaces that came or went',
      before: { namespaces: { shop: '', old: '' } },
      after: { namespaces: { shop: '', new: '' } },
      wakes: readers('namespace/new', 'namespace/old'),
    },
    {
      rule: 'A/SCH-113: the first collection',
      before: {},
      after: { namespaces: { shop: '' } },
      wakes: readers('namespace/shop'),
    },
    {
      rule: 'A/SCH-113: a namespace that somebody else owns now',
      before: { namespaces: { shop: '' } },
      after: { namespaces: { shop: 'web' } },
      wakes: nobody,
    },
    {
      rule: 'A/SCH-114: available CPU',
      before: usage('4'),
      after: usage('3'),
      wakes: readers('usage/available-cpu'),
    },
    {
      rule: 'A/SCH-114: capacity and what is allocatable of it',
      before: {},
      after: { resourceUsage: { capacity: { cpu: '8' }, allocatable: { memory: '1Gi' } } },
      wakes: readers('usage/allocatable-memory', 'usage/total-cpu'),
    },
    {
      rule: 'A/SCH-112, SCH-114: the same figures, observed later',
      before: usage('4'),
      after: usage('4', '2026-11-21T12:01:00Z'),
      wakes: nobody,
    },
    {
      rule: 'A/SCH-115: ineligible → eligible',
      before: { health: undefined },
      after: {},
      wakes: readers('eligibility'),
    },
    { rule: 'A/SCH-115: a heartbeat that resumes', before: SILENT, after: {}, wakes: readers('eligibility') },
    { rule: 'A/SCH-115: eligible → ineligible', before: {}, after: SILENT, wakes: nobody },
    {
      rule: 'A/SCH-115: unhealthy for a moment is eligible, and healthy again is no change',
      before: { health: aHealthyMember({ healthy: 'False', healthChangedAt: minutesBefore(1) }) },
      after: {},
      wakes: nobody,
    },
    {
      rule: 'A/SCH-115: only the time of the heartbeat',
      before: { health: aHealthyMember({ lastHeartbeatAt: minutesBefore(1) }) },
      after: {},
      wakes: nobody,
    },
    {
      rule: 'A/SCH-109, C/MC-061: begins to leave',
      before: {},
      after: { isLeaving: true },
      wakes: { kind: 'holders' },
    },
    {
      rule: 'A/SCH-109: whatever else changes of a leaving cluster',
      before: { isLeaving: true },
      after: { isLeaving: true, labels: { env: 'dev' } },
      wakes: nobody,
    },
  ])('$rule', ({ before, after, wakes }) => {
    expect(decideTrigger(aCluster('c1', before), aCluster('c1', after), NOON)).toEqual(wakes);
  });

  it('A/SCH-108: a cluster that is gone wakes everybody', () => {
    expect(decideTrigger(aCluster('c1'), undefined, NOON)).toEqual({ kind: 'everybody' });
    expect(decideTrigger(undefined, undefined, NOON)).toEqual(nobody);
  });

  it('A/SCH-107: a new cluster wakes those that may pick, to say that it is not eligible yet', () => {
    const unheard = aCluster('c1', { health: undefined });
    expect(decideTrigger(undefined, unheard, NOON)).toEqual(readers('eligibility'));
    expect(decideTrigger(undefined, { ...unheard, isLeaving: true }, NOON)).toEqual(nobody);
  });

  it('a policy lists what it reads by the same names', () => {
    const policy = {
      placementType: 'PickN' as const,
      numberOfClusters: 1,
      affinity: {
        clusterAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            clusterSelectorTerms: [{ labelSelector: { matchLabels: { env: 'prod' } } }],
          },
          preferredDuringSchedulingIgnoredDuringExecution: [
            {
              weight: 1,
              preference: {
                propertySorter: {
                  name: 'resources.kubernetes-fleet.io/available-cpu',
                  sortOrder: 'Descending' as const,
                },
              },
            },
            { weight: 1, preference: { propertySorter: { name: 'nodes', sortOrder: 'Ascending' as const } } },
          ],
        },
      },
    };
    expect(toClusterInputs(policyInputs(policy, { namespace: 'shop' }), { namespace: 'shop' })).toEqual([
      'label/env',
      'taints',
      'property/nodes',
      'usage/available-cpu',
      'namespace/shop',
      'eligibility',
    ]);
    expect(toClusterInputs(policyInputs(undefined, {}), {})).toEqual(['taints', 'eligibility']);
  });
});

describe('concernsGates', () => {
  it.each<[string, Trigger, boolean]>([
    ['a label', readers('taints', 'label/env'), true],
    ['a property', readers('property/nodes'), true],
    [
      'taints, usage, namespaces and eligibility',
      readers('taints', 'usage/available-cpu', 'namespace/shop', 'eligibility'),
      false,
    ],
    ['a cluster that leaves', { kind: 'holders' }, false],
    ['nothing', nobody, false],
  ])('%s', (_, trigger, concerned) => {
    expect(concernsGates(trigger)).toBe(concerned);
  });
});
