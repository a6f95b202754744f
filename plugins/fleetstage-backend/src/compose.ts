import type { PropertyProvider, VersionProvider } from '@fleetstage/backstage-plugin-fleetstage-node';
import type { GroupVersionKind } from '@fleetstage/kube-client';
import type { Knex } from 'knex';
import { connectClusters, preparationOf } from './connectClusters';
import { connectProviders, followAll } from './connectProviders';
import { DatabaseFile } from './database/DatabaseFile';
import { DatabaseProbe } from './database/DatabaseProbe';
import type { Database, DatabaseOptions } from './database/db';
import { reportLostKeys, warnOfClearText } from './database/keepSealed';
import { toHubKey } from './database/keys';
import { openDatabase } from './database/openDatabase';
import { sealAfterStart } from './database/sealAfterStart';
import { pruneAll } from './database/pruneAll';
import { enginePlugins, type AddedPlugins, type EnginePlugins } from './enginePlugins';
import { allEffects, decidingEffects } from './effects/allEffects';
import { ChangedWork } from './effects/ChangedWork';
import { markRecovered } from './effects/markRecovered';
import { openMemberWatches } from './effects/watchMember';
import { renderingOf } from './effects/memberWorkloads';
import { readSelection } from './effects/readSelection';
import { hubStateOf } from './hubState';
import { HubIngest } from './ingest/HubIngest';
import { beforeAsking } from './ingest/membersAsked';
import type { Connections } from './kube/Connections';
import type { ClusterPreparation } from './kube/ClusterPreparation';
import { createHubWriter } from './kube/hubWriter';
import { joinTokensOf } from './joinTokens';
import type { MemberWatches } from '@fleetstage/applier';
import { ServedKinds } from './kube/ServedKinds';
import { ownMembers, type OwnMembers } from './ownMembers';
import type { Ports } from './ports';
import type { VersionProviders } from './providers/VersionProviders';
import { runWorkers, type LoopDeps, type Workers } from './loop/runWorkers';
import { createWake, type Wake } from './loop/wake';
import type { Log } from './observe/log';
import { BlockerMeter } from './BlockerMeter';
import { FleetGauges } from './observe/FleetGauges';
import { MemoryMetrics, reportToAll, type Metrics } from './observe/metrics';
import { toReadiness, type Readiness } from './readiness';
import { allReconcilers } from './reconcilers/allReconcilers';
import { markAtStart, resync } from './resync';
import { FleetResources } from './service/access/FleetResources';
import { FailureLog } from './service/FailureLog';
import { FleetCommands } from './service/FleetCommands';
import { FleetQueries } from './service/FleetQueries';
import type { QueryDeps } from './service/queryDeps';
import { Scenarios } from './service/scenarios/Scenarios';
import { openMemberReads, type MemberReads } from './memberReads';
import type { Settings } from './settings';
import { toEncryptionKeys } from './vault/encryptionKeys';

export type { Readiness };

export interface EngineOptions extends AddedPlugins {
  readonly knex: Knex;
  readonly settings: Settings;
  readonly ports: Ports;
  readonly log: Log;
  /** Providers of further properties of members. */
  readonly propertyProviders?: readonly PropertyProvider[];
  /** Providers of versions beside those of the settings. */
  readonly versionProviders?: readonly VersionProvider[];
  /** Where numbers go besides the text of `metricsText`. */
  readonly metrics?: Metrics;
  /** Called after a commit with what pages show of it. */
  readonly onTouched?: DatabaseOptions['onTouched'];
  /** The hub is lost, or answers again: all that pages show of it reads otherwise. */
  readonly onHubChanged?: () => void;
  /** Folder of our custom resource definitions. */
  readonly crdsDir: string;
  /** The platform runs migrations itself. */
  readonly skipMigrations?: boolean;
  /** Problems with which the engine does not start and is not ready, see `securityProblems`. */
  readonly problems?: readonly string[];
}

