import type { MatchedOverrides } from '../desired/desired';
import { overrideOf } from '../override/overrideSnapshot';

/** An override of the revision that is assigned to a cluster. */
export interface ClusterOverrideView {
  /** `_`, or a namespace. */
  scope: string;
  name: string;
  /** Name of the snapshot. */
  snapshot: string;
  /** Positions, from 0. */
  rules: number[];
}

/** In the order in which they apply; nothing where there are none. */
export const overridesView = (
  overrides: MatchedOverrides | undefined,
): { overrides?: ClusterOverrideView[] } =>
  overrides === undefined || overrides.snapshots.length === 0
    ? {}
    : {
        overrides: overrides.snapshots.map(({ namespace = '_', name, rules }) => ({
          scope: namespace,
          name: overrideOf(name),
          snapshot: name,
          rules: [...rules],
        })),
      };
