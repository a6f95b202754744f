import {
  parseLabelSelector,
  parsePropertyLookup,
  parseQuantity,
  toNumber,
  type Instant,
  type PreferredClusterSelector,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ClusterFacts } from '../../cluster/facts';
import { currentOf, policyOf, toEvaluation, type ScheduleInput } from '../decideSchedule';
import { evaluateClusters } from '../evaluateClusters';
import type { SchedulePlugins } from '../plugin';
import { rankClusters } from '../rankClusters';
import { wantedCount } from '../wantedCount';
import { changesToMatch } from './obstacles';
import type { WayInChange } from './wayIn';

/** Largest number of clusters that the field takes. */
const MAX_NUMBER = 2 ** 31 - 1;

/**
 * Single changes that may lift a cluster which passes the filters of a PickN policy into the picks: a larger number, a
 * wider spread, a property or label that a preference rewards. Each must be tried: others may still be better.
 */
export function findPromotions(
  input: ScheduleInput,
  clusterName: string,
  { now, plugins }: { readonly now: Instant; readonly plugins: SchedulePlugins },
): WayInChange[] {
  const policy = policyOf(input);
  const cluster = input.clusters.find(({ name }) => name === clusterName);
  if (policy.placementType !== 'PickN' || cluster === undefined) return [];
  const current = currentOf(input);
  const wanted = wantedCount(policy, input.policy.numberOfClusters) ?? 0;
  const evaluation = evaluateClusters(toEvaluation(input, current, now), plugins);
  const joiners = evaluation.candidates.filter(({ facts, refusal }) => !refusal && !current.has(facts.name));
  const preferred = policy.affinity?.clusterAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  const hasRoom = wanted > current.size;
  // One pick follows the other whatever the number is, so the place in an endless row of picks is the number needed.
  const { joining } = rankClusters(evaluation, joiners, { room: MAX_NUMBER, until: clusterName });
  const place = joining.findIndex(({ cluster: name }) => name === clusterName);
  const to = current.size + place + 1;
  return [
    ...(place >= 0 && to > wanted ? [{ kind: 'setNumber' as const, from: wanted, to }] : []),
    ...(place < 0 ? widerSpreads(evaluation.context.spread.effectsOf(cluster)) : []),
    ...(hasRoom ? preferred.flatMap(term => rewardOf(term, { cluster, fleet: input.clusters })) : []),
  ];
}

type Effects = ReturnType<ReturnType<typeof evaluateClusters>['context']['spread']['effectsOf']>;

const widerSpreads = (effects: Effects): WayInChange[] =>
  effects
    .filter(({ isHard, isViolated }) => isHard && isViolated)
    .map(({ key, maxSkew, fewest, most, change }) => ({
      kind: 'setMaxSkew',
      topologyKey: key,
      from: maxSkew,
      to: most - fewest + change,
    }));

/** What would earn a cluster the weight of a preference, if one change does. */
function rewardOf(
  { weight, preference: { labelSelector = {}, propertySorter } }: PreferredClusterSelector,
  { cluster, fleet }: { readonly cluster: ClusterFacts; readonly fleet: readonly ClusterFacts[] },
): WayInChange[] {
  if (weight <= 0) return [];
  const labels = parseLabelSelector(labelSelector);
  if (!labels.ok) return [];
  if (!labels.value(cluster.labels)) {
    const changes = changesToMatch({ labelSelector }, cluster) ?? [];
    return changes.length === 1 ? changes : [];
  }
  if (propertySorter === undefined) return [];
  const { name, sortOrder } = propertySorter;
  const lookup = parsePropertyLookup(name);
  if (!lookup.ok) return [];
  const best = bestOf(
    fleet.flatMap(facts => lookup.value(facts) ?? []),
    sortOrder,
  );
  const from = lookup.value(cluster);
  if (best === undefined || best === from) return [];
  return [{ kind: 'setProperty', name, ...(from !== undefined && { from }), value: best }];
}

/** The value that earns the full weight, as its cluster writes it. */
function bestOf(values: readonly string[], order: 'Ascending' | 'Descending'): string | undefined {
  const sign = order === 'Descending' ? 1 : -1;
  let best: { text: string; value: number } | undefined;
  for (const text of values) {
    const quantity = parseQuantity(text);
    const value = quantity.ok ? toNumber(quantity.value) * sign : NaN;
    if (Number.isFinite(value) && (best === undefined || value > best.value)) best = { text, value };
  }
  return best?.text;
}
