import {
  finalizerKeys,
  isLabelValue,
  labelKeys,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  ConflictError,
  InvalidError,
  NotFoundError,
  type KubeClient,
  type KubeMetadata,
  type KubeObject as LiveObject,
} from '@fleetstage/kube-client';
import type { Tx } from '../database/db';
import {
  forgetDesiredFinalizer,
  loadDesiredFinalizer,
  type DesiredFinalizer,
} from '../database/finalizerStore';
import { fromFinalizerKey } from '../database/keys';
import { loadObject } from '../database/mirrorStore';
import { fromObjectKey } from '../database/placementObject';
import { queues } from '../database/queue/queues';
import type { Effect } from '../loop/effect';
import { silentLog, type Log } from '../observe/log';
import { FIELD_MANAGER } from '../kube/fieldManager';
import { clientName, targetOf } from '../kube/targetOf';
import { askCluster } from './kubeErrors';
import { releaseLeftovers, type Leaving } from './releaseLeftovers';

interface FinalizerInput {
  readonly hub: string;
  readonly desired: DesiredFinalizer;
  /** As last seen; absent: it is gone. */
  readonly mirrored?: KubeObject;
}

/** Kinds that we hold until we have cleaned up behind them, with KubeFleet's keys (RUL 38) where it has the kind. */
const HELD = {
  ClusterResourcePlacement: [finalizerKeys.placement, finalizerKeys.scheduler],
  ResourcePlacement: [finalizerKeys.placement, finalizerKeys.scheduler],
  ClusterStagedUpdateRun: [finalizerKeys.updateRun],
  StagedUpdateRun: [finalizerKeys.updateRun],
  MemberCluster: [finalizerKeys.memberCluster],
  ClusterResourceOverride: [finalizerKeys.override],
  ResourceOverride: [finalizerKeys.override],
  Rollout: [finalizerKeys.versionRollout],
} as const satisfies Record<string, readonly string[]>;

type HeldKind = keyof typeof HELD;

/** Nobody takes these off once KubeFleet is gone; with ours they go (RUL 38). */
const LEFT_BEHIND: Partial<Record<HeldKind, readonly string[]>> = {
  MemberCluster: [finalizerKeys.clusterProfile],
};

type Outcome =
  | 'done'
  | 'gone'
  /** The definition refuses each write of the object, so another try would be in vain. */
  | 'refused';

/** Puts our finalizers on an object before the first row of it, and takes them off after its last. */
export function ensureFinalizer(
  client: () => Promise<KubeClient>,
  /** Recorded in the transaction that forgets the desired state: ours are off the object. */
  onRemoved?: (tx: Tx, hub: string, desired: DesiredFinalizer) => Promise<void>,
  /** The same where ours are on the object. */
  onSet?: (tx: Tx, hub: string, desired: DesiredFinalizer) => void,
): Effect<FinalizerInput, Outcome> {
  return {
    name: queues.ensureFinalizer,
    async load(tx, key) {
      const { hub, kind, name } = fromFinalizerKey(key);
      const desired = await loadDesiredFinalizer(tx, hub, { kind, name });
      return (
        desired && { hub, desired, mirrored: await loadObject(tx, { hub, kind, ...fromObjectKey(name) }) }
      );
    },
    async run({ desired, mirrored }, { log }) {
      if (mirrored === undefined) return 'gone';
      const isSameObject = mirrored.metadata.uid === desired.uid;
      if (isSameObject && renderChange(mirrored.metadata, desired) === undefined) return 'done';
      return askCluster(`set the finalizers of ${desired.kind} ${desired.name}`, async () =>
        edit(await client(), desired, { log, ...(isSameObject && { mirrored }) }),
      );
    },
    async record(tx, _, { hub, desired }, outcome) {
      // A pass may have saved a new desired state meanwhile; that one stays.
      if (outcome === 'gone' || desired.want === 'absent') await forgetDesiredFinalizer(tx, hub, desired);
      if (outcome !== 'done') return;
      if (desired.want === 'absent') await onRemoved?.(tx, hub, desired);
      else onSet?.(tx, hub, desired);
    },
  };
}

