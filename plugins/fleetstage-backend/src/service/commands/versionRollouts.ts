import type {
  JsonObject,
  KubeObject,
  VersionRolloutSpec,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  refuseRolloutAct,
  rolloutActPatch,
  toRolloutToAct,
  type PersonEventName,
  type RolloutAct,
  type RolloutActRefusal,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { ConflictError, InputError, NotFoundError } from '@backstage/errors';
import { randomUUID } from 'node:crypto';
import type { Tx } from '../../database/db';
import { loadObject } from '../../database/mirrorStore';
import { ownObject } from '../../database/sequences/loadSequenceState';
import { ROLLOUT, SEQUENCE } from '../../database/sequences/sequenceEvents';
import { loadVersionRollout, type VersionRolloutRecord } from '../../database/sequences/versionRolloutStore';
import type { SequenceResource } from '../../permissions/resources';
import type { Schemas } from '../contract';
import { sequenceResource } from '../sequences/sequenceResource';
import type { SequenceRight, Viewer } from '../viewer';
import { actorOf, mustBeAllowed, type CommandDeps } from './commandDeps';
import { writeSpec, type Shown } from './writeSpec';

export interface ActOnRollout extends Shown {
  readonly name: string;
  readonly act: RolloutAct;
  readonly reason?: string;
}

const RIGHTS: Readonly<Record<RolloutAct['kind'], SequenceRight>> = {
  Pause: 'pauseRollout',
  Resume: 'pauseRollout',
  Cancel: 'cancelRollout',
  ForceComplete: 'forceComplete',
  OverrideSoak: 'overrideSoak',
  SkipClusters: 'skipCluster',
  UnskipClusters: 'skipCluster',
  RetryClusters: 'retryCluster',
  IgnoreMaintenance: 'ignoreMaintenance',
};

/** Does one thing to a rollout of a version, as a change of its spec (E/AC-001…006, AC-011). */
export async function actOnRollout(
  deps: CommandDeps,
  viewer: Viewer,
  { name, act, reason, resourceVersion, generation }: ActOnRollout,
): Promise<Schemas['WrittenObject']> {
  const subject = await deps.database.transact(tx => loadSubject(tx, deps.hub, name));
  mustBeAllowed(viewer.maySequence(RIGHTS[act.kind], subject.resource));
  const record = mustBeExecuted(subject);
  return writeSpec(deps, {
    kind: ROLLOUT,
    name,
    uid: subject.object.metadata.uid ?? '',
    shown: { resourceVersion, ...(generation !== undefined && { generation }) },
    line: lineOf(record, viewer, { act, reason }),
    patch: live => patchOf(record, live, act),
  });
}

interface Subject {
  readonly object: KubeObject;
  /** Absent: the engine did not create it. */
  readonly record?: VersionRolloutRecord;
  readonly hasSequence: boolean;
  /** Of its sequence; of one that is gone the name alone. */
  readonly resource: SequenceResource;
}

/** @throws NotFoundError */
async function loadSubject(tx: Tx, hub: string, name: string): Promise<Subject> {
  const object = await loadObject(tx, { hub, kind: ROLLOUT, name });
  if (object === undefined) throw new NotFoundError(`rollout "${name}" does not exist on hub "${hub}"`);
  const record = await loadVersionRollout(tx, { hub, name });
  const { sequence } = object.spec as VersionRolloutSpec;
  const owner = await loadObject(tx, { hub, kind: SEQUENCE, name: sequence });
  return {
    object,
    ...(record && ownObject(record, object) && { record }),
    hasSequence: owner !== undefined,
    resource: owner ? sequenceResource(hub, owner) : { hub, name: sequence, labels: {}, fleets: [] },
  };
}

/** @throws ConflictError for what the engine does not execute, or not any more */
function mustBeExecuted({ object, record, hasSequence, resource }: Subject): VersionRolloutRecord {
  const { name } = object.metadata;
  if (record === undefined)
    throw new ConflictError(
      `Rollout "${name}" was not created by Fleetstage, which never executes it; delete it with kubectl`,
    );
  if (!hasSequence)
    throw new ConflictError(
      `Sequence "${resource.name}" of rollout "${name}" was deleted, which cancels the rollout; nothing is left to do`,
    );
  return record;
}

/** What the hub would refuse is refused with the same code; what is so already is not written again. */
function patchOf(
  { name, memory }: VersionRolloutRecord,
  live: KubeObject,
  act: RolloutAct,
): JsonObject | undefined {
  const spec = live.spec as VersionRolloutSpec;
  const refusal = refuseRolloutAct(toRolloutToAct({ name, spec, memory }), act);
  if (refusal === undefined) return rolloutActPatch(spec, act);
  if (refusal.code === 'NOTHING_TO_DO') return undefined;
  throw toError(refusal);
}

function toError({ code, field, message }: RolloutActRefusal): Error {
  const words = `${code}: ${message}`;
  if (field === undefined) return new ConflictError(words);
  return Object.assign(new InputError(words), { causes: [{ field, message: words }] });
}

interface Asked {
  readonly act: RolloutAct;
  readonly reason?: string;
}

const SHOWN = 3;

function lineOf({ name, sequence }: VersionRolloutRecord, viewer: Viewer, { act, reason }: Asked) {
  const clusters = 'clusters' in act ? act.clusters : undefined;
  const words = [inWords(act), reason].filter(Boolean).join(': ');
  return {
    subjectKind: ROLLOUT,
    subjectName: name,
    event: eventOf(act),
    actor: actorOf(viewer),
    ...('stage' in act && { stage: act.stage }),
    ...(clusters?.length === 1 && { cluster: clusters[0] }),
    ...(words !== '' && { message: words }),
    data: { sequence, act: randomUUID(), ...(clusters && clusters.length > 1 && { clusters }) },
  };
}

const EVENTS: Readonly<Record<RolloutAct['kind'], PersonEventName>> = {
  Pause: 'pauseAsked',
  Resume: 'resumeAsked',
  Cancel: 'cancelAsked',
  ForceComplete: 'forceCompleteAsked',
  OverrideSoak: 'soakOverrideAsked',
  SkipClusters: 'skipAsked',
  UnskipClusters: 'unskipAsked',
  RetryClusters: 'retryAsked',
  IgnoreMaintenance: 'ignoreMaintenanceAsked',
};

const eventOf = (act: RolloutAct): PersonEventName =>
  act.kind === 'IgnoreMaintenance' && !act.ignore ? 'heedMaintenanceAsked' : EVENTS[act.kind];

/** What the name of the event does not say. */
function inWords(act: RolloutAct): string {
  if (act.kind === 'OverrideSoak') return act.soakDuration ?? 'as the sequence has it';
  if (!('clusters' in act) || act.clusters.length === 1) return '';
  const { length } = act.clusters;
  return length > SHOWN ? `${length} clusters` : act.clusters.join(', ');
}
