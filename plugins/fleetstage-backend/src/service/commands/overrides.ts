import { apiVersionOf, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { overrideChangeInWords } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { ConflictError, NotFoundError } from '@backstage/errors';
import { randomUUID } from 'node:crypto';
import { loadUsesOf } from '../../database/views/overrideUses';
import { completeInTimeline } from '../../database/timelineStore';
import type { Schemas } from '../contract';
import { overrideTarget, type OverrideTarget } from '../overrideTarget';
import type { Viewer } from '../viewer';
import { actorOf, mustBeAllowed, type CommandDeps } from './commandDeps';
import { mustBeAllowedToAnnotate } from './guardedAnnotations';
import { mustBeName } from './objectName';
import { recordThenWrite } from './recordThenWrite';
import { refusalsOf } from './refusalsOf';
import { writeAuthored } from './updateSpec';

interface Address {
  readonly scope: string;
  readonly name: string;
}

/** Creates an override on the hub: cluster-wide, or in a namespace. */
export async function createOverride(
  deps: CommandDeps,
  viewer: Viewer,
  asked: Schemas['CreateOverrideRequest'],
): Promise<Schemas['CreatedOverride']> {
  const target = overrideTarget(asked);
  mustBeAllowedToCreate(deps, viewer, target, asked);
  mustBeName(target.name);
  const data = { creation: randomUUID() };
  const line = { ...lineOf(target, viewer), event: 'overrideCreated', data } as const;
  const created = await recordThenWrite(deps, line, () => deps.writer.create(toObject(target, asked)));
  const { generation } = created.metadata;
  await deps.database.transact(tx => completeInTimeline(tx, deps.hub, line, { ...data, generation }));
  return { scope: asked.scope, name: asked.name };
}

/** Writes what people author of an override, where nobody has changed the spec since it was shown. */
export async function updateOverride(
  deps: CommandDeps,
  viewer: Viewer,
  { scope, name, ...asked }: Address & Schemas['UpdateOverrideRequest'],
): Promise<Schemas['WrittenObject']> {
  mustBeAllowed(viewer.mayUpdateOverride());
  const { key, ...target } = overrideTarget({ scope, name });
  return writeAuthored(deps, viewer, {
    ...asked,
    ...target,
    subject: key,
    event: 'overrideUpdated',
    inWords: (before, after) => overrideChangeInWords(writtenOf(before), writtenOf(after)),
  });
}

const writtenOf = (object: KubeObject) => (object as unknown as { spec: never }).spec;

/** Deletes an override; the clusters that run with it are changed as the strategies of their placements allow. */
export async function deleteOverride(
  deps: CommandDeps,
  viewer: Viewer,
  { uid, ...address }: Address & Schemas['DeleteOverrideRequest'],
): Promise<Schemas['DeletedOverride']> {
  const { database, hub, writer } = deps;
  mustBeAllowed(viewer.mayDeleteOverride());
  const target = overrideTarget(address);
  const { kind, namespace, name, key } = target;
  const live = await writer.find(kind, name, namespace);
  if (live === undefined) throw new NotFoundError(`override "${key}" does not exist on hub "${hub}"`);
  if (live.metadata.uid !== uid)
    throw new ConflictError(
      `override "${key}" is not the one that was shown: it was deleted and created again; load it anew`,
    );
  const uses = await database.transact(tx => loadUsesOf(tx, { hub, kind, namespace, name }));
  const line = {
    ...lineOf(target, viewer),
    event: 'overrideDeleted',
    data: { deletion: randomUUID() },
  } as const;
  await recordThenWrite(deps, line, () => writer.delete({ kind, namespace, name, uid }));
  return { clusters: new Set(uses.flatMap(({ clusters }) => clusters)).size };
}

/** What the hub would refuse, field by field; nothing is written. */
export async function judgeOverride(
  deps: CommandDeps,
  viewer: Viewer,
  asked: Schemas['ValidateOverrideRequest'],
): Promise<Schemas['OverrideJudgement']> {
  return {
    causes: asked.isNew ? await judgeNew(deps, viewer, asked) : await judgeChange(deps, viewer, asked),
  };
}

function judgeNew(deps: CommandDeps, viewer: Viewer, asked: Schemas['ValidateOverrideRequest']) {
  mustBeAllowed(viewer.mayCreateOverride());
  return refusalsOf(async () => {
    mustBeName(asked.name);
    const target = overrideTarget(asked);
    mustBeAllowedToCreate(deps, viewer, target, asked);
    await deps.writer.create(toObject(target, asked), { isDry: true });
  }, asked);
}

async function judgeChange(
  { writer, hub }: CommandDeps,
  viewer: Viewer,
  asked: Schemas['ValidateOverrideRequest'],
) {
  mustBeAllowed(viewer.mayUpdateOverride());
  const { kind, namespace, name, key } = overrideTarget(asked);
  const live = await writer.find(kind, name, namespace);
  if (live === undefined) throw new NotFoundError(`override "${key}" does not exist on hub "${hub}"`);
  const { spec, labels, annotations } = asked;
  const { uid, resourceVersion = '' } = live.metadata;
  mustBeAllowedToAnnotate(viewer, { ...live, hub }, annotations);
  return refusalsOf(
    () =>
      writer.replaceAuthored(
        { kind, namespace, name, uid, resourceVersion },
        { spec, labels, annotations },
        { isDry: true },
      ),
    asked,
  );
}

type New = Pick<Schemas['CreateOverrideRequest'], 'spec' | 'labels' | 'annotations'>;

function mustBeAllowedToCreate(
  { hub }: CommandDeps,
  viewer: Viewer,
  target: OverrideTarget,
  asked: New,
): void {
  mustBeAllowed(viewer.mayCreateOverride());
  const bare = toObject(target, { ...asked, annotations: undefined });
  mustBeAllowedToAnnotate(viewer, { ...bare, hub }, asked.annotations);
}

const lineOf = ({ kind, key }: OverrideTarget, viewer: Viewer) => ({
  subjectKind: kind,
  subjectName: key,
  actor: actorOf(viewer),
});

const toObject = ({ kind, namespace, name }: OverrideTarget, { spec, labels, annotations }: New) => ({
  apiVersion: apiVersionOf(kind),
  kind,
  metadata: {
    name,
    ...(namespace !== undefined && { namespace }),
    ...(labels && { labels }),
    ...(annotations && { annotations }),
  },
  spec,
});
