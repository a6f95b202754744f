import type { Controller, Decision, View } from '../decision';
import { findCondition } from '../conditions';
import { isLeaving, toTime, type Pod } from '../objects';
import { fitsNode, nodeLoad, pickNode } from '../pods';

/** A pod without a node gets one, or a condition that says why there is none; what the node makes of it is data. */
export const decidePod =
  (played: Controller): Controller =>
  (object, view) => {
    const pod = object as Pod;
    if (pod.spec.nodeName !== undefined || isLeaving(pod)) return played(pod, view);
    const nodeName = pickNode(view, pod.spec, nodeLoad(view.pods(pod.metadata.namespace ?? '')));
    if (nodeName === undefined) return reportUnschedulable(pod, view);
    return { writes: [{ kind: 'bind', object: pod, nodeName }] };
  };

/** What a scheduler writes: the condition, and an event for each change of it. */
function reportUnschedulable(pod: Pod, view: View): Decision {
  const nodes = view.nodes();
  const cordoned = nodes.filter(({ spec }) => spec?.unschedulable).length;
  const unfit = nodes.filter(node => !node.spec?.unschedulable && !fitsNode(pod.spec, node)).length;
  const why = [
    cordoned > 0 && `${cordoned} node(s) were unschedulable`,
    unfit > 0 && `${unfit} node(s) didn't match Pod's node affinity/selector or had untolerated taint(s)`,
  ].filter(Boolean);
  const message =
    nodes.length === 0
      ? 'no nodes available to schedule pods'
      : `0/${nodes.length} nodes are available: ${why.join(', ')}.`;
  const known = findCondition(pod.status?.conditions, 'PodScheduled');
  if (known?.status === 'False' && known.message === message) return { writes: [] };
  const now = toTime(view.now);
  const scheduled = {
    type: 'PodScheduled',
    status: 'False',
    reason: 'Unschedulable',
    message,
    lastProbeTime: null,
    lastTransitionTime: known?.status === 'False' ? known.lastTransitionTime : now,
  };
  const others = (pod.status?.conditions ?? []).filter(({ type }) => type !== 'PodScheduled');
  const status = { ...pod.status, phase: 'Pending', conditions: [...others, scheduled] };
  const event = {
    type: 'Warning',
    reason: 'FailedScheduling',
    message,
    component: 'default-scheduler',
  } as const;
  return {
    writes: [
      { kind: 'updateStatus', object: { ...pod, status } },
      { kind: 'event', about: pod, event },
    ],
  };
}
