import { InputError } from '@backstage/errors';
import { approvalName, stagedKindsOfKey, toRfc3339 } from '@fleetstage/backstage-plugin-fleetstage-common';
import { fromObjectKey } from '../database/placementObject';
import { ROLLOUT, SEQUENCE } from '../database/sequences/sequenceEvents';
import { FOLDED_EVENTS, listTimeline, type TimelineEntry } from '../database/timelineStore';
import { countTimeline } from '../database/views/records';
import { mustBeAllowed } from './commands/commandDeps';
import { keyAt, placementTarget } from './commands/placementTarget';
import type { Answer, Asked, Schemas } from './contract';
import { overrideTarget } from './overrideTarget';
import { readCursor, writeCursor } from './paging';
import { checkHub, reading, stampOf, type QueryDeps } from './queryDeps';
import type { Viewer } from './viewer';

const DEFAULT_LIMIT = 100;
const FOLDED: ReadonlySet<string> = new Set(FOLDED_EVENTS);

interface TimelineAsked {
  readonly kind: string;
  readonly name: string;
  readonly limit?: number;
  readonly cursor?: string;
}

/** Kept when the object is deleted. */
export async function getRunTimeline(
  deps: QueryDeps,
  asked: Asked<'/runs/{scope}/{name}/timeline'>,
): Promise<Answer<'/runs/{scope}/{name}/timeline'>> {
  checkHub(deps, asked);
  const name = keyAt(asked);
  return readTimeline(deps, { ...asked, kind: stagedKindsOfKey(name).run, name });
}

export async function getPlacementTimeline(
  deps: QueryDeps,
  asked: Asked<'/placements/{scope}/{name}/timeline'>,
): Promise<Answer<'/placements/{scope}/{name}/timeline'>> {
  checkHub(deps, asked);
  const { kind, key: name } = placementTarget(asked);
  return readTimeline(deps, { ...asked, kind, name });
}

/** Kept when the member has left. */
export async function getClusterTimeline(
  deps: QueryDeps,
  asked: Asked<'/clusters/{name}/timeline'>,
): Promise<Answer<'/clusters/{name}/timeline'>> {
  checkHub(deps, asked);
  return readTimeline(deps, { ...asked, kind: 'MemberCluster', name: asked.name });
}

export async function getStrategyTimeline(
  deps: QueryDeps,
  asked: Asked<'/strategies/{scope}/{name}/timeline'>,
): Promise<Answer<'/strategies/{scope}/{name}/timeline'>> {
  checkHub(deps, asked);
  const name = keyAt(asked);
  return readTimeline(deps, { ...asked, kind: stagedKindsOfKey(name).strategy, name });
}

export async function getOverrideTimeline(
  deps: QueryDeps,
  asked: Asked<'/overrides/{scope}/{name}/timeline'>,
  viewer: Viewer,
): Promise<Answer<'/overrides/{scope}/{name}/timeline'>> {
  checkHub(deps, asked);
  mustBeAllowed(viewer.mayReadOverrides());
  const { kind, key: name } = overrideTarget(asked);
  return readTimeline(deps, { ...asked, kind, name });
}

/** Kept when the sequence is deleted. */
export async function getSequenceTimeline(
  deps: QueryDeps,
  asked: Asked<'/sequences/{name}/timeline'>,
): Promise<Answer<'/sequences/{name}/timeline'>> {
  checkHub(deps, asked);
  return readTimeline(deps, { ...asked, kind: SEQUENCE, name: asked.name });
}

/** Kept when the rollout is gone from the hub. */
export async function getVersionRolloutTimeline(
  deps: QueryDeps,
  asked: Asked<'/version-rollouts/{name}/timeline'>,
): Promise<Answer<'/version-rollouts/{name}/timeline'>> {
  checkHub(deps, asked);
  return readTimeline(deps, { ...asked, kind: ROLLOUT, name: asked.name });
}

/** Newest first; lines that differ only by the cluster are one. A page is counted in lines, so it never ends within one. */
async function readTimeline(deps: QueryDeps, { kind, name, limit = DEFAULT_LIMIT, cursor }: TimelineAsked) {
  const beforeId = cursor === undefined ? undefined : idOf(cursor);
  const { entries, total } = await reading(deps, async tx => ({
    entries: await listTimeline(tx, deps.hub, {
      kind,
      name,
      limit: limit + 1,
      ...(beforeId !== undefined && { beforeId }),
    }),
    total: await countTimeline(tx, deps.hub, { kind, name }),
  }));
  const page = entries.slice(0, limit);
  const last = page.at(-1);
  return {
    ...stampOf(deps),
    items: fold(page),
    total,
    ...(entries.length > limit && last && { nextCursor: writeCursor({ after: String(last.id), at: 0 }) }),
  };
}

function idOf(cursor: string): number {
  const id = Number(readCursor(cursor).after);
  if (Number.isSafeInteger(id)) return id;
  throw new InputError('cursor is of another list; take nextCursor of the page before, or leave it out');
}

interface Line {
  readonly entry: TimelineEntry;
  readonly clusters: string[];
}

function fold(entries: readonly TimelineEntry[]): Schemas['TimelineEvent'][] {
  const lines: Line[] = [];
  for (const entry of entries) {
    const last = lines.at(-1);
    const isSame =
      last !== undefined &&
      FOLDED.has(entry.event) &&
      last.entry.event === entry.event &&
      last.entry.stage === entry.stage &&
      last.entry.actor === entry.actor &&
      last.entry.message === entry.message;
    if (isSame) last.clusters.push(...clustersOf(entry));
    else lines.push({ entry, clusters: [...clustersOf(entry)] });
  }
  return lines.map(toEvent);
}

/** Newest first, as entries are. A pass that moved several clusters has written one line, with their names in its data. */
function clustersOf({ cluster, data }: TimelineEntry): readonly string[] {
  if (cluster !== undefined) return [cluster];
  const clusters = data?.clusters;
  return Array.isArray(clusters) ? clusters.filter(one => typeof one === 'string').reverse() : [];
}

function toEvent({ entry, clusters }: Line): Schemas['TimelineEvent'] {
  const { id, at, event, actor, stage, message, data } = entry;
  const generation = data?.generation;
  const task = taskOf(entry);
  return {
    id: String(id),
    at: toRfc3339(at),
    event,
    actor: { ref: actor },
    ...(stage !== undefined && { stage }),
    ...(clusters.length === 1 && { cluster: clusters[0] }),
    ...(clusters.length > 1 && { clusters: [...clusters].reverse() }),
    ...(task && { task }),
    ...(typeof generation === 'number' && { generation }),
    ...(data?.starts && { starts: data.starts }),
    ...(message !== undefined && { message }),
  };
}

/** The engine names the request of an approval, `<run>-before-<stage>` in front of a stage; people's acts name the side. */
function taskOf({ subjectName, stage, data }: TimelineEntry): 'before' | 'after' | undefined {
  const task = data?.task;
  if (typeof task !== 'string' || stage === undefined) return undefined;
  const before = [
    'before',
    'beforeStage',
    approvalName(fromObjectKey(subjectName).name, stage, 'beforeStage'),
  ];
  return before.includes(task) ? 'before' : 'after';
}
