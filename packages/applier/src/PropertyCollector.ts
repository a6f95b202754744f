import type {
  Instant,
  KubeObject,
  MemberReader,
  PropertyProvider,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  isDue,
  parseProvided,
  type CollectionRecord,
  type ProviderAnswer,
  type StartFailure,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { messageOf, type KubeClient } from '@fleetstage/kube-client';

export interface CollectorOptions {
  readonly providers: readonly PropertyProvider[];
  /** Of one call. */
  readonly timeoutMs: number;
  readonly ports: {
    readonly clock: { now(): Instant };
    readonly timers: { after(ms: number, run: () => void): { cancel(): void } };
  };
}

export interface AskedMember {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly client: KubeClient;
  /** The previous reports of the providers. */
  readonly previous: CollectionRecord['providers'];
}

/** C/PP-009. */
const START_TIMEOUT_MS = 10_000;

/**
 * Asks the property providers about a member (C/PP-001, PP-009…011), side by side. Whatever they do, an answer comes within
 * the time-out; a provider that goes on in spite of it is not asked about that member again until it is done.
 */
export class PropertyCollector {
  /** Provider and member of calls under way. */
  private readonly busy = new Set<string>();
  private readonly started = new Set<string>();

  constructor(private readonly options: CollectorOptions) {}

  async collect(member: AskedMember): Promise<ReadonlyMap<string, ProviderAnswer>> {
    const { providers } = this.options;
    const answers = await Promise.all(providers.map(provider => this.ask(provider, member)));
    return new Map(providers.map(({ name }, i) => [name, answers[i]]));
  }

  private async ask(provider: PropertyProvider, member: AskedMember): Promise<ProviderAnswer> {
    const { timeoutMs, ports } = this.options;
    const { name, everyMs } = provider;
    if (!isDue(member.previous[name], everyMs, ports.clock.now())) return { kind: 'notDue' };
    const id = `${name}/${member.name}`;
    if (this.busy.has(id)) return { kind: 'busy' };
    const failure = provider.start && (await this.start(provider, member, id));
    if (failure !== undefined) return { kind: 'notStarted', ...failure };
    const answer = await this.within(id, timeoutMs, signal =>
      callProvider(provider, member, { signal, timeoutMs }),
    );
    return answer === 'late' ? { kind: 'timedOut', afterMs: timeoutMs } : answer;
  }

  private async start(
    provider: PropertyProvider,
    member: AskedMember,
    id: string,
  ): Promise<StartFailure | undefined> {
    if (this.started.has(id)) return undefined;
    const who = `property provider ${provider.name}`;
    const failure = await this.within(id, START_TIMEOUT_MS, signal =>
      startProvider(provider, member, { signal, timeoutMs: START_TIMEOUT_MS }),
    );
    if (failure === 'late')
      return { reason: 'TimedOut', message: `${who} does not start up in ${START_TIMEOUT_MS / 1000} s` };
    if (failure !== undefined)
      return { reason: 'FailedToStart', message: `Failed to start the ${who}: ${failure}` };
    this.started.add(id);
    return undefined;
  }

  /** A call that is late keeps its provider busy until it ends. */
  private async within<T>(
    id: string,
    timeoutMs: number,
    call: (signal: AbortSignal) => Promise<T>,
  ): Promise<T | 'late'> {
    this.busy.add(id);
    const late = new AbortController();
    const called = call(late.signal).finally(() => this.busy.delete(id));
    let timer: { cancel(): void } | undefined;
    const timeout = new Promise<'late'>(resolve => {
      timer = this.options.ports.timers.after(timeoutMs, () => {
        late.abort();
        resolve('late');
      });
    });
    try {
      return await Promise.race([called, timeout]);
    } finally {
      timer?.cancel();
    }
  }
}

interface Limits {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/** Never rejects: what a provider throws is its answer. */
async function callProvider(
  provider: PropertyProvider,
  member: AskedMember,
  limits: Limits,
): Promise<ProviderAnswer> {
  try {
    const parsed = parseProvided(await provider.collect(describe(member, limits)));
    return parsed.ok ? { kind: 'reported', ...parsed.value } : { kind: 'failed', message: parsed.error };
  } catch (error) {
    return { kind: 'failed', message: messageOf(error) };
  }
}

/** Never rejects; resolves to why it has failed. */
async function startProvider(
  provider: PropertyProvider,
  member: AskedMember,
  limits: Limits,
): Promise<string | undefined> {
  try {
    await provider.start?.(describe(member, limits));
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

const describe = ({ name, labels, client }: AskedMember, limits: Limits) => ({
  name,
  labels: { ...labels },
  read: readerOf(client, limits),
  signal: limits.signal,
});

/** The client itself stays here: it writes, too, and knows the credentials. */
function readerOf(client: KubeClient, call: Limits): MemberReader {
  return {
    get: async (kind, object) => (await client.find(kind, object, call)) as KubeObject | undefined,
    list: async (kind, options = {}) =>
      (await client.list(kind, { ...options, ...call })).items as KubeObject[],
  };
}
