import type { Instant, KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { clusterInput, decideTrigger, type Trigger } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { toClusterFacts } from '../database/clusterStore';
import type { ClusterTrigger } from '../database/markTriggers';
import type { ObjectChange } from './keysFor';

/** What edits of MemberClusters mean to placements; what members report of themselves comes with their probes. */
export const clusterTriggers = (changes: readonly ObjectChange[], now: Instant): ClusterTrigger[] =>
  changes
    .filter(({ kind }) => kind === 'MemberCluster')
    .map(({ name, before, after }) => ({ cluster: name, trigger: triggerOf(before, after, now) }));

function triggerOf(before: KubeObject | undefined, after: KubeObject | undefined, now: Instant): Trigger {
  // Recreated between two reads: another cluster under the same name.
  if (before && after && before.metadata.uid !== after.metadata.uid) return { kind: 'everybody' };
  const was = before && toClusterFacts(before, undefined);
  const is = after && toClusterFacts(after, undefined);
  const trigger = decideTrigger(was, is, now);
  const isMorePatient = (is?.heartbeatPeriodMs ?? 0) > (was?.heartbeatPeriodMs ?? 0);
  if (!isMorePatient || is?.isLeaving || trigger.kind === 'everybody') return trigger;
  // A silence that was too long may not be with a longer period (RUL 25).
  const inputs = trigger.kind === 'readers' ? trigger.inputs : [];
  return { kind: 'readers', inputs: [...inputs, clusterInput.eligibility] };
}
