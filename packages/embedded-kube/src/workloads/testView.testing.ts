import type { KubeObject } from '../contracts';
import type { View } from './decision';
import { controllerOf, type Node, type Pod } from './objects';

export const NOW = Date.parse('2026-11-21T12:00:00Z');

/** What a controller sees of a cluster that has these objects. */
export const viewOf = (objects: readonly KubeObject[], now = NOW): View => ({
  cluster: 'member-1',
  now,
  pace: 1,
  enteredAt: () => NOW,
  owned: (owner, kind) =>
    objects.filter(each => each.kind === kind && controllerOf(each)?.uid === owner.metadata.uid),
  pods: namespace =>
    objects.filter(({ kind, metadata }) => kind === 'Pod' && metadata.namespace === namespace) as Pod[],
  nodes: () => objects.filter(({ kind }) => kind === 'Node') as Node[],
  find: (kind, namespace, name) =>
    objects.find(
      each => each.kind === kind && each.metadata.namespace === namespace && each.metadata.name === name,
    ),
});
