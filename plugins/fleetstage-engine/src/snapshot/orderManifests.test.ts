import fc from 'fast-check';
import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { orderManifests } from './orderManifests';

const manifest = (text: string): KubeObject => {
  const [apiVersion, kind, namespace, name] = text.split(' ');
  return { apiVersion, kind, metadata: { name, ...(namespace === '-' ? {} : { namespace }) } };
};
const show = ({ apiVersion, kind, metadata }: KubeObject) =>
  `${apiVersion} ${kind} ${metadata.namespace ?? '-'} ${metadata.name}`;

describe('orderManifests (A/SEL-050)', () => {
  it.each([
    {
      row: 1,
      sorted: [
        'v1 Namespace - a',
        'v1 Secret a a',
        'v1 ConfigMap a a',
        'v1 PersistentVolumeClaim a a',
        'rbac.authorization.k8s.io/v1 Role a a',
      ],
    },
    { row: 2, sorted: ['v1 Service a y', 'v1 Service b x'] },
    { row: 3, sorted: ['apps/v1 Deployment a a', 'abc.io/v1 Bar a a', 'example.com/v1 Foo a a'] },
    { row: 'core first', sorted: ['v1 Endpoints a a', 'v1 PodTemplate a a', 'abc.io/v1 Bar a a'] },
    { row: 'core among equal ranks', sorted: ['a.io/v1 Secret a a', 'v1 Secret a a', 'w.io/v1 Secret a a'] },
    { row: 4, sorted: ['apps/v1 Deployment a a', 'example.com/v1 Deployment a a'] },
  ])('A/SEL-050 row $row', ({ sorted }) => {
    expect(orderManifests([...sorted].reverse().map(manifest)).map(show)).toEqual(sorted);
  });

  it('A/SEL-050 every kind at its rank, by its name alone, and unknown kinds after them', () => {
    const ranks = [
      'PriorityClass Namespace NetworkPolicy ResourceQuota LimitRange PodDisruptionBudget ServiceAccount Secret',
      'ConfigMap StorageClass PersistentVolume PersistentVolumeClaim CustomResourceDefinition ClusterRole',
      'ClusterRoleBinding Role RoleBinding Service DaemonSet Pod ReplicationController ReplicaSet Deployment',
      'HorizontalPodAutoscaler StatefulSet Job CronJob IngressClass Ingress APIService',
      'MutatingWebhookConfiguration ValidatingWebhookConfiguration Aardvark',
    ];
    const sorted = ranks.flatMap(line => line.split(' ')).map(kind => `example.com/v1 ${kind} a a`);
    expect(orderManifests([...sorted].reverse().map(manifest)).map(show)).toEqual(sorted);
  });

  it.each([
    { rule: 'by version', sorted: ['a.io/v1 Foo a a', 'a.io/v1beta1 Foo a a', 'a.io/v2 Foo a a'] },
    { rule: 'cluster-scoped before namespaced', sorted: ['v1 Secret - z', 'v1 Secret a a'] },
    { rule: 'in the order of bytes', sorted: ['v1 Secret a-b a', 'v1 Secret a B', 'v1 Secret a a'] },
  ])('A/SEL-050 breaks ties $rule', ({ sorted }) => {
    expect(orderManifests([...sorted].reverse().map(manifest)).map(show)).toEqual(sorted);
  });

  it('A/SEL-050 does not depend on the order of its input', () => {
    const kinds = fc.constantFrom(
      'v1 Namespace',
      'v1 Secret',
      'apps/v1 Deployment',
      'a.io/v1 Foo',
      'b.io/v1 Bar',
    );
    const texts = fc
      .tuple(kinds, fc.constantFrom('-', 'a', 'b'), fc.constantFrom('x', 'y'))
      .map(parts => parts.join(' '));
    fc.assert(
      fc.property(fc.uniqueArray(texts), drawn => {
        const forwards = orderManifests(drawn.map(manifest));
        expect(orderManifests([...drawn].reverse().map(manifest))).toEqual(forwards);
      }),
    );
  });
});
