import {
  fromRfc3339,
  instant,
  STRATEGY_KINDS,
  toRfc3339,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  approveChecks,
  countChecks,
  startsStage,
  type GateView,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Approval } from '../database/approvalStore';
import type { Tx } from '../database/db';
import { listObjects } from '../database/mirrorStore';
import { fromObjectKey, keyOfObject } from '../database/placementObject';
import { placementOfRun, strategyOfRun } from '../database/stagedObjects';
import { listDecisions } from '../database/views/decisions';
import { loadWholeRun } from '../database/views/wholeRun';
import type { Answer, Asked, Schemas } from './contract';
import { pageOf, readCursor, writeCursor } from './paging';
import { isWaiting, permitGate, type RunForViewer } from './permits';
import { checkHub, CLUSTER_SCOPE, reading, stampOf, type QueryDeps } from './queryDeps';
import { buildRuns, buildUnfinished, everyRun, type BuiltRun } from './runs';
import { approversOfRun } from './runApprovers';
import type { Viewer } from './viewer';
import { buildWholeRun, previousSnapshot, readChangeFacts, type BuiltWholeRun } from './wholeRuns';

type Item = Schemas['ApprovalItem'];

/** A gate that waits, with the run that it holds. */
interface Waiting {
  readonly gate: GateView;
  /** Its key. */
  readonly run: string;
  readonly isForYou: boolean;
}

export async function listApprovals(
  deps: QueryDeps,
  asked: Asked<'/approvals'>,
  viewer: Viewer,
): Promise<Answer<'/approvals'>> {
  checkHub(deps, asked);
  const show = asked.show ?? 'you';
  const waiting = await waitingGates(deps, everyRun(await buildUnfinished(deps)), viewer);
  const forYou = waiting.filter(({ isForYou }) => isForYou).length;
  const head = { ...stampOf(deps), forYou, forOthers: waiting.length - forYou };
  if (show === 'decided') return { ...head, ...(await decidedPage(deps, asked, viewer)) };
  const shown = waiting.filter(({ isForYou }) => show === 'all' || isForYou === (show === 'you'));
  const page = pageOf(shown, asked, ({ run, gate }) => `${run}/${gate.stage}/${gate.task}`);
  return { ...head, ...page, items: await toItems(deps, page.items, viewer) };
}

/** Every gate of the runs that a person can decide now, the longest wait first; without the facts that are shown beside it. */
export async function waitingGates(
  deps: QueryDeps,
  runs: readonly BuiltRun[],
  viewer: Viewer,
): Promise<Waiting[]> {
  const strategies = await reading(deps, tx => loadStrategies(tx, deps.hub));
  const waiting = runs.flatMap(run => {
    const { model, object } = run;
    // Nobody can decide before it is resumed; then its gates are asked for again.
    if (model.assessment.wanted !== 'Run') return [];
    const forViewer = toForViewer(deps, run, strategies);
    const gates = model.stages.flatMap(({ before, after }) => [...before, ...after]).filter(isWaiting);
    return gates.map(gate => ({
      gate,
      run: keyOfObject(object),
      isForYou: permitGate(forViewer, gate, viewer).mayApprove?.isAllowed === true,
    }));
  });
  return waiting.sort((a, b) => askedAt(a) - askedAt(b) || (a.run < b.run ? -1 : 1));
}

const askedAt = ({ gate }: Waiting) => fromRfc3339(gate.askedAt) ?? instant(0);

type Strategies = ReadonlyMap<string, KubeObject>;

async function loadStrategies(tx: Tx, hub: string): Promise<Strategies> {
  const strategies = new Map<string, KubeObject>();
  for (const kind of STRATEGY_KINDS)
    for (const strategy of await listObjects(tx, hub, kind)) strategies.set(keyOfObject(strategy), strategy);
  return strategies;
}

function toForViewer(
  { hub }: QueryDeps,
  { object, model, initiators }: BuiltRun,
  strategies: Strategies,
): RunForViewer {
  const { run, progress } = model.assessment;
  const strategy = strategies.get(strategyOfRun(hub, run).name);
  const approvers = approversOfRun(progress?.plan, strategy);
  return { hub, object, model, initiators, ...(approvers && { approvers }) };
}

/** The facts of the Approve dialog are made of everything about a run, so only the gates of a page get them. */
export async function toItems(deps: QueryDeps, waiting: readonly Waiting[], viewer: Viewer): Promise<Item[]> {
  const items: Item[] = [];
  for (const { run, gate } of waiting) {
    const facts = await reading(deps, async tx => {
      const whole = await loadWholeRun(tx, deps, run);
      if (whole === undefined) return undefined;
      const from = await previousSnapshot(tx, deps, whole);
      const to = whole.state.progress?.plan?.resourceIndex;
      const placement = placementOfRun(deps.hub, whole.state.run).name;
      return { whole, changes: await readChangeFacts(tx, deps, { placement, from, to }) };
    });
    if (facts === undefined) continue;
    const built = buildWholeRun(deps, facts.whole);
    items.push(toItem(built, gate, { viewer, changes: facts.changes }));
  }
  return items;
}

