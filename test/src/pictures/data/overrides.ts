import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import type { ClusterResourceOverrideSpec } from '@fleetstage/backstage-plugin-fleetstage-common';
import { viewOverride } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { stamp } from './hub';
import { ago } from './moments';
import { ALLOWED } from './people';
import { strategyClusters } from './strategies';

const labels = (matchLabels: Record<string, string>) => ({ labelSelector: { matchLabels } });

export const OVERRIDE_SPEC: ClusterResourceOverrideSpec = {
  clusterResourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name: 'payments' }],
  policy: {
    overrideRules: [
      {
        clusterSelector: { clusterSelectorTerms: [] },
        jsonPatchOverrides: [
          { op: 'add', path: '/metadata/labels/cluster', value: '${MEMBER-CLUSTER-NAME}' },
          { op: 'add', path: '/metadata/labels/tier', value: 'standard' },
        ],
      },
      {
        clusterSelector: {
          clusterSelectorTerms: [labels({ environment: 'production' }), labels({ environment: 'canary' })],
        },
        jsonPatchOverrides: [
          { op: 'replace', path: '/metadata/labels/tier', value: 'gold' },
          { op: 'add', path: '/metadata/annotations', value: { 'payments.example.com/limit': '200 rps' } },
        ],
      },
      { clusterSelector: { clusterSelectorTerms: [labels({ environment: 'dev' })] }, overrideType: 'Delete' },
    ],
  },
};

export const matchOf = (spec: ClusterResourceOverrideSpec): Schemas['OverrideMatch'] => {
  const view = viewOverride(
    { kind: 'ClusterResourceOverrideSnapshot', name: 'x-0', hash: '', spec },
    strategyClusters.items,
  );
  return {
    rules: view.rules.map(rule => ({
      ...rule,
      terms: [...rule.terms],
      clusters: { count: rule.clusters.length, names: [...rule.clusters] },
    })),
    variants: view.variants.map(variant => ({
      ...variant,
      rules: [...variant.rules],
      clusters: [...variant.clusters],
      operations: variant.operations.map(one => ({ ...one, value: one.value as Record<string, never> })),
    })),
    variantCount: view.variants.length,
    clusterCount: view.clusterCount,
    matched: view.matchedCount,
    missingLabels: view.missingLabels.slice(0, 20).map(one => ({ ...one })),
    missingLabelCount: view.missingLabels.length,
  };
};

const PAYMENTS = { scope: '_', name: 'payments-api' };

const override = (
  name: string,
  patch: Partial<Schemas['OverrideSummary']> = {},
): Schemas['OverrideSummary'] => ({
  scope: '_',
  name,
  kind: 'ClusterResourceOverride',
  uid: `uid-${name}`,
  resourceVersion: '31',
  generation: 3,
  createdAt: ago(90_000),
  changedAt: ago(2900),
  changedBy: { ref: 'user:default/maya.lindqvist' },
  objects: [{ group: '', version: 'v1', kind: 'Namespace', name: 'payments' }],
  ruleCount: 3,
  matched: 10,
  clusterCount: 10,
  snapshot: `${name}-2`,
  status: { state: 'applied', applied: 9, failed: 0, pending: 0 },
  placements: [PAYMENTS],
  ...patch,
});

const FAILURE =
  'Override payments/replicas fails on Deployment "api" in namespace "payments": rule 2, replace "/spec/replica": there is no such field; correct the path';

export const overrides: Schemas['OverrideSummary'][] = [
  override('tiers', { status: { state: 'pending', applied: 5, failed: 0, pending: 4 } }),
  override('replicas', {
    scope: 'payments',
    kind: 'ResourceOverride',
    objects: [
      { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'payments', name: 'api' },
      { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'payments', name: 'worker' },
    ],
    ruleCount: 2,
    matched: 7,
    placement: PAYMENTS,
    status: { state: 'failed', applied: 5, failed: 2, pending: 0, message: FAILURE },
  }),
  override('ledger-region', {
    objects: [{ group: '', version: 'v1', kind: 'Namespace', name: 'ledger' }],
    ruleCount: 1,
    matched: 10,
    changedBy: { ref: 'user:default/jonas.keller' },
    changedAt: ago(44_000),
    placements: [{ scope: '_', name: 'ledger' }, PAYMENTS, { scope: '_', name: 'reports' }],
  }),
  override('old-quota', {
    ruleCount: 1,
    matched: 0,
    objects: [{ group: '', version: 'v1', kind: 'Namespace', name: 'batch' }],
    changedAt: undefined,
    changedBy: undefined,
    status: { state: 'unused', applied: 0, failed: 0, pending: 0, unusedBecause: 'noCluster' },
    placements: [],
  }),
];

