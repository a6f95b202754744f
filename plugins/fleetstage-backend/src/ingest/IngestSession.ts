import {
  CLUSTER_PROFILE,
  crdNameOf,
  isRunKind,
  RUN_KINDS,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { TransientError, messageOf, watchResource, type KubeClient } from '@fleetstage/kube-client';
import { requestCaptures } from '../database/captureStore';
import type { Tx } from '../database/db';
import { toHubKey } from '../database/keys';
import { markAgentReports, markClusterProfiles } from '../database/marks';
import { listObjects } from '../database/mirrorStore';
import { keepPlacementInputs, savePlacementInputs } from '../database/placementInputs';
import { isPlacementKind, keyOfObject, PLACEMENT_KINDS } from '../database/placementObject';
import { queues } from '../database/queue/queues';
import { wake, wakeKeys } from '../database/wakes';
import { targetOf } from '../kube/targetOf';
import type { Timer } from '../ports';
import { Batcher } from './Batcher';
import { BrokenWatches } from './BrokenWatches';
import { DefinitionGone } from './DefinitionGone';
import { AUTHORED, FirstLists } from './FirstLists';
import { ForeignWriters } from './ForeignWriters';
import { followAgents } from './followAgents';
import { followChanges } from './followChanges';
import { followClusterProfiles } from './followClusterProfiles';
import { followStatusCopies } from './followStatusCopies';
import type { HubConnection } from './HubConnection';
import type { HubIngestOptions } from './hubIngestOptions';
import type { HubLease } from './HubLease';
import {
  keysFor,
  nameIn,
  placementOfRun,
  PUBLISHING,
  type AuthoredKind,
  type NamedKey,
  type ObjectChange,
} from './keysFor';
import { isLivingPlacement, selectorsOf } from './livingPlacement';
import { findOwnEchoes } from './ownEchoes';
import { placementReads } from './placementReads';
import { ResourceIndex } from './ResourceIndex';
import { ResourceWatches } from './ResourceWatches';
import { saveEvents, type AuthoredEvent } from './saveEvents';
import { shownAs } from './shownAs';
import { orUnserved, UNSERVED } from './orUnserved';
import { WorkWatch, type PullWorks } from './WorkWatch';

/** Events per transaction. */
const BATCH = 200;
const DISCOVERY_LAG_MS = 3_000;
/**
 * For how long captures wait for the first lists of the resource watches, which ask for them sooner: one capture serves
 * both. Longer than lists take; what no watch lists is captured then.
 */
const UNWATCHED_AFTER_MS = 30_000;

const OWN_DEFINITIONS: ReadonlySet<string> = new Set(AUTHORED.map(kind => crdNameOf(kind)));

interface RunNames {
  readonly name: string;
  readonly placement?: string;
  readonly strategy?: string;
}

/** One holding of the lease. */
export class IngestSession {
  readonly resources: ResourceWatches;
  readonly broken: BrokenWatches;
  readonly foreignWriters: ForeignWriters;
  private readonly index: ResourceIndex;
  private readonly works: WorkWatch | undefined;
  private readonly runs = new Map<string, RunNames>();
  private readonly firstLists = new FirstLists();
  private readonly events: Batcher<AuthoredEvent>;
  private readonly captures: Batcher<string>;
  private readonly agents: Batcher<string>;
  private readonly ended = new AbortController();
  private recheck: Timer | undefined;

  constructor(
    private readonly options: HubIngestOptions,
    private readonly client: KubeClient,
    private readonly lease: HubLease,
    private readonly connection: HubConnection,
  ) {
    const { hub, ports, log } = options;
    this.foreignWriters = new ForeignWriters({ hub, clock: ports.clock, log });
    this.broken = new BrokenWatches({
      hub,
      ports,
      log,
      hubAnswersSince: () => connection.connectedSince(),
      onChanged: kind => this.resources.recapture(kind),
    });
    this.events = new Batcher(events => this.takeEvents(events), BATCH);
    this.captures = new Batcher(placements => this.takeCaptures(placements), BATCH);
    this.agents = new Batcher(members => this.takeAgents(members), BATCH);
    this.index = new ResourceIndex(options.capture.rules);
    this.resources = new ResourceWatches({
      client,
      index: this.index,
      broken: this.broken,
      jitter: ports.jitter.next,
      log,
      reconnect: connection.reconnect,
      onChanged: names => this.captures.add(...names),
    });
    this.works = options.works && this.openWorks(options.works);
  }

  private openWorks(works: PullWorks): WorkWatch {
    const { signal: _, ...watch } = this.watchOptions('Work');
    const onAbsent = () => this.broken.forget('Work');
    const onProgress = () => this.broken.progressed('Work');
    return new WorkWatch({ ...works, client: this.client, watch, onAbsent, onProgress });
  }

  unsynced(): string[] {
    return [...this.firstLists.missing(), ...this.resources.unsynced()];
  }

  /** Resolves when everything authored is mirrored. */
  untilSynced(): Promise<void> {
    return this.firstLists.untilSynced();
  }

  stop(): void {
    this.recheck?.cancel();
    this.ended.abort();
    this.resources.stop();
    this.works?.stop();
    this.broken.stop();
  }

  /** Returns when the lease is lost or the process stops; throws when a batch cannot be written. */
  async run(stopping: AbortSignal): Promise<void> {
    const end = () => this.ended.abort();
    if (stopping.aborted) end();
    stopping.addEventListener('abort', end, { once: true });
    try {
      const ofLease = this.keepLease();
      // The race below throws it, also when it comes before that.
      ofLease.catch(() => undefined);
      await this.loadMirror();
      await Promise.race([
        ...AUTHORED.map(kind => this.followAuthored(kind)),
        this.followDefinitions(),
        this.followStatusCopies(),
        this.followAgents(),
        ...(this.options.clusterProfiles ? [this.followClusterProfiles()] : []),
        this.events.failure,
        this.captures.failure,
        this.agents.failure,
        ofLease,
      ]);
    } finally {
      stopping.removeEventListener('abort', end);
      end();
      this.resources.stop();
      this.works?.stop();
    }
  }

  private async followAuthored(kind: AuthoredKind): Promise<void> {
    await this.firstLists.turnOf(kind);
    const onWhole = (object: KubeObject) => this.foreignWriters.see(kind, object);
    const options = { ...this.watchOptions(kind), onWhole, ...this.orUnserved(kind) };
    for await (const event of watchResource(this.client, targetOf(kind), options)) {
      await this.events.add({ kind, event });
    }
  }

  private orUnserved(kind: AuthoredKind) {
    const { hub, log } = this.options;
    return orUnserved(kind, this.watchOptions(kind).onProblem, error => {
      log.warn(UNSERVED, { hub, kind, reason: messageOf(error) });
      this.events.add({ kind, event: { type: 'UNSERVED' } });
    });
  }

  /** A definition that comes or goes changes what namespaces can hold. */
  private async followDefinitions(): Promise<void> {
    const target = { group: 'apiextensions.k8s.io', version: 'v1', kind: 'CustomResourceDefinition' };
    const options = { ...this.watchOptions('CustomResourceDefinition'), metadataOnly: true };
    let isSynced = false;
    for await (const event of watchResource(this.client, target, options)) {
      this.broken.progressed(target.kind);
      if (event.type === 'DELETED' && OWN_DEFINITIONS.has(event.object.metadata.name ?? ''))
        throw new DefinitionGone(event.object.metadata.name ?? '');
      isSynced ||= event.type === 'SYNCED';
      // A definition is served a moment after it is stored; its second event, Established, comes then.
      if (isSynced) await this.readKinds();
    }
  }

  private followStatusCopies(): Promise<void> {
    const { hub, database, log } = this.options;
    const options = this.optionalOptions('ClusterResourcePlacementStatus');
    return followStatusCopies(this.client, options, placements => {
      database
        .transact(async tx =>
          wake(
            tx,
            'statusCopyDeleted',
            placements.map(name => ({ hub, name })),
          ),
        )
        .catch(error =>
          log.warn('Copies of statuses that were deleted could not be noted; the resync will find them', {
            hub,
            reason: messageOf(error),
          }),
        );
    });
  }

  private followAgents(): Promise<void> {
    const options = this.optionalOptions('InternalMemberCluster');
    return followAgents(this.client, options, member => this.agents.add(member));
  }

  private followClusterProfiles(): Promise<void> {
    const { hub, database } = this.options;
    const options = this.optionalOptions(CLUSTER_PROFILE.kind);
    return followClusterProfiles(this.client, options, members =>
      database.transact(tx => markClusterProfiles(tx, hub, members)),
    );
  }

  private optionalOptions(kind: string) {
    return {
      ...this.watchOptions(kind),
      onAbsent: () => this.broken.forget(kind),
      onProgress: () => this.broken.progressed(kind),
    };
  }

  /** Discovery may list a kind a little after it is established, and no other event comes then. */
  private async readKinds(): Promise<void> {
    const { ports, servedKinds, log, hub } = this.options;
    this.resources.ensure(await servedKinds.readAnew());
    this.recheck?.cancel();
    this.recheck = ports.timers.after(DISCOVERY_LAG_MS, () => {
      servedKinds
        .readAnew()
        .then(kinds => this.ended.signal.aborted || this.resources.ensure(kinds))
        .catch(error => {
          const logAt = isOutage(error) ? log.debug : log.warn;
          logAt.call(log, 'The kinds of the hub could not be read', { hub, reason: messageOf(error) });
        });
    });
  }

  private watchOptions(kind: string) {
    const { connection } = this;
    const { ports, log, hub } = this.options;
    const isAuthored = AUTHORED.some(one => one === kind);
    return {
      signal: this.ended.signal,
      jitter: ports.jitter.next,
      reconnect: connection.reconnect,
      onOpen: () => (isAuthored ? connection.watchOpened(kind) : this.broken.opened(kind)),
      onProblem: (error: unknown, retryInMs: number) => {
        // Either reports what lasts, once per outage.
        if (isAuthored) connection.watchFailed(kind, error);
        else this.broken.failed(kind, error);
        const reason = messageOf(error);
        log.debug('The watch of a kind on the hub broke; it goes on', { hub, kind, reason, retryInMs });
      },
    };
  }

  private async keepLease(): Promise<void> {
    const { hub, log } = this.options;
    await this.lease.keep(this.ended.signal);
    if (!this.ended.signal.aborted) log.warn('The lease of the hub went to another replica', { hub });
  }

  private async takeEvents(batch: readonly AuthoredEvent[]): Promise<void> {
    const { hub, database, ports, plugins, log } = this.options;
    const listed = batch.flatMap(({ kind, event }) =>
      event.type === 'SYNCED' || event.type === 'UNSERVED' ? [kind] : [],
    );
    const changes = await database.transactBatched(async tx => {
      await this.lease.renew(tx);
      const all = await saveEvents(tx, hub, batch);
      // The index must know all of the batch before keys are derived: a run may come before its placement.
      for (const change of all) this.learn(change);
      await followChanges(tx, hub, all, { now: ports.clock.now(), ...(plugins && { plugins }) });
      const keys = await this.keysOf(tx, all);
      const isCapture = ({ queue }: NamedKey) => queue === queues.captureResources;
      await requestCaptures(
        tx,
        hub,
        keys.filter(isCapture).map(({ name }) => name),
      );
      wakeKeys(
        tx,
        keys
          .filter(key => !isCapture(key))
          .map(({ queue, name, afterMs = 0 }) => ({ queue, key: toHubKey(hub, name), afterMs })),
      );
      for (const change of all) {
        const shown = shownAs(hub, change);
        if (shown !== undefined) tx.outbox.touch(shown);
      }
      if (this.firstLists.endWith(listed)) await this.lease.reportSynced(tx);
      return all;
    });
    this.firstLists.add(listed);
    for (const { kind, name } of changes.filter(({ wasCut }) => wasCut))
      log.warn('An object of the hub is nested too deep; what lies below 100 levels was not kept', {
        ...{ hub, kind, name },
      });
    if (changes.some(({ kind }) => isPlacementKind(kind))) {
      this.resources.ensure(await this.options.servedKinds.read());
    }
  }

  private async keysOf(tx: Tx, changes: readonly ObjectChange[]): Promise<NamedKey[]> {
    const index = { runs: [...this.runs.values()] };
    const keyed = changes.flatMap(change => {
      const keys = keysFor(change, index);
      return keys.length === 0 ? [] : [{ change, keys }];
    });
    const echoes = await findOwnEchoes(
      tx,
      this.options.hub,
      keyed.map(({ change }) => change),
    );
    return keyed.flatMap(({ change, keys }) =>
      echoes.has(change) ? keys.filter(({ queue }) => !PUBLISHING.has(queue)) : keys,
    );
  }

  /**
   * The rows of an earlier session. A member that changed while nobody watched must mark the placements, whose own events
   * come later and say that nothing has changed; what they read is derived anew, since a newer version of us may see more
   * in a policy. And what placements select may have changed, too: the last capture of each is stale, so that no run takes
   * its snapshot for the newest.
   */
  private async loadMirror(): Promise<void> {
    const { hub, database, plugins } = this.options;
    const kinds = [...PLACEMENT_KINDS, ...RUN_KINDS];
    const known = await database.transact(async tx => {
      const lists: ObjectChange[] = [];
      for (const kind of kinds) {
        const objects = await listObjects(tx, hub, kind);
        lists.push(...objects.map(after => ({ kind, name: keyOfObject(after), after })));
      }
      return lists;
    });
    const placements = known.filter(isLivingPlacement).map(({ name }) => name);
    const delay = { debounceMs: UNWATCHED_AFTER_MS, maxMs: UNWATCHED_AFTER_MS };
    await database.transact(async tx => {
      await this.lease.renew(tx);
      await requestCaptures(tx, hub, placements, delay);
      await keepPlacementInputs(tx, hub, new Set(placements));
      await savePlacementInputs(tx, hub, placementReads(known, plugins));
    });
    known.forEach(change => this.learn(change));
  }

  private learn({ kind, name, after }: ObjectChange): void {
    if (kind === 'MemberCluster') this.works?.see(name, after !== undefined);
    if (isRunKind(kind)) {
      const placement = placementOfRun(after);
      const strategy = nameIn(after, 'stagedRolloutStrategyName');
      if (after)
        this.runs.set(name, { name, ...(placement && { placement }), ...(strategy && { strategy }) });
      else this.runs.delete(name);
    }
    if (!isPlacementKind(kind)) return;
    if (after && after.metadata.deletionTimestamp === undefined) {
      this.index.set(name, selectorsOf(after));
    } else {
      this.index.remove(name);
    }
  }

  private async takeAgents(members: readonly string[]): Promise<void> {
    const { hub, database } = this.options;
    await database.transact(async tx => markAgentReports(tx, hub, [...new Set(members)]));
  }

  private async takeCaptures(placements: readonly string[]): Promise<void> {
    const { hub, database, capture } = this.options;
    await database.transact(async tx => {
      // Also reports what cannot be watched: whichever replica captures finds it.
      await this.lease.renew(tx);
      await requestCaptures(tx, hub, placements, capture);
    });
  }
}

/** Reported once, by the connection. */
const isOutage = (error: unknown) => error instanceof TransientError && error.isClusterWide;
