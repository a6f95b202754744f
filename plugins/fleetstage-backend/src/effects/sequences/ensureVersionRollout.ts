import {
  annotationKeys,
  apiVersionOf,
  finalizerKeys,
  labelKeys,
  UPGRADE_TYPE_LABEL_VALUES,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { AlreadyExistsError, NotFoundError, type KubeClient } from '@fleetstage/kube-client';
import { fromHubKey, type HubKey } from '../../database/keys';
import { queues } from '../../database/queue/queues';
import {
  loadVersionRollout,
  saveRolloutUid,
  type VersionRolloutRecord,
} from '../../database/sequences/versionRolloutStore';
import { FIELD_MANAGER } from '../../kube/fieldManager';
import { targetOf } from '../../kube/targetOf';
import type { Effect } from '../../loop/effect';
import { TerminalError } from '../../loop/errors';
import type { Log } from '../../observe/log';
import { askCluster } from '../kubeErrors';

interface Input {
  readonly at: HubKey;
  readonly record: VersionRolloutRecord;
}

/** Uid of the object, where it was created now, or by a process that ended before it could say so. */
type Output = { readonly uid?: string };

const TARGET = targetOf('Rollout');

/**
 * Creates the object of a rollout that was decided on, with finalizer, owner and labels (E/RO-004), or deletes it. It is created
 * once: an object that is missing later was removed by somebody, and what that means is decided by the pass.
 */
export const ensureVersionRollout = (client: () => Promise<KubeClient>): Effect<Input, Output> => ({
  name: queues.ensureVersionRollout,
  async load(tx, key) {
    const at = fromHubKey(key);
    const record = await loadVersionRollout(tx, at);
    if (record === undefined || record.goneAt !== undefined) return undefined;
    const isDone = record.want === 'present' && record.uid !== undefined;
    return isDone ? undefined : { at, record };
  },
  run: ({ record }, { log }) =>
    askCluster(`write Rollout ${record.name}`, async () => {
      const api = await client();
      return record.want === 'present' ? create(api, record, log) : remove(api, record, log);
    }),
  async record(tx, _, { at, record: { creation } }, { uid }) {
    if (uid !== undefined) await saveRolloutUid(tx, at, { creation, uid });
  },
});

async function create(client: KubeClient, record: VersionRolloutRecord, log: Log): Promise<Output> {
  log.info('Creating a Rollout', { sequence: record.sequence, version: record.spec.version });
  try {
    return uidOf(await client.create(render(record), { target: TARGET, fieldManager: FIELD_MANAGER }));
  } catch (error) {
    if (!(error instanceof AlreadyExistsError)) throw error;
  }
  const live = await client.find(TARGET, { name: record.name });
  if (live?.metadata.annotations?.[annotationKeys.creation] === record.creation) return uidOf(live);
  throw new TerminalError(
    `Rollout ${record.name} is there, and Fleetstage did not create it: delete it, and its place is taken`,
  );
}

const uidOf = ({ metadata: { uid } }: { metadata: { uid?: string } }): Output => ({ ...(uid && { uid }) });

async function remove(client: KubeClient, record: VersionRolloutRecord, log: Log): Promise<Output> {
  const live = await client.find(TARGET, { name: record.name }, { metadataOnly: true });
  const { uid, deletionTimestamp, annotations } = live?.metadata ?? {};
  const isOwn =
    record.uid === undefined
      ? annotations?.[annotationKeys.creation] === record.creation
      : uid === record.uid;
  if (!isOwn || uid === undefined || deletionTimestamp !== undefined) return {};
  log.info('Deleting a Rollout', { sequence: record.sequence });
  try {
    await client.delete(TARGET, { name: record.name }, { preconditions: { uid } });
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
  }
  return {};
}

function render({ name, sequence, sequenceUid, creation, spec }: VersionRolloutRecord): KubeObject {
  return {
    apiVersion: apiVersionOf('Rollout'),
    kind: 'Rollout',
    metadata: {
      name,
      labels: {
        [labelKeys.sequence]: sequence,
        [labelKeys.upgradeType]: UPGRADE_TYPE_LABEL_VALUES[spec.upgradeType],
      },
      annotations: { [annotationKeys.creation]: creation },
      finalizers: [finalizerKeys.versionRollout],
      ownerReferences: [
        {
          apiVersion: apiVersionOf('RolloutSequence'),
          kind: 'RolloutSequence',
          name: sequence,
          uid: sequenceUid,
          controller: true,
        },
      ],
    },
    spec,
  };
}
