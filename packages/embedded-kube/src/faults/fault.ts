/** What a request does, in the words of RBAC; what is about no resource is a `get` of its path. */
export type Verb = 'get' | 'list' | 'watch' | 'create' | 'update' | 'patch' | 'delete' | 'deletecollection';

/** One pattern or several of which one has to match; `*` matches anything, also nothing. */
export type Patterns = string | readonly string[];

/** Which requests a fault meets. What is absent matches all; what names resources matches nothing else. */
export interface FaultMatch {
  readonly verbs?: Patterns;
  /** `Deployment`. */
  readonly kinds?: Patterns;
  /** `apps`; the core group is the empty text. */
  readonly groups?: Patterns;
  /** `deployments`, or with a subresource `deployments/status`. */
  readonly resources?: Patterns;
  readonly namespaces?: Patterns;
  readonly names?: Patterns;
  /** Paths below the cluster, without the query: `/openapi/*`. */
  readonly paths?: Patterns;
  readonly userAgents?: Patterns;
  /** Probability that a request that matches is met; 0 to 1. */
  readonly chance?: number;
  /** How many requests are met before the fault is over. */
  readonly next?: number;
}

/** How the open stream of a watch ends: in order, with its connection, or with an ERROR event 410 before. */
export type WatchEnd = 'end' | 'reset' | 'expired';

/** `before`: nothing is carried out. `after`: it is carried out, and only its answer is lost. */
export type FaultMoment = 'before' | 'after';

/** Answers come later; a range is drawn from for each request. */
export interface LatencyFault extends FaultMatch {
  readonly type: 'latency';
  /** Milliseconds, or least and most. */
  readonly ms: number | readonly [least: number, most: number];
}

/** Requests are refused with a `Status`. */
export interface ErrorFault extends FaultMatch {
  readonly type: 'error';
  /** 400 to 599. */
  readonly code: number;
  /** Default: what Kubernetes says with the code. */
  readonly reason?: string;
  readonly message?: string;
  readonly retryAfterSeconds?: number;
  /** Default: `before`. */
  readonly moment?: FaultMoment;
}

/** The connection breaks. */
export interface ResetFault extends FaultMatch {
  readonly type: 'reset';
  /** Default: `before`. */
  readonly moment?: FaultMoment;
}

/** 429 with `Retry-After`, as a server that has too much to do. */
export interface ThrottleFault extends FaultMatch {
  readonly type: 'throttle';
  /** Requests that each client (user agent and token) may make; absent: none. */
  readonly perSecond?: number;
  /** How many it may make at once; default: those of a second, at least one. */
  readonly burst?: number;
  /** Default: 1. */
  readonly retryAfterSeconds?: number;
}

/** Bodies trickle, in both directions. */
export interface SlowFault extends FaultMatch {
  readonly type: 'slow';
  readonly bytesPerSecond: number;
}

/** Half-open: requests are read and never answered, streams go silent. When the fault goes, their connections break. */
export interface HangFault extends FaultMatch {
  readonly type: 'hang';
}

/** Watches are cut, again and again; without `afterEvents` and `afterMs` as soon as they are open. */
export interface WatchCutFault extends FaultMatch {
  readonly type: 'watchCut';
  /** Bookmarks do not count; what is there already does. */
  readonly afterEvents?: number;
  /** Milliseconds. */
  readonly afterMs?: number;
  /** Default: `reset`. */
  readonly how?: WatchEnd;
}

/** The cluster's clock is ahead, or behind where it is negative. */
export interface ClockFault {
  readonly type: 'clock';
  readonly skewMs: number;
}

export type Fault =
  LatencyFault | ErrorFault | ResetFault | ThrottleFault | SlowFault | HangFault | WatchCutFault | ClockFault;

/** Faults that meet requests. */
export type RequestFault = Exclude<Fault, ClockFault>;

/** What is kept of a cluster over its restart, and for how long it is away. */
export interface RestartOptions {
  /** `lost`: watches from older revisions get 410. Default: `kept`. */
  readonly history?: 'kept' | 'lost';
  /** Milliseconds in which connections are refused or broken; default 0. */
  readonly downMs?: number;
}

/** Faults by the name of the cluster; `*` and patterns mean all that match. */
export type FaultsByCluster = Readonly<Record<string, readonly Fault[]>>;

/** What a file of faults holds. */
export interface FaultPlan {
  /** 0 to 2^32 − 1. */
  readonly seed?: number;
  readonly clusters: FaultsByCluster;
}
