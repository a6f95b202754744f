import { countHeld, splitInventory } from './inventoryRows';

const anObject = (name: string, uid?: string) => ({
  ordinal: 0,
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  resource: 'configmaps',
  namespace: 'web',
  name,
  ...(uid !== undefined && { uid }),
});

describe('objects that are on a member, counted from a row', () => {
  it.each([
    ['nothing was applied', [], 0],
    ['one could not be applied', [anObject('a', 'uid-a'), anObject('b')], 1],
    ['all are there', [anObject('a', 'uid-a'), anObject('b', '0b5ff5d2-9c2c-4c55-8a9b-6ad5b2b5e0aa')], 2],
    [
      'of what an agent has applied a Work says no uid',
      [{ ...anObject('a'), generation: 0 }, anObject('b')],
      1,
    ],
  ])('%s', (_, objects, expected) => {
    const { own } = splitInventory({ appliedWorkUid: 'uid-applied', objects });
    expect(countHeld(own)).toBe(expected);
  });
});
