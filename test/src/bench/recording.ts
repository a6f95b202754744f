/** One HTTP request of the engine, with what it takes to send the same again. Moments are ms since the epoch. */
export interface RecordedRequest {
  /** `hub`, or a member's name. */
  readonly cluster: string;
  readonly method: string;
  /** Below the cluster's address, with the query. */
  readonly path: string;
  /** Those that change what the server does: content type and accept. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly startedAt: number;
  endedAt?: number;
  status?: number;
}

/** A statement that changes rows. */
export interface RecordedWrite {
  readonly sql: string;
  readonly bindings: readonly unknown[];
  /** What the database said that it changed, if it said so. */
  rows?: number;
}

/** One committed transaction: its writes in their order, and how many statements only read. */
export interface RecordedTransaction {
  readonly startedAt: number;
  readonly committedAt: number;
  readonly writes: readonly RecordedWrite[];
  readonly readCount: number;
}

/** What the engine did between two moments. */
export interface Recording {
  readonly requests: readonly RecordedRequest[];
  readonly transactions: readonly RecordedTransaction[];
  /** Processor time of the engine's process. */
  readonly cpuMs: number;
}

/** Moment now, finer than a millisecond, comparable between processes of one machine. */
export const preciseNow = () => performance.timeOrigin + performance.now();

/** The uid of `kube-system` says whether a cluster is still the member. */
const PROBE = /^\/(readyz|livez|healthz|version|api\/v1\/(nodes|pods|namespaces(\/kube-system)?))(\?|$)/;
const PROBED = /^\/apis\/cluster\.kubernetes-fleet\.io\/[^/]+\/memberclusters(\/|\?|$)/;

/** Requests that only time causes: probes of members, and their status on the hub. */
export const isHeartbeat = ({ cluster, path }: Pick<RecordedRequest, 'cluster' | 'path'>) =>
  cluster === 'hub' ? PROBED.test(path) : PROBE.test(path);

const HEARTBEAT_QUEUES = new Set<unknown>(['member', 'publish-member']);

/** Transactions that only time causes: they claim or settle probes. */
export const isHeartbeatWrite = ({ writes }: RecordedTransaction) =>
  writes.some(({ bindings }) => bindings.some(value => HEARTBEAT_QUEUES.has(value)));

/** Opens a stream that stays open. */
export const isWatch = ({ path }: Pick<RecordedRequest, 'path'>) => /[?&]watch=true(&|$)/.test(path);
