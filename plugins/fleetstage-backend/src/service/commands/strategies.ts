import {
  apiVersionOf,
  approversOf,
  stagedKindsOf,
  type KubeObject,
  type StrategyKind,
  type UpdateStrategySpec,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { refuseSpec, strategyChangeInWords } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { ConflictError, InputError, NotFoundError } from '@backstage/errors';
import { randomUUID } from 'node:crypto';
import { namedBy } from '../../database/keyText';
import { loadObject } from '../../database/mirrorStore';
import { fromObjectKey } from '../../database/placementObject';
import { completeInTimeline } from '../../database/timelineStore';
import { loadStrategyUses } from '../../database/views/strategyUses';
import { loadStrategyWarnings, namingOf } from '../strategyWarnings';
import type { Schemas } from '../contract';
import { CLUSTER_SCOPE } from '../queryDeps';
import { inScope } from '../scope';
import type { Viewer } from '../viewer';
import { actorOf, mustBeAllowed, type CommandDeps } from './commandDeps';
import { mustBeAllowedToAnnotate, permitStrategyDeletion, strategyResource } from './guardedAnnotations';
import { mustBeName } from './objectName';
import { refusalsOf } from './refusalsOf';
import { recordThenWrite } from './recordThenWrite';
import { writeAuthored } from './updateSpec';

/** Creates a strategy on the hub. */
export async function createStrategy(
  deps: CommandDeps,
  viewer: Viewer,
  asked: Schemas['CreateStrategyRequest'],
): Promise<Schemas['CreatedStrategy']> {
  mustBeAllowedToCreate(deps, viewer, asked);
  mustBeName(asked.name);
  mustBeUsable(deps, asked);
  const data = { creation: randomUUID() };
  const line = { ...lineOf(targetOf(asked), viewer), event: 'strategyCreated', data } as const;
  const created = await recordThenWrite(deps, line, () => deps.writer.create(toObject(asked)));
  const { generation } = created.metadata;
  await deps.database.transact(tx => completeInTimeline(tx, deps.hub, line, { ...data, generation }));
  return { scope: asked.scope ?? CLUSTER_SCOPE, name: asked.name };
}

/** Writes what people author of a strategy, where nobody has changed the spec since it was shown; runs keep their copy. */
export async function updateStrategy(
  deps: CommandDeps,
  viewer: Viewer,
  asked: Address & Schemas['UpdateStrategyRequest'],
): Promise<Schemas['WrittenObject']> {
  const { key, ...object } = targetOf(asked);
  const shown = await mirrored(deps, asked);
  mustBeAllowedToUpdate(deps, viewer, shown, asked);
  mustBeUsable(deps, asked);
  return writeAuthored(deps, viewer, {
    ...asked,
    ...object,
    subject: key,
    event: 'strategyUpdated',
    judged: shown.metadata,
    inWords: (before, after) => strategyChangeInWords(writtenOf(deps, before), writtenOf(deps, after)),
  });
}

/** What the editor refuses before it is saved is refused of those who write without it, too. */
function mustBeUsable(
  deps: CommandDeps,
  { name, spec, annotations }: Pick<Schemas['CreateStrategyRequest'], 'name' | 'spec' | 'annotations'>,
): void {
  const naming = namingOf(deps, { metadata: { name, annotations } });
  const causes = refuseSpec(spec as unknown as UpdateStrategySpec, naming);
  if (causes.length === 0) return;
  const words = causes.map(({ message }) => message).join(' ');
  throw Object.assign(new InputError(`No run could use strategy "${name}": ${words}`), { causes });
}

const writtenOf = (deps: CommandDeps, object: KubeObject) => ({
  ...namingOf(deps, object),
  spec: (object as unknown as { spec: UpdateStrategySpec }).spec,
  approvers: approversOf(object),
});

/** Deletes a strategy; prepared runs go on with their copy, the others cannot be prepared any more. */
export async function deleteStrategy(
  deps: CommandDeps,
  viewer: Viewer,
  { uid, ...address }: Address & Schemas['DeleteStrategyRequest'],
): Promise<Schemas['DeletedStrategy']> {
  const { database, hub, writer } = deps;
  const target = targetOf(address);
  const { key, ...object } = target;
  mustBeAllowedToDelete(deps, viewer, await mirrored(deps, address));
  const live = await writer.find(object.kind, object.name, object.namespace);
  if (live === undefined) throw new NotFoundError(`strategy "${key}" does not exist on hub "${hub}"`);
  // The mirror may not know of a label or an annotation yet.
  mustBeAllowedToDelete(deps, viewer, live);
  if (live.metadata.uid !== uid)
    throw new ConflictError(
      `strategy "${key}" is not the one that was shown: it was deleted and created again; load it anew`,
    );
  const { runs } = await database.transact(tx => loadStrategyUses(tx, hub, key));
  const line = {
    ...lineOf(target, viewer),
    event: 'strategyDeleted',
    data: { deletion: randomUUID() },
  } as const;
  await recordThenWrite(deps, line, () => writer.delete({ ...object, uid }));
  const open = runs.filter(run => run.strategy === key && !run.isOver);
  return { openRuns: open.map(run => fromObjectKey(run.name).name) };
}

/** What the hub or a run would refuse, and what the runs of the placements that use it would meet; nothing is written. */
export async function judgeStrategy(
  deps: CommandDeps,
  viewer: Viewer,
  asked: Schemas['ValidateStrategyRequest'],
): Promise<Schemas['StrategyJudgement']> {
  const causes = asked.isNew ? await judgeNew(deps, viewer, asked) : await judgeChange(deps, viewer, asked);
  const spec = asked.spec as unknown as UpdateStrategySpec;
  if (causes.length > 0 || !Array.isArray(spec.stages)) return { causes, warnings: [] };
  const { name, annotations } = asked;
  const naming = namingOf(deps, { metadata: { name, annotations } });
  const refused = refuseSpec(spec, naming);
  if (refused.length > 0) return { causes: refused, warnings: [] };
  const warnings = await deps.database.transact(tx =>
    loadStrategyWarnings(tx, deps.hub, { key: targetOf(asked).key, spec, naming }),
  );
  return { causes, warnings };
}

function judgeNew(deps: CommandDeps, viewer: Viewer, asked: Schemas['ValidateStrategyRequest']) {
  mustBeAllowedToCreate(deps, viewer, asked);
  return refusalsOf(async () => {
    mustBeName(asked.name);
    await deps.writer.create(toObject(asked), { isDry: true });
  }, asked);
}

async function judgeChange(deps: CommandDeps, viewer: Viewer, asked: Schemas['ValidateStrategyRequest']) {
  const { writer, hub } = deps;
  const { spec, labels, annotations } = asked;
  const { key, ...target } = targetOf(asked);
  mustBeAllowedToUpdate(deps, viewer, await mirrored(deps, asked), asked);
  const live = await writer.find(target.kind, target.name, target.namespace);
  if (live === undefined) throw new NotFoundError(`strategy "${key}" does not exist on hub "${hub}"`);
  const { uid, resourceVersion = '' } = live.metadata;
  mustBeAllowedToAnnotate(viewer, { ...live, hub }, annotations);
  return refusalsOf(
    () =>
      writer.replaceAuthored(
        { ...target, uid, resourceVersion },
        { spec, labels, annotations },
        { isDry: true },
      ),
    asked,
  );
}

/** The scope is left out where it is cluster-wide. */
interface Address {
  readonly scope?: string;
  readonly name: string;
}

interface Target {
  readonly kind: StrategyKind;
  readonly namespace?: string;
  readonly name: string;
  readonly key: string;
}

/** Where a strategy is on the hub. */
function targetOf({ name, ...asked }: Address): Target {
  const within = inScope(asked);
  return { kind: stagedKindsOf(within).strategy, ...within, name, key: namedBy(within, name) };
}

type New = Pick<Schemas['CreateStrategyRequest'], 'scope' | 'name' | 'spec' | 'labels' | 'annotations'>;

/** Who approves is named by those alone who may update strategies (decision 0028). */
function mustBeAllowedToCreate({ hub }: CommandDeps, viewer: Viewer, asked: New): void {
  const bare = toObject({ ...asked, annotations: undefined });
  mustBeAllowed(viewer.mayCreateStrategy(strategyResource(hub, bare)));
  mustBeAllowedToAnnotate(viewer, { ...bare, hub }, asked.annotations);
}

/** As it is and as it is to be: labels decide who may change a strategy, so nobody hands on what is not his, nor takes it. */
function mustBeAllowedToUpdate(
  { hub }: CommandDeps,
  viewer: Viewer,
  object: KubeObject,
  { labels }: Pick<New, 'labels'>,
): void {
  const resource = strategyResource(hub, object);
  mustBeAllowed(viewer.mayUpdateStrategy(resource));
  if (labels) mustBeAllowed(viewer.mayUpdateStrategy({ ...resource, labels }));
}

const mustBeAllowedToDelete = ({ hub }: CommandDeps, viewer: Viewer, object: KubeObject) =>
  mustBeAllowed(permitStrategyDeletion(viewer, strategyResource(hub, object), object.metadata));

async function mirrored({ database, hub }: CommandDeps, asked: Address): Promise<KubeObject> {
  const { key, ...target } = targetOf(asked);
  const object = await database.transact(tx => loadObject(tx, { hub, ...target }));
  if (object === undefined) throw new NotFoundError(`strategy "${key}" does not exist on hub "${hub}"`);
  return object;
}

const lineOf = ({ kind, key }: Target, viewer: Viewer) => ({
  subjectKind: kind,
  subjectName: key,
  actor: actorOf(viewer),
});

function toObject({ spec, labels, annotations, ...address }: New) {
  const { kind, namespace, name } = targetOf(address);
  return {
    apiVersion: apiVersionOf(kind),
    kind,
    metadata: {
      ...(namespace !== undefined && { namespace }),
      name,
      ...(labels && { labels }),
      ...(annotations && { annotations }),
    },
    spec,
  };
}
