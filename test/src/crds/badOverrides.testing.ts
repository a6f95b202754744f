import { NAMESPACE } from './forms.testing';
import { FIT, LONG, namespaceTerm, object } from './objects.testing';
import type { Input, Refused, Update } from './rows.testing';

const VERSIONS = ['v1alpha1', 'v1beta1', 'v1'];
const PATCH = { op: 'add', path: '/metadata/labels/a', value: 'b' };
const rule = (more: object = {}) => ({
  clusterSelector: { clusterSelectorTerms: [] },
  jsonPatchOverrides: [PATCH],
  ...more,
});
const policy = (...overrideRules: object[]) => ({ policy: { overrideRules } });
const cro = (patch: object = {}, version = 'v1beta1', name = 'cro') =>
  object(
    'ClusterResourceOverride',
    name,
    { clusterResourceSelectors: [namespaceTerm()], ...policy(rule()), ...patch },
    version,
  );
const config = { group: '', version: 'v1', kind: 'ConfigMap', name: 'app' };
const ro = (patch: object = {}, version = 'v1beta1', name = 'ro') => ({
  ...object('ResourceOverride', name, { resourceSelectors: [config], ...policy(rule()), ...patch }, version),
  metadata: { name, namespace: NAMESPACE },
});
const terms = (...clusterSelectorTerms: object[]) =>
  policy(rule({ clusterSelector: { clusterSelectorTerms } }));
const patches = (...jsonPatchOverrides: object[]) => policy(rule({ jsonPatchOverrides }));
const atPath = (path: string) => patches({ ...PATCH, path });
const inBoth = (name: string, patch: object, says: RegExp) => [
  { name: `${name} [ClusterResourceOverride]`, object: cro(patch), says },
  { name: `${name} [ResourceOverride]`, object: ro(patch), says },
];

/** Requirement 001 §8, as printed but for what a server sets. */
const sample = {
  placement: { name: 'crp-example' },
  clusterResourceSelectors: [
    { group: 'rbac.authorization.k8s.io', kind: 'ClusterRole', version: 'v1', name: 'secret-reader' },
  ],
  ...policy({
    clusterSelector: { clusterSelectorTerms: [{ labelSelector: { matchLabels: { env: 'prod' } } }] },
    jsonPatchOverrides: [
      { op: 'add', path: '/metadata/labels', value: { 'cluster-name': '${MEMBER-CLUSTER-NAME}' } },
    ],
  }),
};

/** B/OV-040: what one override alone can break; B/DC-13: through each version that is served. */
export const goodOverrides: (Input & { readonly seen?: object })[] = [
  ...[cro, ro].map(make => ({
    name: `a name of 63 characters [${make({}).kind}] (B/OV-015)`,
    object: make({}, 'v1beta1', FIT),
  })),
  ...VERSIONS.map(version => ({
    name: `the sample of requirement 001 through ${version}`,
    object: cro(sample, version, `sample-${version}`),
    seen: { spec: { placement: { name: 'crp-example', scope: 'Cluster' } } },
  })),
  ...VERSIONS.map(version => ({
    name: `a ResourceOverride through ${version}, of type JSONPatch`,
    object: ro({}, version, `good-${version}`),
    seen: { spec: { policy: { overrideRules: [{ overrideType: 'JSONPatch' }] } } },
  })),
  { name: 'a rule that deletes', object: ro(policy({ overrideType: 'Delete' })) },
  { name: 'a rule for no cluster (B/OV-020)', object: ro(policy({ jsonPatchOverrides: [PATCH] })) },
  { name: 'an RO of a ResourcePlacement', object: ro({ placement: { name: 'rp', scope: 'Namespaced' } }) },
  { name: 'a value of any type', object: ro(patches({ ...PATCH, value: 5 }, { ...PATCH, value: [null] })) },
  ...['/Kind', '/apiVersionabc', '/metadata/labels/apiVersion', '/spec/x/kind', '/metadata/annotations'].map(
    path => ({ name: `the path ${path} (B/OV-054)`, object: ro(atPath(path)) }),
  ),
  {
    name: 'twenty of everything',
    object: ro({
      resourceSelectors: Array.from({ length: 20 }, (_, i) => ({ ...config, name: `c${i}` })),
      ...policy(...Array.from({ length: 20 }, () => rule({ jsonPatchOverrides: Array(20).fill(PATCH) }))),
    }),
  },
];

