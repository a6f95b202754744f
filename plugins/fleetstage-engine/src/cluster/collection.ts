import type {
  Condition,
  Instant,
  MemberClusterAgentStatus,
  MemberClusterResourceUsage,
} from '@fleetstage/backstage-plugin-fleetstage-common';

/** Why something could not be collected from a member. */
export interface CollectionFailure {
  readonly reason: 'FleetstageCollectionFailed' | 'TimedOut' | 'TooManyCalls';
  readonly message: string;
}

/** Amounts of a resource as quantities, e.g. of `nvidia.com/gpu`. */
export interface ResourceAmounts {
  readonly total?: string;
  readonly allocatable?: string;
  readonly available?: string;
}

/** A condition of a property provider, before it is dated. */
export type ProvidedCondition = Pick<Condition, 'type' | 'status' | 'reason' | 'message'>;

/** What a property provider reports of a cluster (C/PP-001). */
export interface ProvidedReport {
  readonly properties: Readonly<Record<string, string>>;
  /** By name of the resource; absent: it reports none. */
  readonly resources?: Readonly<Record<string, ResourceAmounts>>;
  readonly conditions?: readonly ProvidedCondition[];
}

/** What one property provider has reported of a cluster: the last that it reported, however long ago. */
export interface ProvidedProperties extends ProvidedReport {
  /** When it reported them; absent: never yet. */
  readonly observedAt?: Instant;
  /** It has not started for this cluster, and is not called (C/PP-009, PP-012). */
  readonly notStarted?: StartFailure;
  /** The last call failed. */
  readonly failure?: CollectionFailure;
}

export interface StartFailure {
  readonly reason: 'TimedOut' | 'FailedToStart';
  readonly message: string;
}

/** What the agent of a pull member has reported beside properties, usage and namespaces (C/MC-032, PP-014). */
export interface AgentReport {
  readonly agents: readonly MemberClusterAgentStatus[];
  /** Those of its providers. */
  readonly conditions: readonly Condition[];
}

/** How the last collections on a cluster went; kept as a row. */
export interface CollectionRecord {
  /** The core properties as last read. */
  readonly core: Readonly<Record<string, string>>;
  /** The core properties could not be read the last time. */
  readonly failure?: CollectionFailure;
  /** Absent: the namespaces were never collected. */
  readonly namespaces?: 'Succeeded' | 'Degraded';
  /** By name of the provider; empty where none is installed. */
  readonly providers: Readonly<Record<string, ProvidedProperties>>;
  /** Of a pull member alone. */
  readonly agent?: AgentReport;
}

/** How a call of a property provider ended. */
export type ProviderAnswer =
  | ({ readonly kind: 'reported' } & ProvidedReport)
  | ({ readonly kind: 'notStarted' } & StartFailure)
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'timedOut'; readonly afterMs: number }
  /** An earlier call has not come back yet, so that none was made. */
  | { readonly kind: 'busy' }
  /** Its period has not passed. */
  | { readonly kind: 'notDue' };

/**
 * The properties that decisions read: those of the providers, under the core ones, which no provider can replace. Where
 * two providers report the same name, the first in the order of their names counts.
 */
export function mergeProperties({
  core,
  providers,
}: Pick<CollectionRecord, 'core' | 'providers'>): Readonly<Record<string, string>> {
  const names = Object.keys(providers).sort().reverse();
  return Object.assign({}, ...names.map(name => providers[name].properties), core);
}

/**
 * The usage with the resources of providers, under the core ones, which no provider can replace; sorted as the providers
 * are (C/PP-006).
 *
 *     { nvidia.com/gpu: { total: 8, available: 3 } } → capacity.nvidia.com/gpu 8, available.nvidia.com/gpu 3
 */
export function mergeResources(
  core: MemberClusterResourceUsage,
  providers: CollectionRecord['providers'],
): MemberClusterResourceUsage {
  const all = Object.keys(providers)
    .sort()
    .reverse()
    .flatMap(name => Object.entries(providers[name].resources ?? {}));
  if (all.length === 0) return core;
  const amounts = (part: keyof ResourceAmounts) =>
    Object.fromEntries(all.flatMap(([name, one]) => (one[part] === undefined ? [] : [[name, one[part]]])));
  return {
    ...core,
    capacity: { ...amounts('total'), ...core.capacity },
    allocatable: { ...amounts('allocatable'), ...core.allocatable },
    available: { ...amounts('available'), ...core.available },
  };
}

/**
 * What is kept after the providers were asked: a provider that fails, or does not answer in time, keeps its last values
 * (C/PP-010); when a provider is no longer installed, they go with it.
 */
export function recordAnswers(
  previous: CollectionRecord['providers'],
  answers: ReadonlyMap<string, ProviderAnswer>,
  now: Instant,
): CollectionRecord['providers'] {
  return Object.fromEntries(
    [...answers].map(([name, answer]) => [name, recordAnswer(name, previous[name], { answer, now })]),
  );
}

function recordAnswer(
  name: string,
  previous: ProvidedProperties = { properties: {} },
  { answer, now }: { readonly answer: ProviderAnswer; readonly now: Instant },
): ProvidedProperties {
  const { failure: _, notStarted: __, ...kept } = previous;
  const failed = (reason: CollectionFailure['reason'], message: string) => ({
    ...kept,
    failure: { reason, message: `property provider ${name} ${message}` },
  });
  switch (answer.kind) {
    case 'reported': {
      const { kind: ___, ...report } = answer;
      return { ...report, observedAt: now };
    }
    case 'notStarted':
      return { ...kept, notStarted: { reason: answer.reason, message: answer.message } };
    case 'failed':
      return failed('FleetstageCollectionFailed', `failed: ${answer.message}`);
    case 'timedOut':
      return failed('TimedOut', `has not answered within ${answer.afterMs / 1000} s`);
    case 'busy':
      return failed('TooManyCalls', 'is still busy with an earlier call and is asked again when that ends');
    default:
      return previous;
  }
}

/** Whether a provider is to be asked: at each heartbeat, or when its period has passed; at once after a failure. */
export function isDue(previous: ProvidedProperties | undefined, everyMs: number | undefined, now: Instant) {
  const { observedAt, failure, notStarted } = previous ?? {};
  const hasFailed = failure !== undefined || notStarted !== undefined;
  if (observedAt === undefined || hasFailed || everyMs === undefined) return true;
  return now - observedAt >= everyMs;
}
