import type { PlacementPolicy } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ClusterFacts } from '../cluster/facts';
import {
  NOON,
  PICK_ALL,
  aCluster,
  aHealthyMember,
  minutesBefore,
  pickFixed,
  pickN,
  secondsAfter,
} from '../testing/builders';
import { addPlugins } from './addPlugins';
import { hashInputs, policyInputs } from './policyInputs';

const NODES = 'kubernetes-fleet.io/node-count';
const CPU = 'resources.kubernetes-fleet.io/available-cpu';
const MEMORY = 'resources.kubernetes-fleet.io/total-memory';

const RICH: Partial<PlacementPolicy> = {
  affinity: {
    clusterAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        clusterSelectorTerms: [
          {
            labelSelector: {
              matchLabels: { env: 'prod' },
              matchExpressions: [{ key: 'tier', operator: 'Exists' }],
            },
            propertySelector: { matchExpressions: [{ name: NODES, operator: 'Ge', values: ['1'] }] },
            propertySorter: { name: 'ignored/required', sortOrder: 'Ascending' },
          },
        ],
      },
      preferredDuringSchedulingIgnoredDuringExecution: [
        {
          weight: 1,
          preference: {
            labelSelector: { matchLabels: { zone: 'a', env: 'prod' } },
            propertySelector: {
              matchExpressions: [{ name: 'ignored/preferred', operator: 'Ge', values: ['1'] }],
            },
            propertySorter: { name: CPU, sortOrder: 'Ascending' },
          },
        },
        { weight: 1, preference: { propertySorter: { name: 'cost', sortOrder: 'Ascending' } } },
      ],
    },
  },
};

describe('policyInputs', () => {
  it.each<{ what: string; policy: PlacementPolicy | undefined; namespace?: string; reads: object }>([
    {
      what: 'A/SCH-014: no policy reads what PickAll reads',
      policy: undefined,
      reads: { labelKeys: [], properties: [], usage: [], taints: true, namespaces: false, eligibility: true },
    },
    {
      what: 'A/SCH-092: a fixed list reads eligibility only',
      policy: pickFixed('a'),
      namespace: 'shop',
      reads: {
        labelKeys: [],
        properties: [],
        usage: [],
        taints: false,
        namespaces: false,
        eligibility: true,
      },
    },
    {
      what: 'A/SCH-034: PickAll reads what is required, and no preference',
      policy: { ...PICK_ALL, ...RICH, topologySpreadConstraints: [{ topologyKey: 'region' }] },
      reads: { labelKeys: ['env', 'tier'], properties: [NODES], usage: [], taints: true },
    },
    {
      what: 'A/SCH-041, SCH-051, SCH-071: PickN reads terms, sorters and topology keys, not what is ignored',
      policy: pickN(1, {
        ...RICH,
        topologySpreadConstraints: [{ topologyKey: 'region' }, { topologyKey: 'zone' }],
      }),
      namespace: 'shop',
      reads: {
        labelKeys: ['env', 'region', 'tier', 'zone'],
        properties: ['cost', NODES],
        usage: [CPU],
        taints: true,
        namespaces: true,
        eligibility: true,
      },
    },
  ])('$what', ({ policy, namespace, reads }) => {
    expect(policyInputs(policy, namespace === undefined ? {} : { namespace })).toMatchObject(reads);
  });

  it('added plugins add what they read; a score only where it is asked', () => {
    const prepare = () => ({ ok: true as const, value: () => ({ ok: true as const }) });
    const plugins = addPlugins({
      filters: [{ name: 'F', reads: { labelKeys: ['window'], properties: [MEMORY] }, prepare }],
      scores: [{ name: 'S', reads: { labelKeys: ['cost'] }, prepare: () => ({ ok: true, value: () => [] }) }],
    });
    expect(policyInputs(PICK_ALL, {}, plugins)).toMatchObject({ labelKeys: ['window'], usage: [MEMORY] });
    expect(policyInputs(pickN(1), {}, plugins).labelKeys).toEqual(['cost', 'window']);
  });
});

describe('hashInputs', () => {
  const inputs = policyInputs(pickN(1, { ...RICH }), { namespace: 'shop' });
  const cluster = aCluster('c1', {
    labels: { env: 'prod', other: 'x' },
    taints: [{ key: 'k', value: 'v', effect: 'NoSchedule' }],
    properties: { [NODES]: '3', other: '1' },
    resourceUsage: { capacity: { memory: '1Gi' }, available: { cpu: '2', memory: '1Gi' } },
    collectsNamespaces: true,
    namespaces: { shop: '' },
  });
  const hashOf = (patch: Partial<ClusterFacts> = {}) =>
    hashInputs(inputs, { ...cluster, ...patch }, { now: NOON, namespace: 'shop' });

  it('is twelve hex digits', () => {
    expect(hashOf()).toMatch(/^[0-9a-f]{12}$/);
  });

  it.each<[string, Partial<ClusterFacts>]>([
    ['another name', { name: 'c2' }],
    ['a label that is not read', { labels: { env: 'prod', other: 'y' } }],
    ['a property that is not read', { properties: { [NODES]: '3', other: '2' } }],
    [
      'usage that is not read',
      { resourceUsage: { capacity: { memory: '2Gi' }, available: { cpu: '2', memory: '9Gi' } } },
    ],
    ['a later heartbeat', { health: aHealthyMember({ lastHeartbeatAt: secondsAfter(60) }) }],
    ['another namespace', { namespaces: { shop: 'work', web: '' } }],
  ])('stays for %s', (_what, patch) => {
    expect(hashOf(patch)).toBe(hashOf());
  });

  it.each<[string, Partial<ClusterFacts>]>([
    ['a label', { labels: { env: 'test' } }],
    ['a label that goes', { labels: {} }],
    ['a taint', { taints: [] }],
    ['a taint of another value', { taints: [{ key: 'k', value: 'w', effect: 'NoSchedule' }] }],
    ['a property', { properties: { [NODES]: '4' } }],
    ['usage', { resourceUsage: { available: { cpu: '3' } } }],
    ['eligibility', { health: aHealthyMember({ lastHeartbeatAt: minutesBefore(9) }) }],
    ['the namespace', { namespaces: {} }],
    ['not reporting namespaces', { collectsNamespaces: false }],
  ])('changes with %s', (_what, patch) => {
    expect(hashOf(patch)).not.toBe(hashOf());
  });

  it('does not read what the policy does not ask for', () => {
    const fixed = policyInputs(pickFixed('c1'), {});
    const read = (patch: Partial<ClusterFacts>) => hashInputs(fixed, { ...cluster, ...patch }, { now: NOON });
    expect(read({ taints: [], labels: {}, namespaces: {} })).toBe(read({}));
  });
});
