import type { KindName, KubeObject, ObjectMeta } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { PersonEventName } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { ConflictError, NotFoundError } from '@backstage/errors';
import { appendTimeline } from '../../database/timelineStore';
import type { Schemas } from '../contract';
import type { Authored } from '../HubWriter';
import type { Viewer } from '../viewer';
import { actorOf, type CommandDeps } from './commandDeps';
import { mustBeAllowedToAnnotate } from './guardedAnnotations';
import { mergeMaps, type Maps } from './mergeMaps';

/** A change of what people have written. */
export interface Change extends Authored {
  readonly kind: KindName;
  readonly namespace?: string;
  readonly name: string;
  /** Its name in the timeline. */
  readonly subject: string;
  readonly event: PersonEventName;
  readonly resourceVersion: string;
  readonly generation?: number;
  /** Labels and annotations as they were when the edit began. */
  readonly shown?: Maps;
  /** The object that the permission was judged by. */
  readonly judged?: ObjectMeta;
  /** The change, for the timeline. */
  readonly inWords?: (before: KubeObject, after: KubeObject) => string | undefined;
}

type ViewersChange = Change & { readonly viewer: Viewer };

interface Write {
  /** Generation that was changed. */
  readonly before: number | undefined;
  readonly live: KubeObject;
  readonly written: KubeObject;
}

/** Statuses are written all the time; so often it is tried again where one came between our read and our write. */
const TRIES = 5;

/** Writes it where nobody has changed the spec since it was shown, and records it in the timeline. */
export async function writeAuthored(
  deps: CommandDeps,
  viewer: Viewer,
  change: Change,
): Promise<Schemas['WrittenObject']> {
  const { before, live, written } = await writeUnlessChanged(deps, { ...change, viewer }, 1);
  const message = change.inWords?.(live, written);
  await deps.database.transact(tx =>
    appendTimeline(tx, deps.hub, [
      {
        subjectKind: change.kind,
        subjectName: change.subject,
        event: change.event,
        actor: actorOf(viewer),
        data: { generation: written.metadata.generation, before },
        ...(message !== undefined && { message }),
      },
    ]),
  );
  return { resourceVersion: written.metadata.resourceVersion ?? '' };
}

async function writeUnlessChanged(deps: CommandDeps, change: ViewersChange, tried: number): Promise<Write> {
  const { writer, hub } = deps;
  const { kind, namespace, name, spec, judged, generation: edited } = change;
  const live = await writer.find(kind, name, namespace);
  if (live === undefined) throw new NotFoundError(`${kind} "${name}" does not exist on hub "${hub}"`);
  const { uid, resourceVersion: current = '', generation } = live.metadata;
  if (judged !== undefined && judged.uid !== uid)
    throw new ConflictError(
      `${kind} "${name}" is not the one that was shown: it was deleted and created again; load it anew`,
    );
  // Our own statuses change the resource version; whoever gives the generation compares the spec alone.
  const resourceVersion = edited !== undefined && edited === generation ? current : change.resourceVersion;
  if (resourceVersion !== current) {
    throw new ConflictError(
      `${kind} "${name}" was changed since you opened it (it is at generation ${generation} now); ` +
        `load it again and repeat your change`,
    );
  }
  const isAsShown = current === change.resourceVersion;
  const { labels, annotations } = isAsShown ? change : mergeMaps(change, live.metadata);
  mustBeAllowedToAnnotate(change.viewer, { ...live, hub }, annotations);
  try {
    const object = { kind, namespace, name, uid, resourceVersion };
    return {
      before: generation,
      live,
      written: await writer.replaceAuthored(object, { spec, labels, annotations }),
    };
  } catch (error) {
    if (!(error instanceof ConflictError) || edited === undefined || tried === TRIES) throw error;
    return writeUnlessChanged(deps, change, tried + 1);
  }
}
