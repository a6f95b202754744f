import { ConflictError, InputError, NotAllowedError, NotFoundError } from '@backstage/errors';
import {
  cutText,
  findSegmentFault,
  isJsonObject,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  containerNames,
  diffManifest,
  growWorkloadTree,
  isSameObject,
  judgeWorkload,
  maskLive,
  type ManifestIdentity,
  type PlacedObservation,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Answer, Asked, Schemas } from '../contract';
import { carrierOf, onlyByAgent, stampOf, type QueryDeps } from '../queryDeps';
import type { Viewer } from '../viewer';
import { LogStreams } from './LogStreams';
import type { Found, MemberWorkloads } from './MemberWorkloads';
import { readLog, type LogPart } from './readLog';
import { readSubject, type Render, type Subject } from './readSubject';

const BASE = '/placements/{scope}/{name}/clusters/{cluster}/workloads';
type ListPath = typeof BASE;
type ObjectPath = `${typeof BASE}/object`;
export type LogAsked = Asked<`${typeof BASE}/logs`>;

/** What is followed may be longer, and is over in the end: whoever reads opens it again. */
const FOLLOWED = { maxBytes: 8 * 1024 * 1024, timeMs: 30 * 60_000 } as const;
/** Of a cluster that only its agent reaches. */
const UNREAD = 'read its workloads, events and logs';
const REPORTED = 'What the agent reports of each object is in the status of the placement';
const ONCE = { maxBytes: 1024 * 1024, timeMs: 15_000 } as const;

export interface WorkloadDeps {
  readonly queries: QueryDeps;
  readonly members: MemberWorkloads;
  readonly render: Render;
}

/** The objects of a placement on a member, with what they own, read there and then. Values of Secrets never leave here. */
export class FleetWorkloads {
  private readonly streams = new LogStreams();

  constructor(private readonly deps: WorkloadDeps) {}

  /** Name of the one hub. */
  get hub(): string {
    return this.deps.queries.hub;
  }

  async list(asked: Asked<ListPath>, viewer: Viewer): Promise<Answer<ListPath>> {
    const subject = await this.subjectOf(asked, viewer);
    if (this.isUnread(asked.cluster)) return this.unread(asked.cluster, subject);
    const { placed, owned, isCut } = await this.deps.members.survey(subject.on);
    return {
      ...stampOf(this.deps.queries),
      cluster: asked.cluster,
      objects: growWorkloadTree(
        placed.map(observation => withFailure(observation, subject)),
        owned,
      ) as unknown as Schemas['Workload'][],
      isCut,
      mayReadLogs: subject.mayReadLogs,
    };
  }

  private isUnread(cluster: string): boolean {
    return carrierOf(this.deps.queries, cluster) === 'pull';
  }

  private unread(cluster: string, { mayReadLogs }: Subject): Answer<ListPath> {
    const { queries } = this.deps;
    const unread = `${onlyByAgent(cluster, UNREAD)}. ${REPORTED}`;
    return { ...stampOf(queries), cluster, objects: [], isCut: false, unread, mayReadLogs };
  }

  /** @throws NotFoundError for what is not in the tree of the placement, ConflictError where only an agent reaches the cluster */
  async object(asked: Asked<ObjectPath>, viewer: Viewer): Promise<Answer<ObjectPath>> {
    const subject = await this.subjectOf(asked, viewer);
    const { live, placed } = await this.findIn(subject, asked);
    const desired = placed && desiredOf(subject, placed);
    const events = live ? await this.deps.members.events(asked.cluster, live) : [];
    const judged = live ? judgeWorkload(live) : { health: 'missing' as const };
    const containers = live ? containerNames(live) : [];
    return {
      ...stampOf(this.deps.queries),
      ...identityOf(asked),
      ...judged,
      isPlaced: placed !== undefined,
      ...(live && { live: maskLive(live) as unknown as Record<string, unknown> }),
      ...(desired && { desired: maskLive(desired) as unknown as Record<string, unknown> }),
      ...(live && desired && { differences: [...diffManifest(desired, live, 'PartialComparison')] }),
      conditions: live ? conditionsOf(live) : [],
      events: events.map(toEvent),
      ...(containers.length > 0 && { containers: [...containers] }),
      mayReadLogs: subject.mayReadLogs,
    };
  }

  /** The log of a container. @throws NotFoundError, NotAllowedError, InputError, TooManyLogsError */
  async log(asked: LogAsked, viewer: Viewer, gone: AbortSignal): Promise<AsyncGenerator<LogPart>> {
    const subject = await this.subjectOf(asked, viewer);
    if (!subject.mayReadLogs.isAllowed) throw new NotAllowedError(subject.mayReadLogs.reason);
    const leave = this.streams.enter(viewer.ref ?? viewer.service ?? '');
    try {
      const pod = { ...asked, group: '', version: 'v1', kind: 'Pod' };
      const { live } = await this.findIn(subject, pod);
      if (live === undefined) throw notInTree(pod, subject);
      const container = asked.container ?? containerNames(live)[0] ?? '';
      if (!containerNames(live).includes(container))
        throw new InputError(`Pod ${asked.objectName} has no container "${container}"`);
      return this.follow(asked, { live, container, gone, leave });
    } catch (error) {
      leave();
      throw error;
    }
  }

