import {
  toRfc3339,
  type Condition,
  type RolloutSequenceSpec,
  type RolloutSequenceStatus,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  fleetsOf,
  isRolloutActive,
  openPass,
  projectSequence,
  selectorInWords,
  type SequencePass,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { NotFoundError } from '@backstage/errors';
import { SEQUENCE } from '../../database/sequences/sequenceEvents';
import { countTimeline } from '../../database/views/records';
import { loadChanges } from '../../database/views/strategyUses';
import type { Answer, Asked, Schemas } from '../contract';
import { pageOf } from '../paging';
import { checkHub, codesOf, reading, stampOf, type QueryDeps } from '../queryDeps';
import { changeOf } from '../strategies';
import type { Permit, SequenceRight, Viewer } from '../viewer';
import { manifestOf, specOf } from '../wholeRuns';
import { readSequence, readSequences, rolloutsOf, type ReadSequence } from './readSequences';
import { toRolloutSummary } from './rolloutViews';
import { sequenceResource } from './sequenceResource';

export const SEQUENCE_STATES: readonly Schemas['SequenceState'][] = [
  'Error',
  'Warning',
  'Initializing',
  'Active',
];
const SHOWN_CLUSTERS = 20;
const SPEC_CHANGES = {
  kinds: [SEQUENCE],
  events: ['sequenceCreated', 'sequenceUpdated', 'suspendAsked', 'resumeAsked', 'versionStartAsked'],
} as const;

export async function listSequences(
  deps: QueryDeps,
  asked: Asked<'/sequences'>,
  viewer: Viewer,
): Promise<Answer<'/sequences'>> {
  checkHub(deps, asked);
  const states = codesOf(asked.state, SEQUENCE_STATES);
  const { q, sort = 'default' } = asked;
  const read = await reading(deps, tx => readSequences(tx, deps));
  const matching = read
    .filter(({ object }) => q === undefined || object.metadata.name.includes(q))
    .map(one => toSummary(deps, one))
    .filter(({ state }) => states === undefined || states.has(state))
    .sort(ORDERS[sort]);
  return {
    ...stampOf(deps),
    ...pageOf(matching, asked, ({ name }) => name),
    total: matching.length,
    mayCreate: viewer.maySequence('createSequence'),
  };
}

type Summary = Schemas['SequenceSummary'];

const byName = (a: Summary, b: Summary) => (a.name < b.name ? -1 : 1);
const ORDERS = {
  name: byName,
  newest: (a: Summary, b: Summary) =>
    a.createdAt === b.createdAt ? byName(a, b) : a.createdAt < b.createdAt ? 1 : -1,
  default: (a: Summary, b: Summary) =>
    SEQUENCE_STATES.indexOf(a.state) - SEQUENCE_STATES.indexOf(b.state) || byName(a, b),
};

export async function getSequence(
  deps: QueryDeps,
  asked: Asked<'/sequences/{name}'>,
  viewer: Viewer,
): Promise<Answer<'/sequences/{name}'>> {
  checkHub(deps, asked);
  const { name } = asked;
  const { read, timelineCount, changes } = await reading(deps, async tx => ({
    read: await readSequence(tx, deps, name),
    timelineCount: await countTimeline(tx, deps.hub, { kind: SEQUENCE, name }),
    changes: await loadChanges(tx, deps.hub, SPEC_CHANGES),
  }));
  if (read === undefined) throw missingSequence(deps, name);
  const { object } = read;
  const now = deps.clock.now();
  const opened = openPass(read.state, now);
  const status = projectSequence(read.state, { now, opened });
  return {
    ...stampOf(deps),
    sequence: {
      ...toSummary(deps, read, status),
      stages: toStages(read, status, opened.ok ? opened.value : undefined),
      conditions: (status.conditions ?? []).map(toCondition),
      ...lastChangeOf(status),
      spec: specOf(object),
      manifest: manifestOf(object),
      finishedRollouts: rolloutsOf(read).filter(({ record }) => !isRolloutActive(record.memory)).length,
      ...changeOf(object, changes.get(name)),
      may: sequencePermits(deps, read, viewer),
      timelineCount,
    },
  };
}

export const missingSequence = ({ hub }: QueryDeps, name: string) =>
  new NotFoundError(`sequence "${name}" does not exist on hub "${hub}"`);

const statusOf = ({ clock }: QueryDeps, { state }: ReadSequence): RolloutSequenceStatus =>
  projectSequence(state, { now: clock.now() });

/** Times of transitions are those of the hub's status; here nothing is known of them. */
export const toCondition = ({
  type,
  status,
  reason,
  message,
  observedGeneration,
}: Condition): Schemas['Condition'] => ({
  ...{ type, status, reason, message },
  ...(observedGeneration !== undefined && { observedGeneration }),
});

function toSummary(deps: QueryDeps, read: ReadSequence, status = statusOf(deps, read)): Summary {
  const { object, state } = read;
  const { name, uid = '', resourceVersion = '', generation = 0, creationTimestamp } = object.metadata;
  const { displayName, stages, suspend } = state.sequence.spec;
  const { operationalState, conditions = [] } = status;
  const message = messageOf(conditions, operationalState?.reasons?.[0]);
  const active = rolloutsOf(read).filter(({ record }) => isRolloutActive(record.memory));
  return {
    name,
    ...(displayName !== undefined && { displayName }),
    ...{ uid, resourceVersion, generation },
    createdAt: creationTimestamp ?? toRfc3339(state.sequence.createdAt),
    state: operationalState?.state ?? 'Initializing',
    reasons: [...(operationalState?.reasons ?? [])],
    ...(operationalState?.stateChangeTime !== undefined && { stateSince: operationalState.stateChangeTime }),
    ...(message !== undefined && { message }),
    isSuspended: suspend === true,
    isDeleting: object.metadata.deletionTimestamp !== undefined,
    ...(status.channel !== undefined && { channel: status.channel }),
    ...(status.target && { target: { ...status.target } }),
    fleets: [...fleetsOf(stages)],
    stageCount: stages.length,
    clusterCount: (status.stages ?? []).reduce((sum, { clusters }) => sum + clusters, 0),
    activeRollouts: active.map(toRolloutSummary),
  };
}

function messageOf(conditions: readonly Condition[], reason: string | undefined): string | undefined {
  const said =
    conditions.find(one => one.reason === reason) ?? conditions.find(({ type }) => type === 'Ready');
  return said?.message;
}

const DEFAULTS = { soakDuration: '0s', maxConcurrency: '100%' } as const;

function toStages(
  { state }: ReadSequence,
  status: RolloutSequenceStatus,
  pass: SequencePass | undefined,
): Schemas['SequenceStage'][] {
  return state.sequence.spec.stages.map((stage, index): Schemas['SequenceStage'] => {
    const clusters = pass?.assignment.stages[index]?.clusters ?? [];
    const { qualified, occupiedBy, waiting } = status.stages?.[index] ?? {};
    const { name, fleets, soakDuration, maxConcurrency } = { ...DEFAULTS, ...stage };
    const selector = selectorInWords({ labelSelector: stage.clusterSelector });
    return {
      name,
      number: index + 1,
      fleets: [...fleets],
      ...(selector !== undefined && { selector }),
      soakDuration,
      maxConcurrency: String(maxConcurrency),
      clusterCount: clusters.length,
      clusters: clusters.slice(0, SHOWN_CLUSTERS),
      ...(qualified && { qualified: { ...qualified } }),
      ...(occupiedBy && { occupiedBy: { ...occupiedBy } }),
      ...(waiting && { waiting: toLists(waiting) }),
    };
  });
}

const toLists = ({ controlPlane, node }: { controlPlane?: readonly string[]; node?: readonly string[] }) => ({
  ...(controlPlane && { controlPlane: [...controlPlane] }),
  ...(node && { node: [...node] }),
});

function lastChangeOf({ lastChange }: RolloutSequenceStatus) {
  if (lastChange === undefined) return {};
  const { time, class: kind, cancelled = [] } = lastChange;
  return { lastChange: { at: time, class: kind, cancelled: [...cancelled] } };
}

const no = (reason: string): Permit => ({ isAllowed: false, reason });

/** The state of things first, as for rollouts. */
function sequencePermits(
  { hub }: QueryDeps,
  { object }: ReadSequence,
  viewer: Viewer,
): Schemas['SequencePermits'] {
  const { suspend } = object.spec as RolloutSequenceSpec;
  const going =
    object.metadata.deletionTimestamp === undefined ? undefined : 'The sequence is being deleted.';
  const resource = sequenceResource(hub, object);
  const may = (right: SequenceRight, obstacle = going) =>
    obstacle === undefined ? viewer.maySequence(right, resource) : no(obstacle);
  return {
    update: may('updateSequence'),
    delete: may('deleteSequence'),
    suspend: may(
      'suspendSequence',
      going ?? (suspend === true ? 'The sequence is suspended already.' : undefined),
    ),
    resume: may(
      'suspendSequence',
      going ?? (suspend === true ? undefined : 'The sequence is not suspended.'),
    ),
    start: may(
      'startVersion',
      going ?? (suspend === true ? 'The sequence is suspended. Resume it first.' : undefined),
    ),
  };
}
