import { toWaves, waveOf } from './waves';

it.each([
  ['', 'Namespace', 0],
  ['scheduling.k8s.io', 'PriorityClass', 0],
  ['', 'ConfigMap', 1],
  ['apiextensions.k8s.io', 'CustomResourceDefinition', 1],
  ['rbac.authorization.k8s.io', 'ClusterRole', 2],
  ['rbac.authorization.k8s.io', 'RoleBinding', 3],
  ['apps', 'Deployment', 4],
  ['', 'Service', 4],
  ['admissionregistration.k8s.io', 'ValidatingWebhookConfiguration', 5],
  ['example.io', 'Widget', 999],
  ['example.io', 'Deployment', 999],
  ['batch', 'Deployment', 4],
])('%s %s goes with wave %i (B/WA-040)', (group, kind, wave) => {
  expect(waveOf({ group, kind })).toBe(wave);
});

it('keeps the order of the snapshot within a wave', () => {
  const items = [4, 0, 4, 1].map((wave, ordinal) => ({ wave, ordinal }));
  expect(toWaves(items).map(wave => wave.map(({ ordinal }) => ordinal))).toEqual([[1], [3], [0, 2]]);
});