export interface Engine {
  /** The commands of people. */
  readonly commands: FleetCommands;
  /** The queries behind the pages. */
  readonly queries: FleetQueries;
  readonly memberReads: MemberReads;
  /** The resources that permission rules read. */
  readonly resources: FleetResources;
  /**
   * Returns when effects are carried out; the hub need not be reachable for that. Reconciling starts once the cache has
   * synced: readiness reports what it waits for.
   */
  start(): Promise<void>;
  /** Takes no more work, lets what is under way end, and closes all connections but the database's. */
  stop(): Promise<void>;
  /** Answers within two seconds, also without the database; never rejects. */
  readiness(): Promise<Readiness>;
  /** Text format of Prometheus; without names: nothing that names the hub, members or placements. */
  metricsText(options: { readonly withNames: boolean }): string;
  /** Deletes rows that nobody needs any more; for a scheduler. */
  prune(): Promise<void>;
}

/** Short, so that another replica soon takes over what a dead one had in work. */
const LEASE_MS = 6_000;

/** Builds the engine from its ports. Nothing runs before `start`. */
export async function composeEngine(options: EngineOptions): Promise<Engine> {
  const memory = new MemoryMetrics();
  const metrics = reportToAll([memory, ...(options.metrics ? [options.metrics] : [])]);
  const wake = createWake(options);
  const { knex, ports, settings, skipMigrations, onTouched } = options;
  const onMarked = (queues: readonly string[]) => wake.announce(queues);
  const databaseFile = await DatabaseFile.open(knex);
  const database = await openDatabase(knex, {
    ports,
    onMarked,
    ...(onTouched && { onTouched }),
    ...(skipMigrations && { skipMigrations }),
    encryptionKeys: toEncryptionKeys(settings.encryption.keys),
    log: options.log,
  });
  await databaseFile?.noteLog();
  return new ComposedEngine({ ...options, metrics, memory, wake, database, databaseFile });
}

interface Parts extends EngineOptions {
  readonly metrics: Metrics;
  readonly memory: MemoryMetrics;
  readonly wake: Wake;
  readonly database: Database;
  readonly databaseFile: DatabaseFile | undefined;
}

class ComposedEngine implements Engine {
  readonly commands: FleetCommands;
  readonly queries: FleetQueries;
  readonly memberReads: MemberReads;
  readonly resources: FleetResources;
  private readonly connections: Connections;
  private readonly providers: VersionProviders;
  private readonly plugins: EnginePlugins;
  private readonly scenarios: Scenarios;
  private readonly watches: MemberWatches;
  private readonly members: OwnMembers;
  private readonly servedKinds: ServedKinds;
  private readonly preparation: ClusterPreparation;
  private readonly ingest: HubIngest;
  private readonly hubReads = {
    holds: (kind: GroupVersionKind, namespace: string) => this.ingest.holds(kind, namespace),
    unwatched: () => this.ingest.unwatchedKinds(),
  };
  private readonly stopping = new AbortController();
  private readonly changedWork: ChangedWork;
  private workers: Workers | undefined;
  private readonly databaseProbe: DatabaseProbe;
  private readonly gauges: FleetGauges;
  private readonly blockers: BlockerMeter;
  private lost: readonly string[] = [];
  private stopped: Promise<void> | undefined;
  private resyncing: Promise<void> = Promise.resolve();
  private sealing: Promise<void> = Promise.resolve();
  private following: Promise<void> = Promise.resolve();

