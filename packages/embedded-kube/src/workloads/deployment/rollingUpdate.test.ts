import type { Deployment, ReplicaSet } from '../objects';
import { newSetSize, planRollingUpdate, planScale } from './rollingUpdate';

const deployment = (replicas: number, rollingUpdate: object = {}): Deployment =>
  ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web' },
    spec: { replicas, strategy: { type: 'RollingUpdate', rollingUpdate } },
  }) as unknown as Deployment;

const set = (name: string, replicas: number, availableReplicas: number, max?: number): ReplicaSet =>
  ({
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: {
      name,
      ...(max && { annotations: { 'deployment.kubernetes.io/max-replicas': String(max) } }),
    },
    spec: { replicas },
    status: { availableReplicas },
  }) as unknown as ReplicaSet;

const named = (sizes: ReadonlyMap<ReplicaSet, number>) =>
  Object.fromEntries([...sizes].map(([{ metadata }, size]) => [metadata.name, size]));

it.each([
  [3, {}, 0, [3], 1],
  [3, {}, 1, [1], 3],
  [3, { maxSurge: 0, maxUnavailable: 1 }, 0, [3], 0],
  [10, { maxSurge: '25%' }, 0, [10], 3],
  [2, {}, 5, [], 2],
])('%d wanted with %j: a new set of %d beside %j grows to %d', (wanted, how, size, old, expected) => {
  const oldSets = old.map((replicas, i) => set(`old-${i}`, replicas, replicas));
  expect(newSetSize(deployment(wanted, how), size, oldSets)).toBe(expected);
});

it.each([
  ['one surges first', deployment(3), set('new', 0, 0), [set('old', 3, 3)], { new: 1 }],
  ['nothing goes before the new pod is up', deployment(3), set('new', 1, 0), [set('old', 3, 3)], {}],
  ['one goes when it is', deployment(3), set('new', 1, 1), [set('old', 3, 3)], { old: 2 }],
  [
    'what is down goes first, though it is younger',
    deployment(3),
    set('new', 1, 1),
    [set('a', 1, 1), set('b', 2, 1)],
    { b: 1 },
  ],
  [
    'without surge an old one goes first',
    deployment(2, { maxSurge: 0, maxUnavailable: 1 }),
    set('new', 0, 0),
    [set('old', 2, 2)],
    { old: 1 },
  ],
  [
    'a new set that cannot come up holds all that is needed',
    deployment(2),
    set('new', 1, 0),
    [set('old', 2, 2)],
    {},
  ],
  [
    'a stuck set gives way to its repair',
    deployment(2),
    set('new', 0, 0),
    [set('stuck', 1, 0), set('good', 2, 2)],
    { stuck: 0 },
  ],
  ['done is done', deployment(3), set('new', 3, 3), [], {}],
] as const)('%s', (_, wanted, newSet, oldSets, expected) => {
  expect(named(planRollingUpdate(wanted, { newSet, oldSets }))).toEqual(expected);
});

it.each([
  ['a single set takes it all', 5, set('new', 3, 3), [], { new: 5 }],
  ['several share it', 8, set('new', 3, 3, 5), [set('old', 2, 2, 5)], { new: 6, old: 4 }],
  ['zero empties all', 0, set('new', 3, 3, 5), [set('old', 2, 2, 5)], { new: 0, old: 0 }],
] as const)('scaled: %s', (_, replicas, newSet, oldSets, expected) => {
  expect(named(planScale(deployment(replicas), { newSet, oldSets }))).toEqual(expected);
});
