import { useMemo } from 'react';
import { formatRef, parseRef, type WorkloadRef } from '../../model/workloads/workloadRef';
import { useUrlPatch, useUrlState } from '../../routing';

export const PARTS = ['conditions', 'events', 'yaml', 'logs'] as const;
export type PartId = (typeof PARTS)[number];

/** Which cluster's workloads are open, and which object of them. */
export function useWorkloadsUrl() {
  const patch = useUrlPatch();
  const [cluster] = useUrlState('workloads');
  const [object] = useUrlState('object');
  const [part] = useUrlState('part', PARTS[0]);
  return useMemo(
    () => ({
      cluster,
      object: parseRef(object),
      part: PARTS.find(id => id === part) ?? PARTS[0],
      open: (name: string) => patch({ workloads: name }, { push: true }),
      close: () => patch({ workloads: undefined, object: undefined, part: undefined }),
      choose: (ref: WorkloadRef | undefined) => patch({ object: ref && formatRef(ref) }),
      setPart: (next: PartId) => patch({ part: next === PARTS[0] ? undefined : next }),
    }),
    [patch, cluster, object, part],
  );
}
