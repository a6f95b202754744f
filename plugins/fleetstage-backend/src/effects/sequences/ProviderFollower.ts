import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { copiedLabels } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { VersionProvider, VersionProviderError } from '@fleetstage/backstage-plugin-fleetstage-node';
import type { Database, Tx } from '../../database/db';
import { markSequencesOf } from '../../database/sequences/markSequences';
import {
  markAllVersions,
  markProvided,
  markUnmanaged,
  markVersions,
  saveSilenceOf,
} from '../../database/sequences/markVersions';
import { saveProvidedClusters, selectUnlisted } from '../../database/sequences/providedClusterStore';
import { loadProvider, saveListed, saveSilence } from '../../database/sequences/providerStore';
import { wake } from '../../database/wakes';
import { backoffMs } from '../../loop/backoff';
import type { Log } from '../../observe/log';
import type { Metrics } from '../../observe/metrics';
import { pause, type Ports } from '../../ports';
import { providerFailure, type VersionProviderSource } from './providerFailure';
import { withinTime } from './withinTime';

export interface ProviderFollowerDeps {
  readonly hub: string;
  readonly database: Database;
  readonly providers: VersionProviderSource;
  readonly ports: Ports;
  readonly log: Log;
  readonly metrics: Metrics;
  /** A call that takes longer has no answer. */
  readonly timeoutMs: number;
  /** How often its clusters are listed again, in case that it forgot to report one. */
  readonly resyncEveryMs: number;
  /** First in every transaction; throws where another replica follows the provider. */
  readonly renew: (tx: Tx) => Promise<void>;
}

/** An upgrade changes a cluster in bursts. */
const GATHER_MS = 200;
/** Machines of a cluster that is being deleted name a cluster that is listed no more. */
const LIST_AT_MOST_EVERY_MS = 5_000;
const BACKOFF = { firstMs: 1_000, maxMs: 60_000 };

/**
 * Follows one provider, in the one replica that has its lease: keeps the list of its clusters, and wakes the observation of those
 * that it reports.
 *
 *     open ──► list ──► watch ──(a problem, and the list fails)──► silent ──back-off──► open
 *
 * A problem of the watch alone is none: the provider goes on by itself, and names each cluster again after a gap. Whether it
 * answers is asked by listing. From the first list that fails its clusters are silent (D/CL-005); the watch of the next attempt
 * names each of them, and they are observed anew.
 */
export class ProviderFollower {
  private readonly changed = new Set<string>();
  private readonly classes = new Set<string>();
  private isListDue = false;
  private listedAt = -Infinity;
  private bell = new AbortController();

  constructor(
    private readonly deps: ProviderFollowerDeps,
    private readonly name: string,
  ) {}

  /** Until the signal ends. @throws where the database fails, or the lease is lost */
  async follow(signal: AbortSignal): Promise<void> {
    const { hub, metrics } = this.deps;
    try {
      await this.followUntil(signal);
    } finally {
      metrics.forget('version_provider_reachable', { hub, provider: this.name });
    }
  }

