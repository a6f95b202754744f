import { bindingName } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ClusterFacts } from '../cluster/facts';
import { compareText } from '../decision';
import type {
  Binding,
  BindingEvent,
  PlacementFacts,
  PolicySnapshot,
  ScheduleVerdict,
} from '../state/placement';
import { renewRevision } from '../desired/revision';

/** Code of the decision on a binding whose cluster is gone. */
const LEFT = 'Left';

export interface BindingPlanInput {
  readonly placement: Pick<PlacementFacts, 'name' | 'uid'>;
  readonly policy: Pick<PolicySnapshot, 'index'>;
  readonly clusters: readonly ClusterFacts[];
  /** One per cluster; a binding whose cluster has none is on a cluster that is gone. */
  readonly verdicts: readonly ScheduleVerdict[];
  readonly bindings: readonly Binding[];
}

/** One binding row to write, and why. */
export interface BindingChange {
  readonly binding: Binding;
  readonly event: Extract<BindingEvent, 'scheduled' | 'rescheduled' | 'unscheduled'>;
}

/**
 * What the verdicts mean for the bindings that exist (A/SCH-011, SCH-082); ordered by cluster, empty where all is as
 * it should be.
 *
 *     picked, no binding          → create, Scheduled
 *     picked, older policy        → adopt: same phase, new policy index and decision
 *     picked, Unscheduled         → back to its previous phase
 *     not picked, or cluster gone → Unscheduled, remembers its phase
 *     gone, then back and picked  → its previous phase under a new revision: who came back may be another cluster
 *     held, or being cleaned      → untouched
 */
export function planBindings(input: BindingPlanInput, now: Instant): BindingChange[] {
  const verdicts = new Map(input.verdicts.map(verdict => [verdict.cluster, verdict]));
  const bindings = new Map(input.bindings.map(binding => [binding.cluster, binding]));
  const staying = new Set(input.clusters.filter(c => !c.isLeaving).map(c => c.name));
  return [...new Set([...verdicts.keys(), ...bindings.keys()])].sort(compareText).flatMap(cluster => {
    const verdict = verdicts.get(cluster);
    const binding = bindings.get(cluster);
    if (binding === undefined) return planMissing(input, verdict, now);
    return staying.has(cluster) ? planExisting(input, binding, verdict) : planLeft(binding);
  });
}

function planMissing(
  input: BindingPlanInput,
  verdict: ScheduleVerdict | undefined,
  now: Instant,
): BindingChange[] {
  if (!verdict?.selected) return [];
  const { placement, policy } = input;
  const binding: Binding = {
    name: bindingName(placement.name, placement.uid, verdict.cluster),
    cluster: verdict.cluster,
    phase: 'Scheduled',
    policyIndex: policy.index,
    decision: verdict,
    createdAt: now,
  };
  return [{ binding, event: 'scheduled' }];
}

function planExisting(
  { policy }: BindingPlanInput,
  binding: Binding,
  verdict: ScheduleVerdict | undefined,
): BindingChange[] {
  if (binding.releasedAt !== undefined || verdict?.code === 'Held') return [];
  if (!verdict?.selected) return unschedule(binding);
  const adopted = { policyIndex: policy.index, decision: verdict };
  if (binding.phase === 'Unscheduled') {
    return [{ binding: { ...restore(binding), ...adopted }, event: 'rescheduled' }];
  }
  if (binding.policyIndex === policy.index) return [];
  return [{ binding: { ...binding, ...adopted }, event: 'rescheduled' }];
}

/** External placements keep the binding until a run's deletion stage (C/MC-061); it remembers that the cluster left. */
function planLeft(binding: Binding): BindingChange[] {
  if (binding.releasedAt !== undefined || binding.decision.code === LEFT) return [];
  const reason = `Cluster "${binding.cluster}" has left the fleet`;
  const decision = { cluster: binding.cluster, selected: false, code: LEFT, reason };
  const [change] = unschedule(binding);
  return [{ binding: { ...(change?.binding ?? binding), decision }, event: 'unscheduled' }];
}

function unschedule(binding: Binding): BindingChange[] {
  const { phase } = binding;
  if (phase === 'Unscheduled') return [];
  return [{ binding: { ...binding, phase: 'Unscheduled', previousPhase: phase }, event: 'unscheduled' }];
}

/** A cluster that left and came back has to show again what it runs: its name is all that is known to be the same. */
function restore({ previousPhase, ...binding }: Binding): Binding {
  const phase = previousPhase ?? (binding.resourceIndex === undefined ? 'Scheduled' : 'Bound');
  const { revision, decision } = binding;
  const isBack = decision.code === LEFT && revision !== undefined;
  return { ...binding, phase, ...(isBack ? { revision: renewRevision(revision) } : {}) };
}
