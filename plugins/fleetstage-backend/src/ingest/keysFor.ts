import {
  annotationKeys,
  canonicalJson,
  finalizerKeys,
  isJsonObject,
  labelKeys,
  type ApprovalKind,
  type KubeObject,
  type RunKind,
  type StrategyKind,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { drainRequestOf, isEvictionOver } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { toEvictionFacts } from '../database/facts';
import { isKeyText, namedBy } from '../database/keyText';
import { queues, type QueueName } from '../database/queue/queues';
import { FIRST_STATUS_DELAY_MS, PENDING_STATUS_DELAY_MS } from '../database/wakes';

/** The authored kinds that we watch on the hub. */
export type AuthoredKind =
  | 'MemberCluster'
  | 'ClusterResourcePlacement'
  | 'ResourcePlacement'
  | StrategyKind
  | RunKind
  | ApprovalKind
  | 'ClusterResourceOverride'
  | 'ResourceOverride'
  | 'ClusterResourcePlacementEviction'
  | 'ClusterResourcePlacementDisruptionBudget'
  | SequenceKind;

/** Those of version sequences, which a hub with older definitions does not serve. */
export const SEQUENCE_KINDS = ['RolloutSequence', 'Rollout', 'VersionCatalog', 'MaintenancePolicy'] as const;
export type SequenceKind = (typeof SEQUENCE_KINDS)[number];

/** One object before and after; no `after`: it is gone, no `before`: it is new to us. */
export interface ObjectChange {
  readonly kind: AuthoredKind;
  /** Of an object in a namespace: its key, `namespace/name` (A/PL-069). */
  readonly name: string;
  readonly before?: KubeObject;
  readonly after?: KubeObject;
  /** Parts of `after` are too deep to be kept (`cutDepth`). */
  readonly wasCut?: boolean;
}

/** What is on the hub besides, as far as one object's change concerns others. */
export interface FleetIndex {
  readonly runs: Iterable<{ readonly name: string; readonly placement?: string; readonly strategy?: string }>;
}

/** What to requeue, by the object's own name; the hub is added by the caller. */
export interface NamedKey {
  readonly queue: QueueName;
  readonly name: string;
  readonly afterMs?: number;
}

/** A status on the hub is mostly our own, written a moment ago; a foreign one is repaired no later than we would write. */
const STATUS_WAIT_MS = 500;

/**
 * Which keys an object's change makes dirty; the placements that a MemberCluster concerns are found by what they read
 * (`clusterTriggers`). Too many cost a pass, too few cost a stall until the next resync; so only the frequent cases are
 * distinguished: a status that we (or somebody) wrote marks nothing but its publication, and our finalizer and label on a
 * MemberCluster send nobody to the member again.
 */
export function keysFor(change: ObjectChange, index: FleetIndex): NamedKey[] {
  const isEdit = isEdited(change);
  const isStatus = pick(change.before, 'status') !== pick(change.after, 'status');
  if (!isEdit && !isStatus) return [];
  switch (change.kind) {
    case 'MemberCluster':
      return isEdit
        ? [...memberKeys(change), ...drainKeys(change), ...versionKeys(change)]
        : [statusKey('publish-member', change.name)];
    case 'ClusterResourcePlacement':
    case 'ResourcePlacement':
      return isEdit ? placementKeys(change, index) : [statusKey('publish-placement', change.name)];
    case 'ClusterStagedUpdateStrategy':
    case 'StagedUpdateStrategy':
      return isEdit ? strategyKeys(change, index) : [];
    case 'ClusterStagedUpdateRun':
    case 'StagedUpdateRun':
      return isEdit ? runKeys(change, index) : runStatusKeys(change);
    case 'ClusterApprovalRequest':
    case 'ApprovalRequest':
      return approvalKeys(change);
    case 'ClusterResourceOverride':
    case 'ResourceOverride':
      // Overrides wake the placements that they select: see `followOverrides`.
      return [];
    case 'ClusterResourcePlacementEviction':
      return evictionKeys(change, isEdit);
    case 'ClusterResourcePlacementDisruptionBudget':
      // An eviction is decided once, by the budget as it is then (C/EV-013); for drains see `followDrains`.
      return [];
    case 'RolloutSequence':
    case 'Rollout':
    case 'VersionCatalog':
    case 'MaintenancePolicy':
      // An edit wakes sequences, its own and others: see `followSequences`.
      return isEdit ? [] : [statusKey(STATUS_QUEUES[change.kind], change.name)];
    default:
      return unknownKind(change.kind);
  }
}

const STATUS_QUEUES: Readonly<Record<SequenceKind, QueueName>> = {
  RolloutSequence: queues.publishSequence,
  Rollout: queues.publishVersionRollout,
  VersionCatalog: queues.publishCatalog,
  MaintenancePolicy: queues.publishPolicy,
};

/** The member pass publishes what it finds, so of a new member there is nothing to publish yet. */
function memberKeys({ name, before, after }: ObjectChange): NamedKey[] {
  if (before === undefined) return [key('member', name)];
  const isOwnEdit =
    isHeld(after) && specVersion(before) === specVersion(after) && isDeleting(before) === isDeleting(after);
  if (isOwnEdit) return [];
  const isGoing = isDeleting(after) || after === undefined;
  return [
    key('member', name),
    key('publish-member', name),
    ...(isGoing ? [key('publish-cluster-profile', name)] : []),
  ];
}

/** An edit of a cluster whose drain is asked for, or was. */
const drainKeys = ({ name, before, after }: ObjectChange) =>
  asksForDrain(before) || asksForDrain(after) ? [key('drain-cluster', name)] : [];

/** Its provider is found by its name, and by what it says itself (E/FL-005). */
const versionKeys = ({ name, before, after }: ObjectChange) =>
  before === undefined || after === undefined || providerRefOf(before) !== providerRefOf(after)
    ? [key('observe-versions', name)]
    : [];

const providerRefOf = ({ metadata }: KubeObject) => metadata.annotations?.[annotationKeys.providerRef];

const asksForDrain = (object: KubeObject | undefined) =>
  drainRequestOf(object?.metadata.annotations) !== undefined;

/** Carries what the member pass desires. */
function isHeld(object: KubeObject | undefined): boolean {
  const { finalizers = [], labels = {}, name } = object?.metadata ?? {};
  return finalizers.includes(finalizerKeys.memberCluster) && labels[labelKeys.memberName] === name;
}

function placementKeys({ name, before, after }: ObjectChange, index: FleetIndex): NamedKey[] {
  // Recreated while nobody watched, an object may come with the generation of the one before it.
  const isSpecChange = after !== undefined && specVersion(before) !== specVersion(after);
  return [
    key('placement', name),
    {
      ...key('publish-placement', name),
      afterMs: isSpecChange && before !== undefined ? PENDING_STATUS_DELAY_MS : FIRST_STATUS_DELAY_MS,
    },
    ...(isSpecChange ? [key('capture-resources', name)] : []),
    ...runsWhere(index, run => run.placement === name),
  ];
}

const specVersion = (object: KubeObject | undefined) =>
  object && `${object.metadata.uid}/${object.metadata.generation}`;

const strategyKeys = ({ name }: ObjectChange, index: FleetIndex) =>
  runsWhere(index, run => run.strategy === name);

function runKeys({ name, before, after }: ObjectChange, index: FleetIndex): NamedKey[] {
  const placement = placementOfRun(after ?? before);
  const isComingOrGoing =
    before === undefined || after === undefined || isDeleting(before) !== isDeleting(after);
  const neighbours = isComingOrGoing && placement !== undefined;
  return [
    key('update-run', name),
    key('publish-run', name),
    ...(neighbours ? [key('placement', placement)] : []),
    ...(neighbours ? runsWhere(index, run => run.placement === placement && run.name !== name) : []),
  ];
}

/** The end of a run on the hub is a change to a pass whose row is older than that end (a restored database). */
function runStatusKeys({ name, before, after }: ObjectChange): NamedKey[] {
  const isNewEnd = hasEnded(after) && !hasEnded(before);
  return [statusKey('publish-run', name), ...(isNewEnd ? [key('update-run', name)] : [])];
}

function approvalKeys({ before, after }: ObjectChange): NamedKey[] {
  const run = nameIn(after ?? before, 'parentStageRollout');
  return run === undefined ? [] : [key('update-run', run)];
}

/** One that is gone leaves its row; a status that somebody wiped is written again, or was never ours. */
function evictionKeys({ name, after }: ObjectChange, isEdit: boolean): NamedKey[] {
  if (after === undefined) return [key('publish-eviction', name)];
  const publish = isEdit ? [] : [statusKey('publish-eviction', name)];
  return isEvictionOver(toEvictionFacts(after)) ? publish : [key('settle-eviction', name), ...publish];
}

const runsWhere = (
  index: FleetIndex,
  test: (run: { name: string; placement?: string; strategy?: string }) => boolean,
) => [...index.runs].filter(test).map(run => key('update-run', run.name));

const key = (queue: QueueName, name: string): NamedKey => ({ queue, name });
const statusKey = (queue: QueueName, name: string): NamedKey => ({ queue, name, afterMs: STATUS_WAIT_MS });

const isEdited = ({ before, after }: ObjectChange) => pick(before, 'edit') !== pick(after, 'edit');

/** Changes the status alone. */
export const isStatusAlone = (change: ObjectChange) => !isEdited(change);

const isDeleting = (object: KubeObject | undefined) => object?.metadata.deletionTimestamp !== undefined;

const hasEnded = (object: KubeObject | undefined) =>
  isJsonObject(object?.status) && object.status.hasEnded === true;

/** The edited part and the deletion, or the status. As text, to compare. */
function pick(object: KubeObject | undefined, part: 'edit' | 'status'): string {
  if (object === undefined) return 'none';
  if (part === 'status') return canonicalJson(object.status ?? null);
  const { uid, generation, labels, annotations, finalizers, deletionTimestamp } = object.metadata;
  return canonicalJson(
    [uid, generation, labels, annotations, finalizers, deletionTimestamp].map(v => v ?? null),
  );
}

function field(object: KubeObject | undefined, name: string): unknown {
  const spec = object?.spec;
  return typeof spec === 'object' && spec !== null
    ? Object.entries(spec).find(([k]) => k === name)?.[1]
    : undefined;
}

/** The key of the placement that a run names. */
export const placementOfRun = (run: KubeObject | undefined) => nameIn(run, 'placementName');

/** The key of what a staged object names in a field: a text that cannot be a name is that of nothing. */
export function nameIn(object: KubeObject | undefined, fieldName: string): string | undefined {
  const name = textField(object, fieldName);
  return object !== undefined && name !== undefined && isKeyText(name)
    ? namedBy(object.metadata, name)
    : undefined;
}

/** A text of the spec, or nothing where the spec has none of that name. */
function textField(object: KubeObject | undefined, name: string): string | undefined {
  const value = field(object, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function unknownKind(kind: never): never {
  throw new Error(`no keys are known for ${String(kind)}`);
}

/** Nobody publishes a status again because of an echo of our own write. */
export const PUBLISHING: ReadonlySet<string> = new Set([
  queues.publishMember,
  queues.publishPlacement,
  queues.publishRun,
  queues.publishEviction,
  ...Object.values(STATUS_QUEUES),
]);
