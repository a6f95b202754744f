import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { fromRfc3339 } from '@fleetstage/backstage-plugin-fleetstage-common';
import { isForPeople, kindOfShown } from '../staged/gates/gateKinds';
import { haltReason, selectRunsAhead } from '../updaterun/selectRunsAhead';
import type { RunState, SiblingRun } from '../updaterun/state';
import { validateRun } from '../updaterun/validateRun';
import { isSilent } from './clusterView';
import { RUN_IS_STOPPED, explainApproval } from './explainApproval';
import type { ImageChange } from './imageChanges';
import { isRemovalStage } from './runClusters';
import { proofOf } from './stageProof';
import { isOpen } from '../staged/gates/gateStatus';
import type { StageModel } from './runStages';
import type { CheckCountsView, CheckView, ChangeCountsView, GateView, StartsStageView } from './views';
import type { RunModel } from './viewRun';
import { ageInWords, countOf, listOf, sentence } from '../words';

/** What a run changes, by objects. */
export interface ChangeFacts {
  readonly counts: ChangeCountsView;
  /** Names of objects that are deleted. */
  readonly deleted: readonly string[];
  /** False: nothing was rolled out before. */
  readonly hasPrevious: boolean;
  /** Absent where nobody reads them: only the dialog says them. */
  readonly images?: readonly ImageChange[];
}

export interface CheckFacts {
  readonly model: RunModel;
  readonly state: RunState;
  /** Absent: the manifests of one of the snapshots are gone. */
  readonly changes?: ChangeFacts;
}

type Check = Omit<CheckView, 'id'>;
const LEVELS: readonly CheckView['level'][] = ['blocks', 'warn', 'pass'];

/** The facts of the Approve dialog (ui §5.6): what blocks, then what to check, then what is well. */
export function approveChecks(facts: CheckFacts, gate: GateView): CheckView[] {
  const { stages } = facts.model;
  const own = stages.find(({ stage }) => stage.name === gate.stage);
  if (own === undefined) return [];
  const proven = gate.task === 'after' ? own : stages.find(({ index }) => index === own.index - 1);
  const next = nextStage(facts.model, gate);
  const checks: CheckView[] = [
    { id: 'proof', ...checkProof(facts, proven) },
    { id: 'gates', ...checkGates(facts.model, own, gate) },
    { id: 'plan', ...checkPlan(facts) },
    { id: 'targets', ...checkTargets(facts.model, next) },
    { id: 'runs', ...checkRuns(facts, next) },
    { id: 'change', ...checkChange(facts.changes) },
  ];
  return checks.sort((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level));
}

/** How many checks there are, and of each level. */
export function countChecks(checks: readonly Pick<CheckView, 'level'>[]): CheckCountsView {
  const count = (level: CheckView['level']) => checks.filter(check => check.level === level).length;
  return { total: checks.length, pass: count('pass'), warn: count('warn'), blocks: count('blocks') };
}

/** The stage that a gate lets begin; absent where the run ends behind it. */
export function nextStage(
  { stages }: RunModel,
  gate: Pick<GateView, 'stage' | 'task'>,
): StageModel | undefined {
  const own = stages.find(({ stage }) => stage.name === gate.stage);
  if (own === undefined || gate.task === 'before') return own;
  return stages.find(({ index }) => index === own.index + 1);
}

/** What an approval leads to: asked of the next pass while the gate is open, read off the plan once it is decided. */
export function startsStage(model: RunModel, gate: GateView, state?: RunState): StartsStageView {
  const isDecidable = gate.request !== undefined && DECIDABLE.has(gate.state) && !model.assessment.isOver;
  if (state !== undefined && isDecidable) return explainApproval(state, gate, model.assessment.now);
  const next = nextStage(model, gate);
  if (next === undefined) return { kind: 'finish', clusterCount: 0 };
  const { name: stage } = next.stage;
  const comes = gate.task === 'after' ? (next.before.find(isForPeople) ?? next.before.at(0)) : undefined;
  if (comes !== undefined) {
    const { title } = comes;
    return { kind: 'gate', stage, clusterCount: 0, task: 'before', ...(title !== undefined && { title }) };
  }
  const kind = isRemovalStage(next.stage) ? 'removal' : 'stage';
  return { kind, stage, clusterCount: next.clusters.length, slots: next.slots };
}

