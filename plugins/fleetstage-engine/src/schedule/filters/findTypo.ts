import type { ClusterSelectorTerm } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ClusterFacts } from '../../cluster/facts';

interface Wanted {
  readonly key: string;
  /** Absent: the label has to be there, whatever its value. */
  readonly value?: string;
}

/**
 * The first label of required terms that no cluster of the fleet has, and that is nearly one of this cluster's (A/SCH-040).
 *
 *   environment=prodution, the cluster has environment=production → did you mean production?
 *   enviroment=production, no cluster has such a label            → did you mean the label environment?
 *   region=weu, the cluster has neu, and another cluster has weu  → undefined: both are meant
 */
export function findTypo(
  terms: readonly ClusterSelectorTerm[],
  cluster: ClusterFacts,
  fleet: readonly ClusterFacts[],
): string | undefined {
  for (const { key, value } of terms.flatMap(wantedOf)) {
    if (!fleet.some(({ labels }) => Object.hasOwn(labels, key))) {
      const near = Object.keys(cluster.labels).find(other => isNear(other, key));
      if (near !== undefined) return `No cluster has the label ${key}; did you mean ${near}?`;
    } else if (value !== undefined && !fleet.some(({ labels }) => labels[key] === value)) {
      const own = cluster.labels[key];
      if (own !== undefined && isNear(own, value))
        return `No cluster has ${key}=${value}; did you mean ${own}?`;
    }
  }
  return undefined;
}

function wantedOf({ labelSelector: { matchLabels = {}, matchExpressions = [] } = {} }: ClusterSelectorTerm) {
  const labels = Object.entries(matchLabels).map(([key, value]): Wanted => ({ key, value }));
  const expressions = matchExpressions.flatMap(({ key, operator, values = [] }): Wanted[] => {
    if (operator === 'In') return values.map(value => ({ key, value }));
    return operator === 'Exists' ? [{ key }] : [];
  });
  return [...labels, ...expressions];
}

/** Below, another word is as near as a typo. */
const SHORTEST = 4;

/** One or two letters apart, or written with other capitals. */
function isNear(a: string, b: string): boolean {
  if (a.toLowerCase() === b.toLowerCase()) return true;
  const shorter = Math.min(a.length, b.length);
  return shorter >= SHORTEST && distance(a, b) <= (shorter < 2 * SHORTEST ? 1 : 2);
}

/** Letters to add, take away or replace. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1)
      next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length];
}
