import { plus, type Instant, type UpdateRunState } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  claimConditions,
  refuseRunState,
  STUCK_AFTER_MS,
  wantedState,
  type ClaimName,
  type ClusterProgress,
  type PersonEventName,
  type RunProgress,
  type WorkReport,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { ConflictError, InputError, NotFoundError } from '@backstage/errors';
import { randomUUID } from 'node:crypto';
import { forgetRejections } from '../../database/approvalStore';
import { toWorkKey } from '../../database/keys';
import { markWork } from '../../database/marks';
import { resetAttempts } from '../../database/queue/resetAttempts';
import { queues } from '../../database/queue/queues';
import { appendTimeline, completeInTimeline } from '../../database/timelineStore';
import { loadReports } from '../../database/workStore';
import { wake } from '../../database/wakes';
import type { Schemas } from '../contract';
import type { Viewer } from '../viewer';
import { actorOf, mustBeAllowed, type CommandDeps } from './commandDeps';
import { loadRunSubject, mustNotBeOver, type RunSubject } from './loadRunSubject';
import { recordThenWrite } from './recordThenWrite';

const EVENTS: Readonly<Record<UpdateRunState, Readonly<Partial<Record<UpdateRunState, PersonEventName>>>>> = {
  Initialize: { Run: 'startAsked' },
  Run: { Stop: 'stopAsked' },
  Stop: { Run: 'resumeAsked' },
};

/** Starts, stops or resumes a run; where it is so already, nothing is written. */
export async function setRunState(
  deps: CommandDeps,
  viewer: Viewer,
  { run: name, state, resourceVersion, reason }: { run: string } & Schemas['SetRunStateRequest'],
): Promise<Schemas['RunStateResult']> {
  const { database, hub, writer } = deps;
  const subject = await database.transact(tx => loadRunSubject(tx, hub, name));
  mustBeAllowed(viewer.mayControl(subject.resource));
  mustNotBeOver(subject);
  const before = await liveStateOf(deps, subject);
  if (before === state) return { state };
  const refusal = refuseRunState(name, before, state);
  const event = EVENTS[before][state];
  if (refusal !== undefined || event === undefined) throw new ConflictError(refusal);
  const { object, uid } = subject;
  const guard = resourceVersion === undefined ? {} : { resourceVersion };
  const line = toLine(subject, viewer, { event, message: reason, data: { uid, act: randomUUID() } });
  const { metadata } = await recordThenWrite(deps, line, () =>
    writer.patchSpec({ ...object, uid, ...guard }, { state }),
  );
  const { generation } = metadata;
  await database.transact(tx => completeInTimeline(tx, hub, line, { ...line.data, generation }));
  if (state === 'Run') await database.transact(tx => forgetRejections(tx, hub, name));
  return { state };
}

/** Tries the clusters that fail, or take too long, again at once: same plan, same snapshot. */
export async function retryRun(
  { database, hub }: CommandDeps,
  viewer: Viewer,
  { run: name, clusters: wanted, now }: { run: string; now: Instant } & Schemas['RetryRequest'],
): Promise<Schemas['RetryResult']> {
  const { subject, reports } = await database.transact(async tx => {
    const run = await loadRunSubject(tx, hub, name);
    return { subject: run, reports: await loadReports(tx, hub, run.placement) };
  });
  mustBeAllowed(viewer.mayControl(subject.resource));
  mustNotBeOver(subject);
  const inFlight = inFlightOf(subject.progress);
  const clusters = wanted ? pick(name, inFlight, wanted) : inTrouble(inFlight, reports, now);
  if (clusters.length === 0) return { clusters: 0 };
  const { placement } = subject;
  const keys = clusters.map(cluster => toWorkKey(hub, placement, cluster));
  await database.transact(tx => resetAttempts(tx, queues.applyWork, keys));
  await database.transact(async tx => {
    markWork(tx, { hub, name: placement }, clusters);
    wake(tx, 'runConcerned', { hub, name });
    const message = clusters.length > 3 ? `${clusters.length} clusters` : clusters.join(', ');
    await appendTimeline(tx, hub, [
      toLine(subject, viewer, { event: 'retried', message, data: { clusters } }),
    ]);
  });
  return { clusters: clusters.length };
}

/** The mirror may be a moment behind; who starts a run that is started by then has started nothing. */
async function liveStateOf(
  { writer, hub }: CommandDeps,
  { name, object, uid, progress }: RunSubject,
): Promise<UpdateRunState> {
  const live = await writer.find(object.kind, object.name, object.namespace);
  if (live === undefined || live.metadata.uid !== uid)
    throw new NotFoundError(`run "${name}" was deleted from hub "${hub}"`);
  return wantedState(live.spec as { state?: UpdateRunState }, progress);
}

function toLine(
  { name, object, placement }: RunSubject,
  viewer: Viewer,
  line: { event: PersonEventName; message?: string; data: Readonly<Record<string, unknown>> },
) {
  return {
    subjectKind: object.kind,
    subjectName: name,
    event: line.event,
    actor: actorOf(viewer),
    ...(line.message !== undefined && line.message !== '' && { message: line.message }),
    data: { placement, ...line.data },
  };
}

const inFlightOf = (progress: RunProgress | undefined): readonly ClusterProgress[] =>
  [...(progress?.stages ?? []), ...(progress ? [progress.deletion] : [])].flatMap(stage =>
    stage.clusters.filter(
      one => one.startedAt !== undefined && one.succeededAt === undefined && one.failed === undefined,
    ),
  );

function pick(run: string, inFlight: readonly ClusterProgress[], wanted: readonly string[]): string[] {
  const known = new Set(inFlight.map(({ cluster }) => cluster));
  const others = wanted.filter(cluster => !known.has(cluster));
  if (others.length === 0) return [...new Set(wanted)].sort();
  throw new InputError(
    `clusters: run "${run}" is not updating ${others.slice(0, 3).join(', ')}` +
      `${others.length > 3 ? ` and ${others.length - 3} more` : ''}; leave the field out for all that fail or are stuck`,
  );
}

/** Of the clusters that are being updated, those whose report is not all well, and those that take too long. */
function inTrouble(
  inFlight: readonly ClusterProgress[],
  reports: readonly WorkReport[],
  now: Instant,
): string[] {
  const failing = new Set(reports.filter(isFailing).map(({ cluster }) => cluster));
  return inFlight
    .filter(({ cluster, startedAt = now }) => failing.has(cluster) || plus(startedAt, STUCK_AFTER_MS) <= now)
    .map(({ cluster }) => cluster)
    .sort();
}

const CLAIMS = Object.keys(claimConditions) as ClaimName[];

const isFailing = (report: WorkReport) =>
  report.failed.length > 0 || CLAIMS.some(claim => report[claim]?.status === 'False');
