import type { KubeObject } from '@fleetstage/kube-client';
import {
  clusterOverride,
  isOverriddenOn,
  isPlacedOn,
  isTrue,
  placement,
  updateRun,
  updateStrategy,
  workload,
} from '../benchObjects';
import type { KeptEdit, RepairedEdit } from './editOnMembers';
import type { Awaited } from './User';

/** What a row creates: before its clock runs, and while it does. */
export interface RowObjects {
  /** Lists are created side by side; the engine is quiet before the clock runs. */
  readonly before: readonly (readonly KubeObject[])[];
  readonly timed: readonly (readonly KubeObject[])[];
  readonly awaited: readonly Awaited[];
  /** Done on each member with the clock running, once the rest is there. */
  readonly edits?: { readonly repaired: RepairedEdit; readonly kept: KeptEdit };
}

/** One line of the table. */
export interface Row {
  readonly name: string;
  readonly title: string;
  readonly memberCount: number;
  /** Pairs of placement and cluster. */
  readonly pairs: number;
  /** Measured so often, after a warm-up where it is more than once. */
  readonly repetitions: number;
  readonly budgetMs?: number;
  /** The 90th of a hundred members: edited → repaired, and edited → in the status on the hub. */
  readonly driftBudgetMs?: number;
  /** Exactly so often a snapshot is to be rendered. */
  readonly renderings?: number;
  /** What the fleet costs once all of it is placed, and nothing happens. */
  readonly isIdle?: true;
  /** Each member has an agent; it is not played on the floor, since agents send other requests than the engine. */
  readonly arePulled?: true;
  /** Objects under names that nothing else has. */
  objects(id: string, memberCount: number): RowObjects;
}

const EVERYWHERE = { placementType: 'PickAll' };

/** Ten of a hundred members, two of them in the first stage, three in the second and five in the third. */
const ofRegion = (i: number) => ({
  placementType: 'PickN',
  numberOfClusters: 10,
  affinity: {
    clusterAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        clusterSelectorTerms: [{ labelSelector: { matchLabels: { region: `region-${i % 10}` } } }],
      },
    },
  },
});

const placed = (name: string, clusters: number): Awaited => ({
  kind: 'ClusterResourcePlacement',
  name,
  isDone: object => isPlacedOn(object, clusters),
});

const ended = (name: string): Awaited => ({
  kind: 'ClusterStagedUpdateRun',
  name,
  isDone: ({ status }) => isTrue(status, 'Succeeded'),
});

/** Namespace, ConfigMap, Deployment and placement are created with the clock running, all of them at once. */
function placements(
  id: string,
  count: number,
  clusters: number,
  policyOf: (i: number) => object,
): RowObjects {
  const names = Array.from({ length: count }, (_, i) => `${id}-${i}`);
  return {
    before: [],
    timed: names.map((name, i) => [...workload(name, 1), placement(name, 'RollingUpdate', policyOf(i))]),
    awaited: names.map(name => placed(name, clusters)),
  };
}

/** Placements that wait for a run are there; the runs are created with the clock running, all of them at once. */
function runs(id: string, count: number, policyOf: (i: number) => object): RowObjects {
  const names = Array.from({ length: count }, (_, i) => `${id}-${i}`);
  return {
    before: [
      [updateStrategy(id)],
      ...names.map((name, i) => [...workload(name, 1), placement(name, 'External', policyOf(i))]),
    ],
    timed: names.map(name => [updateRun(name, { placement: name, strategy: id })]),
    awaited: names.map(ended),
  };
}

const CONFIG_MAP = { group: '', version: 'v1', kind: 'ConfigMap' };

const configMaps = (namespace: string, count: number): KubeObject[] => [
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
  ...Array.from({ length: count }, (_, i) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: `settings-${i}`, namespace },
    data: { value: 'hub' },
  })),
];

/**
 * Two placements of so many ConfigMaps are everywhere. One ConfigMap of each is edited on all members with the clock running: a
 * drift that is repaired at once is in no status, so the second placement keeps it (`IfNotDrifted`).
 */
function drifts(id: string, count: number): RowObjects {
  const kept = `${id}-kept`;
  const keeping = placement(kept, 'RollingUpdate', EVERYWHERE);
  const spec = keeping.spec as { readonly strategy: object };
  const strategy = { ...spec.strategy, applyStrategy: { whenToApply: 'IfNotDrifted' } };
  const edit = {
    target: CONFIG_MAP,
    name: `settings-${Math.floor(count / 2)}`,
    patch: { data: { value: 'somebody' } },
  };
  return {
    before: [
      [...configMaps(id, count), placement(id, 'RollingUpdate', EVERYWHERE)],
      [...configMaps(kept, count), { ...keeping, spec: { ...spec, strategy } }],
    ],
    timed: [],
    awaited: [],
    edits: {
      repaired: {
        ...edit,
        namespace: id,
        isRepaired: ({ data }) => (data as { readonly value?: string } | undefined)?.value === 'hub',
      },
      kept: { ...edit, namespace: kept, placement: kept },
    },
  };
}

