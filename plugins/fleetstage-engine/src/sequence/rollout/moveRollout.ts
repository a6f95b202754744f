import { isSameJson, type RolloutReason } from '@fleetstage/backstage-plugin-fleetstage-common';
import { sentence } from '../../words';
import { moveLateItems } from '../../staged/moveLateItems';
import { runStages } from '../../staged/runStages';
import { stopStages } from '../../staged/stopStages';
import type { StagedProgress, StagedStage } from '../../staged/state';
import type { SystemPause } from '../eligibility/targetFacts';
import { holdsStage } from '../eligibility/targetVerdict';
import type { SequencePass } from '../facts/sequencePass';
import type { RolloutMemory, RolloutStageMemory } from '../state/rolloutMemory';
import { formatVersion } from '../versions/version';
import { cancelRollout } from './endRollout';
import { followTargets, type Follower } from './followTargets';
import { planStages, type PlannedStage } from './planStages';
import { rolloutEvents } from './rolloutEvents';
import { openDesk, withTargets } from './rolloutDesk';
import type { OpenRollout, SequenceLedger } from './sequenceLedger';
import { continueItems, openStaged, type StagedNotes } from './stagedRollout';
import { currentIndex, isActive, phaseOfStage } from './stagePhase';
import { syncItems } from './syncItems';
import { explainPause, remindOfTimeout, systemPause, timeoutOf } from './systemPause';

/** Saves the memory where it differs, with what has happened. */
export function saveIfChanged(
  ledger: SequenceLedger,
  { name, memory: before }: OpenRollout,
  after: RolloutMemory,
): void {
  if (!isSameMemory(before, after)) ledger.save(name, after, rolloutEvents(before, after));
}

/** Lists of targets are kept as they are where nothing has changed. */
function isSameMemory(before: RolloutMemory, after: RolloutMemory): boolean {
  const { targets: was, ...a } = before;
  const { targets: is, ...b } = after;
  const isSameList =
    was === is ||
    (was.length === is.length && was.every((target, i) => target === is[i] || isSameJson(target, is[i])));
  return isSameList && isSameJson(a, b);
}

/** What the targets are now, before anything is moved: the selection of a stage compares all rollouts in front of it. */
export function followRollout(pass: SequencePass, ledger: SequenceLedger, rollout: OpenRollout): void {
  const { memory } = rollout;
  if (!isActive(memory) && !memory.targets.some(holdsStage)) return;
  const follower = isActive(memory) ? openFollower(pass, ledger, rollout) : { pass, ledger, rollout };
  saveIfChanged(ledger, rollout, followTargets(follower));
}

/** An active rollout with the stages that people complete, and what pauses it. */
function openFollower(pass: SequencePass, ledger: SequenceLedger, rollout: OpenRollout): Follower {
  const memory = withForces(rollout);
  const pausedBy = systemPause(pass, memory);
  return { pass, ledger, rollout: { ...rollout, memory }, ...(pausedBy && { pausedBy }) };
}

/** Moves one rollout as far as it goes now (D §6). */
export function moveRollout(pass: SequencePass, ledger: SequenceLedger, rollout: OpenRollout): void {
  if (!isActive(rollout.memory)) moveLate(pass, ledger, rollout);
  else if (timeoutOf(pass, rollout.memory) === 'Cancel')
    saveIfChanged(ledger, rollout, cancelRollout(rollout.memory, 'TimedOut', pass));
  else moveActive(pass, ledger, rollout);
}