export const overridePage = (
  items: Schemas['OverrideSummary'][] = overrides,
  mayCreate: Schemas['Permit'] = ALLOWED,
): Schemas['OverrideList'] => ({ ...stamp, items, mayCreate });

const BEFORE: ClusterResourceOverrideSpec = {
  ...OVERRIDE_SPEC,
  policy: { overrideRules: OVERRIDE_SPEC.policy.overrideRules.slice(0, 2) },
};
const asRecord = (spec: ClusterResourceOverrideSpec) => spec as unknown as Record<string, unknown>;

const NONE = { count: 0, names: [] };

export const overrideDetail = (
  patch: Partial<Schemas['OverrideDetail']> = {},
): Schemas['OverrideDetail'] => ({
  ...stamp,
  override: overrides[0],
  manifest: {
    apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
    kind: 'ClusterResourceOverride',
    metadata: { name: 'tiers' },
    spec: asRecord(OVERRIDE_SPEC),
  },
  spec: asRecord(OVERRIDE_SPEC),
  labels: {},
  annotations: {},
  match: matchOf(OVERRIDE_SPEC),
  uses: [
    {
      ...PAYMENTS,
      clusters: 9,
      applied: 5,
      failed: 0,
      pending: 4,
      awaiting: 0,
      failures: [],
      pendingClusters: {
        count: 4,
        names: ['aks-weu-prd-01', 'aks-weu-prd-02', 'eks-use-prd-01', 'gke-asw-prd-01'],
      },
    },
  ],
  history: [
    {
      name: 'tiers-2',
      index: 2,
      isLatest: true,
      since: ago(2900),
      clusters: 5,
      spec: asRecord(OVERRIDE_SPEC),
    },
    { name: 'tiers-1', index: 1, isLatest: false, since: ago(44_000), clusters: 4, spec: asRecord(BEFORE) },
  ],
  mayCreate: ALLOWED,
  mayUpdate: ALLOWED,
  mayDelete: ALLOWED,
  ...patch,
});

const REPLICAS_SPEC: ClusterResourceOverrideSpec = {
  clusterResourceSelectors: [],
  policy: {
    overrideRules: [
      {
        clusterSelector: { clusterSelectorTerms: [labels({ environment: 'production' })] },
        jsonPatchOverrides: [
          { op: 'replace', path: '/spec/replicas', value: 6 },
          { op: 'add', path: '/metadata/labels/order', value: '${MEMBER-CLUSTER-LABEL-KEY-order}' },
        ],
      },
      {
        clusterSelector: { clusterSelectorTerms: [labels({ environment: 'canary' })] },
        jsonPatchOverrides: [{ op: 'replace', path: '/spec/replica', value: 2 }],
      },
    ],
  },
};

/** Where it fails on two clusters. */
export const failingOverride = (): Schemas['OverrideDetail'] => {
  const selectors = (overrides[1].objects ?? []).map(({ group, version, kind, name }) => ({
    group,
    version,
    kind,
    name,
  }));
  const spec = { resourceSelectors: selectors, policy: REPLICAS_SPEC.policy } as unknown as Record<
    string,
    unknown
  >;
  return overrideDetail({
    override: overrides[1],
    manifest: {
      apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
      kind: 'ResourceOverride',
      metadata: { name: 'replicas', namespace: 'payments' },
      spec,
    },
    spec,
    history: [{ name: 'replicas-2', index: 2, isLatest: true, since: ago(2900), clusters: 7, spec }],
    uses: [
      {
        ...PAYMENTS,
        clusters: 9,
        applied: 5,
        failed: 2,
        pending: 0,
        awaiting: 0,
        failures: [
          { cluster: 'aks-weu-can-01', message: FAILURE },
          { cluster: 'eks-use-can-01', message: FAILURE },
        ],
        pendingClusters: NONE,
      },
    ],
    match: matchOf(REPLICAS_SPEC),
  });
};

