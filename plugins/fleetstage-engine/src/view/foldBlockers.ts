import { rankOfTone } from '../blocker/causes';
import { compareText } from '../decision';
import type { BlockerTone, BlockerView } from './views';

/** Clusters that a blocker names; it counts all. */
export const NAMED_AT_MOST = 20;

/**
 * Blockers that say the same become one: equal are messages that differ in names and numbers only (ui §5.6). The loudest come
 * first, then the widest, then the oldest.
 *
 *   aks-1: Deployment shop/api: 1 of 3 ready      } one, of two clusters, with the words and the moment of
 *   aks-2: Deployment shop/api: 2 of 3 ready      } the one that waits longest
 */
export function foldBlockers(blockers: readonly BlockerView[]): BlockerView[] {
  const folded = new Map<string, BlockerView[]>();
  for (const blocker of blockers) {
    const { cause, state, stage = '', message, clusters } = blocker;
    const key = [cause, state, stage, messageShape(message, clusters)].join('\n');
    const group = folded.get(key) ?? [];
    group.push(blocker);
    folded.set(key, group);
  }
  return [...folded.values()].map(merge).sort(compareLoudness);
}

/** The message without what distinguishes two of a kind: names of clusters, quoted names, hashes, numbers. */
export function messageShape(message: string, clusters: readonly string[]): string {
  const nameless = clusters.reduce((text, name) => text.replaceAll(name, '#'), message);
  return nameless
    .replace(/"[^"]*"/g, '"#"')
    .replace(/\b[0-9a-f]{8,}\b/g, '#')
    .replace(/[0-9]+/g, '#');
}

/** The loudest first; then what concerns most clusters, then what waits longest. */
export const compareLoudness = (a: Loudness, b: Loudness) =>
  rankOfTone(a.state ?? 'info') - rankOfTone(b.state ?? 'info') ||
  b.clusterCount - a.clusterCount ||
  compareText(a.since ?? '9', b.since ?? '9') ||
  compareText(a.message, b.message);

/** Clusters that are held: a cluster that two blockers name counts once. Before folding, which cuts names. */
export const countBlocked = (blockers: readonly Pick<BlockerView, 'clusters'>[]) =>
  new Set(blockers.flatMap(({ clusters }) => clusters)).size;

type Loudness = Pick<BlockerView, 'clusterCount' | 'message' | 'since'> & { readonly state?: BlockerTone };

function merge(group: readonly BlockerView[]): BlockerView {
  const [oldest] = [...group].sort((a, b) => compareText(a.since ?? '9', b.since ?? '9'));
  const clusters = [...new Set(group.flatMap(blocker => blocker.clusters))];
  // A cluster that two of them name is one cluster; those that a blocker counts without their names cannot be distinguished.
  const nameless = group.reduce((sum, one) => sum + one.clusterCount - one.clusters.length, 0);
  return {
    ...oldest,
    clusters: clusters.slice(0, NAMED_AT_MOST),
    clusterCount: clusters.length + nameless,
  };
}
