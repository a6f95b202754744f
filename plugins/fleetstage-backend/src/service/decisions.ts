import { InputError, NotFoundError } from '@backstage/errors';
import { toRfc3339 } from '@fleetstage/backstage-plugin-fleetstage-common';
import { causesOf } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from '../database/db';
import { listDecisions, loadDecision, type DecisionRecord } from '../database/decisionStore';
import { loadVerdictsOf } from '../database/verdictStore';
import { placementTarget } from './commands/placementTarget';
import type { Answer, Asked, Schemas } from './contract';
import { readCursor, writeCursor } from './paging';
import { checkHub, reading, stampOf, type QueryDeps } from './queryDeps';

const DEFAULT_LIMIT = 100;

type Path = '/placements/{scope}/{name}/decisions';

/** What the scheduler has decided on a placement, newest first; empty where it is gone, or has decided nothing. */
export async function listPlacementDecisions(deps: QueryDeps, asked: Asked<Path>): Promise<Answer<Path>> {
  checkHub(deps, asked);
  const { hub } = deps;
  const { key: name } = placementTarget(asked);
  const { limit = DEFAULT_LIMIT, cursor } = asked;
  const before = cursor === undefined ? undefined : numberOf(cursor);
  const { records, causes } = await reading(deps, async tx => {
    const found = await listDecisions(tx, { hub, name }, { limit: limit + 1, ...(before && { before }) });
    const untold = found.filter(({ summary }) => summary === undefined);
    return { records: found, causes: await countCauses(tx, { hub, name }, untold) };
  });
  const page = records.slice(0, limit);
  const last = page.at(-1);
  return {
    ...stampOf(deps),
    items: page.map((record, i) => ({
      ...viewDecision(record, causes.get(record.number)),
      ...(before === undefined && i === 0 && { isLast: true }),
    })),
    ...(records.length > limit && last && { nextCursor: writeCursor({ after: String(last.number), at: 0 }) }),
  };
}

/** Of an integer column of PostgreSQL. */
const GREATEST_NUMBER = 2 ** 31 - 1;

/** Decisions of before there was a history are told by their verdicts. */
async function countCauses(
  tx: Tx,
  placement: { hub: string; name: string },
  records: readonly DecisionRecord[],
) {
  const causes = new Map<number, ReturnType<typeof causesOf>>();
  for (const { number } of records) causes.set(number, causesOf(await loadVerdictsOf(tx, placement, number)));
  return causes;
}

function numberOf(cursor: string): number {
  const number = Number(readCursor(cursor).after);
  if (Number.isSafeInteger(number) && number > 0 && number <= GREATEST_NUMBER) return number;
  throw new InputError('cursor is of another list; take nextCursor of the page before, or leave it out');
}

function viewDecision(
  { number, at, outcome, summary }: DecisionRecord,
  counted: ReturnType<typeof causesOf> = [],
): Schemas['PlacementDecision'] {
  const { cause, picked, gained, lost, causes, inputs } = summary ?? { causes: counted };
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
