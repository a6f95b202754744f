import type {
  Condition,
  Instant,
  MemberClusterAgentStatus,
} from '@fleetstage/backstage-plugin-fleetstage-common';

/** Why something could not be collected from a member. */
export interface CollectionFailure {
  readonly reason: 'FleetstageCollectionFailed' | 'TimedOut' | 'TooManyCalls';
  readonly message: string;
}

/** What one property provider has reported of a cluster. */
export interface ProvidedProperties {
  /** The last ones that it reported, however long ago. */
  readonly properties: Readonly<Record<string, string>>;
  /** When it reported them; absent: never yet. */
  readonly observedAt?: Instant;
  /** The last call failed. */
  readonly failure?: CollectionFailure;
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
  | { readonly kind: 'reported'; readonly properties: Readonly<Record<string, string>> }
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
  const { failure: _, ...kept } = previous;
  const failed = (reason: CollectionFailure['reason'], message: string) => ({
    ...kept,
    failure: { reason, message: `property provider ${name} ${message}` },
  });
  switch (answer.kind) {
    case 'reported':
      return { properties: answer.properties, observedAt: now };
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
  const { observedAt, failure } = previous ?? {};
  if (observedAt === undefined || failure !== undefined || everyMs === undefined) return true;
  return now - observedAt >= everyMs;
}