const TRIES = 4;

interface Edit {
  /** Written first as it was seen, without a read. */
  readonly mirrored?: KubeObject;
  readonly log: Log;
}

/** Whoever writes between our read and our write, a status included, makes us read again. */
async function edit(
  client: KubeClient,
  desired: DesiredFinalizer,
  { mirrored, log }: Edit,
): Promise<Outcome> {
  for (let tried = 1; ; tried += 1) {
    try {
      const first = { log, ...(mirrored && { mirrored }) };
      return await editOnce(client, desired, tried === 1 ? first : { log: silentLog });
    } catch (error) {
      if (error instanceof NotFoundError) return 'gone';
      if (error instanceof InvalidError && isNameTooLong(desired)) {
        log.warn(
          'The hub refuses to take our finalizer off an override whose name is too long for its definition: take the rule on metadata.name out of the definition, take the finalizer off by hand, and start Fleetstage anew, which puts the rule back',
          { override: `${desired.kind} ${desired.name}`, finalizer: finalizerKeys.override },
        );
        return 'refused';
      }
      if (!(error instanceof ConflictError) || tried === TRIES) throw error;
    }
  }
}

/** From before the definition refused it (B/OV-015); it also refuses to remove a finalizer. */
const isNameTooLong = ({ kind, name, want }: DesiredFinalizer) =>
  want === 'absent' &&
  (kind === 'ClusterResourceOverride' || kind === 'ResourceOverride') &&
  !isLabelValue(fromObjectKey(name).name);

async function editOnce(
  client: KubeClient,
  desired: DesiredFinalizer,
  { mirrored, log }: Edit,
): Promise<'done' | 'gone'> {
  const target = targetOf(parseKind(desired.kind));
  const live: Pick<LiveObject, 'metadata'> | undefined =
    mirrored ?? (await client.find(target, clientName(desired.name)));
  if (live === undefined || live.metadata.uid !== desired.uid) return 'gone';
  const change = renderChange(live.metadata, desired);
  if (change === undefined) return 'done';
  const metadata = { ...change, resourceVersion: live.metadata.resourceVersion };
  const patch = { type: 'merge', body: { metadata } } as const;
  const leaving = desired.want === 'absent' ? leavingOf(desired) : undefined;
  if (leaving !== undefined) await releaseLeftovers(client, leaving, log);
  log.info(desired.want === 'present' ? 'Setting our finalizers' : 'Removing our finalizers');
  await client.patch(target, clientName(desired.name), { patch, fieldManager: FIELD_MANAGER });
  return 'done';
}

/** Names that KubeFleet may have left of it on the hub. */
function leavingOf({ kind, name }: DesiredFinalizer): Leaving | undefined {
  if (kind === 'MemberCluster') return { member: name };
  return kind === 'ClusterResourcePlacement' || kind === 'ResourcePlacement'
    ? { placement: name }
    : undefined;
}

/** The changes of the metadata; undefined: it is as desired. */
function renderChange(metadata: KubeMetadata, { kind, name, want }: DesiredFinalizer): object | undefined {
  const ours: readonly string[] = HELD[parseKind(kind)];
  const present = metadata.finalizers ?? [];
  if (want === 'absent') {
    const left = present.filter(key => !ours.includes(key) && !LEFT_BEHIND[parseKind(kind)]?.includes(key));
    return left.length === present.length ? undefined : { finalizers: left };
  }
  const missing = ours.filter(key => !present.includes(key));
  // The API server takes no new finalizer once an object is going.
  const finalizers = missing.length > 0 && metadata.deletionTimestamp === undefined;
  const isUnlabelled = kind === 'MemberCluster' && metadata.labels?.[labelKeys.memberName] !== name;
  if (!finalizers && !isUnlabelled) return undefined;
  return {
    ...(finalizers && { finalizers: [...present, ...missing] }),
    ...(isUnlabelled && { labels: { [labelKeys.memberName]: name } }),
  };
}

function parseKind(kind: string): HeldKind {
  if (kind in HELD) return kind as HeldKind;
  throw new Error(`no finalizers are known for kind ${kind}`);
}
