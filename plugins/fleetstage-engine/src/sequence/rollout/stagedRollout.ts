import type { StagedBlocker, StagedContext, StagedLedger } from '../../staged/context';
import { noGateFacts } from '../../staged/gates/gateFacts';
import type { ItemPort, Observation } from '../../staged/items';
import type { StagedProgress } from '../../staged/state';
import { holdsStage, mayStart } from '../eligibility/targetVerdict';
import type { TargetMemory } from '../state/rolloutMemory';
import { findStageHold } from './findStageHold';
import type { Follower } from './followTargets';
import type { PlannedStage } from './planStages';
import type { RolloutDesk } from './rolloutDesk';

/** What the executor says beside the progress. */
export interface StagedNotes {
  /** Rollouts that end as another version has entered the stage that they waited for. */
  readonly supersedes: string[];
  /** What keeps the rollout out of its next stage. */
  entry?: StagedBlocker;
}

/** A rollout as the executor of stages knows it: its items are clusters, by name. */
export function openStaged(
  follower: Follower,
  desk: RolloutDesk,
  { stages, notes }: { readonly stages: readonly PlannedStage[]; readonly notes: StagedNotes },
): StagedContext<never> {
  const { pass, ledger, rollout } = follower;
  const hold = pass.state.sequence.spec.suspend === true ? suspended : undefined;
  return {
    gates: { ...noGateFacts, run: { name: rollout.name, uid: rollout.name } },
    ledger: toStagedLedger(follower),
    settings: stages,
    items: clusterItems(desk),
    removals: { isAsked: () => true, ask: () => [], observe: () => ({ kind: 'done' }) },
    ...(hold && { hold }),
    findEntryHold: (index, since) => {
      if (index >= stages.length) return undefined;
      const entry = findStageHold(pass, ledger, rollout, { index, since });
      if (entry.kind === 'Enter') {
        notes.supersedes.push(...entry.supersedes);
        return undefined;
      }
      notes.entry = entry.blocker;
      return entry.blocker;
    },
    words: { item: 'cluster', stopped: 'the rollout is paused' },
  };
}

const suspended: StagedBlocker = {
  cause: 'SequenceSuspended',
  message: 'the sequence is suspended; set spec.suspend to false to go on',
};

/** What targets wait for is explained by the targets; of stages there is the soak. */
function toStagedLedger({ pass, ledger, rollout }: Follower): StagedLedger<never> {
  const blockers: StagedBlocker[] = [];
  return {
    now: pass.now,
    stuckAfterMs: 'never',
    blockers,
    act: () => undefined,
    record: () => undefined,
    remind: ledger.remind,
    wait: (blocker, wakeAt) => {
      blockers.push(blocker);
      const { cause, message, since, until } = blocker;
      if (cause === 'WaitTime')
        ledger.wait({
          cause: 'WaitTime',
          subject: rollout.name,
          message,
          ...(since !== undefined && { since }),
          ...(until !== undefined && { until }),
        });
      ledger.remind(wakeAt);
    },
  };
}

const clusterItems = (desk: RolloutDesk): ItemPort<never> => ({
  start: cluster => {
    const targets = desk.enter(cluster);
    if (!targets.some(holdsStage)) return { actions: [], observed: { kind: 'done' } };
    if (targets.some(mayStart)) desk.start(cluster);
    else if (!targets.some(({ state }) => state === 'Running')) return undefined;
    return { actions: [], observed: observe(desk.targetsOf(cluster)) };
  },
  observe: cluster => observe(desk.targetsOf(cluster)),
});

function observe(targets: readonly TargetMemory[]): Observation {
  const open = targets.filter(holdsStage);
  const [first] = open;
  if (first === undefined) return { kind: 'done' };
  const failing = open.find(({ past }) => past.kind === 'Failed');
  return failing === undefined
    ? { kind: 'running', message: first.message }
    : { kind: 'failing', message: failing.message, since: failing.since };
}

/**
 * Items under way begin what of them could not begin before: another pool, another attempt (D/TG-004). They are judged anew: a
 * rollout that was moved before may have begun with the cluster meanwhile.
 */
export function continueItems(desk: RolloutDesk, { stages }: StagedProgress): void {
  for (const { items } of stages)
    for (const { key, startedAt, succeededAt } of items)
      if (startedAt !== undefined && succeededAt === undefined && desk.targetsOf(key).some(mayStart))
        if (desk.enter(key).some(mayStart)) desk.start(key);
}
