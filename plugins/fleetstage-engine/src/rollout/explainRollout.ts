import type { Blocker } from '../decision';
import { assertNever, earliest } from '../decision';
import type { Binding } from '../state/placement';
import type { Moves } from './pickMoves';
import type { BindingState, DesiredNow } from './bindingState';

const NAMES_SHOWN = 3;

/** `c1, c2, c3 and 4 more`. */
export function listClusters(clusters: readonly string[]): string {
  const shown = clusters.slice(0, NAMES_SHOWN).join(', ');
  return clusters.length > NAMES_SHOWN ? `${shown} and ${clusters.length - NAMES_SHOWN} more` : shown;
}

/** What holds the rest of the rollout back: first the limits that bind, then the clusters they wait for. */
export function explainRollout(
  moves: Moves,
  states: readonly BindingState[],
  desired: DesiredNow,
): Blocker[] {
  return [...explainLimits(moves, desired), ...explainClusters(states)];
}

function explainLimits(moves: Moves, desired: DesiredNow): Blocker[] {
  const { target, maxUnavailable, maxSurge } = moves.limits;
  const [first] = moves.blockedUpdates.map(b => desired(b.cluster).snapshot.index);
  const few = `${moves.ready} of ${target} cluster(s) are ready and at most ${maxUnavailable} may be unavailable`;
  const many = `at most ${target + maxSurge} cluster(s) may hold the resources`;
  return [
    ...blockerOf(
      'MaxUnavailable',
      moves.blockedUpdates,
      c => `${few}; waiting for resource snapshot ${first}: ${c}`,
    ),
    ...blockerOf('MaxSurge', moves.blockedBinds, c => `${many}; waiting for the first rollout: ${c}`),
    ...blockerOf('MaxUnavailable', moves.blockedReleases, c => `${few}; waiting to be cleaned up: ${c}`),
  ];
}

function blockerOf(
  cause: string,
  bindings: readonly Binding[],
  say: (clusters: string) => string,
): Blocker[] {
  if (bindings.length === 0) return [];
  const clusters = bindings.map(b => b.cluster);
  const since = earliest(...bindings.map(b => (b.rollout?.status === 'False' ? b.rollout.at : undefined)));
  return [
    { cause, message: say(listClusters(clusters)), clusters, ...(since === undefined ? {} : { since }) },
  ];
}

function explainClusters(states: readonly BindingState[]): Blocker[] {
  return states
    .filter(s => s.relation !== 'unbound' && s.binding.phase !== 'Scheduled')
    .flatMap(explainCluster);
}

/** One cluster that is not ready; its words come from the member. */
function explainCluster({ binding, readiness }: BindingState): Blocker[] {
  const clusters = [binding.cluster];
  if (binding.releasedAt !== undefined) {
    return [
      {
        cause: 'ClusterLeaving',
        message: `${binding.cluster} is being cleaned up`,
        clusters,
        since: binding.releasedAt,
      },
    ];
  }
  switch (readiness.kind) {
    case 'ready':
      return [];
    case 'settling':
      return [
        {
          cause: 'ClusterSettling',
          message: `${binding.cluster}: availability is not trackable, so time has to pass`,
          clusters,
          until: readiness.until,
        },
      ];
    case 'unavailable':
      return [
        {
          cause: 'ClusterUnavailable',
          message: `${binding.cluster}: ${readiness.message}`,
          clusters,
          since: readiness.since,
        },
      ];
    case 'failed':
      return [
        {
          cause: 'ClusterFailed',
          message: `${binding.cluster}: ${readiness.message}`,
          clusters,
          since: readiness.since,
        },
      ];
    case 'progressing':
    case 'comparing':
      return [
        {
          cause: 'ClusterProgressing',
          message: `${binding.cluster} has not reported on resource snapshot ${binding.resourceIndex} yet`,
          clusters,
          ...(binding.rollout ? { since: binding.rollout.at } : {}),
        },
      ];
    default:
      return assertNever(readiness);
  }
}
