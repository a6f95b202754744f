import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { refOf, type WorkloadRef } from './workloadRef';

type Workload = Schemas['Workload'];

/**
 * What is shown where nobody has chosen an object: the first that fails, down to what it fails of; failing ones come first.
 *
 *   Deployment failing → ReplicaSet failing → Pod failing: the Pod
 *   all healthy: the first
 */
export function firstShown(objects: readonly Workload[]): WorkloadRef | undefined {
  let [shown] = objects;
  if (shown === undefined) return undefined;
  for (
    let next: Workload | undefined = shown;
    next?.health === 'failing';
    next = next.children.find(({ health }) => health === 'failing')
  )
    shown = next;
  return refOf(shown);
}