  constructor(private readonly parts: Parts) {
    const { settings, ports, log, database } = parts;
    const now = () => ports.clock.now();
    const plugins = enginePlugins(parts);
    const gatePlugins = plugins.gates;
    this.plugins = plugins;
    this.databaseProbe = new DatabaseProbe(database, ports);
    this.gauges = new FleetGauges(parts.metrics);
    this.blockers = new BlockerMeter({ ...parts, ...ports, hub: settings.hub.name, gauges: this.gauges });
    this.connections = connectClusters(parts, {
      onRecovered: (member, { isNewClient }) => {
        if (isNewClient) this.watches.forget(member);
        markRecovered({ ...parts, hub: settings.hub.name }, member);
      },
      onHubAnswered: () => this.ingest.heardHub(),
    });
    this.providers = connectProviders(parts, this.connections);
    const { clock } = ports;
    const hub = settings.hub.name;
    const writer = createHubWriter({ hub, client: () => this.connections.hub(), clock });
    const carrierOf = (member: string) => this.connections.carrierOf(member);
    const joinTokens = joinTokensOf(this.connections, settings, ports.timers);
    const shared = { database, hub, gatePlugins, carrierOf, clock };
    this.commands = new FleetCommands({ ...shared, writer, joinTokens, log });
    this.resources = new FleetResources(database);
    const hubState = () => hubStateOf(hub, this.ingest.state(), this.providers);
    this.servedKinds = new ServedKinds(() => this.connections.hub(), now);
    const reads = {
      client: () => this.connections.hub(),
      servedKinds: this.servedKinds,
      ...this.hubReads,
      rules: settings.capture.rules,
      log,
    };
    this.scenarios = new Scenarios({ clock, timers: ports.timers, log, plugins: plugins.schedule });
    const queries: QueryDeps = {
      ...shared,
      axes: settings.ui.axes,
      hubState,
      failures: new FailureLog(log, clock),
      scenarios: this.scenarios,
      rendering: renderingOf(settings.capture.rules),
      forceLeaveAfterMs: settings.membership.forceLeaveAfterMs,
      sequences: settings.sequences,
      readSelection: request => readSelection(reads, request),
    };
    this.queries = new FleetQueries(queries);
    this.memberReads = openMemberReads(queries, { connections: this.connections, settings });
    this.changedWork = new ChangedWork({ database, hub, timers: ports.timers, log });
    this.watches = openMemberWatches({
      client: member => this.connections.watchClient(member),
      jitter: ports.jitter.next,
      log,
      onChanged: (member, works) => this.changedWork.add(member, works),
      owns: member => this.members.owns(member),
    });
    this.members = this.createMembers();
    this.preparation = preparationOf(parts);
    this.ingest = this.createIngest();
  }

  private createMembers(): OwnMembers {
    const { parts, connections, watches } = this;
    const hub = parts.settings.hub.name;
    const workers = () => this.workers;
    const forgetMember = (member: string) => this.forgetMember(member);
    return ownMembers({ ...parts, hub, leaseMs: LEASE_MS, connections, watches, workers, forgetMember });
  }

  private createIngest(): HubIngest {
    const { parts, servedKinds, plugins } = this;
    const { settings, onHubChanged } = parts;
    return new HubIngest({
      ...parts,
      hub: settings.hub.name,
      client: () => this.connections.hub(),
      prepare: client => this.preparation.prepareHub(client),
      capture: settings.capture,
      clusterProfiles: settings.publish.clusterProfiles,
      servedKinds,
      plugins: plugins.schedule,
      works: {
        carrierOf: member => this.connections.carrierOf(member),
        onChanged: (member, placement) => this.changedWork.add(member, [placement]),
      },
      onHubChanged: () => onHubChanged?.(),
    });
  }

  async start(): Promise<void> {
    const { database, settings, ports, log, problems = [] } = this.parts;
    for (const problem of problems) log.error('The engine does not start', { reason: problem });
    if (problems.length > 0) return;
    if (!(await this.hasItsFile())) return;
    const sealing = { database, hub: settings.hub.name, log };
    warnOfClearText(sealing);
    await reportLostKeys(sealing);
    const { holdWorkloads } = settings.sequences;
    const marked = await markAtStart(database, settings.hub.name, { holdWorkloads, now: ports.clock.now() });
    const membersAsked = await beforeAsking({
      ...sealing,
      ports,
      atMostMs: settings.heartbeat.probeTimeoutMs,
    });
    const workers = this.startEffects();
    this.workers = workers;
    this.following = followAll(this.parts, this.providers, this.stopping.signal);
    await this.members.start();
    const mayPass = this.ingest.mirrorSynced().then(() => membersAsked(this.stopping.signal));
    mayPass.then(() => this.startPasses(workers));
    this.ingest.start();
    const { members } = this;
    const holdsHub = () => this.ingest.holdsHub();
    const pace = { timers: ports.timers, everyMs: settings.resyncEveryMs };
    this.resyncing = resync({ ...sealing, ...pace, members, holdsHub }, this.stopping.signal);
    this.sealing = sealAfterStart({ ...sealing, timers: ports.timers }, this.stopping.signal);
    log.info('The engine has started', { hub: settings.hub.name, marked });
  }