  private async followUntil(signal: AbortSignal): Promise<void> {
    const { providers, ports } = this.deps;
    for (let failures = 1; !signal.aborted; failures++) {
      const watching = new AbortController();
      const ending = AbortSignal.any([signal, watching.signal]);
      try {
        const provider = await this.within(ending, () => providers.open(this.name));
        await this.list(provider, ending);
        failures = 1;
        provider.watch(this.listener(ending), ending);
        await this.gather(provider, ending);
        return;
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof SilentError)) throw error;
        await this.noteSilence(error.failure, failures);
        const waitMs = Math.max(error.failure.retryAfterMs ?? 0, backoffMs(failures, ports.jitter, BACKOFF));
        await pause(ports.timers, waitMs, signal);
      } finally {
        watching.abort();
      }
    }
  }

  private listener(signal: AbortSignal) {
    const unlessEnded = (note: () => void) => {
      if (signal.aborted) return;
      note();
      this.bell.abort();
    };
    return {
      changed: (cluster: string) => unlessEnded(() => this.changed.add(cluster)),
      versionsChanged: ({ namespace, name }: { readonly namespace: string; readonly name: string }) =>
        unlessEnded(() => this.classes.add(`${this.name}/${namespace}/${name}`)),
      failed: (error: VersionProviderError) =>
        unlessEnded(() => {
          this.deps.log.debug('Watching a provider failed; it goes on by itself', {
            provider: this.name,
            reason: error.message,
          });
          this.isListDue = true;
        }),
    };
  }

  /** @throws SilentError */
  private async gather(provider: VersionProvider, signal: AbortSignal): Promise<void> {
    const { clock, timers } = this.deps.ports;
    while (!signal.aborted) {
      const sinceListMs = clock.now() - this.listedAt;
      const listInMs = this.isListDue
        ? LIST_AT_MOST_EVERY_MS - sinceListMs
        : this.deps.resyncEveryMs - sinceListMs;
      if (listInMs <= 0) await this.list(provider, signal);
      else await pause(timers, listInMs, AbortSignal.any([signal, this.bell.signal]));
      if (!this.bell.signal.aborted) continue;
      await pause(timers, GATHER_MS, signal);
      this.bell = new AbortController();
      if (!signal.aborted) await this.mark();
    }
  }

  private async list(provider: VersionProvider, signal: AbortSignal): Promise<void> {
    const { database, hub, log, ports, providers, renew } = this.deps;
    const { name } = this;
    const listed = await this.within(signal, ending => provider.listClusters(ending));
    const prefixes = providers.copyLabels(name);
    const clusters = listed.map(({ labels, ...one }) => ({
      ...{ id: one.id, name: one.name },
      labels: copiedLabels(labels, prefixes),
    }));
    const now = ports.clock.now();
    const before = await database.transact(async tx => {
      await renew(tx);
      const known = await loadProvider(tx, hub, name);
      const { added, removed, relabelled } = await saveProvidedClusters(tx, hub, name, clusters);
      await saveListed(tx, hub, name, now);
      if (known?.listedAt === undefined) await markAllVersions(tx, hub);
      else if (added.length > 0) await markUnmanaged(tx, hub);
      markVersions(tx, hub, namesOf([...added, ...removed]));
      await markProvided(tx, hub, name, idsOf([...removed, ...relabelled]));
      return known;
    });
    this.listedAt = now;
    this.isListDue = false;
    this.measure(1);
    const fields = { provider: name, clusters: clusters.length };
    if (before?.silentSince !== undefined) log.info('A version provider answers again', fields);
    else if (before?.listedAt === undefined) log.info('A version provider is followed', fields);
  }

  private async mark(): Promise<void> {
    const { database, hub, providers, renew } = this.deps;
    const clusters = [...this.changed];
    const classes = [...this.classes];
    this.changed.clear();
    this.classes.clear();
    await database.transact(async tx => {
      await renew(tx);
      await markProvided(tx, hub, this.name, clusters);
      wake(
        tx,
        'classVersionsDue',
        classes.map(name => ({ hub, name })),
      );
      if ((await selectUnlisted(tx, hub, this.name, clusters)).length > 0) this.isListDue = true;
    });
    // Labels are in the list alone; who changed them is not said.
    if (clusters.length > 0 && providers.copyLabels(this.name).length > 0) this.isListDue = true;
  }

  private async noteSilence(failure: VersionProviderError, failures: number): Promise<void> {
    const { database, hub, log, ports, renew } = this.deps;
    const { name: provider } = this;
    const logAt = failures === 1 ? log.warn : log.debug;
    logAt.call(log, 'A version provider does not answer; trying again', {
      provider,
      reason: failure.message,
    });
    this.measure(0);
    const since: Instant = ports.clock.now();
    await database.transact(async tx => {
      await renew(tx);
      await saveSilence(tx, hub, provider, { since, problem: failure.message });
      const clusters = await saveSilenceOf(tx, hub, provider, since);
      await markSequencesOf(tx, hub, clusters);
    });
  }

  private measure(value: 0 | 1): void {
    const { hub, metrics } = this.deps;
    metrics.gauge('version_provider_reachable', value, { hub, provider: this.name });
  }

  /** @throws SilentError */
  private async within<T>(signal: AbortSignal, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { ports, providers, timeoutMs } = this.deps;
    try {
      return await withinTime({ timers: ports.timers, ms: timeoutMs, signal }, call);
    } catch (error) {
      throw new SilentError(await providerFailure(providers, this.name, error));
    }
  }
}

/** The provider does not answer, as opposed to the database. */
class SilentError extends Error {
  override readonly name = 'SilentError';

  constructor(readonly failure: VersionProviderError) {
    super(failure.message, { cause: failure });
  }
}

const idsOf = (clusters: readonly { readonly id: string }[]) => clusters.map(({ id }) => id);
const namesOf = (clusters: readonly { readonly name: string }[]) => clusters.map(({ name }) => name);
