import type { KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  isDue,
  parseProvided,
  type CollectionRecord,
  type ProviderAnswer,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { MemberReader, PropertyProvider } from '@fleetstage/backstage-plugin-fleetstage-node';
import { messageOf, type KubeClient } from '@fleetstage/kube-client';
import type { Ports, Timer } from '../ports';

export interface CollectorOptions {
  readonly providers: readonly PropertyProvider[];
  readonly timeoutMs: number;
  readonly ports: Pick<Ports, 'clock' | 'timers'>;
}

export interface AskedMember {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly client: KubeClient;
  /** The previous reports of the providers. */
  readonly previous: CollectionRecord['providers'];
}

/**
 * Asks the property providers about a member (C/PP-001, PP-010, PP-011), side by side. Whatever they do, an answer comes
 * within the time-out; a provider that goes on in spite of it is not asked about that member again until it is done.
 */
export class PropertyCollector {
  private readonly busy = new Set<string>();

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
    this.busy.add(id);
    const late = new AbortController();
    const call = callProvider(provider, member, { signal: late.signal, timeoutMs }).finally(() =>
      this.busy.delete(id),
    );
    let timer: Timer | undefined;
    const timeout = new Promise<ProviderAnswer>(resolve => {
      timer = ports.timers.after(timeoutMs, () => {
        late.abort();
        resolve({ kind: 'timedOut', afterMs: timeoutMs });
      });
    });
    const answer = await Promise.race([call, timeout]);
    timer?.cancel();
    return answer;
  }
}

/** Never rejects: what a provider throws is its answer. */
async function callProvider(
  provider: PropertyProvider,
  { name, labels, client }: AskedMember,
  { signal, timeoutMs }: { readonly signal: AbortSignal; readonly timeoutMs: number },
): Promise<ProviderAnswer> {
  try {
    const read = readerOf(client, { signal, timeoutMs });
    const parsed = parseProvided(await provider.collect({ name, labels: { ...labels }, read, signal }));
    return parsed.ok
      ? { kind: 'reported', properties: parsed.value }
      : { kind: 'failed', message: parsed.error };
  } catch (error) {
    return { kind: 'failed', message: messageOf(error) };
  }
}

/** The client itself stays here: it writes, too, and knows the credentials. */
function readerOf(
  client: KubeClient,
  call: { readonly signal: AbortSignal; readonly timeoutMs: number },
): MemberReader {
  return {
    get: async (kind, object) => (await client.find(kind, object, call)) as KubeObject | undefined,
    list: async (kind, options = {}) =>
      (await client.list(kind, { ...options, ...call })).items as KubeObject[],
  };
}