  stop(): Promise<void> {
    this.stopped ??= this.stopAll();
    return this.stopped;
  }

  private async stopAll(): Promise<void> {
    this.parts.databaseFile?.stop();
    this.stopping.abort();
    this.members.settleDown();
    this.watches.stop();
    this.changedWork.stop();
    const { ingest, workers, scenarios, sealing, resyncing, following } = this;
    await Promise.all([ingest.stop(), workers?.stop(), scenarios.stop(), sealing, resyncing, following]);
    await Promise.all([this.connections.close(), this.providers.close()]);
    await this.members.leave();
  }

  private async hasItsFile(): Promise<boolean> {
    const { databaseFile, ports } = this.parts;
    const onLost = (loss: { path: string; reason: string }) => this.giveUp(loss);
    return databaseFile === undefined || databaseFile.follow({ timers: ports.timers, onLost });
  }

  /** Drains first: what is in work ends on the file that it began on. */
  private async giveUp({ path, reason }: { path: string; reason: string }): Promise<void> {
    const { database, databaseFile, log } = this.parts;
    this.lost = [reason];
    log.error('The database is lost; the engine stops', { path, reason });
    await this.stop();
    database.refuse(reason);
    await databaseFile?.writeBack();
  }

  async readiness(): Promise<Readiness> {
    return toReadiness({
      hub: this.parts.settings.hub.name,
      ingest: this.ingest.state(),
      problems: [...(this.parts.problems ?? []), ...this.lost],
      queues: this.lost.length > 0 ? [] : await this.databaseProbe.queues(),
      workers: this.workers?.status(),
      shards: this.members.counts(),
      members: this.members.reachability(),
    });
  }

  metricsText(options: { readonly withNames: boolean }): string {
    this.measure();
    return this.parts.memory.render(options);
  }

  private measure(): void {
    const { hub } = this.parts.settings;
    this.blockers.measure(this.ingest.holdsHub()).catch(() => undefined);
    this.gauges.record({
      hub: hub.name,
      ingest: this.ingest.state(),
      members: this.members.reachability(),
      shards: this.members.counts(),
      watches: this.watches.counts(),
    });
  }

  async prune(): Promise<void> {
    const { database, settings, log } = this.parts;
    await pruneAll({ database, hub: settings.hub.name, log }, settings.retention);
  }

  private startEffects(): Workers {
    const deps = this.loopDeps();
    const effects = allEffects(deps, {
      settings: this.parts.settings,
      connections: this.connections,
      providers: this.providers,
      watches: this.watches,
      servedKinds: this.servedKinds,
      hubReads: this.hubReads,
      fleetStartedAt: () => this.ingest.fleetStart(),
      prepareMember: (member, client, how) => this.preparation.prepareMember(member, client, how),
      forgetMember: member => this.forgetMember(member),
      propertyProviders: this.parts.propertyProviders ?? [],
    });
    return runWorkers(deps, effects);
  }

  /** Effects carry out what was decided, whatever has changed since; only passes need to know what has changed. */
  private startPasses(workers: Workers): void {
    const { settings, log } = this.parts;
    const deps = this.loopDeps();
    workers.add(allReconcilers(deps, settings, this.plugins));
    workers.add(decidingEffects(deps, { settings, connections: this.connections }));
    log.info('The cache of the hub has synced; reconciling starts', { hub: settings.hub.name });
  }

  private loopDeps(): LoopDeps {
    const { database, settings, ports, log, metrics, wake } = this.parts;
    return {
      database,
      ports,
      log,
      metrics,
      wake,
      leaseMs: LEASE_MS,
      keyPrefix: toHubKey(settings.hub.name, ''),
      members: this.members,
      ...(this.members.pollMs && { pollMs: this.members.pollMs }),
      onMeasured: () => this.measure(),
    };
  }

  private async forgetMember(member: string): Promise<void> {
    this.watches.forget(member);
    this.preparation.forgetMember(member);
    this.parts.metrics.forgetCluster(member);
    await this.connections.forget(member);
  }
}
