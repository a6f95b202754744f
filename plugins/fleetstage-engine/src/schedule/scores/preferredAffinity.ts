import {
  failure,
  ok,
  parseLabelSelector,
  parsePropertyLookup,
  parseQuantity,
  toNumber,
  type LabelPredicate,
  type PreferredClusterSelector,
  type PropertyLookup,
  type PropertySorter,
  type Result,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ClusterFacts } from '../../cluster/facts';
import type { Contribution, ScorePlugin } from '../plugin';
import { interpolate, type Extremes } from './interpolate';

/** One term, parsed; `sort` where its weight depends on a property. */
interface Preference {
  readonly weight: number;
  readonly matches: LabelPredicate;
  readonly sort?: Sort;
  readonly subject: string;
}

interface Sort {
  readonly order: PropertySorter['sortOrder'];
  readonly lookup: PropertyLookup;
  /** Of the whole fleet; `undefined` where no cluster has the property. Read once, and only where somebody is rated. */
  readonly extremes: () => Extremes | undefined;
}

/**
 * The preferred terms of the policy's cluster affinity: each adds its weight where its labels match, or the share of
 * it that its property earns between the extremes of the whole fleet (A/SCH-050…053). A property selector in a
 * preferred term is ignored.
 */
export const preferredAffinity: ScorePlugin = {
  name: 'ClusterAffinity',
  prepare: ({ policy, clusters }) => {
    const terms = policy.affinity?.clusterAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
    const preferences: Preference[] = [];
    for (const [index, term] of terms.entries()) {
      const preference = parsePreference(term, clusters);
      if (!preference.ok) {
        const field = `preferredDuringSchedulingIgnoredDuringExecution[${index}]`;
        return failure(`a preferred cluster affinity term is invalid (${field}): ${preference.error}`);
      }
      if (term.weight !== 0) preferences.push(preference.value);
    }
    return ok(cluster => preferences.map(preference => contributionOf(preference, cluster)));
  },
};

function parsePreference(
  { weight, preference: { labelSelector = {}, propertySorter } }: PreferredClusterSelector,
  clusters: readonly ClusterFacts[],
): Result<Preference> {
  const matches = parseLabelSelector(labelSelector);
  if (!matches.ok) return matches;
  if (propertySorter === undefined)
    return ok({ weight, matches: matches.value, subject: `weight ${weight}` });
  const { name, sortOrder: order } = propertySorter;
  const lookup = parsePropertyLookup(name);
  if (!lookup.ok) return lookup;
  const sort = { order, lookup: lookup.value, extremes: once(() => extremesOf(clusters, lookup.value)) };
  return ok({ weight, matches: matches.value, sort, subject: `weight ${weight}, ${name} ${order}` });
}

function contributionOf({ weight, matches, sort, subject }: Preference, cluster: ClusterFacts): Contribution {
  if (!matches(cluster.labels)) return { affinity: 0, subject: () => `${subject}: labels do not match` };
  if (sort === undefined) return { affinity: weight, subject };
  const text = sort.lookup(cluster);
  const value = toFinite(text);
  const extremes = sort.extremes();
  if (value === undefined || extremes === undefined) {
    return {
      affinity: 0,
      subject: `${subject}: ${text === undefined ? 'not known here' : `"${text}" is no number`}`,
    };
  }
  const { least, most } = extremes;
  return {
    affinity: interpolate(value, extremes, { weight, order: sort.order }),
    subject: () => `${subject}: ${value} in [${least}, ${most}]`,
  };
}

function once<T>(read: () => T): () => T {
  let known: { readonly value: T } | undefined;
  return () => (known ??= { value: read() }).value;
}

/** Over all clusters that have the property, whatever their state (A/SCH-052). */
function extremesOf(clusters: readonly ClusterFacts[], lookup: PropertyLookup): Extremes | undefined {
  let extremes: Extremes | undefined;
  for (const cluster of clusters) {
    const value = toFinite(lookup(cluster));
    if (value === undefined) continue;
    extremes = {
      least: Math.min(extremes?.least ?? value, value),
      most: Math.max(extremes?.most ?? value, value),
    };
  }
  return extremes;
}

/** A property that is no quantity, or too large for a float, says nothing about this cluster and its neighbours. */
function toFinite(text: string | undefined): number | undefined {
  const quantity = text === undefined ? undefined : parseQuantity(text);
  const value = quantity?.ok ? toNumber(quantity.value) : undefined;
  return value !== undefined && Number.isFinite(value) ? value : undefined;
}
