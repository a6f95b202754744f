import { join } from 'node:path';
import { createAuthority, issueServerCertificate, type Authority } from './access/authority';
import { Access } from './access/Access';
import { createPolicy, policyOf, policySize } from './access/bootstrap/policy';
import { createToken } from './access/createToken';
import { admitCredentials } from './access/credentials';
import { renderKubeconfig } from './access/kubeconfig';
import { createTokenKey } from './access/tokens/TokenSigner';
import type { FleetUser } from './access/usersFile';
import { readListenAddress } from './access/listenAddress';
import { ensurePrivateFile, ensurePrivateFolder, makePrivate } from './access/privateFiles';
import { Cluster } from './cluster/Cluster';
import { followChange, resumeConsequences } from './cluster/consequences';
import { createFirstObjects } from './cluster/firstObjects';
import { WorkQueue } from './cluster/WorkQueue';
import type { ObjectChange } from './contracts';
import { EmbeddedCluster } from './EmbeddedCluster';
import type { ClusterFaults } from './faults/ClusterFaults';
import { composeFaults } from './faults/composeFaults';
import { Control, CONTROL_PATH } from './faults/Control';
import type { FaultPlan, FaultsByCluster, RestartOptions } from './faults/fault';
import type { FaultReport } from './faults/FleetFaults';
import { carryOutOrder, type OrderTargets } from './faults/orders';
import { readFaultPlan } from './faults/parseFaults';
import { AuditLog } from './http/AuditLog';
import { WatchPool } from './http/WatchPool';
import { startServer } from './server';
import { Compactor } from './storage/Compactor';
import { RevisionLog } from './storage/revisionLog';
import { StartupGc } from './storage/StartupGc';
import { SqliteStore, type ClusterRow, type Durability } from './storage/SqliteStore';

export interface FleetLog {
  info(message: string, facts?: Readonly<Record<string, unknown>>): void;
  error(message: string, facts?: Readonly<Record<string, unknown>>): void;
}

export interface EmbeddedFleetOptions {
  /** Folder of the data; absent: everything is in memory and goes with the process. */
  readonly dataDir?: string;
  /** What an answered write in `dataDir` survives; default `process`, and a power loss may take the last moments. */
  readonly durability?: Durability;
  /** Default: any that is free. */
  readonly port?: number;
  /** Address or name to listen on. Default: loopback. Others take no credentials that were made for loopback. */
  readonly host?: string;
  /** Makes other keys and tokens than those in the data; kubeconfigs of before are good for nothing then. */
  readonly renewsCredentials?: boolean;
  /** How many (they are named `member-1` …), or what they are named. */
  readonly members: number | readonly string[];
  /** Who is known to every cluster beside its administrator; what they may do is what RBAC objects allow them. */
  readonly users?: readonly FleetUser[];
  /** Folder of a log of all writes, a file for each cluster; absent: there is none. */
  readonly auditDir?: string;
  /** Default: nothing is reported. */
  readonly log?: FleetLog;
  /** What the clocks of all clusters show; default: the time. */
  readonly now?: () => Date;
  /** Faults to begin with, by the name of the cluster or a pattern such as `member-*`. */
  readonly faults?: FaultsByCluster;
  /** Of what faults draw, 0 to 2^32 − 1; default 1. */
  readonly seed?: number;
  /** What is written can no longer be kept (the disk is full, say). The fleet answers nothing but errors then. */
  readonly onFatal?: (error: unknown) => void;
}

export interface EmbeddedFleet {
  /** Of the listener; a cluster is below it at `/clusters/<name>`. */
  readonly url: string;
  /** YAML; contexts `hub`, `member-1` …, `hub` is current. */
  readonly kubeconfig: string;
  readonly caPem: string;
  /** As the database itself reports it; absent: nothing is kept. */
  readonly durability?: Durability;
  /** The hub first. */
  readonly clusters: readonly Cluster[];
  /** @throws Error when there is no such cluster */
  cluster(name: string): EmbeddedCluster;
  /** @throws Error when there is no such cluster */
  faults(cluster: string): ClusterFaults;
  /** Sets these faults instead of all that there are. @throws FaultError, which names the field */
  setFaults(plan: FaultPlan): void;
  /** What is set, how often it was met, and the seed of what is drawn. */
  faultReport(): FaultReport;
  /** Carries out an order, as the README describes them. @throws FaultError */
  order(order: unknown): void;
  /** Closes the listener and all connections for a while. Resolves when it answers again. */
  restart(options?: RestartOptions): Promise<void>;
  token(cluster: string): string;
  /** Reports every change of every cluster once it is stored. @returns ends it */
  onCommit(listener: (cluster: Cluster, change: ObjectChange) => void): () => void;
  /** Forgets old revisions now instead of a little later. */
  compact(): void;
  stop(): Promise<void>;
}