function moveActive(pass: SequencePass, ledger: SequenceLedger, rollout: OpenRollout): void {
  const { memory: before } = rollout;
  remindOfTimeout(pass, ledger, before);
  const follower = openFollower(pass, ledger, rollout);
  const { rollout: current, pausedBy } = follower;
  const begun = current.memory;
  const isPaused = rollout.spec.state === 'Pause' || pausedBy !== undefined;
  const stages = planStages(pass, ledger, current);
  const desk = openDesk(follower);
  const progress = withSoaks(syncItems(begun), stages);
  if (!isPaused) continueItems(desk, progress);
  const notes: StagedNotes = { supersedes: [] };
  const staged = openStaged(follower, desk, { stages, notes });
  const { progress: moved } = (isPaused ? stopStages : runStages)(staged, progress);
  const next = withStages(pass, { before, memory: { ...withTargets(begun, desk), progress: moved }, stages });
  const after = withPhase(pass, current, { memory: next, notes, ...(pausedBy && { pausedBy }) });
  saveIfChanged(ledger, rollout, after);
  qualifyStages(ledger, rollout, after);
  for (const name of notes.supersedes) supersede(ledger, name, rollout.name);
  if (notes.entry !== undefined && isActive(after)) explainEntry(ledger, rollout.name, notes.entry);
}

/**
 * Stages that a person completes (E/AC-002, D/ST-109): each entry counts once, and for the current stage alone. It waits while a
 * person has paused the rollout, and until the stage has begun; a pause by the system ends with it.
 */
function withForces({ spec, memory }: OpenRollout): RolloutMemory {
  const fresh = (spec.forceCompletedStages ?? []).filter(name => !memory.usedForces.includes(name));
  if (fresh.length === 0) return memory;
  const current = currentIndex(memory);
  const stage = memory.progress.stages[current];
  const waits = (name: string) =>
    name === stage?.name && (spec.state === 'Pause' || stage.enteredAt === undefined);
  const used = fresh.filter(name => !waits(name));
  const isForced = stage !== undefined && used.includes(stage.name);
  return {
    ...memory,
    usedForces: [...memory.usedForces, ...used],
    ...(isForced && {
      stages: memory.stages.map((one, index) => (index === current ? { ...one, forced: 'Person' } : one)),
    }),
  };
}

/** The soak is the gate after a stage, whose length is set anew until the stage is over (D/SK-005, SK-006). */
const withSoaks = (progress: StagedProgress, stages: readonly PlannedStage[]): StagedProgress => ({
  ...progress,
  stages: progress.stages.map((stage, index): StagedStage => {
    const after: StagedStage['after'] = [{ kind: 'TimedWait', waitMs: stages[index].soakMs }];
    return stage.succeededAt !== undefined || isSameJson(stage.after, after) ? stage : { ...stage, after };
  }),
});

interface Moved {
  readonly before: RolloutMemory;
  readonly memory: RolloutMemory;
  readonly stages: readonly PlannedStage[];
}

function withStages({ state }: SequencePass, { before, memory, stages }: Moved): RolloutMemory {
  return {
    ...memory,
    stages: memory.progress.stages.map((stage, index): RolloutStageMemory => {
      const known = memory.stages[index];
      if (before.progress.stages[index].succeededAt !== undefined) return known;
      const { fleets, clusterSelector } = state.sequence.spec.stages[index];
      const { soakMs, soakSource, isSkipped } = stages[index];
      const forced = known.forced ?? (stage.isClosedEarly ? 'Timeout' : undefined);
      return {
        fleets,
        ...(clusterSelector && { clusterSelector }),
        soakMs,
        soakSource,
        ...(forced && { forced }),
        ...(stage.succeededAt !== undefined && isSkipped && forced !== 'Person' && { isSkipped: true }),
      };
    }),
  };
}

interface Phased {
  readonly memory: RolloutMemory;
  readonly pausedBy?: SystemPause;
  readonly notes: StagedNotes;
}

function withPhase(pass: SequencePass, rollout: OpenRollout, phased: Phased): RolloutMemory {
  const { memory } = phased;
  const { now } = pass;
  const { phase, reason, message } = phaseNow(pass, rollout, phased);
  const isSame = memory.phase === phase && memory.reason === reason;
  const { reason: _, ...rest } = memory;
  return {
    ...rest,
    phase,
    ...(reason !== undefined && { reason }),
    message: sentence(message),
    since: isSame ? memory.since : now,
    ...(phase === 'Completed' && { endedAt: now }),
  };
}

