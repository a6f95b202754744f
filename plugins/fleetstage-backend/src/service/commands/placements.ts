import { apiVersionOf, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { ConflictError, NotFoundError } from '@backstage/errors';
import { randomUUID } from 'node:crypto';
import { loadObject } from '../../database/mirrorStore';
import type { Schemas } from '../contract';
import type { Viewer } from '../viewer';
import { actorOf, mustBeAllowed, type CommandDeps } from './commandDeps';
import { mustBeAllowedToAnnotate, mustNotConfirmRemoval, permitDeletion } from './guardedAnnotations';
import { mustBeName } from './objectName';
import { refusalsOf } from './refusalsOf';
import { placementTarget, type PlacementTarget } from './placementTarget';
import { recordThenWrite } from './recordThenWrite';
import { writeAuthored } from './updateSpec';

interface Address {
  readonly scope: string;
  readonly name: string;
}

/** Creates a placement on the hub: cluster-wide, or in a namespace. */
export async function createPlacement(
  deps: CommandDeps,
  viewer: Viewer,
  asked: Schemas['CreatePlacementRequest'],
): Promise<Schemas['CreatedPlacement']> {
  const target = placementTarget(asked);
  mustBeAllowedToCreate(deps, viewer, target, asked);
  mustBeName(target.name);
  const data = { creation: randomUUID() };
  const line = { ...lineOf(target, viewer), event: 'placementCreated', data } as const;
  await recordThenWrite(deps, line, () => deps.writer.create(toObject(target, asked)));
  return { scope: asked.scope, name: asked.name };
}

/** Writes what people author of a placement, where nobody has changed the spec since it was shown. */
export async function updatePlacement(
  deps: CommandDeps,
  viewer: Viewer,
  { scope, name, ...asked }: Address & Schemas['UpdatePlacementRequest'],
): Promise<Schemas['WrittenObject']> {
  const target = placementTarget({ scope, name });
  const object = await mirrored(deps, target);
  mustBeAllowedToUpdate(deps, viewer, { target, object, asked });
  return writeAuthored(deps, viewer, {
    ...asked,
    ...target,
    subject: target.key,
    event: 'placementUpdated',
    judged: object.metadata,
  });
}

/** Deletes a placement; what it placed is taken away from its clusters before the object goes. */
export async function deletePlacement(
  deps: CommandDeps,
  viewer: Viewer,
  { uid, ...address }: Address & Schemas['DeletePlacementRequest'],
): Promise<Schemas['DeletedPlacement']> {
  const target = placementTarget(address);
  const object = await mirrored(deps, target);
  const resource = resourceOf(deps, target, object);
  mustBeAllowed(permitDeletion(viewer, resource, object.metadata));
  if (object.metadata.uid !== uid)
    throw new ConflictError(
      `placement "${target.key}" is not the one that was shown: it was deleted and created again; load it anew`,
    );
  const line = {
    ...lineOf(target, viewer),
    event: 'deletionAsked',
    data: { deletion: randomUUID() },
  } as const;
  const { kind, namespace, name } = target;
  // The mirror may not know of an annotation yet.
  const live = await deps.writer.find(kind, name, namespace);
  if (live) mustBeAllowed(permitDeletion(viewer, resource, live.metadata));
  await recordThenWrite(deps, line, () => deps.writer.delete({ kind, namespace, name, uid }));
  return { isDeleting: true };
}

/** What the hub would refuse, field by field; nothing is written. Silence of the hub is an error, not a refusal. */
export async function judgePlacement(
  deps: CommandDeps,
  viewer: Viewer,
  asked: Schemas['ValidatePlacementRequest'],
): Promise<Schemas['RefusalCause'][]> {
  const target = placementTarget(asked);
  if (asked.isNew) {
    mustBeAllowedToCreate(deps, viewer, target, asked);
    return refusalsOf(async () => {
      mustBeName(target.name);
      await deps.writer.create(toObject(target, asked), { isDry: true });
    }, asked);
  }
  mustBeAllowedToUpdate(deps, viewer, { target, object: await mirrored(deps, target), asked });
  const { kind, namespace, name, key } = target;
  const live = await deps.writer.find(kind, name, namespace);
  if (live === undefined) throw new NotFoundError(`placement "${key}" does not exist on hub "${deps.hub}"`);
  const { uid, resourceVersion = '' } = live.metadata;
  const { spec, labels, annotations } = asked;
  mustBeAllowedToAnnotate(viewer, { ...live, hub: deps.hub }, annotations);
  return refusalsOf(
    () =>
      deps.writer.replaceAuthored(
        { kind, namespace, name, uid, resourceVersion },
        { spec, labels, annotations },
        { isDry: true },
      ),
    asked,
  );
}

/** What is to be made must besides be something that one may change: so the rules limit creation, to namespaces too. */
function mustBeAllowedToCreate(
  { hub }: CommandDeps,
  viewer: Viewer,
  { key }: PlacementTarget,
  { labels = {}, annotations }: Pick<Schemas['CreatePlacementRequest'], 'labels' | 'annotations'>,
): void {
  mustBeAllowed(viewer.mayCreatePlacement());
  mustBeAllowed(viewer.mayUpdatePlacement({ hub, name: key, labels }));
  mustNotConfirmRemoval(annotations);
}

interface Update {
  readonly target: PlacementTarget;
  readonly object: KubeObject;
  readonly asked: Pick<Schemas['UpdatePlacementRequest'], 'labels'>;
}

/** As it is and as it is to be: labels decide who may change a placement, so nobody hands on what is not his, nor takes it. */
function mustBeAllowedToUpdate(deps: CommandDeps, viewer: Viewer, { target, object, asked }: Update): void {
  const resource = resourceOf(deps, target, object);
  mustBeAllowed(viewer.mayUpdatePlacement(resource));
  if (asked.labels) mustBeAllowed(viewer.mayUpdatePlacement({ ...resource, labels: asked.labels }));
}

async function mirrored({ database, hub }: CommandDeps, target: PlacementTarget): Promise<KubeObject> {
  const { kind, namespace, name, key } = target;
  const object = await database.transact(tx =>
    loadObject(tx, { hub, kind, name, ...(namespace !== undefined && { namespace }) }),
  );
  if (object === undefined) throw new NotFoundError(`placement "${key}" does not exist on hub "${hub}"`);
  return object;
}

const resourceOf = ({ hub }: CommandDeps, { key }: PlacementTarget, { metadata }: KubeObject) => ({
  hub,
  name: key,
  labels: metadata.labels ?? {},
});

const lineOf = ({ kind, key }: PlacementTarget, viewer: Viewer) => ({
  subjectKind: kind,
  subjectName: key,
  actor: actorOf(viewer),
});

function toObject(
  { kind, namespace, name }: PlacementTarget,
  { spec, labels, annotations }: Pick<Schemas['CreatePlacementRequest'], 'spec' | 'labels' | 'annotations'>,
) {
  return {
    apiVersion: apiVersionOf(kind),
    kind,
    metadata: {
      name,
      ...(namespace !== undefined && { namespace }),
      ...(labels && { labels }),
      ...(annotations && { annotations }),
    },
    spec,
  };
}
