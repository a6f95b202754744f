import { startStubApi, type StubApi } from '@fleetstage/applier/testing';
import {
  kinds,
  plus,
  toRfc3339,
  type Instant,
  type KindName,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ObservedCluster } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { NOON } from '@fleetstage/backstage-plugin-fleetstage-engine/testing';
import { KubeClient } from '@fleetstage/kube-client';
import type { Database } from '../database/db';
import { deleteObject, listObjects, saveObject } from '../database/mirrorStore';
import { claim } from '../database/queue/claim';
import { mark } from '../database/queue/mark';
import { saveClusterVersions } from '../database/sequences/clusterVersionStore';
import { loadSequenceState } from '../database/sequences/loadSequenceState';
import { listDesiredUpgrades } from '../database/sequences/desiredUpgradeStore';
import { listVersionRollouts } from '../database/sequences/versionRolloutStore';
import { ensureFinalizer } from '../effects/ensureFinalizer';
import { ensureVersionRollout } from '../effects/sequences/ensureVersionRollout';
import { Later, type Effect } from '../loop/effect';
import { reconcileOnce } from '../loop/reconcileOnce';
import { silentLog } from '../observe/log';
import { rolloutSequenceReconciler } from '../reconcilers/rolloutSequence';
import { parseSettings } from '../settings';
import { anObject } from './objects';

export const HUB = 'hub';
const NAMESPACED = { group: '', version: 'v1', namespaced: true };
const CONTEXT = { signal: new AbortController().signal, log: silentLog };

const part = (version: string) => ({ desired: version, upgrading: false, healthy: true });

/** All of a cluster runs one version. */
export const runs = (version: string, observedAt: Instant, generation = '1'): ObservedCluster => ({
  controlPlane: { ...part(version), version },
  pools: [{ ...part(version), name: 'workers', versions: [{ version, nodes: 2 }] }],
  blocked: [],
  generation,
  observedAt,
});

/** A RolloutSequence, created a day before noon. */
export const aSequence = (
  name: string,
  stages: readonly object[],
  { spec = {}, ...metadata }: { readonly spec?: object } & Partial<KubeObject['metadata']> = {},
) =>
  anObject('RolloutSequence', name, {
    metadata: { creationTimestamp: toRfc3339(plus(NOON, -86_400_000)), ...metadata },
    spec: { stages, ...spec },
  });

/** VersionCatalog `default`: one channel, in which minor `from` goes to `to`. */
export const aCatalog = (from: string, to: string) =>
  anObject('VersionCatalog', 'default', {
    spec: { channels: [{ name: 'Regular', targets: [{ from, to }] }] },
  });

/** Passes and effects of sequences on a hub and a database; time passes when the test says so. */
export class SequenceTrial {
  now: Instant = NOON;
  settings = parseSettings({ hubs: [{ name: HUB }] }, '/').sequences;
  private readonly client: KubeClient;
  private claims = 0;

  private constructor(
    readonly database: Database,
    private readonly api: StubApi,
  ) {
    this.client = new KubeClient(api.endpoint(HUB));
  }

