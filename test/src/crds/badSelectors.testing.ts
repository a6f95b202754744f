import { namespaceTerm, placement, selectors } from './objects.testing';
import type { Input, Refused } from './rows.testing';

const deployment = (patch: object) =>
  selectors({ group: 'apps', version: 'v1', kind: 'Deployment', name: 'web', ...patch });
const unscoped = (patch: object) => selectors(namespaceTerm({ name: undefined, ...patch }));
const accessible = (...terms: object[]) =>
  placement({ resourceSelectors: terms, statusReportingScope: 'NamespaceAccessible' });

const KIND =
  /resourceSelectors\[0\].*kind must be a kind as kubectl api-resources shows it.*correct the kind/;
const GROUP = /resourceSelectors\[0\]\.group.*must be an API group without a version.*correct the group/;
const VERSION = /resourceSelectors\[0\]\.version.*must be a version without its group.*correct the version/;
const TWICE = /resourceSelectors must not select the same twice.*remove one of the two/;
const EVERY = /resourceSelectors\[0\].*selects every Namespace with its contents.*set name or labelSelector/;

/** Selectors that one object alone shows to be wrong (RUL 44). */
export const badSelectors: (Input & Refused)[] = [
  ...['deployment', 'deployments', 'Deployment.apps', 'apps/Deployment', ''].map(kind => ({
    name: `the kind "${kind}" (A/SEL-016, A/WH-023)`,
    object: deployment({ kind }),
    says: KIND,
  })),
  {
    name: 'a kind that no definition can have (A/SEL-016)',
    object: deployment({ group: 'example.com', kind: 'my_kind' }),
    says: KIND,
  },
  ...['apps/v1', 'core', 'Apps', 'apps.'].map(group => ({
    name: `the group "${group}" (A/SEL-016, A/WH-023)`,
    object: deployment({ group }),
    says: GROUP,
  })),
  ...['apps/v1', 'V1', '1', ''].map(version => ({
    name: `the version "${version}" (A/SEL-016, A/WH-023)`,
    object: deployment({ version }),
    says: VERSION,
  })),
  ...['.', '..', 'a/b', '../secrets', '%2e%2e'].map(name => ({
    name: `the name "${name}", which is none of an object (RUL 44)`,
    object: deployment({ name }),
    says: /resourceSelectors\[0\]\.name.*must be the name of one object.*correct the name/,
  })),
  ...['kube-system', 'fleet-member-c1', 'default'].map(name => ({
    name: `the contents of ${name} (A/SEL-005, A/SEL-014)`,
    only: 'ClusterResourcePlacement',
    object: selectors(namespaceTerm({ name })),
    says: /resourceSelectors\[0\].*name is that of a reserved Namespace.*name another Namespace, or set selectionScope NamespaceOnly/,
  })),
  {
    name: 'a reserved namespace of selected resources (A/SEL-010)',
    only: 'ClusterResourcePlacement',
    object: selectors(
      namespaceTerm({ name: 'kube-system', selectionScope: 'NamespaceWithResourceSelectors' }),
    ),
    says: /resourceSelectors\[0\].*name is that of a reserved Namespace/,
  },
  ...[{}, { labelSelector: {} }, { labelSelector: { matchLabels: {}, matchExpressions: [] } }].map(patch => ({
    name: `every namespace by ${JSON.stringify(patch)} (A/SEL-015)`,
    only: 'ClusterResourcePlacement',
    object: unscoped(patch),
    says: EVERY,
  })),
  {
    name: 'an empty name, which is none (A/SEL-015)',
    only: 'ClusterResourcePlacement',
    object: unscoped({ name: '' }),
    says: EVERY,
  },
  {
    name: 'a selector twice (A/SEL-023)',
    object: selectors(namespaceTerm(), namespaceTerm({ name: 'db' }), namespaceTerm()),
    says: TWICE,
  },
  {
    name: 'all of a kind twice (A/SEL-023)',
    object: selectors(
      ...[{}, { name: '' }].map(patch => ({ group: 'apps', version: 'v1', kind: 'Job', ...patch })),
    ),
    says: TWICE,
  },
  {
    name: 'NamespaceAccessible by label (A/ST-073)',
    only: 'ClusterResourcePlacement',
    object: accessible(namespaceTerm({ name: undefined, labelSelector: { matchLabels: { a: 'b' } } })),
    says: /resourceSelectors must select its Namespace by name.*NamespaceAccessible; set name/,
  },
  {
    name: 'NamespaceAccessible with a Namespace of another group (A/ST-073)',
    only: 'ClusterResourcePlacement',
    object: accessible(namespaceTerm({ group: 'example.com' })),
    says: /resourceSelectors must select its Namespace by name.*NamespaceAccessible; set name/,
  },
];