export const badOverrides: (Input & Refused)[] = [
  ...VERSIONS.flatMap(version =>
    [cro, ro].map(make => ({
      name: `a name of 64 characters, which no label of a snapshot can hold, through ${version} [${make({}).kind}] (B/OV-015)`,
      object: make({}, version, LONG),
      says: /metadata\.name must have at most 63 characters.*choose a shorter name/,
    })),
  ),
  {
    name: 'a selector with labels (B/OV-042)',
    object: cro({ clusterResourceSelectors: [namespaceTerm({ labelSelector: {} })] }),
    says: /labelSelector is not supported in overrides; name the objects/,
  },
  {
    name: 'a selector with labels and without a name, of which both is said (B/OV-045, B/FT-073)',
    object: cro({ clusterResourceSelectors: [namespaceTerm({ name: undefined, labelSelector: {} })] }),
    says: /(?=[\s\S]*name is required; name one)(?=[\s\S]*labelSelector is not supported in overrides)/,
  },
  {
    name: 'a selector without a name (B/OV-043)',
    object: cro({ clusterResourceSelectors: [namespaceTerm({ name: undefined })] }),
    says: /clusterResourceSelectors\[\]\.name is required; name one/,
  },
  {
    name: 'an empty name of a namespaced object',
    object: ro({ resourceSelectors: [{ ...config, name: '' }] }),
    says: /resourceSelectors\[\]\.name is required; name one/,
  },
  {
    name: 'a selector twice (B/OV-044, B/OV-055)',
    object: cro({
      clusterResourceSelectors: [namespaceTerm(), namespaceTerm({ selectionScope: 'NamespaceOnly' })],
    }),
    says: /clusterResourceSelectors must name each object once; remove/,
  },
  {
    name: 'a selector twice in a ResourceOverride (B/OV-044)',
    object: ro({ resourceSelectors: [config, config] }),
    says: /resourceSelectors must name each object once; remove/,
  },
  {
    name: 'a CRO of a ResourcePlacement (B/OV-057)',
    object: cro({ placement: { name: 'rp', scope: 'Namespaced' } }),
    says: /scope of a ClusterResourceOverride cannot be Namespaced; use a ResourceOverride/,
  },
  ...inBoth(
    'a property selector (B/OV-048)',
    terms({ labelSelector: {}, propertySelector: { matchExpressions: [] } }),
    /overrides select clusters by labels only; remove propertySelector/,
  ),
  ...inBoth(
    'a property sorter (B/OV-048)',
    terms({ labelSelector: {}, propertySorter: { name: 'a', sortOrder: 'Ascending' } }),
    /overrides select clusters by labels only; remove propertySelector/,
  ),
  ...inBoth('a term without labels (B/OV-049)', terms({}), /a term needs a labelSelector; add one/),
  ...inBoth(
    'a selector that cannot be read (B/OV-050)',
    terms({ labelSelector: { matchExpressions: [{ key: 'env', operator: 'In', values: [] }] } }),
    /operators In and NotIn need at least one value/,
  ),
  ...inBoth(
    'Delete with patches (B/OV-051)',
    policy(rule({ overrideType: 'Delete' })),
    /type Delete takes no jsonPatchOverrides; remove them/,
  ),
  ...inBoth(
    'JSONPatch without patches (B/OV-052)',
    policy({ overrideType: 'JSONPatch' }),
    /type JSONPatch needs jsonPatchOverrides; add/,
  ),
  ...inBoth('no type and no patches (B/OV-056)', policy({}), /type JSONPatch needs jsonPatchOverrides/),
  ...inBoth(
    'another operation (B/OV-080)',
    patches({ ...PATCH, op: 'move' }),
    /Unsupported value|supported values/,
  ),
  ...['', 'spec.replicas'].flatMap(path =>
    inBoth(`the path "${path}" (B/OV-054)`, atPath(path), /path must begin with "\/".*correct the path/),
  ),
  ...['/kind', '/apiVersion', '/status', '/status/replicas'].flatMap(path =>
    inBoth(`the path ${path} (B/OV-054)`, atPath(path), /path must not lead to apiVersion, kind or status/),
  ),
  ...['/metadata', '/metadata/finalizers', '/metadata/annotationsabc'].flatMap(path =>
    inBoth(`the path ${path} (B/OV-054)`, atPath(path), /of metadata only annotations and labels/),
  ),
  ...['/spec/a///b', '/spec/a/', '/spec/ /a'].flatMap(path =>
    inBoth(`the path ${path} (B/OV-054)`, atPath(path), /path must not have an empty segment; remove/),
  ),
  ...inBoth('no rule (B/AP-023)', policy(), /overrideRules.*at least 1 item/),
  ...inBoth(
    '21 rules (B/AP-023)',
    policy(...Array.from({ length: 21 }, () => rule())),
    /overrideRules.*at most 20 items/,
  ),
  ...inBoth(
    '21 patches (B/AP-023)',
    patches(...Array.from({ length: 21 }, () => PATCH)),
    /jsonPatchOverrides.*at most 20 items/,
  ),
  ...inBoth(
    '11 terms (B/AP-023)',
    terms(...Array.from({ length: 11 }, () => ({ labelSelector: {} }))),
    /clusterSelectorTerms.*at most 10 items/,
  ),
  {
    name: '21 selectors (B/AP-022)',
    object: ro({ resourceSelectors: Array.from({ length: 21 }, (_, i) => ({ ...config, name: `c${i}` })) }),
    says: /resourceSelectors.*at most 20 items/,
  },
  {
    name: 'a kind of 64 characters',
    object: ro({ resourceSelectors: [{ ...config, kind: LONG }] }),
    says: /kind.*(may not be more than 63|Too long)/,
  },
];

const changed = (name: string, from: object | undefined, to: object | undefined): (Update & Refused)[] =>
  [cro, ro].map((make, i) => ({
    name: `${name} [${i === 0 ? 'ClusterResourceOverride' : 'ResourceOverride'}] (B/OV-057)`,
    before: make(from && { placement: from }, 'v1beta1', `${name.replaceAll(' ', '-')}-${i}`),
    after: make(to && { placement: to }, 'v1beta1', `${name.replaceAll(' ', '-')}-${i}`),
    says: /spec\.placement cannot be changed; delete the override/,
  }));

export const badOverrideChanges: (Update & Refused)[] = [
  ...changed('another placement', { name: 'a' }, { name: 'b' }),
  ...changed('a placement that comes', undefined, { name: 'b' }),
  ...changed('a placement that goes', { name: 'a' }, undefined),
];

export const goodOverrideChanges: Update[] = [
  {
    name: 'the same selector in another version of itself (B/OV-047)',
    before: cro({ placement: { name: 'a' } }, 'v1beta1', 'changed'),
    after: cro({ placement: { name: 'a' }, ...policy(rule(), rule()) }, 'v1beta1', 'changed'),
  },
];
