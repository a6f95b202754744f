import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import type { Gate, Run, Stage } from './runParts';

const event = (
  at: string,
  name: string,
  more: Partial<Schemas['TimelineEvent']> = {},
): Omit<Schemas['TimelineEvent'], 'id'> => ({
  at,
  event: name,
  actor: { ref: 'engine' },
  ...more,
});

/** What must have happened for the run to be in its state, newest first. */
export function eventsOf(run: Run): Schemas['TimelineEvent'][] {
  const recorded: Omit<Schemas['TimelineEvent'], 'id'>[] = [
    event(run.createdAt, 'created', { actor: run.startedBy ?? { ref: 'kubectl' } }),
    ...planEvents(run),
    ...run.pipeline.filter(one => one.state !== 'notStarted').flatMap(stageEvents),
    ...endEvents(run),
  ];
  return recorded
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
    .map((one, index) => ({ ...one, id: String(index + 1) }))
    .reverse();
}

function planEvents({ createdAt, state, failure, total, pipeline }: Run) {
  if (state === 'couldNotPrepare') return [event(createdAt, 'initializationFailed', { message: failure })];
  if (pipeline.length === 0) return [];
  const stages = pipeline.filter(one => !one.isRemoval).length;
  return [event(createdAt, 'initialized', { message: `${total} clusters in ${stages} stages` })];
}

/** How it came to its state. */
function endEvents({ state, endedAt, ended, failure, stateChange }: Run) {
  const by = ended?.actor && { actor: ended.actor };
  if (state === 'ended' && endedAt) return [event(endedAt, 'ended', { ...by, message: ended?.reason })];
  if (state === 'failed' && endedAt) return [event(endedAt, 'failed', { message: failure })];
  if (state === 'succeeded' && endedAt) return [event(endedAt, 'succeeded')];
  if (stateChange?.to !== 'Stop') return [];
  const { at, actor, reason: message } = stateChange;
  return [event(at, 'stopAsked', { actor, message })];
}

function stageEvents({
  name,
  clusters,
  gatesBefore,
  gatesAfter,
}: Stage): Omit<Schemas['TimelineEvent'], 'id'>[] {
  const started = clusters.flatMap(({ startedAt }) => startedAt ?? []).sort();
  const done = clusters.filter(({ state, endedAt }) => state === 'updated' && endedAt !== undefined);
  const folded =
    done.length > 6
      ? [{ at: done[done.length - 1].endedAt ?? '', clusters: done.map(one => one.name) }]
      : done.map(one => ({ at: one.endedAt ?? '', cluster: one.name }));
  return [
    ...(started.length > 0 ? [event(started[0], 'stageStarted', { stage: name })] : []),
    ...folded.map(({ at, ...more }) => event(at, 'clusterSucceeded', { stage: name, ...more })),
    ...clusters
      .filter(({ state }) => state === 'failed')
      .slice(0, 1)
      .map(one =>
        event(one.since ?? '', 'clusterFailed', { stage: name, cluster: one.name, message: one.cause }),
      ),
    ...[...gatesBefore, ...gatesAfter].flatMap(gateEvents),
  ];
}

function gateEvents({
  stage: of,
  task,
  askedAt,
  doneAt,
  endsAt,
  state,
  actor,
  comment,
}: Gate): Omit<Schemas['TimelineEvent'], 'id'>[] {
  const events = askedAt
    ? [event(askedAt, 'approvalRequested', { stage: of, task, message: 'platform-approvers decide' })]
    : [];
  if (state === 'approved' && doneAt)
    events.push(event(doneAt, 'approvalGiven', { stage: of, task, actor, message: comment }));
  if (state === 'elapsed') events.push(event(doneAt ?? endsAt ?? '', 'waitElapsed', { stage: of, task }));
  return events;
}

/** As many as the fixture says, but of a run with a longer past. */
export const countOfEvents = (run: Run) => run.timelineCount ?? eventsOf(run).length;

/** The first page; older events are there to load, and are not shown. */
export function timelineOf(run: Run, isNext: boolean): Omit<Schemas['TimelinePage'], keyof Schemas['Stamp']> {
  const items = isNext ? [] : eventsOf(run);
  const total = countOfEvents(run);
  return { items, total, nextCursor: !isNext && items.length < total ? 'older' : undefined };
}
