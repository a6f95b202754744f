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
import type { WayInChange } from './wayIn';

/** Something that keeps a cluster out, with the sets of changes that would clear it; none where nobody can. */
export interface Obstacle {
  readonly ways: readonly (readonly WayInChange[])[];
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
): WayInChange[] | undefined {
  const changes: (WayInChange | undefined)[] = [
    ...Object.entries(matchLabels).flatMap(([key, value]) =>
      labelChange({ key, operator: 'In', values: [value] }, cluster),
    ),
    ...matchExpressions.flatMap(expression => labelChange(expression, cluster)),
    ...(propertySelector?.matchExpressions ?? []).flatMap(expression => propertyChange(expression, cluster)),
  ];
  const known = changes.flatMap(change => change ?? []);
  return known.length === changes.length ? known : undefined;
}

function labelChange(expression: LabelSelectorRequirement, { labels }: ClusterFacts): WayInChange[] {
  const { key, operator, values = [] } = expression;
  const selector = parseLabelSelector({ matchExpressions: [expression] });
  if (selector.ok && selector.value(labels)) return [];
  if (operator === 'In') return [{ kind: 'setLabel', key, value: values[0] }];
  if (operator === 'Exists') return [{ kind: 'setLabel', key, value: 'true' }];
  return [{ kind: 'setLabel', key }];
}

function propertyChange(
  expression: PropertySelectorRequirement,
  cluster: ClusterFacts,
): (WayInChange | undefined)[] {
  const { name } = expression;
  const selector = parsePropertySelector({ matchExpressions: [expression] });
  if (selector.ok && selector.value(cluster)) return [];
  const lookup = parsePropertyLookup(name);
  const from = lookup.ok ? lookup.value(cluster) : undefined;
  const value = valueThatSatisfies(expression);
  return [
    value === undefined
      ? undefined
      : { kind: 'setProperty', name, ...(from !== undefined && { from }), value },
  ];
}
