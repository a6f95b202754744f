import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { clusterNames } from './clusterNames';
import { stamp } from './hub';
import { ago } from './moments';

type Row = Schemas['PlacementCluster'];
type Filter = Schemas['FilterLine'];
type Way = Schemas['Way'];

const WANTED = 'environment = production, tier = gold and region in (weu, neu, use)';

/** Refused at one filter: those before it passed, those after it were not evaluated. */
function filtersOf({ cause, isPicked, labels = {} }: Row): Filter[] {
  const seen = Object.entries(labels).map(([key, value]) => `${key} = ${value}`);
  const all: Filter[] = [
    { filter: 'ClusterAffinity', outcome: 'passed', seen: seen.join(', '), wanted: WANTED },
    { filter: 'ClusterEligibility', outcome: 'passed', seen: 'joined, healthy, heartbeat 22 s ago' },
    { filter: 'TaintToleration', outcome: 'passed', seen: 'no taint' },
    {
      filter: 'TopologySpreadConstraints',
      outcome: 'passed',
      seen: `${labels.region} has 1, others have 1 and 2`,
    },
  ];
  if (isPicked) return all;
  const at = { AffinityMismatch: 0, NotEligible: 1, UntoleratedTaint: 2 }[cause] ?? 3;
  const refusal: Partial<Filter> =
    cause === 'UntoleratedTaint'
      ? { seen: 'maintenance=node-pool:NoSchedule', wanted: 'no taints' }
      : cause === 'NotEligible'
        ? { seen: 'last heartbeat 9 min ago', wanted: 'one within 5 min' }
        : {};
  return all.map((line, i): Filter => {
    if (i < at) return line;
    return i === at
      ? { ...line, outcome: 'refused', ...refusal }
      : { filter: line.filter, outcome: 'notLookedAt' };
  });
}

export const whyOf = (row: Row): Schemas['ClusterWhy'] => ({
  ...stamp,
  cluster: row.cluster,
  isPicked: row.isPicked,
  cause: row.cause,
  reason: row.reason,
  decidedAt: ago(2),
  policyIndex: '3',
  inputs: '7c1e90ab',
  inputsNow: '7c1e90ab',
  isStale: row.cluster === 'aks-neu-prd-03',
  isKept: row.isPicked,
  wanted: 6,
  filters: filtersOf(row),
  parts: row.isPicked
    ? [
        {
          plugin: 'ClusterAffinity',
          subject: 'weight 100, resources.kubernetes-fleet.io/available-cpu Descending: 212 in [16, 384]',
          kind: 'affinity',
          value: 53,
        },
        {
          plugin: 'TopologySpreadConstraints',
          subject: `region: ${row.labels?.region} has 1, others 1 and 2`,
          kind: 'topology',
          value: -1,
        },
        {
          plugin: 'SamePlacementAffinity',
          subject: 'held it before this policy',
          kind: 'incumbency',
          value: 1,
        },
      ]
    : [],
  ...(row.isPicked && { score: { affinity: 53, topology: -1 }, rank: 1, of: 8 }),
});

const TAINT = { key: 'maintenance', value: 'node-pool', effect: 'NoSchedule' } as const;

const removeTaint = (...clusters: readonly string[]): Schemas['WayChange'] => ({
  clusters: clusters.map(cluster => ({
    cluster,
    change: 'edit',
    removeTaints: [TAINT],
  })),
});

const NEEDED = { environment: ['production'], region: ['weu', 'neu', 'use'], tier: ['gold'] };

/** The labels that the policy asks for and the cluster lacks, and the sentence that the engine makes of them. */
function relabel({ cluster, labels = {} }: Row) {
  const missing = Object.entries(NEEDED).filter(([key, values]) => !values.includes(labels[key]));
  const set = Object.fromEntries(missing.map(([key, [value]]) => [key, value]));
  const labelled = Object.entries(set).map(([key, value]) => `${key}=${value}`);
  const [noun, those] = labelled.length === 1 ? ['label', 'this label'] : ['labels', 'these labels'];
  const what = `Set the ${noun} ${labelled.join(', ')} on ${cluster}`;
  return { set, text: `${what} (this also changes other placements and stages that select by ${those}).` };
}

const basis = { loses: [], isFulfilled: false, rank: 5, of: 8 } as const;
const waysOf = (row: Row): Way[] => {
  const { cluster, cause } = row;
  const to = { ...basis, loses: [...basis.loses], clusters: [cluster] };
  if (cause === 'UntoleratedTaint')
    return [
      {
        ...to,
        text: 'Tolerate the taint maintenance=node-pool:NoSchedule in the policy.',
        actors: ['appOwner'],
        change: { policy: { placementType: 'PickN', numberOfClusters: 6 } },
      },
      {
        ...to,
        text: `Remove the taint maintenance=node-pool:NoSchedule from ${cluster}.`,
        actors: ['clusterOwner'],
        change: removeTaint(cluster),
      },
    ];
  if (cause === 'AffinityMismatch')
    return [
      {
        ...to,
        text: relabel(row).text,
        actors: ['clusterOwner'],
        change: { clusters: [{ cluster, change: 'edit', labels: relabel(row).set }] },
      },
    ];
  return [
    { ...to, text: `Bring ${cluster} back: it has sent no heartbeat for 9 min.`, actors: ['clusterOwner'] },
  ];
};

