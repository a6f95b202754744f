import { mockCredentials } from '@backstage/backend-test-utils';
import type { Entity } from '@backstage/catalog-model';
import { catalogServiceMock } from '@backstage/plugin-catalog-node/testUtils';
import { readClusterOwners } from './clusterOwners';

const entity = (name: string, more: { cluster?: string; owner?: unknown; namespace?: string }): Entity => ({
  apiVersion: 'backstage.io/v1alpha1',
  kind: 'Resource',
  metadata: {
    name,
    ...(more.namespace && { namespace: more.namespace }),
    ...(more.cluster !== undefined && { annotations: { 'fleetstage.io/cluster': more.cluster } }),
  },
  spec: { type: 'kubernetes-cluster', ...(more.owner !== undefined && { owner: more.owner as string }) },
});

describe('owners of clusters', () => {
  it.each([
    [
      'as a whole ref',
      [entity('a', { cluster: 'c1', owner: 'user:default/ada' })],
      { c1: ['user:default/ada'] },
    ],
    ['a name is a group', [entity('a', { cluster: 'c1', owner: 'ops' })], { c1: ['group:default/ops'] }],
    [
      'of the namespace of the entity',
      [entity('a', { cluster: 'c1', owner: 'ops', namespace: 'north' })],
      { c1: ['group:north/ops'] },
    ],
    [
      'of several entities, each once and sorted',
      [
        entity('a', { cluster: 'c1', owner: 'web' }),
        entity('b', { cluster: ' c1 ', owner: 'ops' }),
        entity('c', { cluster: 'c1', owner: 'web' }),
      ],
      { c1: ['group:default/ops', 'group:default/web'] },
    ],
    ['nobody', [entity('a', { cluster: 'c1' }), entity('b', { cluster: 'c2', owner: '' })], {}],
    ['of no cluster', [entity('a', { owner: 'ops' }), entity('b', { cluster: ' ', owner: 'ops' })], {}],
  ])('%s', async (_, entities, expected) => {
    const owners = await readClusterOwners(catalogServiceMock({ entities }), mockCredentials.user());
    expect(Object.fromEntries(owners)).toEqual(expected);
  });

  it('are asked for with the credentials of the viewer', async () => {
    const catalog = catalogServiceMock.mock({ getEntities: async () => ({ items: [] }) });
    const credentials = mockCredentials.user('user:default/ada');
    await readClusterOwners(catalog, credentials);
    expect(catalog.getEntities).toHaveBeenCalledWith(expect.anything(), { credentials });
  });
});
