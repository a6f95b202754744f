import type { MatchedOverride, MatchedOverrides } from './desired';

const UNKNOWN_HASH = 'unknown';

/**
 * Overrides that a cluster runs with, and of which no more is known than their names. They equal no others, so a pass finds
 * the cluster outdated and decides it anew; until then nothing may be rendered of them, and nothing without them.
 */
export const unknownOverrides = (
  named: readonly Pick<MatchedOverride, 'kind' | 'name' | 'namespace'>[],
): MatchedOverrides => ({
  snapshots: named.map(one => ({ ...one, hash: UNKNOWN_HASH, rules: [] })),
  variables: {},
});

/** Absent: there are none. */
export const isKnownOverrides = (overrides: MatchedOverrides | undefined): boolean =>
  overrides === undefined || overrides.snapshots.every(({ hash }) => hash !== UNKNOWN_HASH);