type StartOptions = EmbeddedFleetOptions & Required<Pick<EmbeddedFleetOptions, 'now' | 'log'>>;

const SILENT: FleetLog = { info: () => undefined, error: () => undefined };
const HUB = 'hub';
const NAME = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/;

/** Starts a hub and its members behind one listener; returns when they answer. */
export async function startEmbeddedFleet(options: EmbeddedFleetOptions): Promise<EmbeddedFleet> {
  const now = options.now ?? (() => new Date());
  const store = options.dataDir === undefined ? undefined : openStore(options.dataDir, options.durability);
  try {
    return await startOn(store, { ...options, now, log: options.log ?? SILENT });
  } catch (error) {
    store?.close();
    throw error;
  }
}

async function startOn(store: SqliteStore | undefined, options: StartOptions): Promise<EmbeddedFleet> {
  const { now, log } = options;
  const address = readListenAddress(options.host);
  admitCredentials(store, {
    address,
    isRenewed: options.renewsCredentials ?? false,
    users: options.users,
  });
  // Clients judge certificates by their own clocks, whatever the fleet's shows.
  const authority = await ensureAuthority(store, new Date());
  const clusters = createClusters(store, options);
  const byName = new Map(clusters.map(cluster => [cluster.name, cluster]));
  const watches = new WatchPool();
  const audit = options.auditDir === undefined ? undefined : new AuditLog(options.auditDir);
  const compactor = new Compactor(clusters, store, now);
  const targets = composeFaults({
    ...{ clusters, watches, seed: options.seed ?? 1 },
    forget: some => compactor.forget(some),
    restartListener: downMs => server.restart(downMs),
    onError: error => log.error('The listener did not come back', { error: textOf(error) }),
  });
  const controlToken = await ensureControlToken(store);
  const access = new Access({ users: options.users ?? [], tokenKey: await ensureTokenKey(store) });
  const listen = async () => {
    if (options.faults) targets.faults.set(readFaultPlan({ clusters: options.faults }));
    return startServer({
      certificate: await issueServerCertificate(authority, { names: address.names, now: new Date() }),
      address,
      port: options.port ?? 0,
      served: {
        cluster: name => byName.get(name),
        access,
        watches,
        control: new Control(controlToken, targets),
        ...(audit ? { audit } : {}),
        onError: (error, what) => log.error('A request failed', { what, error: textOf(error) }),
      },
    });
  };
  const server = await listen().catch(error => {
    compactor.stop();
    watches.stop();
    throw error;
  });
  const stop = async () => {
    compactor.stop();
    clusters[0].work.stop();
    watches.stop();
    await server.stop();
    await clusters[0].settled().catch(() => undefined);
    await audit?.stop();
    store?.close();
  };
  const { url } = server;
  const fleet = toFleet({ url, caPem: authority.certPem, controlToken, clusters, targets, compactor, stop });
  return store ? { ...fleet, durability: store.durability } : fleet;
}

interface FleetParts {
  readonly url: string;
  readonly caPem: string;
  readonly controlToken: string;
  readonly clusters: readonly Cluster[];
  readonly targets: OrderTargets;
  readonly compactor: Compactor;
  stop(): Promise<void>;
}

