import { toClusterChanges } from './clusterChanges';

const NONE = { labels: [], taints: [], added: [], removed: [] };

it.each([
  ['m-1:env=prod', { cluster: 'm-1', change: 'edit', labels: { env: 'prod' } }],
  ['m-1:env-', { cluster: 'm-1', change: 'edit', labels: { env: null } }],
  ['m-1:example.com/env=', { cluster: 'm-1', change: 'edit', labels: { 'example.com/env': '' } }],
])('--label %s', (text, change) => {
  expect(toClusterChanges({ ...NONE, labels: [text] })).toEqual([change]);
});

it.each([
  ['m-1:gpu=yes', { addTaints: [{ key: 'gpu', value: 'yes', effect: 'NoSchedule' }] }],
  ['m-1:gpu=yes:NoSchedule', { addTaints: [{ key: 'gpu', value: 'yes', effect: 'NoSchedule' }] }],
  ['m-1:gpu=', { addTaints: [{ key: 'gpu', effect: 'NoSchedule' }] }],
  ['m-1:gpu-', { removeTaints: [{ key: 'gpu' }] }],
])('--taint %s', (text, change) => {
  expect(toClusterChanges({ ...NONE, taints: [text] })).toEqual([
    { cluster: 'm-1', change: 'edit', ...change },
  ]);
});

it('clusters come first and go last', () => {
  const changes = toClusterChanges({ labels: ['m-4:a=b'], taints: [], added: ['m-4'], removed: ['m-1'] });
  expect(changes.map(({ cluster, change }) => `${change} ${cluster}`)).toEqual([
    ...['add m-4', 'edit m-4', 'remove m-1'],
  ]);
});

it.each(['m-1', 'm-1:env', ':env=a', 'm-1:=a'])('--label %s is refused with the form', text => {
  expect(() => toClusterChanges({ ...NONE, labels: [text] })).toThrow('write CLUSTER:KEY=VALUE');
});
