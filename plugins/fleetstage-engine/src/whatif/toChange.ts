import type { PlacementPolicy, Toleration } from '@fleetstage/backstage-plugin-fleetstage-common';
import { assertNever } from '../decision';
import { changePolicy } from '../schedule/suggestion/applyChanges';
import type { SuggestedChange } from '../schedule/obstacle/obstacle';
import type { ClusterChange, WhatIfChange } from './change';

/**
 * a suggested change as a change to try; `undefined` where a what-if cannot express it: a cluster that has to recover.
 *
 *   removeTaint gpu on c1 → clusters[0]: edit c1, removeTaints gpu        setNumber 6 → 7 → the policy with 7
 */
export function toChange(
  changes: readonly SuggestedChange[],
  cluster: string,
  policy: PlacementPolicy | undefined,
): WhatIfChange | undefined {
  const edits: ClusterChange[] = [];
  let changed = policy;
  for (const change of changes) {
    if (change.kind === 'mendCluster') return undefined;
    const edit = toEdit(change, cluster);
    if (edit !== undefined) edits.push(edit);
    else changed = withChange(changed ?? {}, change, cluster);
  }
  return {
    ...(changed !== policy && { policy: changed }),
    ...(edits.length > 0 && { clusters: [edits.reduce(mergeEdits)] }),
  };
}

function toEdit(change: SuggestedChange, cluster: string): ClusterChange | undefined {
  const edit = { cluster, change: 'edit' } as const;
  switch (change.kind) {
    case 'removeTaint':
      return { ...edit, removeTaints: [change.taint] };
    case 'setLabel':
      return { ...edit, labels: { [change.key]: change.value ?? null } };
    case 'setProperty':
      return { ...edit, properties: { [change.name]: change.value } };
    case 'createNamespace':
      return { ...edit, addNamespaces: [change.namespace] };
    case 'tolerateTaint':
    case 'setNumber':
    case 'setMaxSkew':
    case 'nameCluster':
    case 'mendCluster':
      return undefined;
    default:
      return assertNever(change);
  }
}

/** As the engine tries it, and as people write it: the number is a field, and an empty value is left out. */
function withChange(policy: PlacementPolicy, change: SuggestedChange, cluster: string): PlacementPolicy {
  if (change.kind === 'setNumber') return { ...policy, numberOfClusters: change.to };
  if (change.kind !== 'tolerateTaint') return changePolicy(policy, change, cluster);
  const { key, value, effect } = change.taint;
  const toleration: Toleration = { key, operator: 'Equal', ...(value && { value }), effect };
  return { ...policy, tolerations: [...(policy.tolerations ?? []), toleration] };
}

/** Both edits of one cluster as one; what the later one says wins. */
export const mergeEdits = (a: ClusterChange, b: ClusterChange): ClusterChange => ({
  ...a,
  ...(b.labels && { labels: { ...a.labels, ...b.labels } }),
  ...(b.properties && { properties: { ...a.properties, ...b.properties } }),
  ...(b.removeTaints && { removeTaints: [...(a.removeTaints ?? []), ...b.removeTaints] }),
  ...(b.addTaints && { addTaints: [...(a.addTaints ?? []), ...b.addTaints] }),
  ...(b.addNamespaces && { addNamespaces: [...(a.addNamespaces ?? []), ...b.addNamespaces] }),
});
