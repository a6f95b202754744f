import type { KubeObject, RolloutSequenceSpec } from '@fleetstage/backstage-plugin-fleetstage-common';
import { fleetsOf } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { SequenceResource } from '../../permissions/resources';

/** What permission rules read of a sequence; what a person writes may lack anything. */
export function sequenceResource(
  hub: string,
  { metadata, spec }: Pick<KubeObject, 'metadata'> & { readonly spec?: unknown },
): SequenceResource {
  const { stages } = (spec ?? {}) as Partial<RolloutSequenceSpec>;
  const whole = Array.isArray(stages) ? stages.filter(stage => Array.isArray(stage?.fleets)) : [];
  return { hub, name: metadata.name, labels: metadata.labels ?? {}, fleets: fleetsOf(whole) };
}
