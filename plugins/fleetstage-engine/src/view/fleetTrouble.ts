import { toRfc3339, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { MemberStatus } from './clusterView';
import { NAMED_AT_MOST } from './foldBlockers';
import { stoppedSince } from './runStages';
import type { PlacementSummaryView } from './placementView';
import type { ClusterStateCode } from './stateCodes';
import type { BlockerActor, BlockerTone, BlockerView, RefView } from './views';
import type { RunModel } from './viewRun';
import { countOf, listOf, sentence } from '../words';

/**
 * A placement that is not as wanted for longer than it usually takes (ui §5.1), as `findTrouble` says.
 *
 *   3 of 5 clusters found                         → stuck: Found 3 of 5 clusters
 *   an image that cannot be pulled on one cluster → stuck: Available on 4 of 5 clusters
 */
export function placementTrouble(summary: PlacementSummaryView): BlockerView | undefined {
  const { scope, name, state, trouble, since } = summary;
  if (trouble === undefined) return undefined;
  return {
    cause: state,
    state: trouble.state,
    message: messageOf(summary),
    clusters: [],
    clusterCount: 0,
    actor: trouble.actor,
    subject: { kind: 'placement', scope, name },
    ...(since !== undefined && { since }),
  };
}

function messageOf({ state, message = '', picked, available }: PlacementSummaryView): string {
  if (state === 'notAvailable')
    return `Available on ${available} of ${countOf(picked, 'cluster')}. ${message}`.trim();
  if (state === 'deleting') return sentence('Does not leave its clusters');
  return message === '' ? sentence(state) : message;
}

/**
 * What of the unfinished runs is trouble: clusters that fail or are stuck, and runs that are stopped and hold others (RUL 4).
 * A run that is both has one line: nothing of it goes on before somebody resumes or ends it.
 */
export function runTrouble(models: readonly RunModel[]): BlockerView[] {
  return models.flatMap(model => {
    const { run } = model.assessment;
    const inTrouble = model.blockers.filter(({ state }) => state === 'failing' || state === 'stuck');
    const behind = heldBehind(model, models);
    const lines = behind.length === 0 ? inTrouble : [holdingLine(model, inTrouble, behind)];
    const subject = { kind: 'run', scope: run.namespace ?? '_', name: run.name } as const;
    return lines.map(line => ({ ...line, subject, placement: run.spec.placementName }));
  });
}

function heldBehind({ assessment, state }: RunModel, models: readonly RunModel[]): string[] {
  if (state !== 'stopped') return [];
  return models
    .filter(other => other.assessment.run.namespace === assessment.run.namespace)
    .filter(other => other.assessment.ahead?.subject === assessment.run.name)
    .map(other => other.assessment.run.name);
}

/** With what the loudest of its clusters lacks: the run may have been stopped for it. */
function holdingLine(
  { assessment }: RunModel,
  inTrouble: readonly BlockerView[],
  behind: readonly string[],
): BlockerView {
  const loudest = inTrouble.at(0);
  const since = stoppedSince(assessment);
  const clusters = [...new Set(inTrouble.flatMap(one => one.clusters))];
  return {
    cause: 'HoldsRuns',
    state: loudest?.state ?? 'stuck',
    message: [`Stopped, and holds ${listOf(behind)}. Resume it or end it.`, loudest?.message ?? '']
      .join(' ')
      .trim(),
    clusters: clusters.slice(0, NAMED_AT_MOST),
    clusterCount: Math.max(clusters.length, loudest?.clusterCount ?? 0),
    actor: 'operator',
    ...(since !== undefined && { since: toRfc3339(since) }),
  };
}

interface MemberTrouble {
  readonly tone: BlockerTone;
  readonly words: string;
  readonly actor: BlockerActor;
}

/** Who can act is the same on every page (ui §2): credentials are the operator's, the cluster is its owner's. */
const OF_CLUSTER: Partial<Record<ClusterStateCode, MemberTrouble>> = {
  notJoined: { tone: 'failing', words: 'Another cluster answers', actor: 'operator' },
  credentialsRefused: { tone: 'failing', words: 'Credentials refused', actor: 'operator' },
  noHeartbeat: { tone: 'failing', words: 'No heartbeat', actor: 'clusterOwner' },
  unreachable: { tone: 'stuck', words: 'Unreachable', actor: 'clusterOwner' },
  unhealthy: { tone: 'stuck', words: 'Unhealthy', actor: 'clusterOwner' },
};

interface Member {
  readonly name: string;
  readonly status: MemberStatus;
}

/** Clusters that are not healthy, one line for each state; joining and leaving are what somebody asked for. */
export function clusterTrouble(members: readonly Member[]): BlockerView[] {
  const byState = new Map<ClusterStateCode, Member[]>();
  for (const one of members)
    if (OF_CLUSTER[one.status.state])
      byState.set(one.status.state, [...(byState.get(one.status.state) ?? []), one]);
  return [...byState].flatMap(([state, some]) => {
    const trouble = OF_CLUSTER[state];
    return trouble === undefined ? [] : [lineOf(state, trouble, some)];
  });
}

interface ForeignWrite {
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
  readonly manager: string;
  readonly since: Instant;
}

const SUBJECTS: Readonly<Record<string, RefView['kind']>> = {
  MemberCluster: 'cluster',
  ClusterResourcePlacement: 'placement',
  ResourcePlacement: 'placement',
  ClusterStagedUpdateRun: 'run',
  ClusterStagedUpdateStrategy: 'strategy',
  StagedUpdateRun: 'run',
  StagedUpdateStrategy: 'strategy',
};

/** KubeFleet runs on the hub, too (RUL 37): whatever else is wrong may come of it. */
export function foreignTrouble({ kind, namespace, name, manager, since }: ForeignWrite): BlockerView {
  const subject = SUBJECTS[kind];
  const object = `${kind} ${namespace === undefined ? name : `${namespace}/${name}`}`;
  return {
    ...{ cause: 'KubeFleetWrites', state: 'failing', clusters: [], clusterCount: 0, actor: 'operator' },
    message: `KubeFleet's hub agent writes on this hub, too, and each undoes what the other decides: scale it to 0. It wrote ${object} as ${manager}.`,
    since: toRfc3339(since),
    ...(subject !== undefined && { subject: { kind: subject, scope: namespace ?? '_', name } }),
  };
}

function lineOf(
  cause: ClusterStateCode,
  { tone, words, actor }: MemberTrouble,
  some: readonly Member[],
): BlockerView {
  const [oldest] = [...some].sort((a, b) => (a.status.since ?? 0) - (b.status.since ?? 0));
  const { name, status } = oldest;
  const others = some.filter(one => one !== oldest).map(one => one.name);
  const same = others.length === 0 ? '' : `The same on ${listOf(others)}.`;
  // When it was heard last is the moment of the line.
  const why = status.state === 'noHeartbeat' ? status.met : status.message;
  const message = [`${words}.`, why, same].filter(Boolean).join(' ');
  return {
    cause,
    state: tone,
    message,
    clusters: some.slice(0, NAMED_AT_MOST).map(one => one.name),
    clusterCount: some.length,
    actor,
    subject: { kind: 'cluster', scope: '_', name },
    ...(status.since !== undefined && { since: toRfc3339(status.since) }),
  };
}
