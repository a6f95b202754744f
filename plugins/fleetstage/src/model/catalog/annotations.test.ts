import type { Entity } from '@backstage/catalog-model';
import { clusterOf, hasFleetTab, isInFleet, placementsOf } from './annotations';

const entity = (annotations?: Record<string, string>, kind = 'Component', type = 'service'): Entity => ({
  apiVersion: 'backstage.io/v1alpha1',
  kind,
  metadata: { name: 'web', annotations },
  spec: { type },
});

describe('annotations of an entity', () => {
  it('names placements, each once', () => {
    const names = placementsOf(entity({ 'fleetstage.io/placement': 'web, team-a/api,,web ' }));
    expect(names).toEqual([
      { scope: '_', name: 'web' },
      { scope: 'team-a', name: 'api' },
    ]);
  });

  it.each([
    ['no annotation', entity(), false, false],
    ['an empty one', entity({ 'fleetstage.io/placement': '' }), false, true],
    ['a placement', entity({ 'fleetstage.io/placement': 'web' }), true, true],
    ['a cluster', entity({ 'fleetstage.io/cluster': 'weu-1' }, 'Resource'), true, true],
    ['a cluster without annotation', entity(undefined, 'Resource', 'kubernetes-cluster'), false, true],
    ['another resource', entity(undefined, 'Resource', 'database'), false, false],
  ])('%s', (_, one, inFleet, tab) => {
    expect([isInFleet(one), hasFleetTab(one)]).toEqual([inFleet, tab]);
  });

  it('takes an empty cluster for none', () => {
    expect(clusterOf(entity({ 'fleetstage.io/cluster': ' ' }))).toBeUndefined();
  });
});
