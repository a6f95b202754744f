import {
  derivedKinds,
  RUN_KINDS,
  STRATEGY_KINDS,
  toPlacementKey,
  type Instant,
  type KindName,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  isKnownOverrides,
  type PublishedPolicySnapshot,
  type PublishedResourceSnapshot,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { KubeClient } from '@fleetstage/kube-client';
import { setImmediate } from 'node:timers/promises';
import { saveBindings } from '../database/bindingStore';
import { saveKnownGeneration } from '../database/captureStore';
import type { Database, Tx } from '../database/db';
import { loadPlacementFacts, toPlacementFacts, toRunFacts } from '../database/facts';
import { lockPlacement } from '../database/lockPlacement';
import { markPlacement, markWork } from '../database/marks';
import { saveObject } from '../database/mirrorStore';
import { keyOfOverride, restoreOverrides, type RestoredOverride } from '../database/overrideStore';
import { keyOfObject, listPlacementKeys, PLACEMENT_KINDS } from '../database/placementObject';
import { savePlacementUid, savePropagationPolicy } from '../database/placementStore';
import { savePolicySnapshot } from '../database/policySnapshotStore';
import { saveRun } from '../database/runStore';
import { saveMaskedSnapshot, saveResourceSnapshot } from '../database/snapshotStore';
import { saveWork } from '../database/workStore';
import { wake } from '../database/wakes';
import { targetOf } from '../kube/targetOf';
import type { Log } from '../observe/log';
import type { Ports } from '../ports';
import { ensureAlone } from './ensureAlone';
import { followOverrides, isOverride } from './followOverrides';
import type { HubLease } from './HubLease';
import type { ObjectChange } from './keysFor';
import { knownOverrides, needsProof, restoredOverrides } from './restoredOverrides';
import { restoredRuns, type RestoredRun } from './restoredRuns';
import { keyOf, listWorkHashes } from './restoredWorks';
import { isHeld, restoreRows, type RestoredPlacement } from './restoredRows';
import type { AnyBinding, AnyPlacement } from './anyKind';
import { publishedGeneration } from './publishedGeneration';

export interface RestoreOptions {
  readonly hub: string;
  readonly database: Database;
  readonly lease: HubLease;
  readonly ports: Pick<Ports, 'clock'>;
  readonly log: Log;
}

/**
 * Begins on a live fleet with an empty database: bindings and snapshots come back from what was published of them, so that
 * clusters keep their placements, indexes go on, and what an earlier database has placed can be cleaned up.
 *
 * A placement that carries our finalizers and is not mirrored was known to an earlier database. The invariant that passes
 * depend on: what is not mirrored does not exist. Hence members and overrides are mirrored before the first placement, and
 * each placement in the transaction that makes its rows; else the first report of a member would start a pass to which the
 * placement is gone, or its clusters are, and that pass would clean up. Stopped halfway, the next start does the rest.
 *
 * @throws when another controller runs the hub, or another replica has taken the lease meanwhile; what it mirrors is newer than what we have read
 */
export async function restoreHub(
  { hub, database, lease, ports, log }: RestoreOptions,
  client: KubeClient,
): Promise<void> {
  const underLease = <T>(work: (tx: Tx) => Promise<T>) =>
    database.transact(async tx => {
      await lease.renew(tx);
      return work(tx);
    });
  const held = (await listAll<AnyPlacement & KubeObject>(client, PLACEMENT_KINDS)).filter(isHeld);
  const known = new Set(await underLease(tx => listPlacementKeys(tx, hub)));
  const placements = held.filter(({ metadata }) => !known.has(toPlacementKey(metadata)));
  if (placements.length === 0) return;
  await ensureAlone(client, hub, ports.clock.now());
  const overrides = await listAll<KubeObject>(client, OVERRIDE_KINDS);
  const snapshots = await listAll<KubeObject>(
    client,
    OVERRIDE_KINDS.map(kind => `${kind}Snapshot` as const),
  );
  const histories = restoredOverrides({ overrides, snapshots });
  const published = await listPublished(client);
  const members = await listAll<KubeObject>(client, ['MemberCluster']);
  const overridesOfHub = knownOverrides(histories, members);
  const wanted = published.bindings
    .filter(needsProof)
    .map(({ metadata }) => keyOf(metadata.name, metadata.namespace));
  const works = await listWorkHashes(client, { wanted: new Set(wanted), log });
  const runs = await listAll<KubeObject>(client, RUN_KINDS);
  const strategies = await listAll<KubeObject>(client, STRATEGY_KINDS);
  await underLease(tx => saveMembers(tx, hub, members));
  await underLease(tx => saveOverrides(tx, hub, { overrides, histories, now: ports.clock.now() }));
  for (const object of placements) {
    // Thousands of bindings may have been read just now; the ticks of leases, and people, come between two placements.
    await setImmediate();
    const one = restoreRows(object, { ...published, works, overrides: overridesOfHub }, hash =>
      database.vault.identify(hash),
    );
    const { name: placement, bindings, resourceSnapshots } = one;
    const shown = { runs, strategies, overrides: overridesOfHub };
    const openRuns = restoredRuns(toPlacementFacts(object), shown);
    await underLease(tx => saveRestored(tx, hub, object, { ...one, runs: openRuns }));
    log.info('A placement was not in the database; restored it from the hub', {
      hub,
      placement,
      clusters: bindings.length,
      snapshots: resourceSnapshots.length,
      ...(openRuns.length > 0 && { runs: openRuns.map(run => keyOfObject(run.object)).join(', ') }),
    });
  }
}

const OVERRIDE_KINDS = ['ClusterResourceOverride', 'ResourceOverride'] as const;

async function listPublished(client: KubeClient) {
  const shown = PLACEMENT_KINDS.map(kind => derivedKinds[kind]);
  return {
    policySnapshots: await listAll<PublishedPolicySnapshot>(
      client,
      shown.map(kinds => kinds.policySnapshot),
    ),
    resourceSnapshots: await listAll<PublishedResourceSnapshot>(
      client,
      shown.map(kinds => kinds.resourceSnapshot),
    ),
    bindings: await listAll<AnyBinding>(
      client,
      shown.map(kinds => kinds.binding),
    ),
  };
}

async function saveMembers(tx: Tx, hub: string, members: readonly KubeObject[]): Promise<void> {
  for (const member of members) await saveObject(tx, hub, member);
  wake(
    tx,
    'memberRestored',
    members.map(({ metadata }) => ({ hub, name: metadata.name })),
  );
}

interface Overrides {
  readonly overrides: readonly KubeObject[];
  readonly histories: readonly RestoredOverride[];
  readonly now: Instant;
}

/** What an override says by now, where that is something else than its newest snapshot says, is its next one. */
async function saveOverrides(tx: Tx, hub: string, { overrides, histories, now }: Overrides): Promise<void> {
  const known = await restoreOverrides(tx, hub, { restored: histories, at: now });
  const changes: ObjectChange[] = [];
  for (const object of overrides) {
    const { kind, metadata } = object;
    if (!isOverride(kind) || known.has(keyOfOverride({ kind, ...metadata }))) continue;
    const { after } = await saveObject(tx, hub, object);
    changes.push({ kind, name: keyOfObject(object), after });
  }
  await followOverrides(tx, hub, changes, now);
}

async function saveRestored(
  tx: Tx,
  hub: string,
  object: AnyPlacement & KubeObject,
  restored: RestoredPlacement & { readonly runs: readonly RestoredRun[] },
): Promise<void> {
  const placement = { hub, name: restored.name };
  await lockPlacement(tx, hub, placement.name);
  // Beside SQLite, a process that has not quite ended has the same lease; its rows are newer than what we have read.
  if ((await loadPlacementFacts(tx, placement)) !== undefined) return;
  await saveObject(tx, hub, object);
  await savePlacementUid(tx, placement, restored.uid);
  await savePropagationPolicy(tx, placement, toPlacementFacts(object));
  const generation = publishedGeneration(object);
  if (generation !== undefined) await saveKnownGeneration(tx, placement, generation);
  for (const snapshot of restored.policySnapshots) await savePolicySnapshot(tx, placement, snapshot);
  for (const { snapshot, manifests } of restored.resourceSnapshots) {
    if (manifests) await saveResourceSnapshot(tx, placement, snapshot, manifests);
    else await saveMaskedSnapshot(tx, placement, snapshot);
  }
  await saveBindings(tx, placement, restored.bindings);
  for (const { object: run, progress } of restored.runs) {
    await saveObject(tx, hub, run);
    const { uid, createdAt } = toRunFacts(run);
    await saveRun(tx, hub, { name: keyOfObject(run), uid, createdAt, placement: placement.name, progress });
  }
  for (const report of restored.reports)
    await saveWork(tx, placement, { report, inventory: { objects: [] } });
  await markPlacement(tx, placement);
  wake(tx, 'placementDecided', placement);
  markWork(
    tx,
    placement,
    restored.bindings
      .filter(({ revision, overrides }) => revision !== undefined && isKnownOverrides(overrides))
      .map(({ cluster }) => cluster),
  );
}

async function listAll<T>(client: KubeClient, kinds: readonly KindName[]): Promise<readonly T[]> {
  const lists = await Promise.all(kinds.map(kind => client.list(targetOf(kind))));
  // The API server has checked their schema.
  return lists.flatMap(({ items }) => items as unknown as T[]);
}
