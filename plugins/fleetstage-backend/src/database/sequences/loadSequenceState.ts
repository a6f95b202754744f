import {
  annotationKeys,
  finalizerKeys,
  fromRfc3339,
  instant,
  type Instant,
  type KubeObject,
  type RolloutSequenceSpec,
  type VersionRolloutSpec,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type {
  FleetClaim,
  SequenceCluster,
  SequenceFacts,
  SequenceRollout,
  SequenceState,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { askOnce } from '../askOnce';
import { loadBlockersOf } from '../blockerStore';
import type { Tx } from '../db';
import { dbNow } from '../dbNow';
import type { HubKey } from '../keys';
import { listObjects, listObjectsOf, loadObject } from '../mirrorStore';
import type { SequencesSettings } from '../../sequenceSettings';
import { DEFAULT_CATALOG, loadCatalog } from './catalogs';
import { listClusterVersions, toClusterVersions } from './clusterVersionStore';
import { listDesiredUpgrades } from './desiredUpgradeStore';
import { listPolicies, rulesFor } from './policies';
import { loadSequence, type SequenceRecord } from './sequenceStore';
import { listVersionRollouts, type VersionRolloutRecord } from './versionRolloutStore';

/** A state with what belongs to its rows and not to the engine. */
export interface LoadedSequence {
  readonly uid: string;
  readonly state: SequenceState;
  /** Records of `state.rollouts` that the engine has created, by name. */
  readonly records: ReadonlyMap<string, VersionRolloutRecord>;
  /** The objects of `state.rollouts` that are on the hub, by name. */
  readonly objects: ReadonlyMap<string, KubeObject>;
}

/**
 * All that a pass of a sequence may know, in one consistent read. `undefined`: the object is gone, and nothing is remembered of it.
 * One that was made anew under its name waits until the one before it is over: until then the state is that of the former, deleted.
 */
export async function loadSequenceState(
  tx: Tx,
  at: HubKey,
  { rules: settings, catalogs }: SequencesSettings,
): Promise<LoadedSequence | undefined> {
  const { hub, name } = at;
  const object = await loadObject(tx, { hub, kind: 'RolloutSequence', name });
  const record = await loadSequence(tx, at);
  const sequence = await toFacts(tx, name, object, record);
  if (sequence === undefined) return undefined;
  const { rollouts, records, objects } = await loadRollouts(tx, at);
  return {
    uid: sequence.uid,
    state: {
      sequence: sequence.facts,
      siblings: await loadSiblings(tx, at),
      catalog: await loadCatalog(tx, hub, sequence.facts.spec.catalog ?? DEFAULT_CATALOG, catalogs),
      clusters: await loadSequenceClusters(tx, hub),
      rollouts,
      upgrades: (await listDesiredUpgrades(tx, hub, [...records.keys()])).map(
        ({ problem: _, ...one }) => one,
      ),
      settings,
    },
    records,
    objects,
  };
}

async function toFacts(
  tx: Tx,
  name: string,
  object: KubeObject | undefined,
  record: SequenceRecord | undefined,
): Promise<{ readonly uid: string; readonly facts: SequenceFacts } | undefined> {
  const isSame = record === undefined || object === undefined || record.uid === object.metadata.uid;
  if (object !== undefined && isSame) {
    const deletedAt = fromRfc3339(object.metadata.deletionTimestamp);
    const facts = {
      ...claimOf(object),
      generation: object.metadata.generation ?? 0,
      spec: object.spec as RolloutSequenceSpec,
      ...(deletedAt !== undefined && { deletedAt }),
      ...(record && { memory: record.memory }),
    };
    return { uid: object.metadata.uid ?? '', facts };
  }
  if (record === undefined) return undefined;
  const { uid, createdAt, memory } = record;
  const { generation, spec } = memory;
  return { uid, facts: { name, generation, createdAt, deletedAt: await dbNow(tx), spec, memory } };
}

const claimOf = ({ metadata }: KubeObject): { readonly name: string; readonly createdAt: Instant } => ({
  name: metadata.name,
  createdAt: fromRfc3339(metadata.creationTimestamp) ?? instant(0),
});

/** All sequences of a hub, as they claim fleets. */
export async function listClaims(tx: Tx, hub: string): Promise<readonly FleetClaim[]> {
  const objects = await listObjects(tx, hub, 'RolloutSequence');
  return objects.map(object => ({
    ...claimOf(object),
    stages: (object.spec as RolloutSequenceSpec).stages,
  }));
}

/** The other sequences. */
export const loadSiblings = async (tx: Tx, { hub, name }: HubKey): Promise<readonly FleetClaim[]> =>
  (await listClaims(tx, hub)).filter(claim => claim.name !== name);

/** Every MemberCluster with what its provider and its maintenance policies say; those that leave are still in their stages. */
export const loadSequenceClusters = (tx: Tx, hub: string): Promise<readonly SequenceCluster[]> =>
  askOnce(tx, `clusters of sequences ${hub}`, async () => {
    const members = await listObjects(tx, hub, 'MemberCluster');
    const versions = await listClusterVersions(tx, hub);
    const policies = await listPolicies(tx, hub);
    return members.map(({ metadata }) => {
      const { name, labels: own = {}, annotations = {} } = metadata;
      const record = versions.get(name);
      const labels = { ...record?.labels, ...own };
      return {
        ...{ name, labels, annotations },
        versions: toClusterVersions(record),
        policies: rulesFor(policies, { name, labels }),
      };
    });
  });

async function loadRollouts(tx: Tx, { hub, name }: HubKey) {
  const listed = await listVersionRollouts(tx, hub, name);
  const mirrored = await listObjectsOf(tx, hub, 'Rollout', name);
  const all = new Map(mirrored.map(object => [object.metadata.name, object]));
  const records = new Map(listed.map(record => [record.name, record]));
  const own = listed.map(record => toRollout(record, ownObject(record, all.get(record.name))));
  const foreign = mirrored
    .filter(object => !records.has(object.metadata.name))
    .map((object): SequenceRollout => ({
      name: object.metadata.name,
      generation: object.metadata.generation ?? 0,
      spec: object.spec as VersionRolloutSpec,
      hub: presenceOf(object),
    }));
  const rollouts: readonly SequenceRollout[] = [...own, ...foreign];
  const objects = new Map(
    [...all].filter(([key, object]) => {
      const record = records.get(key);
      return record === undefined || ownObject(record, object) !== undefined;
    }),
  );
  return { rollouts, records, objects };
}

/** The object of a record: somebody else's may have its name. */
export const ownObject = (
  { uid, creation }: Pick<VersionRolloutRecord, 'uid' | 'creation'>,
  object: KubeObject | undefined,
): KubeObject | undefined => {
  if (object === undefined) return undefined;
  const { metadata } = object;
  const isOwn =
    uid === undefined ? metadata.annotations?.[annotationKeys.creation] === creation : metadata.uid === uid;
  return isOwn ? object : undefined;
};

/** People change the spec of the object; what is gone, or not there yet, is as it was last seen. */
function toRollout(record: VersionRolloutRecord, object: KubeObject | undefined): SequenceRollout {
  const { name, spec, memory } = record;
  if (object === undefined) return { name, generation: 1, spec, memory };
  return {
    name,
    generation: object.metadata.generation ?? 0,
    spec: object.spec as VersionRolloutSpec,
    memory,
    hub: presenceOf(object),
  };
}

function presenceOf({ metadata }: KubeObject): NonNullable<SequenceRollout['hub']> {
  const deletedAt = fromRfc3339(metadata.deletionTimestamp);
  return {
    hasFinalizer: metadata.finalizers?.includes(finalizerKeys.versionRollout) === true,
    ...(deletedAt !== undefined && { deletedAt }),
  };
}

/** What held a sequence, by its last pass. */
export const loadSequenceBlockers = async (tx: Tx, { hub, name }: HubKey) =>
  (await loadBlockersOf(tx, hub, { kind: 'sequence', names: [name] })).get(name) ?? [];
