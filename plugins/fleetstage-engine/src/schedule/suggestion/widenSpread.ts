import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { policyOf, toEvaluation, type ScheduleInput } from '../decideSchedule';
import { evaluateClusters } from '../evaluateClusters';
import type { SchedulePlugins } from '../plugin';
import { rankClusters } from '../rankClusters';
import { Spread } from '../spread';
import { applyChanges } from './applyChanges';
import type { SuggestedChange } from '../obstacle/obstacle';

export type WiderSpread = Extract<SuggestedChange, { kind: 'setMaxSkew' }>;

interface WideningOptions {
  /** The most picks. */
  readonly room: number;
  /** The last pick, where it comes earlier. */
  readonly until?: string;
  readonly now: Instant;
  readonly plugins: SchedulePlugins;
}

interface Widening {
  /** The keys that need a larger skew than they have. */
  readonly changes: readonly WiderSpread[];
  /** In the order of the picks. */
  readonly picked: readonly string[];
}

/**
 * The skews over these keys that the picks need, found in one ranking that these keys do not limit: under the largest
 * skew that its picks leave, each of them is picked again. A changed policy ranks everybody anew, so that nobody holds a
 * place before (A/POL-013).
 *
 *     PickN 3, maxSkew 1 over region, only east has clusters to pick → a skew of 3: e3, e2, e1
 */
export function widenSpread(
  input: ScheduleInput,
  keys: readonly string[],
  { room, until, now, plugins }: WideningOptions,
): Widening {
  const endless = keys.map((key): WiderSpread => ({
    kind: 'setMaxSkew',
    topologyKey: key,
    from: tightest(input, key),
    // No skew is larger than the fleet.
    to: input.clusters.length,
  }));
  const wide = applyChanges(input, '', { changes: endless, now });
  const evaluation = evaluateClusters(toEvaluation(wide, new Map(), now), plugins);
  const passing = evaluation.candidates.filter(({ refusal }) => !refusal);
  const { joining } = rankClusters(evaluation, passing, { room, ...(until !== undefined && { until }) });
  const picked = joining.map(({ cluster }) => cluster);
  const skews = skewsOf(wide, picked);
  const changes = endless.map(change => ({ ...change, to: skews.get(change.topologyKey) ?? 0 }));
  return { changes: changes.filter(({ from, to }) => to > from), picked };
}

/** Keys over which a policy limits the spread, each once. */
export const limitedKeys = (input: Pick<ScheduleInput, 'policy'>) => [
  ...new Set(hardConstraints(input).map(({ topologyKey }) => topologyKey)),
];

const tightest = (input: ScheduleInput, key: string) =>
  Math.min(
    ...hardConstraints(input)
      .filter(({ topologyKey }) => topologyKey === key)
      .map(({ maxSkew = 1 }) => maxSkew),
  );

const hardConstraints = (input: Pick<ScheduleInput, 'policy'>) =>
  (policyOf(input).topologySpreadConstraints ?? []).filter(
    ({ whenUnsatisfiable }) => whenUnsatisfiable !== 'ScheduleAnyway',
  );

/** The largest skew of each key that a pick leaves, in this order of picks. */
function skewsOf(input: ScheduleInput, picked: readonly string[]): Map<string, number> {
  const fleet = new Map(input.clusters.map(cluster => [cluster.name, cluster]));
  const spread = new Spread(hardConstraints(input), input.clusters);
  const skews = new Map<string, number>();
  for (const name of picked) {
    const cluster = fleet.get(name);
    if (cluster === undefined) continue;
    for (const { key, fewest, most, change } of spread.effectsOf(cluster)) {
      skews.set(key, Math.max(skews.get(key) ?? 0, most - fewest + change));
    }
    spread.place(cluster);
  }
  return skews;
}
