import type { Binding, PlacementAction, PlacementState } from '../state/placement';

/** One action as a line that people read in a review. */
export function describeAction(action: PlacementAction): string {
  switch (action.kind) {
    case 'savePolicySnapshot': {
      const { index, policy, numberOfClusters } = action.snapshot;
      const count = numberOfClusters === undefined ? '' : ` ${numberOfClusters}`;
      return `policy snapshot ${index}: ${policy?.placementType ?? 'PickAll'}${count}`;
    }
    case 'saveSchedule': {
      const picked = action.verdicts.filter(v => v.selected).map(v => v.cluster);
      const word = action.outcome.fulfilled ? 'fulfilled' : 'not fulfilled';
      return `schedule ${word}: ${picked.join(' ') || 'nobody'}`;
    }
    case 'saveBinding':
      return `${action.binding.cluster} ${action.event}, ${describeCourse(action.binding)}`;
    case 'releaseBinding':
      return `${action.cluster} released: ${action.why}`;
    case 'forgetBinding':
      return `${action.cluster} forgotten`;
    case 'pruneResourceSnapshots':
      return `resource snapshots dropped: ${action.indexes.join(' ')}`;
    case 'ensureFinalizers':
    case 'removeFinalizers':
    case 'requestRemoval':
    case 'confirmRemoval':
    case 'releaseObject':
      return action.kind;
    default:
      return unknownAction(action);
  }
}

/** One binding in words. */
export function describeBinding(state: PlacementState, binding: Binding): string {
  const report = state.reports.find(r => r.cluster === binding.cluster && r.revision === binding.revision);
  const claim = report?.available ?? report?.applied;
  const health = claim === undefined ? 'nothing reported' : `${claim.reason} ${claim.status}`;
  return `${binding.cluster} ${describeCourse(binding)}, ${health}`;
}

function describeCourse({ phase, resourceIndex, rollout, releasedAt }: Binding): string {
  const index = resourceIndex === undefined ? 'nothing' : `snapshot ${resourceIndex}`;
  const mark = rollout === undefined ? '' : ` (${rollout.reason})`;
  return `${phase} ${index}${mark}${releasedAt === undefined ? '' : ', leaving'}`;
}

function unknownAction(action: never): never {
  throw new Error(`unhandled action ${JSON.stringify(action)}`);
}
