import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { compareText } from '../decision';
import type { Binding, PlacementState } from '../state/placement';
import type { WorkClaim, WorkReport } from '../work/report';

/** One thing that a member does next. */
export interface MemberStep {
  readonly cluster: string;
  readonly report: WorkReport;
  readonly story: string;
}

/**
 * Little members: each does what its binding says, one step at a time (applied, then available; or cleaned). How they
 * get on is the content's hash: `bad…` never becomes available, `wrong…` cannot be applied, `mute…` cannot be tracked.
 */
export function nextMemberSteps(state: PlacementState, now: Instant): MemberStep[] {
  const reports = new Map(state.reports.map(report => [report.cluster, report]));
  return state.bindings
    .flatMap(binding => nextStep(state, binding, { last: reports.get(binding.cluster), now }))
    .sort((a, b) => compareText(a.cluster, b.cluster));
}

function nextStep(
  state: PlacementState,
  binding: Binding,
  { last, now }: { last?: WorkReport; now: Instant },
): MemberStep[] {
  const { cluster, revision } = binding;
  if (revision === undefined) return [];
  const current = last?.revision === revision ? last : undefined;
  const base = { cluster, revision, failed: [], drifted: [], diffed: [], observedAt: now };
  const step = (story: string, report: Partial<WorkReport>) => [
    { cluster, story, report: { ...base, ...report } },
  ];
  if (binding.releasedAt !== undefined)
    return current?.isReleased ? [] : step('cleaned', { isReleased: true });
  const content = state.resourceSnapshots.find(s => s.index === binding.resourceIndex)?.hash ?? '';
  const index = binding.resourceIndex;
  if (current === undefined) {
    return content.startsWith('wrong')
      ? step(`cannot apply snapshot ${index}`, { applied: no('NotAllWorkHaveBeenApplied', now) })
      : step(`applied snapshot ${index}`, { ...applied(now), available: firstVerdict(content, now) });
  }
  const isWaiting = current.available?.status === 'False' && !content.startsWith('bad');
  return isWaiting
    ? step('available', { ...current, available: yes('AllWorkAreAvailable', now), observedAt: now })
    : [];
}

const yes = (reason: string, at: Instant): WorkClaim => ({ status: 'True', reason, message: reason, at });
const no = (reason: string, at: Instant): WorkClaim => ({ status: 'False', reason, message: reason, at });

const firstVerdict = (content: string, now: Instant) =>
  content.startsWith('mute')
    ? yes('NotAllWorkAreAvailabilityTrackable', now)
    : no('NotAllWorkAreAvailable', now);

const applied = (now: Instant) => ({
  overridden: yes('NoOverrideSpecified', now),
  synchronized: yes('AllWorkSynced', now),
  applied: yes('AllWorkHaveBeenApplied', now),
});
