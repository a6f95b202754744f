import type { JsonObject, KindName, KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { ConflictError, NotFoundError } from '@backstage/errors';
import { completeInTimeline, type TimelineEvent } from '../../database/timelineStore';
import type { Schemas } from '../contract';
import type { CommandDeps } from './commandDeps';
import { recordThenWrite } from './recordThenWrite';

/** The version of an object that a person was shown. */
export interface Shown {
  readonly resourceVersion: string;
  /** Where it is given, the spec alone is compared: statuses change the resource version all the time. */
  readonly generation?: number;
}

export interface SpecChange {
  readonly kind: KindName;
  readonly name: string;
  readonly uid: string;
  readonly shown: Shown;
  /** Its data have to distinguish it from every other line. */
  readonly line: TimelineEvent;
  /** The merge patch for the spec as it is on the hub; `undefined`: it is so already. @throws what refuses it */
  readonly patch: (live: KubeObject) => JsonObject | undefined;
}

/** Statuses are written all the time; so often it is tried again where one came between our read and our write. */
const TRIES = 5;

/** Patches the spec where nobody has changed it since it was shown, and records in the timeline who did. */
export async function writeSpec(deps: CommandDeps, change: SpecChange): Promise<Schemas['WrittenObject']> {
  const { kind, name, uid } = change;
  for (let tried = 1; ; tried++) {
    const live = await readAsShown(deps, change);
    const { resourceVersion = '' } = live.metadata;
    const patch = change.patch(live);
    if (patch === undefined) return { resourceVersion };
    try {
      const written = await recordThenWrite(deps, change.line, () =>
        deps.writer.patchSpec({ kind, name, uid, resourceVersion }, patch),
      );
      await noteGeneration(deps, change.line, written);
      return { resourceVersion: written.metadata.resourceVersion ?? '' };
    } catch (error) {
      const isLost = error instanceof ConflictError && change.shown.generation !== undefined;
      if (!isLost || tried === TRIES) throw error;
    }
  }
}

/** @throws ConflictError that says at which generation it is now */
async function readAsShown({ writer, hub }: CommandDeps, { kind, name, uid, shown }: SpecChange) {
  const live = await writer.find(kind, name);
  if (live === undefined || live.metadata.uid !== uid)
    throw new NotFoundError(`${kind} "${name}" was deleted from hub "${hub}"`);
  const { resourceVersion, generation } = live.metadata;
  const isAsShown =
    shown.generation === undefined
      ? shown.resourceVersion === resourceVersion
      : shown.generation === generation;
  if (isAsShown) return live;
  throw new ConflictError(
    `${kind} "${name}" was changed since you opened it (it is at generation ${generation} now); ` +
      `load it again and repeat your act`,
  );
}

async function noteGeneration({ database, hub }: CommandDeps, line: TimelineEvent, written: KubeObject) {
  const { generation } = written.metadata;
  await database.transact(tx => completeInTimeline(tx, hub, line, { ...line.data, generation }));
}
