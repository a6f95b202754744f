import type { Controller } from '../decision';
import { isLeaving, type Pod } from '../objects';
import { nodeLoad, pickNode } from '../pods';

/** A pod without a node gets one; what the node makes of it is data. */
export const decidePod =
  (played: Controller): Controller =>
  (object, view) => {
    const pod = object as Pod;
    if (pod.spec.nodeName !== undefined || isLeaving(pod)) return played(pod, view);
    const nodeName = pickNode(view, pod.spec, nodeLoad(view.pods(pod.metadata.namespace ?? '')));
    if (nodeName === undefined) return { writes: [] };
    return { writes: [{ kind: 'bind', object: pod, nodeName }] };
  };
