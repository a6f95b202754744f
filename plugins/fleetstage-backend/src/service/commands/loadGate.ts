import {
  describeGate,
  gateKindOf,
  isGateUsed,
  type TaskProgress,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { ConflictError, NotFoundError } from '@backstage/errors';
import { namedBy } from '../../database/keyText';
import { loadApproval, type Approval, type GateKey, type StageTaskName } from '../../database/approvalStore';
import type { Tx } from '../../database/db';
import { loadObject } from '../../database/mirrorStore';
import { approvalObject } from '../../database/stagedObjects';
import { loadRunSubject, mustNotBeOver, type RunSubject } from './loadRunSubject';

/** One gate of a run, as the address names it. */
export interface GateAddress {
  /** Its key. */
  readonly run: string;
  readonly stage: string;
  readonly task: 'before' | 'after';
}

export interface Gate {
  readonly run: RunSubject;
  readonly stage: string;
  readonly task: TaskProgress;
  /** Identity of the decision on the request that is there now. */
  readonly key: GateKey;
  /** `key`: `name`, or `namespace/name`. */
  readonly request: { readonly key: string; readonly name: string; readonly uid: string };
  readonly decision?: Approval;
  /** See `isGateUsed`; the caller holds the lock of the placement where a pass must not come between. */
  readonly isUsed: boolean;
}

/** @throws NotFoundError, ConflictError where there is no request to decide on */
export async function loadGate(
  tx: Tx,
  hub: string,
  { run: name, stage, task: when }: GateAddress,
): Promise<Gate> {
  const run = await loadRunSubject(tx, hub, name);
  const { task, isUsed } = findTask(run, stage, when);
  const requestName = task.request ?? '';
  const requestKey = namedBy(run.object, requestName);
  const object = await loadObject(tx, approvalObject({ hub, name: requestKey }));
  if (object?.metadata.uid === undefined) {
    mustNotBeOver(run);
    throw new ConflictError(`${describeGate({ run: name, stage, when })} has not been asked for yet`);
  }
  const request = { key: requestKey, name: requestName, uid: object.metadata.uid };
  const taskName: StageTaskName = when === 'before' ? 'beforeStage' : 'afterStage';
  const key = { run: name, stage, task: taskName, requestUid: request.uid };
  const decision = await loadApproval(tx, hub, key);
  return {
    run: { ...run, resource: { ...run.resource, stage } },
    stage,
    task,
    key,
    request,
    ...(decision && { decision }),
    isUsed,
  };
}

function findTask(run: RunSubject, stageName: string, when: 'before' | 'after') {
  const { progress, name } = run;
  if (progress?.plan === undefined) {
    mustNotBeOver(run);
    throw new ConflictError(`run "${name}" is being prepared; its gates are known in a moment`);
  }
  const stage = progress.stages.find(one => one.name === stageName);
  if (stage === undefined) throw new NotFoundError(`run "${name}" has no stage "${stageName}"`);
  const task = (when === 'before' ? stage.before : stage.after).find(
    ({ kind }) => gateKindOf(kind).isForPeople,
  );
  if (task === undefined)
    throw new NotFoundError(`stage "${stageName}" of run "${name}" has no approval ${when} it`);
  return { task, isUsed: isGateUsed(progress, stageName, when) };
}
