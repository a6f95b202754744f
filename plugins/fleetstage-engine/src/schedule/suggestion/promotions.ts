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
import { changesToMatch } from '../obstacle/changesToMatch';
import type { SuggestedChange } from '../obstacle/obstacle';
import { limitedKeys, widenSpread, type WiderSpread } from './widenSpread';

/** Sets of changes, the smallest first: where one is enough, those after it are not worth a trial. */
export type Ladder = readonly (readonly SuggestedChange[])[];

interface Basis {
  readonly now: Instant;
  readonly plugins: SchedulePlugins;
}

/** Largest number of clusters that the field takes. */
const MAX_NUMBER = 2 ** 31 - 1;

/**
 * What may lift a cluster which passes the filters of a PickN policy into the picks: a larger number, a wider spread, or
 * both, a property or label that a preference rewards. Each must be tried: others may still be better.
 */
export function findPromotions(input: ScheduleInput, clusterName: string, { now, plugins }: Basis): Ladder[] {
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
  const effects = place < 0 ? evaluation.context.spread.effectsOf(cluster) : [];
  const rewards = hasRoom
    ? preferred.flatMap(term => rewardOf(term, { cluster, fleet: input.clusters }))
    : [];
  return [
    ...(place >= 0 && to > wanted ? [[[{ kind: 'setNumber' as const, from: wanted, to }]]] : []),
    ...widerSpreads(input, clusterName, { effects, wanted, now, plugins }),
    ...rewards.map(change => [[change]]),
  ];
}

type Effects = ReturnType<ReturnType<typeof evaluateClusters>['context']['spread']['effectsOf']>;

interface Jam extends Basis {
  /** What the constraints say of the cluster when nobody can be picked any more. */
  readonly effects: Effects;
  readonly wanted: number;
}

/**
 * What each constraint in the way lacks by itself, then what is needed until the cluster is picked: the skew grows with
 * every pick before it, and so does the number where more come before it than are asked for.
 */
function widerSpreads(
  input: ScheduleInput,
  clusterName: string,
  { effects, wanted, ...basis }: Jam,
): Ladder[] {
  const alone = new Map<string, WiderSpread>();
  for (const { isHard, isViolated, key, maxSkew, fewest, most, change } of effects) {
    if (!isHard || !isViolated || alone.has(key)) continue;
    const to = most - fewest + change;
    alone.set(key, { kind: 'setMaxSkew', topologyKey: key, from: maxSkew, to });
  }
  if (alone.size === 0) return [];
  const together = widenUntil(input, clusterName, { keys: [...alone.keys()], wanted, ...basis });
  const smaller = [...alone.values()].filter(one => together === undefined || !isCovered(one, together));
  return [[...smaller.map(change => [change]), ...(together ? [together] : [])]];
}

/** With the keys in the way widened, and where others are then in the way, with all of them. */
function widenUntil(
  input: ScheduleInput,
  until: string,
  { keys, wanted, ...basis }: Basis & { readonly keys: readonly string[]; readonly wanted: number },
): readonly SuggestedChange[] | undefined {
  const all = limitedKeys(input);
  for (const widened of all.length > keys.length ? [keys, all] : [keys]) {
    const { changes, picked } = widenSpread(input, widened, { room: MAX_NUMBER, until, ...basis });
    if (changes.length === 0 || picked.at(-1) !== until) continue;
    const to = picked.length;
    return to > wanted ? [...changes, { kind: 'setNumber', from: wanted, to }] : changes;
  }
  return undefined;
}

/** Whether one change, no larger than this, is all that is needed. */
const isCovered = ({ topologyKey, to }: WiderSpread, [needed, ...more]: readonly SuggestedChange[]) =>
  more.length === 0 && needed.kind === 'setMaxSkew' && needed.topologyKey === topologyKey && needed.to <= to;

/** What would earn a cluster the weight of a preference, if one change does. */
function rewardOf(
  { weight, preference: { labelSelector = {}, propertySorter } }: PreferredClusterSelector,
  { cluster, fleet }: { readonly cluster: ClusterFacts; readonly fleet: readonly ClusterFacts[] },
): SuggestedChange[] {
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
