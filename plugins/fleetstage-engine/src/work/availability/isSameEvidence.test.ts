import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { isSameEvidence } from './isSameEvidence';

const status = {
  observedGeneration: 1,
  replicas: 3,
  updatedReplicas: 3,
  availableReplicas: 2,
  unavailableReplicas: 1,
};
const base = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', generation: 1, resourceVersion: '10', labels: { app: 'web' } },
  spec: { replicas: 3 },
  status,
};
const { metadata } = base;

it.each<[string, boolean, object]>([
  ['another version of the object', true, { metadata: { ...metadata, resourceVersion: '11' } }],
  [
    'a condition that availability does not read',
    true,
    { status: { ...status, conditions: [{ type: 'Progressing' }] } },
  ],
  [
    'one more replica (B/AV-010)',
    false,
    { status: { ...status, availableReplicas: 3, unavailableReplicas: 0 } },
  ],
  [
    'a controller that has not observed it yet (B/AV-T02)',
    false,
    { status: { ...status, observedGeneration: 0 } },
  ],
  ['another generation', false, { metadata: { ...metadata, generation: 2 } }],
  ['what somebody changed without a generation', false, { spec: { replicas: 4 } }],
  ['a label', false, { metadata: { ...metadata, labels: {} } }],
  ['an owner', false, { metadata: { ...metadata, ownerReferences: [{ kind: 'AppliedWork', name: 'x' }] } }],
  ['the mark of deletion', false, { metadata: { ...metadata, deletionTimestamp: '2026-11-23T08:00:00Z' } }],
])('B/AV-001 %s: the same evidence %s', (_, isSame, change) => {
  const after = { ...base, ...change } as KubeObject;
  expect(isSameEvidence(base, after)).toBe(isSame);
  expect(isSameEvidence(after, base)).toBe(isSame);
});
