import { namespaceTerm, selectors } from './objects.testing';
import type { Input } from './rows.testing';

const role = (name?: string) => ({
  ...{ group: 'rbac.authorization.k8s.io', version: 'v1', kind: 'ClusterRole' },
  ...(name !== undefined && { name }),
});

/** Selectors that only the hub can judge: they are let through. */
export const goodSelectors: Input[] = [
  {
    name: 'kinds of definitions, whose names may begin with a small letter',
    object: selectors(
      { group: 'example.com', version: 'v1alpha1', kind: 'widget-set' },
      { group: 'example.com', version: 'v1', kind: 'Widget2' },
    ),
  },
  {
    name: 'a kind that no hub may serve (A/WH-023)',
    object: selectors({ group: 'apps', version: 'v9', kind: 'Deployments' }),
  },
  { name: 'names with colons', object: selectors(role('system:node')) },
  ...['default', 'kube-system'].map(name => ({
    name: `the Namespace ${name} without its contents (A/SEL-013)`,
    only: 'ClusterResourcePlacement',
    object: selectors(namespaceTerm({ name, selectionScope: 'NamespaceOnly' })),
  })),
  ...['kubernetes', 'defaults', 'my-kube-system', 'fleet'].map(name => ({
    name: `a namespace called ${name} (A/SEL-005)`,
    only: 'ClusterResourcePlacement',
    object: selectors(namespaceTerm({ name })),
  })),
  {
    name: 'every Namespace without contents (A/PL-103)',
    only: 'ClusterResourcePlacement',
    object: selectors(namespaceTerm({ name: undefined, selectionScope: 'NamespaceOnly' })),
  },
  ...[{ matchLabels: { team: 'a' } }, { matchExpressions: [{ key: 'team', operator: 'Exists' }] }].map(
    labelSelector => ({
      name: `namespaces by ${Object.keys(labelSelector)} (A/SEL-015)`,
      only: 'ClusterResourcePlacement',
      object: selectors(namespaceTerm({ name: undefined, labelSelector })),
    }),
  ),
  {
    name: 'one kind by several names, by labels and altogether (A/SEL-023)',
    object: selectors(
      ...[role('a'), role('b'), role()],
      ...['a', 'a', 'b'].map(team => ({ ...role(), labelSelector: { matchLabels: { team } } })),
      { ...role('a'), version: 'v1beta1' },
    ),
  },
  {
    name: 'a selector twice among more than twenty, which the capture refuses (A/SEL-023)',
    object: selectors(...Array.from({ length: 21 }, () => role('a'))),
  },
  {
    name: '100 selectors with the longest names (A/PL-100)',
    object: selectors(
      ...Array.from({ length: 100 }, (_, i) => ({
        ...{ group: 'a'.repeat(253), version: 'v'.repeat(63), kind: 'K'.repeat(63) },
        name: `${i}`.padStart(253, 'n'),
      })),
    ),
  },
];