/** A placement is on all clusters; an override comes with the clock running, that reads the stage of each: three variants. */
function overrides(id: string, clusters: number): RowObjects {
  return {
    before: [[...workload(id, 1), placement(id, 'RollingUpdate', EVERYWHERE)]],
    timed: [[clusterOverride(id, '${MEMBER-CLUSTER-LABEL-KEY-environment}')]],
    awaited: [
      { kind: 'ClusterResourcePlacement', name: id, isDone: object => isOverriddenOn(object, clusters) },
    ],
  };
}

const ALL_OBJECTS = 30;

/** Thirty objects of five kinds are everywhere: twenty ConfigMaps and five Secrets of 1 KB among them. */
function idle(id: string, clusters: number): RowObjects {
  const filling = 'x'.repeat(1024);
  const named = (name: string) => ({ metadata: { name, namespace: id } });
  const [namespace, map, deployment] = workload(id, 1);
  const maps = Array.from({ length: 20 }, (_, i) => ({ ...map, ...named(`settings-${i}`) }));
  const data = { filling: Buffer.from(filling).toString('base64') };
  const secrets = Array.from({ length: 5 }, (_, i) => ({
    apiVersion: 'v1',
    kind: 'Secret',
    ...named(`secret-${i}`),
    data,
  }));
  const web = { selector: { app: 'web' }, ports: [{ port: 80 }] };
  const services = Array.from({ length: ALL_OBJECTS - 27 }, (_, i) => ({
    apiVersion: 'v1',
    kind: 'Service',
    ...named(`web-${i}`),
    spec: web,
  }));
  const objects = [namespace, ...maps, ...secrets, ...services, deployment];
  return {
    before: [],
    timed: [[...objects, placement(id, 'RollingUpdate', EVERYWHERE)]],
    awaited: [placed(id, clusters)],
  };
}

/** Budgets are those of issues 17 and 18, on 2 cores. */
export const ROWS: readonly Row[] = [
  {
    name: 'place-100',
    title: 'one placement to all clusters',
    memberCount: 100,
    pairs: 100,
    repetitions: 5,
    objects: (id, clusters) => placements(id, 1, clusters, () => EVERYWHERE),
  },
  {
    name: 'place-1000',
    title: 'one placement to 100 of 1,000 clusters',
    memberCount: 1_000,
    pairs: 100,
    repetitions: 10,
    budgetMs: 1_200,
    objects: id => placements(id, 1, 100, () => ({ placementType: 'PickN', numberOfClusters: 100 })),
  },
  {
    name: 'placements',
    title: '100 placements × 10 clusters at once',
    memberCount: 100,
    pairs: 1_000,
    repetitions: 1,
    budgetMs: 8_000,
    objects: id => placements(id, 100, 10, ofRegion),
  },
  {
    name: 'run',
    title: 'one staged run over 100 clusters',
    memberCount: 100,
    pairs: 100,
    repetitions: 5,
    objects: id => runs(id, 1, () => EVERYWHERE),
  },
  {
    name: 'runs',
    title: '50 staged runs × 10 clusters at once',
    memberCount: 100,
    pairs: 500,
    repetitions: 1,
    budgetMs: 10_000,
    objects: id => runs(id, 50, ofRegion),
  },
  {
    name: 'drift',
    title: '100 clusters × 100 ConfigMaps, one of them edited on each',
    memberCount: 100,
    pairs: 100,
    repetitions: 3,
    driftBudgetMs: 5_000,
    objects: id => drifts(id, 100),
  },
  {
    name: 'override',
    title: 'an override that changes 1,000 clusters in three variants',
    memberCount: 1_000,
    pairs: 1_000,
    repetitions: 1,
    renderings: 3,
    objects: (id, clusters) => overrides(id, clusters),
  },
  {
    name: 'pull-200',
    title: 'one placement to all pull members',
    memberCount: 200,
    pairs: 200,
    repetitions: 5,
    arePulled: true,
    objects: (id, clusters) => placements(id, 1, clusters, () => EVERYWHERE),
  },
  {
    name: 'idle-1000',
    title: '1,000 clusters with 30 placed objects each',
    memberCount: 1_000,
    pairs: 1_000,
    repetitions: 1,
    isIdle: true,
    objects: (id, clusters) => idle(id, clusters),
  },
];

export const CPU_BUDGET_MS = 4;
export const MEMORY_BUDGET_MB = 500;