export const overrideTimeline: Schemas['TimelinePage'] = {
  ...stamp,
  total: 2,
  items: [
    {
      id: '9',
      at: ago(2900),
      event: 'overrideUpdated',
      actor: { ref: 'user:default/maya.lindqvist' },
      generation: 3,
      message: 'Rule 3 added.',
    },
    { id: '4', at: ago(90_000), event: 'overrideCreated', actor: { ref: 'user:default/jonas.keller' } },
  ],
};

/** As the backend matches a draft. */
export const matchAnswer = (spec: ClusterResourceOverrideSpec): Schemas['OverrideMatchAnswer'] => {
  const match = matchOf(spec);
  return {
    ...stamp,
    ...match,
    // An object without a name is placed by nobody.
    placements: spec.clusterResourceSelectors.some(({ name }) => name)
      ? [{ ...PAYMENTS, clusters: 9, matched: Math.min(9, match.matched) }]
      : [],
  };
};

/** Without it, or with other values in its first rule; the spec as it is changes nothing. */
export function whatIfAnswer({ spec }: Schemas['OverrideWhatIfRequest']): Schemas['OverrideWhatIf'] {
  const of = { ...stamp, isNew: false, checked: 3, total: 3 };
  if (JSON.stringify(spec) === JSON.stringify(OVERRIDE_SPEC)) return { ...of, placements: [] };
  const ofRule = { ...PAYMENTS, changedCount: 9, sameCount: 0 };
  return { ...of, placements: [{ ...ofRule, effects: spec ? typedEffects : effectsWithoutIt }] };
}

const tierTo = (before: string, after: string | undefined): Schemas['PreviewChange']['fields'][number] => ({
  path: 'metadata.labels.tier',
  before,
  ...(after !== undefined && { after }),
});

const effect = (
  clusters: string[],
  more: Partial<Schemas['OverrideEffect']> = {},
): Schemas['OverrideEffect'] => ({
  clusters,
  clusterCount: clusters.length,
  overrides: [],
  changes: [],
  changeCount: 0,
  ...more,
});

const relabelled = (...fields: Schemas['PreviewChange']['fields']) => ({
  changes: [{ change: 'changed' as const, kind: 'Namespace', name: 'payments', fields }],
  changeCount: 1,
});

const PRODUCTION = ['aks-neu-prd-01', 'aks-weu-prd-01', 'aks-weu-prd-02', 'eks-use-prd-01', 'gke-asw-prd-01'];
const CANARY = ['aks-weu-can-01', 'eks-use-can-01'];
const STAGING = ['aks-weu-stg-01', 'eks-use-stg-01'];

/** Later rules write the field again on the others. */
const typedEffects = [
  effect([...PRODUCTION, ...CANARY]),
  effect(STAGING, relabelled(tierTo('standard', 'silver'))),
];
const effectsWithoutIt = [
  effect([...PRODUCTION, ...CANARY], relabelled(tierTo('gold', undefined))),
  effect(STAGING, relabelled(tierTo('standard', undefined))),
];

/** Where a rule cannot be applied to some of them. */
export const failingWhatIf = (): Schemas['OverrideWhatIf'] => ({
  ...stamp,
  isNew: false,
  checked: 100,
  total: 112,
  placements: [
    {
      ...PAYMENTS,
      changedCount: 7,
      sameCount: 41,
      effects: [
        effect(STAGING, { problem: FAILURE }),
        effect(
          PRODUCTION,
          relabelled(tierTo('gold', 'platinum'), {
            path: 'metadata.annotations.payments.example.com/limit',
            after: '200 rps',
          }),
        ),
      ],
    },
    {
      scope: 'ledger',
      name: 'reports',
      changedCount: 14,
      sameCount: 0,
      effects: Array.from({ length: 7 }, (_, i) =>
        effect([`edge-${i + 1}a`, `edge-${i + 1}b`], relabelled(tierTo('standard', `edge-${i + 1}`))),
      ),
    },
    {
      scope: '_',
      name: 'ledger',
      changedCount: 0,
      sameCount: 0,
      effects: [],
      problem: 'snapshot 12 is not kept (any more)',
    },
  ],
});
