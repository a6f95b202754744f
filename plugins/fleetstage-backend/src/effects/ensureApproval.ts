import {
  annotationKeys,
  apiVersionOf,
  condition,
  isJsonObject,
  isLabelValue,
  labelKeys,
  mergeConditions,
  stagedKindsOfKey,
  type Instant,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { AlreadyExistsError, type KubeClient, type KubeObject } from '@fleetstage/kube-client';
import { forgetDesiredApproval, loadDesiredApproval, type DesiredApproval } from '../database/approvalStore';
import { fromHubKey } from '../database/keys';
import { loadObject } from '../database/mirrorStore';
import { fromObjectKey } from '../database/placementObject';
import { queues } from '../database/queue/queues';
import { approvalObject } from '../database/stagedObjects';
import type { Effect } from '../loop/effect';
import { TransientError } from '../loop/errors';
import type { Clock } from '../ports';
import { FIELD_MANAGER } from '../kube/fieldManager';
import { clientName, targetOf } from '../kube/targetOf';
import { conditionsOf } from '../kube/writeDecision';
import { askCluster } from './kubeErrors';

interface ApprovalInput {
  readonly hub: string;
  readonly desired: DesiredApproval;
  /** Uid of the request as last seen; absent: there was none. */
  readonly seenUid?: string;
}

export interface ApprovalDeps {
  readonly client: () => Promise<KubeClient>;
  readonly clock: Clock;
}

const LOG_LINES = {
  present: 'Asking for an approval',
  accepted: 'Accepting an approval',
  absent: 'Removing an approval request',
} as const;
const ACCEPTED = 'The approval request has been approved and cannot be reverted';

/** Makes an approval request object what the engine wants it to be: there, accepted, or gone (C/AP-005…017). */
export function ensureApproval({ client, clock }: ApprovalDeps): Effect<ApprovalInput, void> {
  return {
    name: queues.ensureApproval,
    async load(tx, key) {
      const { hub, name } = fromHubKey(key);
      const desired = await loadDesiredApproval(tx, hub, name);
      if (desired === undefined) return undefined;
      const mirrored = await loadObject(tx, approvalObject({ hub, name }));
      const seenUid = mirrored?.metadata.uid;
      return { hub, desired, ...(seenUid !== undefined && { seenUid }) };
    },
    run: ({ desired, seenUid }, { log }) =>
      askCluster(`make approval request ${desired.name} ${desired.want}`, async () => {
        const api = await client();
        log.info(LOG_LINES[desired.want], { run: desired.run });
        if (desired.want === 'present') await create(api, desired);
        if (desired.want === 'accepted') await accept(api, desired, clock.now());
        if (desired.want === 'absent') await remove(api, desired, seenUid);
      }),
    async record(tx, _, { hub, desired }) {
      // A pass may have saved a new desired state meanwhile; that one stays.
      if (desired.want === 'absent') await forgetDesiredApproval(tx, hub, desired.name, desired);
    },
  };
}

const targetOfRequest = ({ name }: DesiredApproval) => targetOf(stagedKindsOfKey(name).approval);

async function create(client: KubeClient, desired: DesiredApproval): Promise<void> {
  try {
    await client.create(renderRequest(desired), {
      fieldManager: FIELD_MANAGER,
      target: targetOfRequest(desired),
    });
  } catch (error) {
    if (!(error instanceof AlreadyExistsError)) throw error;
    await replaceLeftOver(client, desired);
  }
}

/**
 * Replaces a request that an earlier run of the same name has left behind (C/AP-021). One without our mark may be
 * KubeFleet's or a person's, and one of another run is that run's: both stay, and the engine says what is wrong with them.
 */
async function replaceLeftOver(client: KubeClient, desired: DesiredApproval): Promise<void> {
  const live = await client.find(targetOfRequest(desired), clientName(desired.name));
  const uid = live?.metadata.annotations?.[annotationKeys.runUid];
  if (live !== undefined && (uid === undefined || uid === desired.runUid)) return;
  const parent = isJsonObject(live?.spec) ? live.spec.parentStageRollout : undefined;
  if (live !== undefined && parent !== fromObjectKey(desired.run).name) return;
  if (live?.metadata.uid) {
    await client.delete(targetOfRequest(desired), clientName(desired.name), {
      preconditions: { uid: live.metadata.uid },
    });
  }
  throw new TransientError(`approval request ${desired.name} of an earlier run is being replaced`, 200);
}

/**
 * Removes the request that is no longer desired: by the uid that was seen, or by the mark of its run.
 * When we are late, a recreated run may have a request of the same name; that one stays.
 */
async function remove(
  client: KubeClient,
  desired: DesiredApproval,
  seenUid: string | undefined,
): Promise<void> {
  const live = await client.find(targetOfRequest(desired), clientName(desired.name));
  const uid = live?.metadata.uid;
  const isMeant = uid === seenUid || live?.metadata.annotations?.[annotationKeys.runUid] === desired.runUid;
  if (uid === undefined || !isMeant) return;
  await client.delete(targetOfRequest(desired), clientName(desired.name), { preconditions: { uid } });
}

/** The labels of both generations (RUL 2); a name that no label can hold is in the spec. */
export function renderRequest({ name: key, run: runKey, runUid, stage, task }: DesiredApproval): KubeObject {
  const kind = stagedKindsOfKey(key).approval;
  const { name: run } = fromObjectKey(runKey);
  const labels = {
    [labelKeys.targetUpdateRun]: run,
    [labelKeys.targetUpdateRunOlder]: run,
    [labelKeys.targetUpdatingStage]: stage,
    [labelKeys.taskType]: task,
    [labelKeys.isLatestApproval]: 'true',
  };
  return {
    apiVersion: apiVersionOf(kind),
    kind,
    metadata: {
      ...fromObjectKey(key),
      labels: Object.fromEntries(Object.entries(labels).filter(([, value]) => isLabelValue(value))),
      annotations: { [annotationKeys.runUid]: runUid },
    },
    spec: { parentStageRollout: run, targetStage: stage },
  };
}

/** C/AP-014. */
async function accept(client: KubeClient, desired: DesiredApproval, now: Instant): Promise<void> {
  const target = targetOfRequest(desired);
  const live = await client.find(target, clientName(desired.name));
  if (live === undefined) return;
  const before = conditionsOf(live);
  const generation = live.metadata.generation ?? 1;
  const claim = condition('ApprovalAccepted', 'True', 'ApprovalRequestApprovalAccepted', ACCEPTED);
  const conditions = mergeConditions(before, [claim], { generation, now });
  if (JSON.stringify(conditions) === JSON.stringify(before)) return;
  const body = { metadata: { resourceVersion: live.metadata.resourceVersion }, status: { conditions } };
  await client.patch(target, clientName(desired.name), {
    patch: { type: 'merge', body },
    subresource: 'status',
    fieldManager: FIELD_MANAGER,
  });
}
