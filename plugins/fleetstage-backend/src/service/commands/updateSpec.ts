import type { PersonEventName } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { ConflictError, NotFoundError } from '@backstage/errors';
import { loadObject } from '../../database/mirrorStore';
import { appendTimeline } from '../../database/timelineStore';
import type { Schemas } from '../contract';
import type { Viewer } from '../viewer';
import { actorOf, mustBeAllowed, type CommandDeps } from './commandDeps';

type Asked = { readonly name: string } & Schemas['UpdateSpecRequest'];

/** Writes the spec of a placement, where nobody has changed it since it was shown. */
export async function updatePlacement(
  deps: CommandDeps,
  viewer: Viewer,
  asked: Asked,
): Promise<Schemas['WrittenObject']> {
  const { database, hub } = deps;
  const { name } = asked;
  const object = await database.transact(tx =>
    loadObject(tx, { hub, kind: 'ClusterResourcePlacement', name }),
  );
  if (object === undefined) throw new NotFoundError(`placement "${name}" does not exist on hub "${hub}"`);
  mustBeAllowed(viewer.mayUpdatePlacement({ hub, name, labels: object.metadata.labels ?? {} }));
  return write(deps, viewer, { ...asked, kind: 'ClusterResourcePlacement', event: 'placementUpdated' });
}

/** The same for a strategy. */
export async function updateStrategy(
  deps: CommandDeps,
  viewer: Viewer,
  asked: Asked,
): Promise<Schemas['WrittenObject']> {
  mustBeAllowed(viewer.mayUpdateStrategy());
  return write(deps, viewer, { ...asked, kind: 'ClusterStagedUpdateStrategy', event: 'strategyUpdated' });
}

interface Change extends Asked {
  readonly kind: 'ClusterResourcePlacement' | 'ClusterStagedUpdateStrategy';
  readonly event: PersonEventName;
}

async function write(
  { database, hub, writer }: CommandDeps,
  viewer: Viewer,
  { kind, name, spec, resourceVersion: shown, generation: edited, event }: Change,
): Promise<Schemas['WrittenObject']> {
  const live = await writer.find(kind, name);
  if (live === undefined) throw new NotFoundError(`${kind} "${name}" does not exist on hub "${hub}"`);
  const { resourceVersion: current = '', generation } = live.metadata;
  // Our own statuses move the version on all the time; whoever tells the generation minds the spec alone.
  const resourceVersion = edited !== undefined && edited === generation ? current : shown;
  if (resourceVersion !== current) {
    throw new ConflictError(
      `${kind} "${name}" was changed since you opened it (it is at generation ${generation} now); ` +
        `load it again and repeat your change`,
    );
  }
  const written = await writer.replaceSpec({ kind, name, uid: live.metadata.uid, resourceVersion }, spec);
  await database.transact(tx =>
    appendTimeline(tx, hub, [
      {
        subjectKind: kind,
        subjectName: name,
        event,
        actor: actorOf(viewer),
        data: { generation: written.metadata.generation, before: generation },
      },
    ]),
  );
  return { resourceVersion: written.metadata.resourceVersion ?? '' };
}
