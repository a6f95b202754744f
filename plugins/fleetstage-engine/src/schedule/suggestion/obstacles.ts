import type {
  ClusterSelectorTerm,
  Instant,
  LabelSelectorRequirement,
  PlacementPolicy,
  PropertySelectorRequirement,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  parseLabelSelector,
  parsePropertyLookup,
  parsePropertySelector,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { decideEligibility } from '../../cluster/eligibility';
import type { ClusterFacts } from '../../cluster/facts';
import { namespaceStanding } from '../filters/namespaceAffinity';
import { requiredTerms } from '../filters/requiredAffinity';
import { untolerated } from '../filters/taintToleration';
import { valueThatSatisfies } from './valueThatSatisfies';
import type { SuggestedChange } from './suggestion';

/** Something that keeps a cluster out, with the sets of changes that would clear it; none where nobody can. */
export interface Obstacle {
  readonly ways: readonly (readonly SuggestedChange[])[];
  /** Why, where there is no way. */
  readonly problem?: string;
}

interface Scene {
  readonly policy: PlacementPolicy;
  readonly namespace?: string;
  readonly now: Instant;
}

/** All that the filters of ours hold against a cluster, in their order; each has to be cleared. */
export function findObstacles(cluster: ClusterFacts, scene: Scene): Obstacle[] {
  return [
    affinityObstacle(cluster, scene),
    eligibilityObstacle(cluster, scene),
    namespaceObstacle(cluster, scene),
    taintObstacle(cluster, scene),
  ].flatMap(obstacle => obstacle ?? []);
}

/** A cluster that cannot take anything; leaving is for good (C/MC-060). */
export function eligibilityObstacle(
  cluster: ClusterFacts,
  { now }: Pick<Scene, 'now'>,
): Obstacle | undefined {
  const verdict = decideEligibility(cluster, now);
  if (verdict.ok) return undefined;
  if (cluster.isLeaving) return { ways: [], problem: 'The cluster is leaving the fleet' };
  return { ways: [[{ kind: 'mendCluster', problem: verdict.message }]] };
}

function affinityObstacle(cluster: ClusterFacts, { policy }: Scene): Obstacle | undefined {
  const terms = requiredTerms(policy);
  const ways = terms.map(term => changesToMatch(term, cluster));
  if (terms.length === 0 || ways.some(way => way?.length === 0)) return undefined;
  return {
    ways: ways.flatMap(way => (way ? [way] : [])),
    problem: 'No required term of the affinity can be met by labels and properties',
  };
}

function namespaceObstacle(cluster: ClusterFacts, { namespace }: Scene): Obstacle | undefined {
  if (namespace === undefined) return undefined;
  const standing = namespaceStanding(cluster, namespace);
  if (standing === 'present' || standing === 'notCollected') return undefined;
  return { ways: [[{ kind: 'createNamespace', namespace }]] };
}

function taintObstacle({ taints }: ClusterFacts, { policy }: Scene): Obstacle | undefined {
  const bad = untolerated(taints, policy.tolerations ?? []);
  if (bad.length === 0) return undefined;
  return {
    ways: [
      bad.map(taint => ({ kind: 'tolerateTaint', taint })),
      bad.map(taint => ({ kind: 'removeTaint', taint })),
    ],
  };
}

/** What has to change on a cluster for a term to match; empty where it does, `undefined` where nothing is known to help. */
export function changesToMatch(
  { labelSelector: { matchLabels = {}, matchExpressions = [] } = {}, propertySelector }: ClusterSelectorTerm,
  cluster: ClusterFacts,
): SuggestedChange[] | undefined {
  const exact = Object.entries(matchLabels).map(([key, value]): LabelSelectorRequirement => ({
    key,
    operator: 'In',
    values: [value],
  }));
  const labels = groupBy([...exact, ...matchExpressions], ({ key }) => key);
  const properties = groupBy(propertySelector?.matchExpressions ?? [], ({ name }) => name);
  const changes = [
    ...labels.map(([key, group]) => labelChanges(key, group, cluster)),
    ...properties.map(([name, group]) => propertyChanges(name, group, cluster)),
  ];
  const known = changes.flatMap(change => (change ? [change] : []));
  return known.length === changes.length ? known.flat() : undefined;
}

/** In the order in which the keys are first named. */
function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): [string, T[]][] {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return [...groups];
}

/** Values of a label that must only be there; the second where the first is forbidden. */
const ANY_VALUE = ['true', 'yes'];

/** One label for all that a term asks of its key: a value that is asked for, else none, else any. */
function labelChanges(
  key: string,
  matchExpressions: readonly LabelSelectorRequirement[],
  { labels }: ClusterFacts,
): SuggestedChange[] | undefined {
  const selector = parseLabelSelector({ matchExpressions: [...matchExpressions] });
  if (!selector.ok) return undefined;
  if (selector.value(labels)) return [];
  const wanted = matchExpressions.flatMap(({ operator, values = [] }) => (operator === 'In' ? values : []));
  if (selector.value({})) return [{ kind: 'setLabel', key }];
  const value = [...wanted, ...ANY_VALUE].find(one => selector.value({ [key]: one }));
  return value === undefined ? undefined : [{ kind: 'setLabel', key, value }];
}

/** One value for all that a term asks of its property. */
function propertyChanges(
  name: string,
  matchExpressions: readonly PropertySelectorRequirement[],
  cluster: ClusterFacts,
): SuggestedChange[] | undefined {
  const selector = parsePropertySelector({ matchExpressions: [...matchExpressions] });
  const lookup = parsePropertyLookup(name);
  if (!selector.ok || !lookup.ok) return undefined;
  if (selector.value(cluster)) return [];
  const from = lookup.value(cluster);
  const value = valueThatSatisfies(matchExpressions, from);
  return value === undefined
    ? undefined
    : [{ kind: 'setProperty', name, ...(from !== undefined && { from }), value }];
}
