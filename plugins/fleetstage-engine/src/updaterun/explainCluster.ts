import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ClusterFacts } from '../cluster/facts';
import { silenceOf } from '../cluster/silenceOf';
import type { Observation } from '../staged/items';
import type { Binding } from '../state/placement';
import { describeFailure } from '../work/cause/describeFailure';
import { finalCausesOf, hasFinalCause } from '../work/cause/finalCause';
import type { WorkReport } from '../work/report';
import { sentence } from '../words';

interface Seen {
  readonly binding: Binding;
  readonly report: WorkReport | undefined;
  readonly facts: ClusterFacts | undefined;
  readonly now: Instant;
}

/**
 * An observation with what pages say of it: the object first, then the cause; else the step that the cluster is at. A final
 * cause makes it stuck since it is not available.
 */
export function explainCluster(observed: Observation, seen: Seen): Observation {
  const { binding, report } = seen;
  if (observed.kind === 'done' || observed.kind === 'failed') return observed;
  const own = report?.revision === binding.revision ? report : undefined;
  const causes = own && finalCausesOf(own);
  if (observed.kind === 'failing')
    return {
      ...observed,
      brief: describeFailure(own) ?? sentence(observed.message),
      ...(causes && { causes }),
    };
  const isFinal = own !== undefined && hasFinalCause(own);
  return {
    ...observed,
    brief: stepOf(own, seen),
    ...(causes && { causes }),
    ...(isFinal && { isFinal }),
    ...(isFinal && own.available && { since: own.available.at }),
  };
}

function stepOf(own: WorkReport | undefined, { facts, now }: Seen): string {
  const silence = facts && silenceOf(facts, now);
  if (silence !== undefined) return sentence(`No status from the cluster: ${silence.message}`);
  if (own === undefined) return 'Sent; the cluster has not reported yet.';
  if (own.applied?.status !== 'True') return 'Being applied.';
  return describeFailure(own) ?? sentence(own.available?.message || 'applied, not available yet');
}
