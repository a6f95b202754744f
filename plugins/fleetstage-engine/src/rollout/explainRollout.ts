import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { actorOfCluster } from '../blocker/actorOfCluster';
import type { BlockerCause } from '../blocker/causes';
import { upgradeBlocker } from '../blocker/upgradeBlocker';
import type { ClusterFacts } from '../cluster/facts';
import { waitOfRelease } from '../work/report';
import { silenceOf } from '../cluster/silenceOf';
import type { Blocker } from '../decision';
import { assertNever, earliest } from '../decision';
import type { Binding } from '../state/placement';
import type { Moves } from './pickMoves';
import type { BindingState, DesiredNow } from './bindingState';
import { countOf } from '../words';

const NAMES_SHOWN = 3;

/** `c1, c2, c3 and 4 more`. */
export function listClusters(clusters: readonly string[]): string {
  const shown = clusters.slice(0, NAMES_SHOWN).join(', ');
  return clusters.length > NAMES_SHOWN ? `${shown} and ${clusters.length - NAMES_SHOWN} more` : shown;
}

/** What the words of blockers are made of. */
export interface RolloutObservation {
  readonly desired: DesiredNow;
  /** Absent: whether a cluster answers is not said. */
  readonly clusters?: readonly ClusterFacts[] | undefined;
  readonly now: Instant;
}

/** What holds the rest of the rollout back: first the limits that bind, then the clusters they wait for, then upgrades. */
export function explainRollout(
  moves: Moves,
  states: readonly BindingState[],
  observation: RolloutObservation,
): Blocker[] {
  return [
    ...explainLimits(moves, observation.desired),
    ...explainClusters(states, observation),
    ...moves.upgrading.flatMap(({ binding, upgrade }) =>
      upgrade === undefined ? [] : [upgradeBlocker(binding.cluster, upgrade)],
    ),
  ];
}

function explainLimits(moves: Moves, desired: DesiredNow): Blocker[] {
  const { target, maxUnavailable, maxSurge } = moves.limits;
  const [first] = moves.blockedUpdates.map(b => desired(b.cluster).snapshot.index);
  const few = `${moves.ready} of ${countOf(target, 'cluster')} ready, at most ${maxUnavailable} may be unavailable`;
  const many = `at most ${countOf(target + maxSurge, 'cluster')} may hold the resources`;
  return [
    ...blockerOf(
      { cause: 'MaxUnavailable', brief: few },
      moves.blockedUpdates,
      c => `waiting for resource snapshot ${first}: ${c}`,
    ),
    ...blockerOf(
      { cause: 'MaxSurge', brief: many },
      moves.blockedBinds,
      c => `waiting for the first rollout: ${c}`,
    ),
    ...blockerOf(
      { cause: 'MaxUnavailable', subject: REMOVALS, brief: few },
      moves.blockedReleases,
      c => `waiting to be cleaned up: ${c}`,
    ),
  ];
}

/** Subject of a limit that clusters wait for to be cleaned, not to be updated. */
const REMOVALS = 'removals';

interface Limit {
  readonly cause: BlockerCause;
  readonly subject?: string;
  /** The numbers. */
  readonly brief: string;
}

function blockerOf(limit: Limit, bindings: readonly Binding[], say: (clusters: string) => string): Blocker[] {
  if (bindings.length === 0) return [];
  const clusters = bindings.map(b => b.cluster);
  const since = earliest(...bindings.map(b => (b.rollout?.status === 'False' ? b.rollout.at : undefined)));
  const message = `${limit.brief}; ${say(listClusters(clusters))}`;
  return [{ ...limit, message, clusters, ...(since === undefined ? {} : { since }) }];
}

function explainClusters(states: readonly BindingState[], { clusters, now }: RolloutObservation): Blocker[] {
  const held = states.filter(s => s.relation !== 'unbound' && s.binding.phase !== 'Scheduled');
  const isReady = ({ binding, readiness }: BindingState) =>
    binding.releasedAt === undefined && readiness.kind === 'ready';
  if (held.every(isReady)) return [];
  const factsOf = new Map((clusters ?? []).map(facts => [facts.name, facts]));
  return held.flatMap(state => explainCluster(state, factsOf.get(state.binding.cluster), now));
}

/** One cluster that is not ready; its words come from the member. */
function explainCluster(state: BindingState, facts: ClusterFacts | undefined, now: Instant): Blocker[] {
  const { binding, readiness, report } = state;
  const { cluster } = binding;
  const one = { clusters: [cluster] };
  if (binding.releasedAt !== undefined) {
    const waitsFor = waitOfRelease(report);
    const message = `${cluster} is being cleaned up${waitsFor === undefined ? '' : `: ${waitsFor}`}`;
    return [{ ...one, cause: 'ClusterLeaving', message, since: binding.releasedAt }];
  }
  if (readiness.kind === 'ready') return [];
  const silence = facts && silenceOf(facts, now);
  if (silence) {
    const { message, since } = silence;
    const text = `${cluster} does not answer: ${message}`;
    return [{ ...one, cause: 'ClusterUnreachable', message: text, ...(since !== undefined && { since }) }];
  }
  switch (readiness.kind) {
    case 'settling': {
      const message = `${cluster}: availability is not trackable, so time has to pass`;
      return [{ ...one, cause: 'ClusterSettling', message, until: readiness.until }];
    }
    case 'unavailable':
    case 'failed': {
      const { message, since } = readiness;
      const cause = readiness.kind === 'failed' ? 'ClusterFailed' : 'ClusterUnavailable';
      const actor = actorOfCluster(facts, report, now);
      return [{ ...one, cause, message: `${cluster}: ${message}`, since, actor }];
    }
    case 'progressing':
    case 'comparing': {
      const message = `${cluster} has not reported on resource snapshot ${binding.resourceIndex} yet`;
      const since = binding.rollout?.at;
      return [{ ...one, cause: 'ClusterProgressing', message, ...(since !== undefined && { since }) }];
    }
    default:
      return assertNever(readiness);
  }
}
