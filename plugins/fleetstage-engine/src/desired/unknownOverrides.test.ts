import { instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { NO_OVERRIDES, type MatchedOverrides } from './desired';
import { relationOf, revisionOf } from './revision';
import { isKnownOverrides, unknownOverrides } from './unknownOverrides';

const NAMED = { kind: 'ClusterResourceOverrideSnapshot', name: 'cro-0' } as const;
const createdAt = instant(1);
const desiredWith = (overrides: MatchedOverrides) => ({
  snapshot: { index: 0, hash: 'content' },
  applyStrategy: {},
  overrides,
});

describe('unknownOverrides', () => {
  it('B/RO-048: equal nothing that a cluster shall run, so a pass decides it anew', () => {
    const overrides = unknownOverrides([NAMED]);
    const revision = revisionOf(desiredWith(overrides), { createdAt });
    const binding = { revision, resourceIndex: 0, applyStrategy: {}, overrides, createdAt };
    const matched: MatchedOverrides = { snapshots: [{ ...NAMED, hash: 'cro', rules: [] }], variables: {} };
    for (const wanted of [NO_OVERRIDES, matched])
      expect(relationOf(binding, desiredWith(wanted))).toBe('outdated');
    expect([overrides, matched, NO_OVERRIDES, undefined].map(isKnownOverrides)).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });
});
