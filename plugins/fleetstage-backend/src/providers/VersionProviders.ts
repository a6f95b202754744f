import { VersionProviderError, type VersionProvider } from '@fleetstage/backstage-plugin-fleetstage-node';
import { messageOf, type KubeClient } from '@fleetstage/kube-client';
import type { Ports } from '../ports';
import { createProvider } from './createProvider';

/** A kubeconfig and a context, or the process's own. */
interface ApiAccess {
  readonly kubeconfig?: string;
  readonly context?: string;
}

/** An entry of `fleetstage.providers`; `access` is how its API is reached. */
export interface ProviderEntry {
  readonly name: string;
  readonly type: 'clusterApi' | 'simulated';
  /** Absent: its objects are on the hub. */
  readonly access?: ApiAccess;
  readonly nodeUpgrades: 'Held' | 'Coupled';
  readonly copyLabels: readonly string[];
}

export interface VersionProvidersOptions {
  readonly configured: readonly ProviderEntry[];
  /** By modules. */
  readonly added: readonly VersionProvider[];
  /** Stays its owner's. */
  readonly hub: () => Promise<KubeClient>;
  /** A client of our own, for the provider of this name. */
  readonly connect: (name: string, access: ApiAccess) => Promise<KubeClient>;
  readonly ports: Ports;
}

interface Opened {
  readonly provider: VersionProvider;
  /** Ours to close. */
  readonly client?: KubeClient;
}

/**
 * Every provider of versions: those of the configuration and those of modules (E/FL-007). One of the configuration is opened when
 * it is first asked for, and again after its credentials were refused; whoever follows it reports what keeps it from that.
 */
export class VersionProviders {
  private readonly entries: ReadonlyMap<string, ProviderEntry>;
  private readonly added: ReadonlyMap<string, VersionProvider>;
  private readonly opened = new Map<string, Promise<Opened>>();
  private isClosed = false;

  /** @throws where a module has added a provider under the name of an entry */
  constructor(private readonly options: VersionProvidersOptions) {
    this.entries = new Map(options.configured.map(entry => [entry.name, entry]));
    this.added = new Map(options.added.map(provider => [provider.name, provider]));
    for (const name of this.added.keys())
      if (this.entries.has(name))
        throw new Error(
          `the version provider ${name} was added by a module and is in fleetstage.providers, too; rename one of them`,
        );
  }

  get hasVersionProviders(): boolean {
    return this.entries.size + this.added.size > 0;
  }

  names(): readonly string[] {
    return [...this.entries.keys(), ...this.added.keys()];
  }

  /** Prefixes of labels that are copied from its clusters (E/FL-002). */
  copyLabels(name: string): readonly string[] {
    return this.entries.get(name)?.copyLabels ?? [];
  }

  /** @throws VersionProviderError `retryable` for whatever keeps it from being reached: a person may set it right at any time */
  async open(name: string): Promise<VersionProvider> {
    const added = this.added.get(name);
    if (added) return added;
    const entry = this.entries.get(name);
    if (entry === undefined || this.isClosed)
      throw new VersionProviderError(
        this.isClosed ? 'the process stops' : `no version provider ${name} is configured`,
        { kind: 'retryable' },
      );
    const known = this.opened.get(name);
    if (known) return (await known).provider;
    const opening = this.openEntry(entry);
    this.opened.set(name, opening);
    try {
      return (await opening).provider;
    } catch (cause) {
      if (this.opened.get(name) === opening) this.opened.delete(name);
      const message = `the provider ${name} cannot be connected to: ${messageOf(cause)}`;
      throw new VersionProviderError(message, { kind: 'retryable', cause });
    }
  }

  /** Its credentials are read anew when it is opened next. */
  async renew(name: string): Promise<void> {
    const opened = this.opened.get(name);
    this.opened.delete(name);
    await opened?.then(({ client }) => client?.close()).catch(() => undefined);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all([...this.opened.keys()].map(name => this.renew(name)));
  }

  private async openEntry(entry: ProviderEntry): Promise<Opened> {
    const { hub, connect, ports } = this.options;
    const { name, access } = entry;
    if (access === undefined) return { provider: createProvider(entry, { client: await hub(), ports }) };
    const client = await connect(name, access);
    return { provider: createProvider(entry, { client, ports }), client };
  }
}
