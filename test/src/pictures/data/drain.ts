import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { clusterDetail, clusters } from './clusters';
import { stamp } from './hub';
import { ago } from './moments';

type Plan = Schemas['ClusterDrain'];
type Placement = Schemas['DrainPlacement'];

export const DRAINED = 'aks-weu-prd-01';
const CORDON = { key: 'cordon-key', value: 'cordon-value', effect: 'NoSchedule' };
const MAY = { drain: { isAllowed: true }, uncordon: { isAllowed: true } };

const one = (name: string, state: Placement['state'], reason: string, scope = '_'): Placement => ({
  ...{ scope, name, state, reason },
});
const NO_BUDGET = 'no budget protects the placement';
const NEEDS = 'the budget needs 5 of 6 available, 5 are: blocked';
const FIXED = 'the policy names its clusters; take the cluster out of spec.policy.clusterNames instead';
const NAMESPACED =
  'it belongs to a namespace, and only cluster-wide placements can be evicted; keep it off the cluster by its policy instead';

const moved = (placement: Placement, sentence: string, instead: string[] = []): Placement => ({
  ...placement,
  move: { instead, found: 5, sentence },
});

/** Before anybody has asked, where it was not asked where placements go. */
const planned: Plan = {
  ...stamp,
  ...{ may: MAY, isLeaving: false, state: 'idle', evicted: 0, total: 5, blocked: 1, stays: 2 },
  sentence: 'Not cordoned: placements may be picked for the cluster.',
  placements: [
    ...['cert-manager', 'ingress-gateway', 'node-exporter', 'otel-collector'].map(name =>
      one(name, 'due', NO_BUDGET),
    ),
    one('payments-api', 'blocked', NEEDS),
    one('policy-baseline', 'stays', FIXED),
    one('web', 'stays', NAMESPACED, 'shop'),
  ],
  warnings: [
    {
      scope: '_',
      name: 'payments-api',
      sentence:
        '1 update run is under way (payments-2-14-0): it fails when the cluster is evicted, since the clusters are others then; wait for the end, or start a run afterwards.',
    },
  ],
};

const MOVES: Readonly<Record<string, readonly [string, ...string[]]>> = {
  'cert-manager': ['PickAll: not placed elsewhere; 17 other clusters have it'],
  'ingress-gateway': ['moves to aks-weu-prd-02', 'aks-weu-prd-02'],
  'node-exporter': ['PickAll: not placed elsewhere; 17 other clusters have it'],
  'otel-collector': [
    'stays short: 2 of 3 clusters, no other cluster fits: 14 do not match the affinity, 1 are tainted',
  ],
  'payments-api': ['moves to aks-neu-prd-02, by its next update run', 'aks-neu-prd-02'],
  'policy-baseline': ['PickFixed: not placed elsewhere'],
};

/** As the dialog asks for it. */
export const plan: Plan = {
  ...planned,
  placements: planned.placements.map(placement => {
    const [sentence, ...instead] = MOVES[placement.name] ?? [];
    return sentence === undefined ? placement : moved(placement, sentence, instead);
  }),
};

const asked = { reason: 'node pool replaced', by: 'user:default/jana.kovacs', at: ago(12) };
const draining: Plan = {
  ...planned,
  ...{ state: 'draining', evicted: 2, request: asked, warnings: [] },
  sentence:
    'Draining: 2 of 5 placements evicted; payments-api is blocked; policy-baseline and shop/web stay.',
  placements: [
    one('cert-manager', 'evicted', 'evicted'),
    one('ingress-gateway', 'evicted', 'evicted'),
    one('node-exporter', 'evicting', 'it is being removed from the cluster'),
    one('otel-collector', 'evicting', 'its eviction is being decided'),
    ...planned.placements.slice(4),
  ],
};
const blocked: Plan = {
  ...draining,
  ...{ state: 'blocked', evicted: 4 },
  sentence: 'Blocked: 4 of 5 placements evicted; payments-api is blocked; policy-baseline and shop/web stay.',
  placements: draining.placements.map(placement =>
    placement.state === 'evicting' ? { ...placement, state: 'evicted', reason: 'evicted' } : placement,
  ),
};
const drained: Plan = {
  ...blocked,
  ...{ state: 'drained', evicted: 5, blocked: 0 },
  sentence: 'Drained: 5 placements evicted; policy-baseline and shop/web stay.',
  placements: blocked.placements.map(placement =>
    placement.state === 'blocked' ? { ...placement, state: 'evicted', reason: 'evicted' } : placement,
  ),
};

export const progress = { draining, blocked, drained };

const summaryOf = ({ state, evicted, total, blocked: held, stays, sentence }: Plan) => ({
  ...{ state, evicted, total, blocked: held, stays, sentence },
});
const here = clusterDetail(DRAINED).cluster.placementsHere;

/** The page of the cluster; of what was evicted nothing is there. */
export const drainingCluster = (of: Plan): Schemas['ClusterDetail'] =>
  clusterDetail(DRAINED, {
    drain: summaryOf(of),
    taints: [CORDON],
    placementsHere: here.filter(({ name }) =>
      of.placements.some(placement => placement.name === name && placement.state !== 'evicted'),
    ),
    runsHere: [],
  });

export const cordonedCluster = clusterDetail(DRAINED, { drain: { state: 'cordoned' }, taints: [CORDON] });

/** One of each. */
export const someDrained: readonly Schemas['ClusterSummary'][] = clusters.map((cluster, i) => {
  const drains = [
    summaryOf(draining),
    summaryOf(blocked),
    summaryOf(drained),
    { state: 'cordoned' as const },
  ];
  const drain = drains[i - 5];
  return drain === undefined ? cluster : { ...cluster, drain, taints: [CORDON] };
});
