import { InputError, NotFoundError } from '@backstage/errors';
import { toRfc3339 } from '@fleetstage/backstage-plugin-fleetstage-common';
import { causesOf, countDecided, countSummed } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from '../database/db';
import { listDecisions, loadDecision, type DecisionRecord } from '../database/decisionStore';
import { loadVerdictsOf } from '../database/verdictStore';
import { placementTarget } from './commands/placementTarget';
import type { Answer, Asked, Schemas } from './contract';
import { readCursor, writeCursor } from './paging';
import { checkHub, reading, stampOf, type QueryDeps } from './queryDeps';

const DEFAULT_LIMIT = 100;

type Path = '/placements/{scope}/{name}/decisions';

/** The scheduler's decisions on a placement, newest first; empty where it is gone, or has decided nothing. */
export async function listPlacementDecisions(deps: QueryDeps, asked: Asked<Path>): Promise<Answer<Path>> {
  checkHub(deps, asked);
  const { hub } = deps;
  const { key: name } = placementTarget(asked);
  const { limit = DEFAULT_LIMIT, cursor } = asked;
  const before = cursor === undefined ? undefined : numberOf(cursor);
  const { records, counts } = await reading(deps, async tx => {
    const found = await listDecisions(tx, { hub, name }, { limit: limit + 1, ...(before && { before }) });
    const withoutSummary = found.filter(({ summary }) => summary === undefined);
    return { records: found, counts: await countVerdicts(tx, { hub, name }, withoutSummary) };
  });
  const page = records.slice(0, limit);
  const last = page.at(-1);
  return {
    ...stampOf(deps),
    items: page.map((record, i) => ({
      ...viewDecision(record, counts.get(record.number)),
      ...(before === undefined && i === 0 && { isLast: true }),
    })),
    ...(records.length > limit && last && { nextCursor: writeCursor({ after: String(last.number), at: 0 }) }),
  };
}

/** Of an integer column of PostgreSQL. */
const GREATEST_NUMBER = 2 ** 31 - 1;

type DecisionCounts = Pick<Schemas['PlacementDecision'], 'causes' | 'decided'>;

const NOTHING: DecisionCounts = { causes: [], decided: countDecided([]) };

/** Decisions from before there was a history are shown by their verdicts. */
async function countVerdicts(
  tx: Tx,
  placement: { hub: string; name: string },
  records: readonly DecisionRecord[],
) {
  const counts = new Map<number, DecisionCounts>();
  for (const { number } of records) {
    const verdicts = await loadVerdictsOf(tx, placement, number);
    counts.set(number, { causes: causesOf(verdicts), decided: countDecided(verdicts) });
  }
  return counts;
}

function numberOf(cursor: string): number {
  const number = Number(readCursor(cursor).after);
  if (Number.isSafeInteger(number) && number > 0 && number <= GREATEST_NUMBER) return number;
  throw new InputError('cursor is of another list; take nextCursor of the page before, or leave it out');
}

function viewDecision(
  { number, at, outcome, summary }: DecisionRecord,
  counted = NOTHING,
): Schemas['PlacementDecision'] {
  const { cause, picked, gained, lost, inputs } = summary ?? {};
  const { causes, decided } = summary === undefined ? counted : { ...summary, decided: countSummed(summary) };
  return {
    number,
    at: toRfc3339(at),
    policyIndex: String(outcome.policyIndex),
    isFulfilled: outcome.fulfilled,
    ...(outcome.isHeld && { isHeld: true }),
    message: outcome.message,
    ...(cause && { cause: { ...cause, clusters: cause.clusters.map(one => ({ ...one })) } }),
    ...(picked !== undefined && { picked }),
    ...(gained && { gained: { ...gained, names: [...gained.names] } }),
    ...(lost && { lost: { ...lost, names: [...lost.names] } }),
    causes: causes.map(one => ({ ...one })),
    decided,
    ...(inputs !== undefined && { inputs }),
  };
}

/** @throws NotFoundError where there was no such decision, or it is kept no longer */
export async function readDecision(
  tx: Tx,
  placement: { readonly hub: string; readonly name: string },
  number: number,
) {
  const decision = await loadDecision(tx, placement, number);
  if (decision === undefined)
    throw new NotFoundError(
      `Decision ${number} of placement "${placement.name}" is not kept; leave "decided" out for the last one, or take one of its decisions`,
    );
  return { decision, verdicts: await loadVerdictsOf(tx, placement, number) };
}
