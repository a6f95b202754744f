import { finalizerKeys, type Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  assertNever,
  decideSequence,
  type KeptBlocker,
  type SequenceAction,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { forgetBlockers } from '../database/blockerStore';
import type { Tx } from '../database/db';
import { dbNow } from '../database/dbNow';
import { forgetDesiredFinalizer, saveDesiredFinalizer } from '../database/finalizerStore';
import { fromHubKey, type HubKey } from '../database/keys';
import { listObjectsOf } from '../database/mirrorStore';
import { queues } from '../database/queue/queues';
import { followUpgrade } from '../database/sequences/clusterUpgradeStore';
import { clearDesiredUpgrade, saveDesiredUpgrade } from '../database/sequences/desiredUpgradeStore';
import {
  loadSequenceBlockers,
  loadSequenceState,
  type LoadedSequence,
} from '../database/sequences/loadSequenceState';
import { appendSequenceEvents } from '../database/sequences/sequenceEvents';
import { forgetSequence, saveSequence } from '../database/sequences/sequenceStore';
import {
  endVersionRollout,
  insertVersionRollout,
  listVersionRolloutNames,
  saveVersionRollout,
  wantDeleted,
} from '../database/sequences/versionRolloutStore';
import { markVersions } from '../database/sequences/markVersions';
import { withWorkloads } from '../database/sequences/workloadUpdates';
import { appendTimeline } from '../database/timelineStore';
import { wake } from '../database/wakes';
import type { Reconciler } from '../loop/reconciler';
import type { Log } from '../observe/log';
import type { SequencesSettings } from '../database/sequences/sequencesSettings';
import { commitBlockers, withBlockers, type SaveBlockers } from './keepBlockers';
import { refuseIfUpdating } from './upgradeFence';

interface SequenceDeps {
  readonly now: () => Instant;
  /** Absent: what holds a sequence is not logged. */
  readonly log?: Log;
}

type SequencePass = LoadedSequence & { readonly blockers: readonly KeptBlocker[] };

/**
 * The pass of a sequence of versions with all of its rollouts: memories, upgrades to ask for and the timeline are one commit, so
 * that no crash can leave a cluster asked for and its stage forgotten. Its key's lease is the lock: nobody else writes these rows,
 * but for answers of providers, each in its own row.
 */
export const rolloutSequenceReconciler = (
  settings: SequencesSettings,
  { now, log }: SequenceDeps,
): Reconciler<SequencePass, SequenceAction | SaveBlockers> => ({
  name: queues.rolloutSequence,

  async load(tx, key) {
    const at = fromHubKey(key);
    const loaded = await loadSequenceState(tx, at, settings);
    if (loaded === undefined) return undefined;
    const { clusters } = loaded.state;
    const state = settings.holdWorkloads
      ? { ...loaded.state, clusters: await withWorkloads(tx, at.hub, clusters, now()) }
      : loaded.state;
    return { ...loaded, state, blockers: await loadSequenceBlockers(tx, at) };
  },

  decide: ({ state, blockers }, at) => withBlockers<SequenceAction>(decideSequence(state, at), blockers, at),

  async commit(tx, key, pass, { actions }) {
    const at = fromHubKey(key);
    for (const action of actions)
      if (action.kind === 'saveBlockers') await commitBlockers(tx, { ...at, kind: 'sequence' }, action, log);
      else await commitOne(tx, at, pass, action);
    await noteGenerations(tx, at, pass, actions);
    if (settings.holdWorkloads) await holdWorkloads(tx, at, actions, now());
    // What is published depends on the clusters, too, not on what was decided alone.
    wake(tx, 'sequenceDecided', at);
  },

  async forget(tx, key) {
    const at = fromHubKey(key);
    await forgetBlockers(tx, { ...at, kind: 'sequence' });
    await releaseForeign(tx, at);
    wake(tx, 'sequenceDecided', at);
  },
});

/** Workloads wait for the upgrades that begin, and go on after those that are over. */
async function holdWorkloads(
  tx: Tx,
  at: HubKey,
  actions: readonly (SequenceAction | SaveBlockers)[],
  now: Instant,
): Promise<void> {
  const { hub } = at;
  const of = (kind: 'requestUpgrade' | 'clearUpgrade') =>
    actions.flatMap(action => (action.kind === kind ? [action.cluster] : []));
  const asked = of('requestUpgrade');
  await refuseIfUpdating(tx, hub, asked, now);
  const cleared = of('clearUpgrade');
  for (const cluster of new Set([...asked, ...cleared]))
    await followUpgrade(tx, hub, cluster, { holdWorkloads: true, now });
  // An observation that is recorded beside this pass has not seen that nothing is asked for any more: the next one does.
  if (tx.dialect === 'postgres') markVersions(tx, hub, cleared);
  // Workloads that came to rest beside this pass did not find that it waits for them; the repeat finds that they did.
  const begins = actions.some(action => action.kind === 'saveBlockers' && action.save.some(isNotReady));
  if (begins) wake(tx, 'sequenceConcerned', at);
}

const isNotReady = ({ cause }: { readonly cause: string }) => cause === 'ClusterNotReady';

async function commitOne(tx: Tx, at: HubKey, pass: SequencePass, action: SequenceAction): Promise<void> {
  switch (action.kind) {
    case 'createRollout':
      return createRollout(tx, at, pass, action);
    case 'saveRollout':
      return saveRollout(tx, at, pass, action);
    case 'saveSequence': {
      const { name, createdAt } = pass.state.sequence;
      await saveSequence(tx, at.hub, { name, uid: pass.uid, createdAt, memory: action.memory });
      tx.outbox.touch({ ...at, kind: 'sequence' });
      return appendSequenceEvents(tx, at, action.events);
    }
    case 'requestUpgrade': {
      const { kind: _, ...upgrade } = action;
      await saveDesiredUpgrade(tx, at.hub, upgrade);
      return wake(tx, 'upgradeDesired', { hub: at.hub, name: action.cluster });
    }
    case 'clearUpgrade':
      return clearDesiredUpgrade(tx, at.hub, action);
    case 'ensureFinalizer':
      return desireFinalizer(tx, at, pass, { rollout: action.rollout, want: 'present' });
    case 'removeFinalizer':
      return desireFinalizer(tx, at, pass, { rollout: action.rollout, want: 'absent' });
    case 'deleteRollout':
      return deleteRollout(tx, at, pass, action.rollout);
    case 'forgetRollout':
      return forgetRollout(tx, at, action.rollout);
    case 'forgetSequence':
      return endSequence(tx, at);
    default:
      return assertNever(action);
  }
}

async function createRollout(
  tx: Tx,
  at: HubKey,
  { uid }: SequencePass,
  { name, spec, memory, events }: SequenceAction & { kind: 'createRollout' },
): Promise<void> {
  const { createdAt } = memory;
  const creation = `${uid}/${createdAt}`;
  const own = { name, sequence: at.name, sequenceUid: uid, creation, createdAt, spec, memory };
  await insertVersionRollout(tx, at.hub, own);
  const rollout = { hub: at.hub, name };
  wake(tx, 'versionRolloutDesired', rollout);
  tx.outbox.touch({ ...rollout, kind: 'version-rollout' });
  await appendSequenceEvents(tx, at, events, name);
}

async function saveRollout(
  tx: Tx,
  at: HubKey,
  { state }: SequencePass,
  { name, memory, events }: SequenceAction & { kind: 'saveRollout' },
): Promise<void> {
  const rollout = { hub: at.hub, name };
  const known = state.rollouts.find(one => one.name === name);
  if (known === undefined)
    throw new Error(`the pass of sequence ${at.name} saves rollout ${name}, which it has not read`);
  await saveVersionRollout(tx, rollout, { memory, spec: known.spec, generation: known.generation });
  wake(tx, 'versionRolloutDecided', rollout);
  tx.outbox.touch({ ...rollout, kind: 'version-rollout' });
  await appendSequenceEvents(tx, at, events, name);
}

/** A person's edit that changes nothing was decided on all the same, and the status says so. */
async function noteGenerations(
  tx: Tx,
  { hub }: HubKey,
  { state, records }: SequencePass,
  actions: readonly (SequenceAction | SaveBlockers)[],
): Promise<void> {
  const saved = new Set(actions.flatMap(action => (action.kind === 'saveRollout' ? [action.name] : [])));
  for (const { name, spec, generation, memory } of state.rollouts) {
    const isKnown = records.get(name)?.generation === generation;
    if (memory === undefined || isKnown || saved.has(name)) continue;
    await saveVersionRollout(tx, { hub, name }, { memory, spec, generation });
    wake(tx, 'versionRolloutDecided', { hub, name });
  }
}

async function desireFinalizer(
  tx: Tx,
  { hub }: HubKey,
  { objects }: SequencePass,
  { rollout: name, want }: { readonly rollout: string; readonly want: 'present' | 'absent' },
): Promise<void> {
  const uid = objects.get(name)?.metadata.uid;
  if (uid !== undefined) await saveDesiredFinalizer(tx, hub, { kind: 'Rollout', name, uid, want });
}

/** The wish is kept until the object is gone: whoever decides the same again has nothing to add. */
async function deleteRollout(
  tx: Tx,
  { hub }: HubKey,
  { records }: SequencePass,
  name: string,
): Promise<void> {
  if (records.get(name)?.want === 'deleted') return;
  await wantDeleted(tx, { hub, name });
  wake(tx, 'versionRolloutDesired', { hub, name });
}

async function forgetRollout(tx: Tx, at: HubKey, name: string): Promise<void> {
  const rollout = { hub: at.hub, name };
  await endVersionRollout(tx, rollout, await dbNow(tx));
  await forgetDesiredFinalizer(tx, at.hub, { kind: 'Rollout', name });
  tx.outbox.touch({ ...rollout, kind: 'version-rollout' });
  await appendTimeline(tx, at.hub, [
    { subjectKind: 'Rollout', subjectName: name, event: 'gone', actor: 'engine' },
  ]);
}

/** One that was made anew under the name meanwhile has its first pass now. */
async function endSequence(tx: Tx, at: HubKey): Promise<void> {
  await forgetSequence(tx, at);
  await appendTimeline(tx, at.hub, [
    { subjectKind: 'RolloutSequence', subjectName: at.name, event: 'gone', actor: 'engine' },
  ]);
  wake(tx, 'sequenceChanged', at);
}

/**
 * Rollouts of a sequence of which nothing is known any more, such as after the database was emptied: they carry our finalizer, and
 * nobody else takes it off once they are deleted (E/RO-005).
 */
async function releaseForeign(tx: Tx, { hub, name }: HubKey): Promise<void> {
  const known = new Set(await listVersionRolloutNames(tx, hub, name));
  for (const { metadata } of await listObjectsOf(tx, hub, 'Rollout', name)) {
    const { uid, finalizers = [], deletionTimestamp } = metadata;
    const isHeld = finalizers.includes(finalizerKeys.versionRollout) && deletionTimestamp !== undefined;
    if (!isHeld || uid === undefined || known.has(metadata.name)) continue;
    await saveDesiredFinalizer(tx, hub, { kind: 'Rollout', name: metadata.name, uid, want: 'absent' });
  }
}