  private async *follow(
    { cluster, tailLines = 500, previous = false, follow = false }: LogAsked,
    {
      live,
      container,
      gone,
      leave,
    }: { live: KubeObject; container: string; gone: AbortSignal; leave: () => void },
  ): AsyncGenerator<LogPart> {
    const { maxBytes, timeMs } = follow ? FOLLOWED : ONCE;
    const time = AbortSignal.timeout(timeMs);
    const ended = new AbortController();
    try {
      const open = () =>
        this.deps.members.openLog(cluster, live, {
          container,
          tailLines,
          limitBytes: maxBytes,
          isPrevious: previous,
          isFollowed: follow,
          signal: AbortSignal.any([gone, time, ended.signal]),
        });
      yield* readLog(open, { maxBytes, time, gone });
    } finally {
      ended.abort();
      leave();
    }
  }

  private subjectOf(asked: Asked<ListPath>, viewer: Viewer): Promise<Subject> {
    const { queries, render } = this.deps;
    return readSubject(queries, asked, { viewer, may: viewer.mayReadWorkloads, render });
  }

  private async findIn(subject: Subject, wanted: Wanted): Promise<Found> {
    // Names that no object can have are not asked for.
    const { objectName, objectNamespace } = wanted;
    const names = [objectName, ...(objectNamespace ? [objectNamespace] : [])];
    if (names.some(name => findSegmentFault(name) !== undefined)) throw notInTree(wanted, subject);
    const { cluster } = subject.on;
    if (this.isUnread(cluster)) throw new ConflictError(`${onlyByAgent(cluster, UNREAD)}. ${REPORTED}`);
    const found = await this.deps.members.find(subject.on, identityOf(wanted));
    if (found === undefined) throw notInTree(wanted, subject);
    return found;
  }
}

interface Wanted {
  readonly group?: string;
  readonly version: string;
  readonly kind: string;
  readonly objectNamespace?: string;
  readonly objectName: string;
}

const identityOf = ({
  group = '',
  version,
  kind,
  objectNamespace,
  objectName,
}: Wanted): ManifestIdentity => ({
  group,
  version,
  kind,
  ...(objectNamespace && { namespace: objectNamespace }),
  name: objectName,
});

const notInTree = ({ kind, objectName }: Wanted, { on }: Subject) =>
  new NotFoundError(
    `${kind} "${objectName}" is not among what this placement has on cluster "${on.cluster}"`,
  );

/** Why the last attempt to apply it failed. */
function withFailure(observation: PlacedObservation, { report }: Subject): PlacedObservation {
  const failed = report?.failed.find(one => isSameObject(observation.identity, one));
  if (failed === undefined || observation.problem !== undefined || failed.condition.type !== 'Applied')
    return observation;
  return { ...observation, problem: failed.condition.message };
}

const desiredOf = ({ work }: Subject, placed: ManifestIdentity) =>
  work?.manifests.find(manifest => isSameObject(manifest, placed))?.object;

const STATUSES: ReadonlySet<unknown> = new Set(['True', 'False', 'Unknown']);
const MAX_CONDITIONS = 50;
const text = (value: unknown) => (typeof value === 'string' ? cutText(value) : '');

/** As far as they are well formed. */
function conditionsOf({ status }: KubeObject): Schemas['Condition'][] {
  const conditions = isJsonObject(status) && Array.isArray(status.conditions) ? status.conditions : [];
  return conditions
    .filter(isJsonObject)
    .filter(one => STATUSES.has(one.status))
    .slice(0, MAX_CONDITIONS)
    .map(one => ({
      type: text(one.type),
      status: one.status as Schemas['Condition']['status'],
      reason: text(one.reason),
      message: text(one.message),
      ...(isInstant(one.lastTransitionTime) && { lastTransitionTime: one.lastTransitionTime }),
    }));
}

function toEvent(event: KubeObject): Schemas['WorkloadEvent'] {
  const { type, reason, message, count, lastTimestamp, eventTime, metadata } = event;
  const at = [lastTimestamp, eventTime, metadata.creationTimestamp].find(isInstant);
  return {
    type: type === 'Warning' ? 'Warning' : 'Normal',
    reason: text(reason),
    message: text(message),
    count: typeof count === 'number' && count > 0 ? Math.floor(count) : 1,
    ...(at !== undefined && { at }),
  };
}

const isInstant = (value: unknown): value is string =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value));
