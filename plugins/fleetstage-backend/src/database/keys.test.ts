import {
  fromClassKey,
  fromFinalizerKey,
  fromHubKey,
  fromWorkKey,
  toFinalizerKey,
  toHubKey,
  toWorkKey,
} from './keys';

describe('keys of the queue', () => {
  it.each([
    ['a ClusterResourcePlacement', 'web'],
    ['a ResourcePlacement', 'shop/web'],
  ])('A/PL-069 carries the key of %s', (_, name) => {
    expect(fromHubKey(toHubKey('hub', name))).toEqual({ hub: 'hub', name });
    expect(fromWorkKey(toWorkKey('hub', name, 'c1'))).toEqual({ hub: 'hub', placement: name, cluster: 'c1' });
    const held = { hub: 'hub', kind: 'SomeKind', name };
    expect(fromFinalizerKey(toFinalizerKey(held.hub, held.kind, name))).toEqual(held);
  });

  it('E/VC-003 carries the key of a class', () => {
    const ref = { hub: 'hub', provider: 'capi', namespace: 'ns', name: 'quick-start' };
    expect(fromClassKey(toHubKey('hub', 'capi/ns/quick-start'))).toEqual(ref);
  });

  it.each([
    ['no slash', fromHubKey, 'hub'],
    ['no hub', fromHubKey, '/web'],
    ['no name', fromHubKey, 'hub/'],
    ['more than one slash in the placement', fromHubKey, 'hub/a/b/c'],
    ['an empty namespace', fromHubKey, 'hub//web'],
    ['no cluster', fromWorkKey, 'hub/web/'],
    ['no placement', fromWorkKey, 'hub/c1'],
    ['a placement of three parts', fromWorkKey, 'hub/a/b/c/c1'],
    ['no kind', fromFinalizerKey, 'hub//web'],
    ['no object', fromFinalizerKey, 'hub/SomeKind'],
    ['no namespace of a class', fromClassKey, 'hub/capi/quick'],
    ['more than a class', fromClassKey, 'hub/capi/ns/quick/start'],
  ])('A/PL-069 is malformed with %s', (_, parse, key) => {
    expect(() => parse(key)).toThrow(`malformed queue key ${JSON.stringify(key)}`);
  });
});