function toFleet({
  url,
  caPem,
  controlToken,
  clusters,
  targets,
  compactor,
  stop,
}: FleetParts): EmbeddedFleet {
  const byName = new Map(clusters.map(cluster => [cluster.name, cluster]));
  const find = (name: string) => {
    const cluster = byName.get(name);
    if (cluster) return cluster;
    throw new Error(`the fleet has no cluster ${name}; it has ${[...byName.keys()].join(', ')}`);
  };
  const urlOf = (name: string) => `${url}/clusters/${name}`;
  const entries = clusters.map(({ name, token }) => ({ name, token, url: urlOf(name) }));
  const control = { url: `${url}${CONTROL_PATH}`, token: controlToken };
  const parts = { caPem, ...targets };
  return {
    url,
    kubeconfig: renderKubeconfig(entries, caPem, control),
    caPem,
    clusters,
    cluster: name => new EmbeddedCluster({ ...parts, cluster: find(name), url: urlOf(name) }),
    faults: name => targets.faults.of(find(name)),
    setFaults: plan => targets.faults.set(readFaultPlan(plan)),
    faultReport: () => targets.faults.report(),
    order: order => carryOutOrder(targets, order),
    restart: how => targets.restarts.all(how),
    token: name => find(name).token,
    onCommit: listener => followAll(clusters, listener),
    compact: () => compactor.compact(),
    stop,
  };
}

function openStore(dataDir: string, durability: Durability | undefined): SqliteStore {
  ensurePrivateFolder(dataDir);
  const file = join(dataDir, 'fleet.sqlite');
  // SQLite gives the files beside it the mode of this one.
  ensurePrivateFile(file);
  for (const beside of ['-wal', '-shm']) makePrivate(`${file}${beside}`);
  return new SqliteStore(file, durability);
}

async function ensureAuthority(store: SqliteStore | undefined, now: Date): Promise<Authority> {
  if (!store) return createAuthority(now);
  const text = await store.ensureValue('authority', async () => JSON.stringify(await createAuthority(now)));
  return JSON.parse(text) as Authority;
}

const ensureControlToken = async (store: SqliteStore | undefined) =>
  store ? store.ensureValue('controlToken', async () => createToken()) : createToken();

const ensureTokenKey = async (store: SqliteStore | undefined) =>
  store ? store.ensureValue('tokenKey', async () => createTokenKey()) : createTokenKey();

function createClusters(
  store: SqliteStore | undefined,
  { members, log, now, onFatal }: StartOptions,
): Cluster[] {
  const revisions = new RevisionLog(store, error => {
    log.error('A change could not be stored; the fleet stops answering', { error: textOf(error) });
    onFatal?.(error);
  });
  const work = new WorkQueue((task, error) =>
    log.error('What follows from a change failed', { task, error: textOf(error) }),
  );
  const startupGc = new StartupGc();
  const clusters = ensureRows(store, members).map(row => {
    const restored = store ? { restored: store.restore(row) } : {};
    const cluster = new Cluster({
      ...{ ...row, log: revisions, work, now, onWritten: followChange, ...restored },
      beginnings: one => policyOf(one, row.begun),
    });
    // While its objects are warm: to go through a thousand clusters afterwards would read all of them again.
    createFirstObjects(cluster);
    createPolicy(cluster, row.begun);
    resumeConsequences(cluster);
    startupGc.add(restored.restored?.live.length ?? 0);
    return cluster;
  });
  revisions.flush();
  return clusters;
}

/** Clusters of before beyond the number asked for stay in the data, and are not shown. */
function ensureRows(store: SqliteStore | undefined, members: EmbeddedFleetOptions['members']): ClusterRow[] {
  const names = [HUB, ...namesOf(members)];
  const begun = policySize();
  if (!store) return names.map((name, id) => ({ id, name, token: createToken(), compacted: 0, begun }));
  const known = new Set(store.clusters().map(({ name }) => name));
  const missing = names.filter(name => !known.has(name));
  store.addClusters(missing.map(name => ({ name, token: createToken(), begun })));
  const rows = new Map(store.clusters().map(row => [row.name, row]));
  return names.flatMap(name => rows.get(name) ?? []);
}

/** @throws Error for what cannot name a member */
export function namesOf(members: EmbeddedFleetOptions['members']): readonly string[] {
  if (typeof members === 'number')
    return Array.from({ length: members }, (_, index) => `member-${index + 1}`);
  const wrong = members.find(
    (name, index) => !NAME.test(name) || name === HUB || members.indexOf(name) < index,
  );
  if (wrong === undefined) return members;
  throw new Error(
    `${JSON.stringify(wrong)} cannot name a member: give each another name of small letters, digits and dashes, not ${HUB}`,
  );
}

function followAll(
  clusters: readonly Cluster[],
  listener: (cluster: Cluster, change: ObjectChange) => void,
): () => void {
  const ends = clusters.map(cluster => cluster.onCommit(change => listener(cluster, change)));
  return () => ends.forEach(end => end());
}

const textOf = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error));