  static async start(database: Database): Promise<SequenceTrial> {
    const groups = ['', 'fleetstage.io', 'cluster.kubernetes-fleet.io'];
    const api = await startStubApi({ groups });
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'default' } };
    api.cluster(HUB).put({ group: '', version: 'v1', plural: 'namespaces' }, namespace);
    return new SequenceTrial(database, api);
  }

  async stop(): Promise<void> {
    await this.client.close();
    await this.api.stop();
  }

  readonly hubClient = async () => this.client;
  readonly clock = { now: () => this.now };

  pass(ms: number): void {
    this.now = plus(this.now, ms);
  }

  /** The mirror sees an object as it is given. */
  see = (object: KubeObject) => this.database.transact(tx => saveObject(tx, HUB, object));

  /** Somebody creates an object on the hub, where effects find it; the mirror sees it. */
  async create(object: KubeObject): Promise<KubeObject> {
    const kind = object.kind as KindName;
    const { group, storageVersion: version, plural } = kinds[kind];
    const live = this.api
      .cluster(HUB)
      .put({ group, version, plural }, object as never) as unknown as KubeObject;
    await this.see(live);
    return live;
  }

  find = (kind: KindName, name: string) =>
    this.api.cluster(HUB).find(kinds[kind].plural, name) as unknown as KubeObject | undefined;

  /** Kind and reason of the Events on the hub. */
  async events(): Promise<string[]> {
    const { items } = await this.client.list({ ...NAMESPACED, kind: 'Event', plural: 'events' });
    return items.map(event => {
      const { reason, involvedObject } = event as unknown as {
        readonly reason: string;
        readonly involvedObject: { readonly kind: string };
      };
      return `${involvedObject.kind} ${reason}`;
    });
  }

  /** The object is gone from the hub, and the mirror has seen it. */
  async lose(kind: KindName, name: string): Promise<void> {
    const { group, storageVersion: version, plural, scope } = kinds[kind];
    const target = { group, version, kind, plural, namespaced: scope === 'Namespaced' };
    if (this.find(kind, name) !== undefined) await this.client.delete(target, { name });
    await this.database.transact(tx => deleteObject(tx, { hub: HUB, kind, name }));
  }

  /** The mirror sees the Rollouts of the hub as they are now. */
  async seeRollouts(): Promise<void> {
    const known = await this.rollouts('bank');
    await this.database.transact(async tx => {
      for (const { metadata } of await listObjects(tx, HUB, 'Rollout'))
        if (this.find('Rollout', metadata.name) === undefined)
          await deleteObject(tx, { hub: HUB, kind: 'Rollout', name: metadata.name });
      for (const { name } of known) {
        const live = this.find('Rollout', name);
        if (live !== undefined) await saveObject(tx, HUB, live);
      }
    });
  }

  /** A cluster of a fleet with one version. */
  async cluster(name: string, fleet: string, version: string): Promise<void> {
    await this.see(
      anObject('MemberCluster', name, { metadata: { labels: { 'fleetstage.io/fleet': fleet } } }),
    );
    await this.observe(name, runs(version, this.now));
  }

  observe = (cluster: string, observed: ObservedCluster) =>
    this.database.transact(tx =>
      saveClusterVersions(tx, HUB, { cluster, provider: { name: 'p', id: `ns/${cluster}` }, observed }),
    );

  /** One pass of a sequence, a second later. */
  async decide(name = 'bank'): Promise<string> {
    this.pass(1_000);
    this.claims += 1;
    const key = `${HUB}/${name}`;
    const queue = 'rollout-sequence';
    await this.database.transact(async tx => mark(tx, { queue, key }));
    const options = { queue, limit: 1, token: `t${this.claims}`, leaseMs: 60_000 };
    const [taken] = await this.database.transact(tx => claim(tx, options));
    const { database, clock } = this;
    return (await reconcileOnce({ database, clock }, rolloutSequenceReconciler(this.settings, clock), taken))
      .outcome;
  }

  /** Runs an effect where it has something to do; without `record`: the process is killed before it can say what it did. */
  async perform<I, O>(effect: Effect<I, O>, key: string, { isKilled = false } = {}): Promise<boolean> {
    const input = await this.database.transact(tx => effect.load(tx, key));
    if (input === undefined || input instanceof Later) return false;
    const output = await effect.run(input, CONTEXT);
    if (!isKilled) await this.database.transact(tx => effect.record(tx, key, input, output));
    return true;
  }

  writeRollout = (name: string, how?: { readonly isKilled: boolean }) =>
    this.perform(ensureVersionRollout(this.hubClient), `${HUB}/${name}`, how);

  writeFinalizer = (name: string) => this.perform(ensureFinalizer(this.hubClient), `${HUB}/Rollout/${name}`);

  load = (name = 'bank') =>
    this.database.transact(tx => loadSequenceState(tx, { hub: HUB, name }, this.settings));

  rollouts = (sequence: string) => this.database.transact(tx => listVersionRollouts(tx, HUB, sequence));

  async upgrades(): Promise<readonly string[]> {
    const names = (await this.rollouts('bank')).map(({ name }) => name);
    const found = await this.database.transact(tx => listDesiredUpgrades(tx, HUB, names));
    return found.map(({ cluster, upgradeType, version }) => `${cluster} ${upgradeType} ${version}`);
  }

  /** Keys of a queue that are marked. */
  marked = (queue: string): Promise<string[]> =>
    this.database.transact(tx => tx.sql('dirty_keys').where({ queue }).orderBy('key').pluck('key'));
}
