import { annotationKeys } from '@fleetstage/backstage-plugin-fleetstage-common';
import { ConflictError, InputError } from '@backstage/errors';
import { randomUUID } from 'node:crypto';
import type { Schemas } from '../contract';
import { fromObjectKey } from '../../database/placementObject';
import { CLUSTER_SCOPE } from '../queryDeps';
import type { Viewer } from '../viewer';
import { actorOf, mustBeAllowed, type CommandDeps } from './commandDeps';
import { createRun } from './createRun';
import { loadRunSubject, mustNotBeOver, type RunSubject } from './loadRunSubject';
import { recordThenWrite } from './recordThenWrite';

type Ask = { readonly run: string } & Schemas['EndRunRequest'];

/** Ends a run for good: its clusters stay as they are, and the next run of the placement goes on. */
export async function endRun(
  deps: CommandDeps,
  viewer: Viewer,
  { run: name, reason }: Ask,
): Promise<Schemas['EndedRun']> {
  const { database, hub } = deps;
  const subject = await database.transact(tx => loadRunSubject(tx, hub, name));
  mustBeAllowed(viewer.mayControl(subject.resource));
  mustNotBeOver(subject);
  await askForEnd(deps, viewer, { subject, reason });
  return { isEnding: true };
}

/** A run by the same strategy to another snapshot; a run under way is ended first. */
export async function rollBackRun(
  deps: CommandDeps,
  viewer: Viewer,
  { run: name, newName, snapshot, reason = '' }: { readonly run: string } & Schemas['RollBackRequest'],
): Promise<Schemas['CreatedRun']> {
  const { database, hub } = deps;
  const subject = await database.transact(tx => loadRunSubject(tx, hub, name));
  const isOver = subject.isOver;
  if (!isOver) mustBeAllowed(viewer.mayControl(subject.resource));
  const { namespace: scope = CLUSTER_SCOPE } = subject.object;
  const [placement, strategy] = [subject.placement, subject.strategy].map(key => fromObjectKey(key).name);
  // Refused before anything is ended: two acts cannot be one, but the first must not be done in vain.
  const beforeCreate = async () => {
    if (!isOver) await askForEnd(deps, viewer, { subject, reason: endReason(reason, snapshot) });
  };
  return createRun(
    deps,
    viewer,
    { scope, name: newName, placement, strategy, snapshot, state: 'Run' },
    { beforeCreate },
  );
}

/** Deletes a run that is over; its timeline stays, and so does what its clusters run. */
export async function deleteRun(
  deps: CommandDeps,
  viewer: Viewer,
  { run: name, uid }: { readonly run: string } & Schemas['DeleteRunRequest'],
): Promise<Schemas['DeletedRun']> {
  const { database, hub, writer } = deps;
  const subject = await database.transact(tx => loadRunSubject(tx, hub, name));
  mustBeAllowed(viewer.mayDeleteRun(subject.resource));
  if (subject.uid !== uid)
    throw new ConflictError(
      `run "${name}" is not the one that was shown: it was deleted and created again; load it anew`,
    );
  if (!subject.isOver) throw new ConflictError(`run "${name}" is not over; end it first`);
  const line = { ...lineOf(subject, viewer), event: 'deletionAsked', data: dataOf(subject) } as const;
  await recordThenWrite(deps, line, () => writer.delete({ ...subject.object, uid }));
  return { isDeleting: true };
}

interface End {
  readonly subject: RunSubject;
  readonly reason: string;
}

async function askForEnd(deps: CommandDeps, viewer: Viewer, { subject, reason }: End): Promise<void> {
  const { object, uid } = subject;
  const message = reason.trim();
  if (message === '') throw new InputError('reason: say why the run ends; it stays on the run');
  const line = { ...lineOf(subject, viewer), event: 'endAsked', message, data: dataOf(subject) } as const;
  await recordThenWrite(deps, line, () =>
    deps.writer.annotate({ ...object, uid }, { [annotationKeys.endRun]: message }),
  );
}

const endReason = (reason: string, snapshot: string) =>
  reason.trim() === '' ? `rolled back to snapshot ${snapshot}` : reason;

const lineOf = ({ name, object }: RunSubject, viewer: Viewer) => ({
  subjectKind: object.kind,
  subjectName: name,
  actor: actorOf(viewer),
});

const dataOf = ({ placement, uid }: RunSubject) => ({ placement, uid, act: randomUUID() });