interface PhaseNow {
  readonly phase: RolloutMemory['phase'];
  readonly reason?: RolloutReason;
  readonly message: string;
}

function phaseNow(
  pass: SequencePass,
  { spec, version }: OpenRollout,
  { memory, pausedBy, notes }: Phased,
): PhaseNow {
  const { progress } = memory;
  if (progress.succeededAt !== undefined)
    return { phase: 'Completed', message: `${formatVersion(version)} went through all stages` };
  const paused = (reason: RolloutReason, message: string): PhaseNow => ({ phase: 'Paused', reason, message });
  if (spec.state === 'Pause')
    return paused('PausedByUser', 'a person paused it; set spec.state to Run to go on');
  if (pass.state.sequence.spec.suspend === true)
    return paused('PausedBySystem', 'the sequence is suspended; set spec.suspend to false to go on');
  const index = currentIndex(memory);
  const { name } = progress.stages[index];
  if (pausedBy !== undefined) return paused('PausedBySystem', explainPause(pass, memory, pausedBy));
  if (notes.entry !== undefined && progress.stages[index].enteredAt === undefined)
    return paused('WaitingForNextStage', notes.entry.message);
  const isSoaking = phaseOfStage({ ...memory, phase: 'Running' }, index) !== 'Running';
  return { phase: 'Running', message: isSoaking ? `stage "${name}" soaks` : `stage "${name}" is upgraded` };
}

function qualifyStages(
  ledger: SequenceLedger,
  { memory: before, spec, version }: OpenRollout,
  after: RolloutMemory,
): void {
  after.progress.stages.forEach((stage, index) => {
    const wasOver = before.progress.stages[index].succeededAt !== undefined;
    const { isSkipped, forced } = after.stages[index];
    if (wasOver || stage.succeededAt === undefined || isSkipped === true) return;
    ledger.qualify({
      upgradeType: spec.upgradeType,
      stage: index + 1,
      version: formatVersion(version),
      at: ledger.now,
      ...(forced && { forced: true }),
    });
  });
}

function supersede(ledger: SequenceLedger, name: string, by: string): void {
  const rollout = ledger.rollout(name);
  if (rollout !== undefined && isActive(rollout.memory))
    saveIfChanged(ledger, rollout, cancelRollout(rollout.memory, 'Superseded', { now: ledger.now, by }));
}

function explainEntry(ledger: SequenceLedger, name: string, entry: NonNullable<StagedNotes['entry']>): void {
  const { message, since, items } = entry;
  ledger.wait({
    cause:
      entry.cause === 'StageOccupied' || entry.cause === 'ClustersBehind' ? entry.cause : 'VersionNotNext',
    subject: name,
    message: sentence(message),
    ...(since !== undefined && { since }),
    ...(items && { clusters: items }),
  });
}

/** Of a completed rollout: clusters that were open when a stage was closed go on (D/SK-009, ST-105). */
function moveLate(pass: SequencePass, ledger: SequenceLedger, rollout: OpenRollout): void {
  const { memory } = rollout;
  if (memory.isClosed === true || !memory.targets.some(holdsStage)) return;
  const follower: Follower = { pass, ledger, rollout };
  const desk = openDesk(follower);
  const stages = planStages(pass, ledger, rollout);
  const progress = syncItems(memory);
  continueItems(desk, progress);
  const staged = openStaged(follower, desk, { stages, notes: { supersedes: [] } });
  const moved = progress.stages.map((stage, index) => moveLateItems(staged, stage, stages[index]).stage);
  const after = { ...withTargets(memory, desk), progress: { ...progress, stages: moved } };
  saveIfChanged(ledger, rollout, after);
}
