import { budgetCommand, draftOf, limitsOf, readBudget } from './budget';
import { evictCommand, withTaint } from './evict';

it.each([
  [{ limit: 'minAvailable', value: '5' }, false, { minAvailable: 5 }],
  [{ limit: 'maxUnavailable', value: ' 25% ' }, false, { maxUnavailable: '25%' }],
  [{ limit: 'minAvailable', value: '100%' }, true, undefined],
  [{ limit: 'minAvailable', value: '101%' }, false, undefined],
  [{ limit: 'maxUnavailable', value: '1' }, true, undefined],
  [{ limit: 'minAvailable', value: '1.5' }, false, undefined],
  [{ limit: 'minAvailable', value: '' }, false, undefined],
] as const)('%j, PickAll %s → %j', (draft, isPickAll, limits) => {
  expect(limitsOf(draft, isPickAll)).toEqual(limits);
});

it.each([
  [{ minAvailable: 5 }, { limit: 'minAvailable', value: '5' }],
  [{ maxUnavailable: '25%' }, { limit: 'maxUnavailable', value: '25%' }],
  [undefined, { limit: 'minAvailable', value: '' }],
])('a budget %j is edited as %j', (limits, draft) => {
  expect(draftOf(limits)).toEqual(draft);
});

it.each([
  ['spec: { minAvailable: 5 }', { draft: { limit: 'minAvailable', value: '5' } }],
  ['spec: { maxUnavailable: 25% }', { draft: { limit: 'maxUnavailable', value: '25%' } }],
  ['spec: { minAvailable: 1, maxUnavailable: 1 }', { fault: 'limits' }],
  ['spec: { minAvailble: 1 }', { fault: 'limits' }],
  ['just text', { fault: 'limits' }],
  ['spec: {', { fault: 'syntax', message: expect.any(String) }],
])('a text %j is read as %j', (text, read) => {
  expect(readBudget(text)).toEqual(read);
});

it('says the same with kubectl', () => {
  expect(budgetCommand('web', { maxUnavailable: '25%' })).toBe(
    [
      "kubectl apply -f - <<'EOF'",
      'apiVersion: placement.kubernetes-fleet.io/v1beta1',
      'kind: ClusterResourcePlacementDisruptionBudget',
      'metadata:',
      '  name: web',
      'spec:',
      '  maxUnavailable: 25%',
      'EOF',
    ].join('\n'),
  );
  const create = evictCommand({ placement: 'web', cluster: 'c1' });
  expect(create).toContain('generateName: web-');
  const taint = { key: 'fleetstage.io/evicted', effect: 'NoSchedule' } as const;
  const taints = withTaint([], taint);
  expect(withTaint(taints, taint)).toEqual(taints);
  expect(evictCommand({ placement: 'web', cluster: 'c1', taints })).toBe(
    `kubectl patch membercluster c1 --type=merge \\\n  -p '{"spec":{"taints":[{"key":"fleetstage.io/evicted","effect":"NoSchedule"}]}}'\n${create}`,
  );
});