const DECIDABLE: ReadonlySet<string> = new Set(['asked', 'given', 'rejected', 'wrongGeneration']);

function checkProof({ model: { assessment } }: CheckFacts, before: StageModel | undefined): Check {
  if (before === undefined) return { level: 'pass', text: 'No stage comes before this one.' };
  const proof = proofOf(assessment, before.stage);
  if (before.stage.clusters.length === 0)
    return { level: 'pass', text: `No cluster in ${before.stage.name}; approving only lets the run go on.` };
  if (proof === undefined) return { level: 'warn', text: `${before.stage.name} is not updated yet.` };
  const clusters = `${before.stage.name} ${proof.total === 1 ? 'cluster' : 'clusters'}`;
  const on = `${proof.available} of ${proof.total} ${clusters} available on snapshot ${proof.snapshot}`;
  const moved = proof.missing.filter(
    name => assessment.bindingOf.get(name)?.resourceIndex !== proof.snapshot,
  );
  if (moved.length > 0) {
    const text = `${on}; ${listOf(moved)} run another snapshot since, so the proof is of another snapshot.`;
    return { level: 'blocks', text, clusters: moved };
  }
  if (proof.missing.length > 0) {
    return {
      level: 'warn',
      text: `${on}; not available now: ${listOf(proof.missing)}.`,
      clusters: proof.missing,
    };
  }
  const unsteady = before.stage.clusters.filter(({ cluster, succeededAt }) => {
    const since = proof.sinceOf.get(cluster);
    return since !== undefined && succeededAt !== undefined && since > succeededAt;
  });
  if (unsteady.length > 0) {
    const names = unsteady.map(({ cluster }) => cluster);
    const text = `${on}; ${listOf(names)} ${names.length === 1 ? 'was' : 'were'} not available for a while after the update.`;
    return { level: 'warn', text, clusters: names };
  }
  return trackedProof({ assessment, before, on, since: proof.since });
}

interface Proven {
  readonly assessment: RunModel['assessment'];
  readonly before: StageModel;
  readonly on: string;
  readonly since: Instant | undefined;
}

const UNTRACKABLE: ReadonlySet<string> = new Set(['NotAllWorkAreAvailabilityTrackable', 'WorkNotTrackable']);

function trackedProof({ assessment, before, on, since }: Proven): Check {
  const blind = before.stage.clusters
    .map(({ cluster }) => cluster)
    .filter(name => UNTRACKABLE.has(assessment.reportOf.get(name)?.available?.reason ?? ''));
  const unbroken = since === undefined ? '' : `, without a break for ${ageInWords(assessment.now - since)}`;
  if (blind.length === 0) return { level: 'pass', text: `${on}${unbroken}.` };
  const text = `${on}${unbroken}; on ${countOf(blind.length, 'cluster')} there are objects whose availability cannot be tracked.`;
  return { level: 'warn', text, clusters: blind };
}

function checkGates({ assessment, stages }: RunModel, own: StageModel, gate: GateView): Check {
  if (assessment.wanted !== 'Run' && !assessment.isOver) return { level: 'blocks', text: RUN_IS_STOPPED };
  const earlier = stages
    .filter(({ index }) => index < own.index)
    .flatMap(({ before, after }) => [...before, ...after])
    .concat(gate.task === 'after' ? own.before : []);
  const beside = gate.task === 'after' ? own.after : own.before;
  for (const one of beside.filter(isOpen)) {
    const ends = fromRfc3339(one.endsAt);
    const text = kindOfShown(one.kind).besideApproval?.(
      one,
      ends === undefined ? undefined : ageInWords(ends - assessment.now),
    );
    if (text !== undefined) return { level: 'warn', text };
  }
  const open = earlier.filter(isOpen);
  if (open.length > 0) return { level: 'warn', text: `${countOf(open.length, 'earlier gate')} still open.` };
  if (earlier.length === 0) return { level: 'pass', text: 'There is no earlier gate.' };
  const gates = earlier.map(one => `${one.stage} (${one.title ?? one.kind})`);
  return { level: 'pass', text: `All gates before this one passed: ${listOf(gates)}.` };
}

/** Without its placement no other run can go on either. */
const isThere = (placement: RunState['placement']) =>
  placement !== undefined && placement.deletedAt === undefined;

