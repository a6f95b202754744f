import {
  fromRfc3339,
  isTrue,
  stagedKindsOf,
  type Condition,
  type Instant,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  describeGate,
  explainApproval,
  refuseDecision,
  runOutcome,
  type PersonEventName,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { ConflictError, NotAllowedError } from '@backstage/errors';
import { loadApproval, saveApproval, saveWithdrawal, type Approval } from '../../database/approvalStore';
import type { Tx } from '../../database/db';
import { lockPlacement } from '../../database/lockPlacement';
import { appendTimeline } from '../../database/timelineStore';
import { loadWholeRun } from '../../database/views/wholeRun';
import { wake } from '../../database/wakes';
import type { Schemas } from '../contract';
import { deciderOf } from '../mayDecide';
import type { Viewer } from '../viewer';
import { isHubSilent, type CommandDeps } from './commandDeps';
import { loadGate, type Gate, type GateAddress } from './loadGate';
import { mustNotBeOver } from './loadRunSubject';

type Result = Schemas['ApprovalResult'];

/**
 * Approves a gate: permission → row → hub. The row is the decision, once per request, whoever clicks how often on whichever
 * replica; the request on the hub is made to show it.
 */
export async function approveGate(
  deps: CommandDeps,
  viewer: Viewer,
  { gate: address, now, ...asked }: { gate: GateAddress; now: Instant } & Schemas['ApproveRequest'],
): Promise<Result> {
  const gate = await deps.database.transact(tx => loadGate(tx, deps.hub, address));
  const actor = mustDecide(viewer, gate, asked.requestUid);
  if (gate.decision?.verdict === 'approved') return toResult(gate.decision, false);
  const live = await mustBeOpen(deps, gate, asked);
  const given = approvedOnHub(live);
  if (given !== undefined) return givenBefore(deps, gate, given);
  // Asked before the row is there: a pass may come between the two and use the approval up.
  const starts = await consequenceOf(deps, gate, now);
  const { decision, isFirst } = await decide(deps, gate, {
    verdict: 'approved',
    actor,
    comment: asked.comment,
    ...(starts && { starts }),
  });
  if (decision.verdict !== 'approved') throw decidedOtherwise(gate, decision);
  if (isFirst) await carry(deps, gate, decision);
  return { ...toResult(decision, isFirst), ...(starts && { startsStage: starts }) };
}

/** What the approval leads to, as a pass would decide now. */
function consequenceOf(deps: CommandDeps, { run, request, stage, key }: Gate, now: Instant) {
  return deps.database.transact(async tx => {
    const whole = await loadWholeRun(tx, deps, run.name);
    const task = key.task === 'beforeStage' ? 'before' : 'after';
    return whole && explainApproval(whole.state, { request: request.name, stage, task }, now);
  });
}

/** Another click may have come between our read of the rows and our read of the hub. */
async function givenBefore({ database, hub }: CommandDeps, gate: Gate, given: Condition): Promise<Result> {
  const decision = await database.transact(tx => loadApproval(tx, hub, gate.key));
  if (decision?.verdict === 'approved') return toResult(decision, false);
  return { actor: { ref: 'kubectl' }, at: given.lastTransitionTime, isFirst: false };
}

/** Says no: row → the run is stopped → the request shows who and why. */
export async function rejectGate(
  deps: CommandDeps,
  viewer: Viewer,
  { gate: address, requestUid, reason }: { gate: GateAddress } & Schemas['RejectRequest'],
): Promise<Result> {
  const gate = await deps.database.transact(tx => loadGate(tx, deps.hub, address));
  const actor = mustDecide(viewer, gate, requestUid);
  if (gate.decision?.verdict === 'rejected') return toResult(gate.decision, false);
  if (gate.decision?.verdict === 'approved') throw decidedOtherwise(gate, gate.decision);
  const live = await mustBeOpen(deps, gate, { requestUid });
  if (approvedOnHub(live) !== undefined) {
    throw new ConflictError(`${nameOf(gate)} was given with kubectl; take it back first, or stop the run`);
  }
  const { decision, isFirst } = await decide(deps, gate, { verdict: 'rejected', actor, comment: reason });
  if (decision.verdict !== 'rejected') throw decidedOtherwise(gate, decision);
  if (isFirst && (await stopRun(deps, gate))) await carry(deps, gate, decision);
  return toResult(decision, isFirst);
}

/** False: the hub is silent. The request must not show the rejection before the run is stopped; the effect does both. */
async function stopRun(deps: CommandDeps, gate: Gate): Promise<boolean> {
  const { object, uid } = gate.run;
  const stop = () => deps.writer.patchSpec({ ...object, uid }, { state: 'Stop' });
  return (await undoing(deps, gate, stop)) !== undefined;
}

/**
 * Takes an approval back while the next stage has not begun. Under the lock of the placement: either the pass that begins
 * it comes first, and this one refuses, or this row does, and the pass reads it, whatever the hub still shows.
 */
export async function withdrawApproval(
  deps: CommandDeps,
  viewer: Viewer,
  { gate: address, requestUid }: { gate: GateAddress } & Schemas['WithdrawRequest'],
): Promise<Result> {
  const { database, hub, writer } = deps;
  const shown = await database.transact(tx => loadGate(tx, hub, address));
  const actor = mustDecide(viewer, shown, requestUid);
  const live = await findRequest(writer, shown);
  const approved = live?.metadata.uid === requestUid ? approvedOnHub(live) : undefined;
  const withdrawn = await database.transact(async tx => {
    await lockPlacement(tx, hub, shown.run.placement);
    const gate = await loadGate(tx, hub, address);
    mustBeWithdrawable(gate, approved);
    const undoes = fromRfc3339(approved?.lastTransitionTime);
    await saveWithdrawal(tx, hub, { ...gate.key, actor, ...(undoes !== undefined && { undoes }) });
    await recordLine(tx, deps, gate, { event: 'approvalWithdrawn', actor });
    wake(tx, 'runConcerned', { hub, name: gate.run.name });
    return loadDecided(tx, hub, gate);
  });
  await carry(deps, shown, withdrawn);
  return toResult(withdrawn, true);
}

function findRequest(writer: CommandDeps['writer'], { request, run }: Gate) {
  const { namespace } = run.object;
  return writer.find(stagedKindsOf({ namespace }).approval, request.name, namespace);
}

function mustDecide(viewer: Viewer, gate: Gate, requestUid: string): string {
  const decider = deciderOf(viewer, gate.run);
  if (!decider.isAllowed) throw new NotAllowedError(decider.reason);
  if (gate.request.uid === requestUid) return decider.ref;
  throw new ConflictError(
    `${nameOf(gate)} was asked for anew since you looked (request ${gate.request.name}); look at it again`,
  );
}

/** The live request, where a person can decide on it now. */
async function mustBeOpen(
  { writer }: CommandDeps,
  gate: Gate,
  shown: { readonly requestUid: string; readonly resourceVersion?: string },
): Promise<KubeObject> {
  const refusal = refuseDecision({
    ...addressOf(gate),
    end: runOutcome(gate.run.progress),
    isUsed: gate.isUsed,
    isStopped: gate.run.state === 'Stop',
    refusedBy: gate.decision?.verdict === 'rejected' ? gate.decision.actor : undefined,
    isAsked: gate.task.requestedAt !== undefined,
  });
  if (refusal !== undefined) throw new ConflictError(refusal);
  const live = await findRequest(writer, gate);
  if (live === undefined || live.metadata.uid !== shown.requestUid || live.metadata.deletionTimestamp) {
    throw new ConflictError(
      `request ${gate.request.name} was deleted since you looked; look again in a moment`,
    );
  }
  const { resourceVersion } = live.metadata;
  const isChanged = shown.resourceVersion !== undefined && shown.resourceVersion !== resourceVersion;
  if (isChanged && approvedOnHub(live) === undefined) {
    throw new ConflictError(
      `request ${gate.request.name} has changed since you looked: ${conditionsInWords(live)}; look at it again`,
    );
  }
  return live;
}

function mustBeWithdrawable(gate: Gate, approved: Condition | undefined): void {
  mustNotBeOver(gate.run);
  if (gate.isUsed) {
    throw new ConflictError(
      `${nameOf(gate)} cannot be taken back: the next stage has begun; stop the run instead`,
    );
  }
  if (gate.decision?.verdict !== 'approved' && approved === undefined)
    throw new ConflictError(`${nameOf(gate)} is not given, so there is nothing to take back`);
}

interface NewDecision {
  readonly verdict: 'approved' | 'rejected';
  readonly actor: string;
  readonly comment?: string;
  /** What an approval leads to. */
  readonly starts?: Schemas['StartsStage'];
}

/** The row, its line in the timeline and the mark that carries it out are one commit. */
function decide({ database, ...deps }: CommandDeps, gate: Gate, { starts, ...decision }: NewDecision) {
  const { hub } = deps;
  return database.transact(async tx => {
    const isFirst = await saveApproval(tx, hub, { ...gate.key, ...decision });
    if (isFirst) {
      const event = decision.verdict === 'approved' ? 'approvalGiven' : 'rejected';
      await recordLine(tx, deps, gate, { event, actor: decision.actor, message: decision.comment, starts });
    }
    wake(tx, 'decisionMade', { hub, name: gate.request.key });
    return { isFirst, decision: await loadDecided(tx, hub, gate) };
  });
}

async function loadDecided(tx: Tx, hub: string, gate: Gate): Promise<Approval> {
  const decision = await loadApproval(tx, hub, gate.key);
  if (decision === undefined) throw new Error(`the decision on ${gate.request.name} was not kept`);
  return decision;
}

interface GateEvent {
  readonly event: PersonEventName;
  readonly actor: string;
  readonly message?: string;
  readonly starts?: Schemas['StartsStage'];
}

async function recordLine(
  tx: Tx,
  { hub }: Pick<CommandDeps, 'hub'>,
  gate: Gate,
  { event, actor, message, starts }: GateEvent,
): Promise<void> {
  await appendTimeline(tx, hub, [
    {
      subjectKind: gate.run.object.kind,
      subjectName: gate.run.name,
      event,
      actor,
      stage: gate.stage,
      ...(message !== undefined && message !== '' && { message }),
      data: {
        uid: gate.run.uid,
        task: gate.request.name,
        placement: gate.run.placement,
        ...(starts && { starts }),
      },
    },
  ]);
  wake(tx, 'decisionMade', { hub, name: gate.request.key });
  wake(tx, 'runDecided', { hub, name: gate.run.name });
}

/** Writes the decision to the request now. Silence of the hub is left to the effect; a refusal undoes the decision. */
async function carry(deps: CommandDeps, gate: Gate, decision: Approval): Promise<void> {
  const { verdict, actor, comment, undoes } = decision;
  const outcome = await undoing(deps, gate, () =>
    deps.writer.writeDecision({
      request: gate.request,
      verdict,
      actor,
      ...(comment !== undefined && { comment }),
      ...(undoes !== undefined && { undoes }),
    }),
  );
  if (outcome === 'gone')
    throw new ConflictError(`request ${gate.request.name} was deleted meanwhile; look again in a moment`);
}

/** What the hub refuses was not decided. Where it is merely silent, the row is kept and the effect goes on. */
async function undoing<T>(deps: CommandDeps, gate: Gate, write: () => Promise<T>): Promise<T | undefined> {
  try {
    return await write();
  } catch (error) {
    if (isHubSilent(error)) {
      deps.log.warn('A decision is kept and will be written to the hub later', {
        run: gate.run.name,
        approval: gate.request.name,
        reason: error.message,
      });
      return undefined;
    }
    await deps.database.transact(async tx => {
      await saveWithdrawal(tx, deps.hub, { ...gate.key, actor: 'engine' });
      const message = `the hub refused it: ${error instanceof Error ? error.message : String(error)}`;
      await recordLine(tx, deps, gate, { event: 'approvalWithdrawn', actor: 'engine', message });
    });
    throw error;
  }
}

const addressOf = ({ run, stage, key }: Gate) =>
  ({ run: run.name, stage, when: key.task === 'beforeStage' ? 'before' : 'after' }) as const;

const nameOf = (gate: Gate) => describeGate(addressOf(gate));

function decidedOtherwise(gate: Gate, { verdict, actor, comment }: Approval): ConflictError {
  const why = comment === undefined || comment === '' ? '' : `: ${comment}`;
  return new ConflictError(
    verdict === 'approved'
      ? `${nameOf(gate)} was given by ${actor}${why}; take it back first, or stop the run`
      : `${nameOf(gate)} was refused by ${actor}${why}; resume the run first`,
  );
}

function approvedOnHub({ metadata, status }: KubeObject): Condition | undefined {
  const { conditions } = (status ?? {}) as { conditions?: readonly Condition[] };
  const isApproved = isTrue(conditions, 'Approved', metadata.generation ?? 1);
  return isApproved ? conditions?.find(({ type }) => type === 'Approved') : undefined;
}

function conditionsInWords({ status }: KubeObject): string {
  const { conditions = [] } = (status ?? {}) as { conditions?: readonly Condition[] };
  const said = conditions.map(one => `${one.type} is ${one.status}`).join(', ');
  return said === '' ? 'its labels or annotations' : said;
}

const toResult = ({ actor, at }: { actor: string; at: Instant }, isFirst: boolean): Result => ({
  actor: { ref: actor },
  at: new Date(at).toISOString(),
  isFirst,
});
