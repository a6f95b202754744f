import { parsePlacementKey, placementKindOf, toPlacementKey } from './placementKey';

describe('A/PL-069: the key of a placement', () => {
  it.each([
    ['ClusterResourcePlacement', { name: 'web' }, 'web'],
    ['ClusterResourcePlacement', { name: 'shop.web' }, 'shop.web'],
    ['ResourcePlacement', { namespace: 'shop', name: 'web' }, 'shop/web'],
  ] as const)('A/PL-069 %s: %j ⇄ %s', (kind, name, key) => {
    expect(toPlacementKey(name)).toBe(key);
    expect(parsePlacementKey(key)).toEqual({ ok: true, value: name });
    expect(placementKindOf(key)).toBe(kind);
  });

  it.each([
    ['more than one slash', 'shop/web/c1'],
    ['no namespace', '/web'],
    ['no name', 'shop/'],
    ['nothing', ''],
    ['a slash alone', '/'],
  ])('A/PL-069 is an error with %s', (_, key) => {
    expect(parsePlacementKey(key)).toEqual({
      ok: false,
      error: `placement key ${JSON.stringify(key)} is neither "name" nor "namespace/name"`,
    });
  });

  it('takes an empty namespace for none, as objects without one have it', () => {
    expect(toPlacementKey({ namespace: '', name: 'web' })).toBe('web');
  });
});
