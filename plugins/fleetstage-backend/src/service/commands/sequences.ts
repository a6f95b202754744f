import {
  apiVersionOf,
  fromRfc3339,
  type JsonObject,
  type KubeObject,
  type RolloutSequenceSpec,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { validateSequence, type PersonEventName } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { ConflictError, InputError, NotFoundError } from '@backstage/errors';
import { randomUUID } from 'node:crypto';
import { loadObject } from '../../database/mirrorStore';
import { SEQUENCE } from '../../database/sequences/sequenceEvents';
import { listVersionRollouts } from '../../database/sequences/versionRolloutStore';
import { completeInTimeline } from '../../database/timelineStore';
import type { Schemas } from '../contract';
import { judgeSequence as findIssues } from '../sequences/judgeSequence';
import { readSequenceSpec } from '../sequences/sequenceSpec';
import { sequenceResource } from '../sequences/sequenceResource';
import type { SequenceRight, Viewer } from '../viewer';
import { actorOf, mustBeAllowed, type CommandDeps } from './commandDeps';
import { mustBeName } from './objectName';
import { refusalsOf } from './refusalsOf';
import { recordThenWrite } from './recordThenWrite';
import { writeAuthored } from './updateSpec';
import { writeSpec, type Shown } from './writeSpec';

/** Creates a sequence on the hub. */
export async function createSequence(
  deps: CommandDeps,
  viewer: Viewer,
  asked: Schemas['CreateSequenceRequest'],
): Promise<Schemas['CreatedSequence']> {
  const { name } = asked;
  const object = toObject(asked);
  mustBeAllowed(viewer.maySequence('createSequence', sequenceResource(deps.hub, object)));
  mustBeName(name);
  await mustBeSound(deps, asked);
  const data = { creation: randomUUID() };
  const line = { ...lineOf(name, viewer), event: 'sequenceCreated', data } as const;
  const created = await recordThenWrite(deps, line, () => deps.writer.create(object));
  const { generation } = created.metadata;
  await deps.database.transact(tx => completeInTimeline(tx, deps.hub, line, { ...data, generation }));
  return { name };
}

/** Writes what people author of a sequence, where nobody has changed the spec since it was shown. */
export async function updateSequence(
  deps: CommandDeps,
  viewer: Viewer,
  asked: { name: string } & Schemas['UpdateSequenceRequest'],
): Promise<Schemas['WrittenObject']> {
  const { hub } = deps;
  const { name, spec, labels } = asked;
  const shown = await mirrored(deps, name);
  mustBeAllowed(viewer.maySequence('updateSequence', sequenceResource(hub, shown)));
  // As it is to be, too: nobody takes the clusters of fleets, or labels, that are not theirs.
  const metadata = { ...shown.metadata, ...(labels && { labels }) };
  mustBeAllowed(viewer.maySequence('updateSequence', sequenceResource(hub, { metadata, spec })));
  await mustBeSound(deps, asked, shown);
  return writeAuthored(deps, viewer, {
    ...asked,
    kind: SEQUENCE,
    subject: name,
    event: 'sequenceUpdated',
    judged: shown.metadata,
  });
}

/** Deletes a sequence; its rollouts end as SequenceDeleted when their upgrades are done (E/RO-006). */
export async function deleteSequence(
  deps: CommandDeps,
  viewer: Viewer,
  { name, uid, reason }: { name: string } & Schemas['DeleteSequenceRequest'],
): Promise<Schemas['DeletedSequence']> {
  const { database, hub, writer } = deps;
  mustBeAllowed(viewer.maySequence('deleteSequence', sequenceResource(hub, await mirrored(deps, name))));
  const live = await writer.find(SEQUENCE, name);
  if (live === undefined) throw missing(deps, name);
  // The mirror may not know of a fleet or a label yet.
  mustBeAllowed(viewer.maySequence('deleteSequence', sequenceResource(hub, live)));
  if (live.metadata.uid !== uid)
    throw new ConflictError(
      `sequence "${name}" is not the one that was shown: it was deleted and created again; load it anew`,
    );
  const rollouts = await database.transact(tx => listVersionRollouts(tx, hub, name));
  const line = {
    ...lineOf(name, viewer, reason),
    event: 'sequenceDeleted',
    data: { uid, deletion: randomUUID() },
  } as const;
  await recordThenWrite(deps, line, () => writer.delete({ kind: SEQUENCE, name, uid }));
  const isActive = (phase: string) => phase === 'Running' || phase === 'Paused';
  return { cancels: rollouts.filter(({ memory }) => isActive(memory.phase)).map(one => one.name) };
}

/**
 * What the hub would refuse of a draft; nothing is written.
 *
 * @throws NotAllowedError for who may not write it
 */
export async function judgeSequence(
  deps: CommandDeps,
  viewer: Viewer,
  { name, isNew, spec }: Schemas['PreviewSequenceRequest'],
): Promise<Schemas['RefusalCause'][]> {
  const { hub, writer } = deps;
  // Rules about fleets are asked of a whole draft, on saving: one that is being written may lack them yet.
  mustBeAllowed(viewer.maySequence(isNew ? 'createSequence' : 'updateSequence'));
  if (isNew) {
    if (name === '') return [];
    return refusalsOf(
      async () => {
        mustBeName(name);
        await writer.create(toObject({ name, spec }), { isDry: true });
      },
      { isNew },
    );
  }
  const live = await writer.find(SEQUENCE, name);
  if (live === undefined) throw missing(deps, name);
  mustBeAllowed(viewer.maySequence('updateSequence', sequenceResource(hub, live)));
  const { uid, resourceVersion = '' } = live.metadata;
  const target = { kind: SEQUENCE, name, uid, resourceVersion };
  return refusalsOf(() => writer.replaceAuthored(target, { spec }, { isDry: true }), { isNew });
}

type Act = { readonly name: string; readonly reason?: string } & Shown;

/** Suspends a sequence, or takes that back (E/RS-017). */
export function suspendSequence(
  deps: CommandDeps,
  viewer: Viewer,
  { suspend, ...asked }: Act & { readonly suspend: boolean },
): Promise<Schemas['WrittenObject']> {
  return act(deps, viewer, asked, {
    right: 'suspendSequence',
    event: suspend ? 'suspendAsked' : 'resumeAsked',
    patch: spec => ((spec.suspend ?? false) === suspend ? undefined : { suspend }),
  });
}

/** Makes a version the target of a sequence (E/AC-007). */
export function startVersion(
  deps: CommandDeps,
  viewer: Viewer,
  { name, version, force = false, ...asked }: { name: string } & Schemas['StartVersionRequest'],
): Promise<Schemas['WrittenObject']> {
  const target = { version, force };
  return act(
    deps,
    viewer,
    { ...asked, name },
    {
      right: 'startVersion',
      event: 'versionStartAsked',
      words: force ? `${version}, by force` : version,
      patch: spec => {
        const [issue] = judgeTarget({ ...spec, target });
        if (issue !== undefined)
          throw refusal([{ field: 'version', message: `${issue.code}: ${issue.message}` }]);
        const is = spec.target;
        const isSo = is?.version === version && (is.force ?? false) === force;
        return isSo ? undefined : { target };
      },
    },
  );
}

const judgeTarget = (spec: RolloutSequenceSpec) =>
  validateSequence(spec).filter(({ path }) => path.startsWith('spec.target'));

interface Step {
  readonly right: SequenceRight;
  readonly event: PersonEventName;
  readonly words?: string;
  readonly patch: (spec: RolloutSequenceSpec) => JsonObject | undefined;
}

async function act(
  deps: CommandDeps,
  viewer: Viewer,
  { name, reason, resourceVersion, generation }: Act,
  { right, event, words, patch }: Step,
): Promise<Schemas['WrittenObject']> {
  const object = await mirrored(deps, name);
  mustBeAllowed(viewer.maySequence(right, sequenceResource(deps.hub, object)));
  const message = [words, reason].filter(Boolean).join(': ');
  return writeSpec(deps, {
    kind: SEQUENCE,
    name,
    uid: object.metadata.uid ?? '',
    shown: { resourceVersion, ...(generation !== undefined && { generation }) },
    line: { ...lineOf(name, viewer, message), event, data: { act: randomUUID() } },
    patch: live => patch(live.spec as RolloutSequenceSpec),
  });
}

/**
 * What admission refuses is refused with every cause at once, and a fleet of another sequence, which admission cannot see
 * (E/RV-011).
 */
async function mustBeSound(
  { database, hub }: CommandDeps,
  { name, spec }: Pick<Schemas['CreateSequenceRequest'], 'name' | 'spec'>,
  existing?: KubeObject,
): Promise<void> {
  const known = readSequenceSpec(spec);
  // Of another shape than the schema has: the hub names each field.
  if (known === undefined) return;
  const createdAt = existing && fromRfc3339(existing.metadata.creationTimestamp);
  const issues = await database.transact(tx => findIssues(tx, hub, { name, createdAt, spec: known }));
  const errors = issues.filter(({ severity }) => severity === 'Error');
  if (errors.length === 0) return;
  throw refusal(errors.map(({ code, path, message }) => ({ field: path, message: `${code}: ${message}` })));
}

const refusal = (causes: readonly Schemas['RefusalCause'][]) =>
  Object.assign(new InputError(causes.map(({ message }) => message).join(' ')), { causes });

async function mirrored({ database, hub }: CommandDeps, name: string): Promise<KubeObject> {
  const object = await database.transact(tx => loadObject(tx, { hub, kind: SEQUENCE, name }));
  if (object === undefined) throw missing({ hub }, name);
  return object;
}

const missing = ({ hub }: Pick<CommandDeps, 'hub'>, name: string) =>
  new NotFoundError(`sequence "${name}" does not exist on hub "${hub}"`);

const lineOf = (name: string, viewer: Viewer, message?: string) => ({
  subjectKind: SEQUENCE,
  subjectName: name,
  actor: actorOf(viewer),
  ...(message !== undefined && message !== '' && { message }),
});

const toObject = ({ name, spec, labels, annotations }: Schemas['CreateSequenceRequest']) => ({
  apiVersion: apiVersionOf(SEQUENCE),
  kind: SEQUENCE,
  metadata: { name, ...(labels && { labels }), ...(annotations && { annotations }) },
  spec,
});
