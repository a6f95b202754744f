import { isDisabledKind, isPropagatableNamespace } from './isSelectable';
import { parseKindPattern, type KindPattern } from './kindRules';

const gvk = (text: string) => {
  const [group, version, kind] = text.split('/');
  return { group, version, kind };
};

const patterns = (...texts: string[]): KindPattern[] =>
  texts.map(text => {
    const parsed = parseKindPattern(text);
    if (!parsed.ok) throw new Error(parsed.error);
    return parsed.value;
  });

describe('isDisabledKind (A/SEL-001)', () => {
  it.each([
    '/v1/Pod',
    '/v1/Node',
    '/v1/Event',
    'events.k8s.io/v1/Event',
    'coordination.k8s.io/v1/Lease',
    'metrics.k8s.io/v1beta1/PodMetrics',
    'cluster.kubernetes-fleet.io/v1/MemberCluster',
    'networking.fleet.azure.com/v1alpha1/ServiceImport',
    'networking.fleet.azure.com/v1beta1/TrafficManagerProfile',
    'networking.fleet.azure.com/v1beta1/TrafficManagerBackend',
    ...[
      'ClusterResourcePlacement',
      'ResourcePlacement',
      'ClusterResourceBinding',
      'ResourceBinding',
      'ClusterResourceSnapshot',
      'ResourceSnapshot',
      'ClusterSchedulingPolicySnapshot',
      'SchedulingPolicySnapshot',
      'Work',
      'ClusterStagedUpdateRun',
      'ClusterStagedUpdateStrategy',
      'ClusterApprovalRequest',
      'StagedUpdateRun',
      'StagedUpdateStrategy',
      'ApprovalRequest',
      'ClusterResourcePlacementEviction',
      'ClusterResourcePlacementDisruptionBudget',
      'ClusterResourceOverride',
      'ClusterResourceOverrideSnapshot',
      'ResourceOverride',
      'ResourceOverrideSnapshot',
      'ClusterResourcePlacementStatus',
    ].map(kind => `placement.kubernetes-fleet.io/v1alpha1/${kind}`),
    'fleetstage.io/v1alpha1/RolloutPolicy',
  ])('A/SEL-001, SEL-003, C/UR-009 %s is never placed', text => {
    expect(isDisabledKind(gvk(text))).toBe(true);
  });

  it.each([
    'placement.kubernetes-fleet.io/v1beta1/ResourceEnvelope',
    'placement.kubernetes-fleet.io/v1beta1/ClusterResourceEnvelope',
    '/v1/Namespace',
    'apps/v1/Deployment',
    'example.com/v1/Pod',
    'example.com/v1/Event',
    '/v2/Pod',
    'networking.fleet.azure.com/v1alpha1/ServiceExport',
    'placement.kubernetes-fleet.io/v1beta1/AppliedWork',
  ])('A/SEL-002: %s may be placed', text => {
    expect(isDisabledKind(gvk(text))).toBe(false);
  });
});

it.each([
  ['web', true],
  ['default', false],
  ['kube-system', false],
  ['fleet-member-c1', false],
  ['fleetwood', true],
])('A/SEL-005: namespace %s may be propagated: %s', (name, isPropagatable) => {
  expect(isPropagatableNamespace(name)).toBe(isPropagatable);
});

it('A/SEL-005: skipped namespaces are configured', () => {
  expect(isPropagatableNamespace('internal', ['default', 'internal'])).toBe(false);
});

describe('kinds by configuration', () => {
  it.each<{ rule: string; skip: string[]; kind: string; isDisabled: boolean }>([
    { rule: 'a whole group', skip: ['example.com'], kind: 'example.com/v2/Widget', isDisabled: true },
    { rule: 'no other group', skip: ['example.com'], kind: 'example.org/v1/Widget', isDisabled: false },
    { rule: 'one version', skip: ['example.com/v1'], kind: 'example.com/v1/Widget', isDisabled: true },
    { rule: 'no other version', skip: ['example.com/v1'], kind: 'example.com/v2/Widget', isDisabled: false },
    { rule: 'named kinds', skip: ['example.com/v1/A,B'], kind: 'example.com/v1/B', isDisabled: true },
    { rule: 'no other kind', skip: ['example.com/v1/A,B'], kind: 'example.com/v1/C', isDisabled: false },
    { rule: 'kinds of the core group', skip: ['v1/Secret'], kind: '/v1/Secret', isDisabled: true },
    {
      rule: 'which is not that of others',
      skip: ['v1/Secret'],
      kind: 'example.com/v1/Secret',
      isDisabled: false,
    },
    { rule: 'besides the built-in list', skip: ['v1/Secret'], kind: '/v1/Pod', isDisabled: true },
  ])('A/PL-220 skipped: $rule', ({ skip, kind, isDisabled }) => {
    expect(isDisabledKind(gvk(kind), { skippedKinds: patterns(...skip) })).toBe(isDisabled);
  });

  it.each([
    ['/v1/ConfigMap', false],
    ['/v1/Namespace', true],
    ['placement.kubernetes-fleet.io/v1beta1/ResourceEnvelope', true],
    ['coordination.k8s.io/v1/Lease', false],
  ])(
    'A/SEL-004 with an allow list %s is disabled: %s, whatever the built-in list says',
    (kind, isDisabled) => {
      const rules = { allowedKinds: patterns('v1/ConfigMap', 'coordination.k8s.io') };
      expect(isDisabledKind(gvk(kind), rules)).toBe(isDisabled);
    },
  );

  it.each([
    '',
    '/v1',
    'v1',
    'v1/ConfigMap/x',
    'example.com/one',
    'example.com/v1/widget',
    'a/v1/B/c',
    'Example.com',
    'v1/A,',
  ])('A/PL-220 refuses "%s" and says what to write', text => {
    expect(parseKindPattern(text)).toEqual({
      ok: false,
      error: `"${text}" is no kind: write a group (example.com), group/version (example.com/v1), group/version/Kind,Kind, or v1/Kind,Kind for the core group`,
    });
  });

  it('A/PL-220 reads entries with blanks around them', () => {
    expect(patterns(' example.com/v1beta1/A, B ')).toEqual([
      { group: 'example.com', version: 'v1beta1', kinds: ['A', 'B'] },
    ]);
  });
});

it('A/PL-221 `default` is skipped whatever else is', () => {
  expect(isPropagatableNamespace('default', ['internal'])).toBe(false);
});
