import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createAuthority, issueServerCertificate, type Authority } from './access/authority';
import { createToken } from './access/authorize';
import { renderKubeconfig } from './access/kubeconfig';
import { Cluster } from './cluster/Cluster';
import { followChange, resumeConsequences } from './cluster/consequences';
import { createFirstObjects } from './cluster/firstObjects';
import { WorkQueue } from './cluster/WorkQueue';
import type { ObjectChange } from './contracts';
import { AuditLog } from './http/AuditLog';
import { WatchPool } from './http/WatchPool';
import { startServer } from './server';
import { Compactor } from './storage/Compactor';
import { RevisionLog } from './storage/revisionLog';
import { SqliteStore, type ClusterRow } from './storage/SqliteStore';

export interface FleetLog {
  info(message: string, facts?: Readonly<Record<string, unknown>>): void;
  error(message: string, facts?: Readonly<Record<string, unknown>>): void;
}

export interface EmbeddedFleetOptions {
  /** Folder of the data; absent: everything is in memory and goes with the process. */
  readonly dataDir?: string;
  /** Default: any that is free. */
  readonly port?: number;
  /** How many (they are named `member-1` …), or what they are named. */
  readonly members: number | readonly string[];
  /** Folder of a log of all writes, a file for each cluster; absent: there is none. */
  readonly auditDir?: string;
  readonly log: FleetLog;
  readonly now?: () => Date;
  /** What is written can no longer be kept (the disk is full, say). The fleet answers nothing but errors then. */
  readonly onFatal?: (error: unknown) => void;
}

export interface EmbeddedFleet {
  /** Of the listener; a cluster is below it at `/clusters/<name>`. */
  readonly url: string;
  /** YAML; contexts `hub`, `member-1` …, `hub` is current. */
  readonly kubeconfig: string;
  readonly caPem: string;
  /** The hub first. */
  readonly clusters: readonly Cluster[];
  /** @throws Error when there is no such cluster */
  cluster(name: string): Cluster;
  token(cluster: string): string;
  /** Tells every change of every cluster once it is stored. @returns ends it */
  onCommit(listener: (cluster: Cluster, change: ObjectChange) => void): () => void;
  /** Forgets old revisions now instead of a little later. */
  compact(): void;
  stop(): Promise<void>;
}

const HUB = 'hub';
const NAME = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/;

/** Starts a hub and its members behind one listener; returns when they answer. */
export async function startEmbeddedFleet(options: EmbeddedFleetOptions): Promise<EmbeddedFleet> {
  const now = options.now ?? (() => new Date());
  const store = options.dataDir === undefined ? undefined : openStore(options.dataDir);
  try {
    return await startOn(store, { ...options, now });
  } catch (error) {
    store?.close();
    throw error;
  }
}

async function startOn(
  store: SqliteStore | undefined,
  options: EmbeddedFleetOptions & { readonly now: () => Date },
): Promise<EmbeddedFleet> {
  const { now, log } = options;
  const authority = await ensureAuthority(store, now());
  const clusters = createClusters(store, options);
  const byName = new Map(clusters.map(cluster => [cluster.name, cluster]));
  const watches = new WatchPool();
  const audit = options.auditDir === undefined ? undefined : new AuditLog(options.auditDir);
  const server = await startServer({
    certificate: await issueServerCertificate(authority, now()),
    port: options.port ?? 0,
    served: {
      cluster: name => byName.get(name),
      watches,
      ...(audit ? { audit } : {}),
      onError: (error, what) => log.error('A request failed', { what, error: textOf(error) }),
    },
  }).catch(error => {
    watches.stop();
    throw error;
  });
  const compactor = new Compactor(clusters, store, now);
  const find = (name: string) => {
    const cluster = byName.get(name);
    if (!cluster)
      throw new Error(`the fleet has no cluster ${name}; it has ${[...byName.keys()].join(', ')}`);
    return cluster;
  };
  const entries = clusters.map(({ name, token }) => ({ name, token, url: `${server.url}/clusters/${name}` }));
  return {
    url: server.url,
    kubeconfig: renderKubeconfig(entries, authority.certPem),
    caPem: authority.certPem,
    clusters,
    cluster: find,
    token: name => find(name).token,
    onCommit: listener => followAll(clusters, listener),
    compact: () => compactor.compact(),
    stop: async () => {
      compactor.stop();
      clusters[0].work.stop();
      watches.stop();
      await server.stop();
      await clusters[0].settled().catch(() => undefined);
      await audit?.stop();
      store?.close();
    },
  };
}

function openStore(dataDir: string): SqliteStore {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  return new SqliteStore(join(dataDir, 'fleet.sqlite'));
}

async function ensureAuthority(store: SqliteStore | undefined, now: Date): Promise<Authority> {
  if (!store) return createAuthority(now);
  const text = await store.ensureValue('authority', async () => JSON.stringify(await createAuthority(now)));
  return JSON.parse(text) as Authority;
}

function createClusters(
  store: SqliteStore | undefined,
  { members, log, now, onFatal }: EmbeddedFleetOptions & { readonly now: () => Date },
): Cluster[] {
  const revisions = new RevisionLog(store, error => {
    log.error('A change could not be stored; the fleet stops answering', { error: textOf(error) });
    onFatal?.(error);
  });
  const work = new WorkQueue((task, error) =>
    log.error('What follows from a change failed', { task, error: textOf(error) }),
  );
  const clusters = ensureRows(store, members).map(
    row =>
      new Cluster({
        ...row,
        log: revisions,
        work,
        now,
        onWritten: followChange,
        ...(store ? { restored: store.restore(row) } : {}),
      }),
  );
  for (const cluster of clusters) {
    createFirstObjects(cluster);
    resumeConsequences(cluster);
  }
  revisions.flush();
  return clusters;
}

/** Clusters of before beyond the number asked for stay in the data, and out of sight. */
function ensureRows(store: SqliteStore | undefined, members: EmbeddedFleetOptions['members']): ClusterRow[] {
  const names = [HUB, ...namesOf(members)];
  if (!store) return names.map((name, id) => ({ id, name, token: createToken(), compacted: 0 }));
  const known = new Set(store.clusters().map(({ name }) => name));
  const missing = names.filter(name => !known.has(name));
  store.addClusters(missing.map(name => ({ name, token: createToken() })));
  const rows = new Map(store.clusters().map(row => [row.name, row]));
  return names.flatMap(name => rows.get(name) ?? []);
}

function namesOf(members: EmbeddedFleetOptions['members']): readonly string[] {
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