export const suggestionOf = (row: Row): Schemas['Suggestion'] => ({
  ...stamp,
  cluster: row.cluster,
  isPicked: row.isPicked,
  message: waysOf(row)[0].text,
  ways: waysOf(row),
});

const TAINTED = ['aks-neu-prd-03', 'aks-weu-prd-03'] as const;

export const shortageSuggestion: Schemas['ShortageSuggestion'] = {
  ...stamp,
  isFulfilled: false,
  missing: 2,
  message: 'Tolerate taint maintenance.',
  way: {
    text: 'Tolerate taint maintenance.',
    actors: ['appOwner'],
    change: {
      policy: {
        placementType: 'PickN',
        numberOfClusters: 6,
        tolerations: [{ ...TAINT, operator: 'Equal' }],
      },
    },
    clusters: [...TAINTED],
    loses: [],
    isFulfilled: true,
  },
};

/** What the mock-up tries. */
export const triedChange = {
  policy: { placementType: 'PickN', numberOfClusters: 7 },
  clusters: removeTaint(...TAINTED).clusters,
};

const side = (found: number, wanted: number, rest: readonly [string, number][]): Schemas['WhatIfSide'] => ({
  found,
  wanted,
  isFulfilled: found >= wanted,
  message: '',
  total: 48,
  causes: [{ cause: 'Picked', clusters: found }, ...rest.map(([cause, clusters]) => ({ cause, clusters }))],
});

const tainted = { isPicked: false, cause: 'UntoleratedTaint', reason: '' };
const gains = (cluster: string, rank: number, why: string, cause = 'UntoleratedTaint') => ({
  cluster,
  effect: 'gains' as const,
  why,
  today: { ...tainted, cause },
  then: { isPicked: true, cause: 'Picked', reason: '', rank, of: 9 },
});

const NO_MOVES = { begins: [], waits: [], leaves: [], updates: [] };

export const triedWhatIf: Schemas['WhatIf'] = {
  ...stamp,
  today: side(4, 6, [
    ['AffinityMismatch', 36],
    ['UntoleratedTaint', 5],
    ['NotEligible', 2],
    ['BreaksSpread', 1],
  ]),
  then: side(7, 7, [
    ['AffinityMismatch', 36],
    ['UntoleratedTaint', 3],
    ['NotEligible', 2],
  ]),
  counts: { stays: 4, gains: 3, loses: 0, without: 41 },
  total: 48,
  items: [
    gains('aks-neu-prd-03', 6, 'Taint maintenance is gone. It ranks 6 of 9.'),
    gains('aks-weu-prd-03', 5, 'Taint maintenance is gone. It ranks 5 of 9.'),
    gains('eks-use-prd-05', 7, 'The spread allows it now. It ranks 7 of 9.', 'BreaksSpread'),
  ],
  rollout: {
    ...NO_MOVES,
    kind: 'runs',
    message: 'Managed by update runs: 3 clusters need a run.',
  },
  run: {
    strategy: 'careful-three',
    problems: [],
    stages: [
      { name: 'staging', today: 0, then: 0, gains: [], loses: [] },
      { name: 'canary', today: 1, then: 1, slots: 1, gains: [], loses: [] },
      {
        name: 'production',
        today: 3,
        then: 6,
        slots: 3,
        gains: ['aks-neu-prd-03', 'aks-weu-prd-03', 'eks-use-prd-05'],
        loses: [],
      },
      { name: 'removal', isRemoval: true, today: 0, then: 0, gains: [], loses: [] },
    ],
  },
};

export const nothingTried: Schemas['WhatIf'] = {
  ...triedWhatIf,
  then: triedWhatIf.today,
  counts: { stays: 4, gains: 0, loses: 0, without: 44 },
  items: [],
  nothingChanges: 'Nothing is changed.',
  run: undefined,
  rollout: {
    ...NO_MOVES,
    kind: 'runs',
    message: 'Managed by update runs: clusters stay unchanged until a run starts.',
  },
};

/** A policy of a fleet of a thousand that takes a third away. */
export function bigWhatIf(count: number): Schemas['WhatIf'] {
  const names = clusterNames('prd', count);
  const lost = Math.floor(count / 3);
  return {
    ...triedWhatIf,
    run: undefined,
    today: side(count, count, []),
    then: side(count - lost, count - lost, [['AffinityMismatch', lost]]),
    counts: { stays: count - lost, gains: 0, loses: lost, without: 0 },
    total: count,
    items: names.map((cluster, i) =>
      i < lost
        ? {
            cluster,
            effect: 'loses',
            why: 'Its labels do not match the changed policy.',
            today: { isPicked: true, cause: 'Picked', reason: '' },
            then: { isPicked: false, cause: 'AffinityMismatch', reason: '' },
          }
        : {
            cluster,
            effect: 'stays',
            why: 'It also matches the changed policy.',
            today: { isPicked: true, cause: 'Picked', reason: '' },
            then: { isPicked: true, cause: 'Picked', reason: '' },
          },
    ),
    rollout: {
      ...NO_MOVES,
      kind: 'rolling',
      message: `Removal from ${lost} clusters starts immediately.`,
      leaves: names.slice(0, lost),
    },
  };
}