interface ItemOptions {
  readonly viewer: Viewer;
  readonly changes: Parameters<typeof approveChecks>[0]['changes'];
}

function toItem(
  { model, state, forViewer }: BuiltWholeRun,
  gate: GateView,
  { viewer, changes }: ItemOptions,
): Item {
  const checks = approveChecks({ model, state, ...(changes && { changes }) }, gate);
  return {
    gate: permitGate(forViewer, gate, viewer),
    run: state.run.name,
    scope: state.run.namespace ?? CLUSTER_SCOPE,
    placement: state.run.spec.placementName,
    startsStage: startsStage(model, gate, state),
    checks: countChecks(checks),
    approvers: [...(forViewer.approvers ?? [])],
  };
}

const DECIDED_LIMIT = 100;
/** What the checks said then nobody knows now. */
const NO_CHECKS = countChecks([]);

/** Decisions made through Fleetstage, newest first, without those that were taken back. */
async function decidedPage(deps: QueryDeps, asked: Asked<'/approvals'>, viewer: Viewer) {
  const { limit = DECIDED_LIMIT, cursor } = asked;
  const offset = cursor === undefined ? 0 : readCursor(cursor).at;
  const decisions = await reading(deps, tx => listDecisions(tx, deps.hub, { limit: limit + 1, offset }));
  const page = decisions.slice(0, limit);
  const built = everyRun(await buildRuns(deps, [...new Set(page.map(({ run }) => run))]));
  const runOf = new Map(built.map(run => [keyOfObject(run.object), run]));
  const strategies = await reading(deps, tx => loadStrategies(tx, deps.hub));
  const items = page.map(decision => {
    const run = runOf.get(decision.run);
    const known = run && { built: run, forViewer: toForViewer(deps, run, strategies) };
    return toDecidedItem(decision, { ...(known && { known }), viewer });
  });
  const end = offset + page.length;
  return { items, ...(decisions.length > limit && { nextCursor: writeCursor({ after: '', at: end }) }) };
}

interface DecidedOptions {
  readonly known?: { readonly built: BuiltRun; readonly forViewer: RunForViewer };
  readonly viewer: Viewer;
}

type Starts = Item['startsStage'];

/** A rejection starts nothing, and what an approval of a run that is gone has started is not known. */
function whatItStarted(verdict: Approval['verdict'], ofRun: (() => Starts) | undefined): Starts {
  if (verdict === 'rejected') return { kind: 'nothing', clusterCount: 0, reason: 'It was rejected.' };
  return ofRun?.() ?? { kind: 'nothing', clusterCount: 0, reason: 'Its run is gone.' };
}

/** Of a run that is gone, or was recreated, only the decision is left. */
function toDecidedItem(decision: Approval, { known, viewer }: DecidedOptions): Item {
  const run = known?.built;
  const { stage, requestUid, verdict, actor, comment, at } = decision;
  const task = decision.task === 'beforeStage' ? 'before' : 'after';
  const shown = run?.model.stages
    .flatMap(({ before, after }) => [...before, ...after])
    .find(gate => gate.requestUid === requestUid);
  const gate: GateView = shown ?? {
    kind: 'approval',
    task,
    stage,
    state: verdict === 'rejected' ? 'rejected' : 'approved',
    requestUid,
    doneAt: toRfc3339(at),
    actor: { ref: actor },
    ...(comment !== undefined && { comment }),
  };
  const { namespace = CLUSTER_SCOPE, name } = fromObjectKey(decision.run);
  const asked = fromRfc3339(gate.askedAt);
  const isKnown = run !== undefined && shown !== undefined;
  return {
    gate: known && isKnown ? permitGate(known.forViewer, gate, viewer) : gate,
    run: name,
    scope: namespace,
    placement: run?.model.assessment.run.spec.placementName ?? '',
    startsStage: whatItStarted(verdict, isKnown ? () => startsStage(run.model, gate) : undefined),
    checks: NO_CHECKS,
    decision: {
      verdict: verdict === 'rejected' ? 'rejected' : 'approved',
      at: toRfc3339(at),
      actor: { ref: actor },
      ...(comment !== undefined && { comment }),
      ...(asked !== undefined && { waitedSeconds: Math.max(0, Math.round((at - asked) / 1000)) }),
    },
  };
}
