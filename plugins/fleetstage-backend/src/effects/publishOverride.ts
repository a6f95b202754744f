import {
  apiVersionOf,
  contentHash,
  finalizerKeys,
  isLabelValue,
  labelKeys,
  type Instant,
  type JsonObject,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { KubeClient, KubeObject as LiveObject } from '@fleetstage/kube-client';
import { saveDesiredFinalizer } from '../database/finalizerStore';
import { fromFinalizerKey } from '../database/keys';
import { loadObject } from '../database/mirrorStore';
import { loadOverride, type KeptOverride, type OverrideKind } from '../database/overrideStore';
import { fromObjectKey } from '../database/placementObject';
import { queues } from '../database/queue/queues';
import { targetOf } from '../kube/targetOf';
import type { Effect } from '../loop/effect';
import type { Log } from '../observe/log';
import type { Clock } from '../ports';
import { ensureObject } from './ensureObject';
import { explainLongName } from './explainLongName';
import { askCluster } from './kubeErrors';

interface Input {
  readonly hub: string;
  readonly kind: OverrideKind;
  /** `name` or `namespace/name`. */
  readonly key: string;
  readonly override?: KubeObject;
  /** Its history, ascending; none where it is going. */
  readonly kept: readonly KeptOverride[];
}

/**
 * Shows the snapshots of an override on the hub (B/OV-012…015), and lets an override go once none is left (B/OV-016). Losing
 * them loses nothing: the rows are the truth.
 */
export function publishOverride(client: () => Promise<KubeClient>, clock: Clock): Effect<Input, void> {
  return {
    name: queues.publishOverride,
    async load(tx, queueKey) {
      const { hub, kind: text, name: key } = fromFinalizerKey(queueKey);
      const kind = text === 'ClusterResourceOverride' ? text : 'ResourceOverride';
      const ref = { hub, kind, ...fromObjectKey(key) } as const;
      const override = await loadObject(tx, ref);
      return { hub, kind, key, kept: await loadOverride(tx, ref), ...(override && { override }) };
    },
    run: (input, { log }) =>
      askCluster(`publish the snapshots of ${input.kind} ${input.key}`, async () =>
        publish(await client(), input, { log, now: clock.now() }),
      ),
    async record(tx, _, { hub, kind, key, override }) {
      const want = override && finalizerChange(override);
      const { uid } = override?.metadata ?? {};
      if (uid !== undefined && want !== undefined)
        await saveDesiredFinalizer(tx, hub, { kind, name: key, uid, want });
    },
  };
}

/**
 * What our finalizer has to become. One whose name no label holds has no snapshots that it would have to wait for, and its
 * definition refuses each write: held, it could not be let go.
 */
export function finalizerChange({
  metadata,
}: Pick<KubeObject, 'metadata'>): 'present' | 'absent' | undefined {
  const isHeld = metadata.finalizers?.includes(finalizerKeys.override) === true;
  const isWanted = metadata.deletionTimestamp === undefined && isLabelValue(metadata.name);
  return isHeld === isWanted ? undefined : isWanted ? 'present' : 'absent';
}

async function publish(
  client: KubeClient,
  { kind, key, override, kept }: Input,
  { log, now }: { readonly log: Log; readonly now: Instant },
): Promise<void> {
  const { namespace, name } = fromObjectKey(key);
  // Of KubeFleet, or of before the definition refused it (B/OV-015): none of its snapshots could be found again.
  if (!isLabelValue(name)) {
    if (override) await explainLongName(client, { override, now, log });
    return;
  }
  const target = targetOf(`${kind}Snapshot`);
  const { items } = await client.list(target, {
    ...(namespace !== undefined && { namespace }),
    labelSelector: `${labelKeys.parentOverride}=${name}`,
  });
  const shown = new Map(
    items
      .filter(({ metadata }) => metadata.labels?.[labelKeys.parentOverride] === name)
      .map(object => [object.metadata.name ?? '', object]),
  );
  const wanted = override ? kept : [];
  const uid = override?.metadata.uid;
  const ownerOf = ({ metadata }: LiveObject) => metadata.ownerReferences?.[0]?.uid;
  // A recreated override counts from 0 again: what is left of the one before goes with it.
  const isFormer = (one: string) => shown.has(one) && ownerOf(shown.get(one)!) !== uid;
  const changed = wanted.filter(
    one => isFormer(one.snapshot.name) || !isAsShown(one, shown.get(one.snapshot.name)),
  );
  const others = [...shown.keys()].filter(
    one => isFormer(one) || !wanted.some(({ snapshot }) => snapshot.name === one),
  );
  if (changed.length + others.length > 0)
    log.info('Publishing snapshots of an override', { changed: changed.length, removed: others.length });
  for (const snapshot of others) await client.delete(target, { namespace, name: snapshot });
  // Ascending: what was the latest says so no more before the next one does (B/OV-012).
  for (const one of changed) {
    const render = () => renderSnapshot(one, { kind, namespace, name, uid: uid ?? '' });
    const isNew = !shown.has(one.snapshot.name) || isFormer(one.snapshot.name);
    await ensureObject(client, { target, namespace, name: one.snapshot.name, isNew, render });
  }
}

function isAsShown({ snapshot, isLatest }: KeptOverride, live: LiveObject | undefined): boolean {
  const { overrideHash, overrideSpec } = (live?.spec ?? {}) as {
    readonly overrideHash?: string;
    readonly overrideSpec?: JsonObject;
  };
  // KubeFleet makes another hash of the same; written over, going back to it would make a further snapshot.
  const isSame = () => overrideSpec !== undefined && contentHash(overrideSpec) === snapshot.hash;
  return (
    live?.metadata.labels?.[labelKeys.isLatestSnapshot] === String(isLatest) &&
    (overrideHash === toWireHash(snapshot.hash) || isSame())
  );
}

/** B/OV-011: the base64 of its text. */
const toWireHash = (hash: string) => Buffer.from(hash).toString('base64');

interface Parent {
  readonly kind: OverrideKind;
  readonly namespace?: string;
  readonly name: string;
  readonly uid: string;
}

function renderSnapshot({ index, isLatest, snapshot }: KeptOverride, parent: Parent): KubeObject {
  const { kind, namespace, name, uid } = parent;
  return {
    apiVersion: apiVersionOf(snapshot.kind),
    kind: snapshot.kind,
    metadata: {
      name: snapshot.name,
      ...(namespace !== undefined && { namespace }),
      labels: {
        [labelKeys.overrideIndex]: String(index),
        [labelKeys.isLatestSnapshot]: String(isLatest),
        [labelKeys.parentOverride]: name,
      },
      ownerReferences: [
        { apiVersion: apiVersionOf(kind), kind, name, uid, controller: true, blockOwnerDeletion: true },
      ],
    },
    spec: {
      overrideSpec: snapshot.spec,
      overrideHash: toWireHash(snapshot.hash),
    },
  };
}
