import { toEvictionFacts } from '../database/facts';
import { isKeyText } from '../database/keyText';
import type { Subject } from '../observe/subject';
import type { AuthoredKind, ObjectChange } from './keysFor';

/** Of the other kinds the pass notifies, after it has read the change. */
const AS_AUTHORED: Partial<Record<AuthoredKind, Subject['kind']>> = {
  ClusterStagedUpdateStrategy: 'strategy',
  StagedUpdateStrategy: 'strategy',
  ClusterResourceOverride: 'override',
  ResourceOverride: 'override',
  ClusterApprovalRequest: 'approval',
  ApprovalRequest: 'approval',
  RolloutSequence: 'sequence',
  Rollout: 'version-rollout',
  // A budget has the name of its placement.
  ClusterResourcePlacementDisruptionBudget: 'placement',
};

/** What pages show of an object as it was written, and so read again when it changes. */
export function shownAs(hub: string, { kind, name, before, after }: ObjectChange): Subject | undefined {
  const object = after ?? before;
  if (kind === 'ClusterResourcePlacementEviction') {
    const placement = object && toEvictionFacts(object).placement;
    return placement && isKeyText(placement) ? { hub, kind: 'placement', name: placement } : undefined;
  }
  const shown = AS_AUTHORED[kind];
  return shown && { hub, kind: shown, name };
}