/** The same judgement that a pass makes (RUL 5). */
function checkPlan({ state, model }: CheckFacts): Check {
  const { progress } = model.assessment;
  const plan = progress?.plan;
  if (progress === undefined || plan === undefined)
    return { level: 'blocks', text: 'The run has no plan yet.' };
  const validity = validateRun(state, progress, plan);
  switch (validity.kind) {
    case 'valid':
      return {
        level: 'pass',
        text: `The plan holds: same policy, same ${countOf(plan.clusterCount, 'cluster')}.`,
      };
    case 'held':
      return { level: 'warn', text: sentence(validity.blocker.message) };
    default:
      return {
        level: 'blocks',
        text: `The run would fail: ${sentence(validity.message)}`,
        ...(isThere(state.placement) && { needsNewRun: true }),
      };
  }
}

function checkTargets({ assessment }: RunModel, next: StageModel | undefined): Check {
  const names = next?.stage.clusters.map(({ cluster }) => cluster) ?? [];
  if (next === undefined || names.length === 0) return { level: 'pass', text: 'No cluster comes next.' };
  const lost = names.filter(name => {
    const status = assessment.statusOf(name);
    return status === undefined || isSilent(status.state) || status.state === 'joining';
  });
  const kind = `${next.stage.name} ${names.length === 1 ? 'cluster' : 'clusters'}`;
  if (lost.length > 0) {
    const [have, they] = lost.length === 1 ? ['has', 'It'] : ['have', 'They'];
    const holds = `${they} would hold ${Math.min(lost.length, next.slots)} of ${countOf(next.slots, 'slot')}.`;
    const text = `${lost.length} of ${names.length} ${kind} ${have} no recent status: ${listOf(lost)}. ${holds}`;
    return { level: 'warn', text, clusters: lost };
  }
  const ages = names.map(
    name => assessment.now - (assessment.factsOf.get(name)?.health?.lastHeartbeatAt ?? assessment.now),
  );
  const last = ageInWords(Math.max(60_000, ...ages));
  return { level: 'pass', text: `${names.length} of ${names.length} ${kind} seen in the last ${last}.` };
}

/** Those that do not get on by themselves: somebody has to act on them before this run goes on. */
function haltsInWords(ahead: readonly SiblingRun[]): string {
  const halted = ahead.flatMap(one => {
    const reason = haltReason(one);
    return reason === undefined ? [] : [{ name: one.name, reason }];
  });
  if (halted.length === 0) return '';
  if (ahead.length === 1) return ` and is ${halted[0].reason}`;
  return `; ${listOf(halted.map(({ name, reason }) => `${name} is ${reason}`))}`;
}

function checkRuns({ model: { assessment } }: CheckFacts, next: StageModel | undefined): Check {
  const { progress, siblings } = assessment;
  const index = next?.index ?? progress?.stages.length;
  const ahead =
    progress === undefined || index === undefined ? [] : selectRunsAhead(progress, index, siblings);
  if (ahead.length === 0) return { level: 'pass', text: 'No other run holds these clusters.' };
  const names = listOf(ahead.map(({ name }) => name));
  return { level: 'warn', text: `Waits for ${names}, which began earlier${haltsInWords(ahead)}.` };
}

const imagesInWords = (images: readonly ImageChange[]) =>
  images.length === 0
    ? ''
    : ` ${images.length === 1 ? 'Image' : 'Images'} ${listOf(images.map(({ before, after }) => `${before} → ${after}`))}.`;

function checkChange(changes: ChangeFacts | undefined): Check {
  if (changes === undefined)
    return { level: 'warn', text: 'The changes are unknown: a snapshot is not kept any more.' };
  const { counts, deleted, hasPrevious, images = [] } = changes;
  if (!hasPrevious)
    return {
      level: 'pass',
      text: `${countOf(counts.added, 'object')}, all new: nothing was rolled out before.`,
    };
  if (counts.changed + counts.added + counts.deleted === 0)
    return { level: 'pass', text: `Nothing changes: ${countOf(counts.unchanged, 'object')} as before.` };
  const text = `Objects: ${counts.changed} changed, ${counts.added} added, ${counts.deleted} deleted, ${counts.unchanged} as before.${imagesInWords(images)}`;
  return deleted.length > 0
    ? { level: 'warn', text: `${text} Deletes ${listOf(deleted)}.` }
    : { level: 'pass', text };
}
