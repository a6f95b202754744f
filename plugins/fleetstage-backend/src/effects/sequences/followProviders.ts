import type { Database } from '../../database/db';
import { acquireLease, loadOtherHolder, type Lease } from '../../database/leaseStore';
import { markAllVersions } from '../../database/sequences/markVersions';
import { keepProviders } from '../../database/sequences/providerStore';
import { HubLease, INGEST_LEASE } from '../../ingest/HubLease';
import { pause, type Ports } from '../../ports';
import { ProviderFollower, type ProviderFollowerDeps } from './ProviderFollower';

export type FollowProvidersDeps = Omit<ProviderFollowerDeps, 'renew'>;

/** Until the lease of another replica ends, unless it is renewed. */
const AFTER_END_MS = 50;
const AGAIN_AFTER_MS = 1_000;

/**
 * Follows every provider until the signal ends, each in one replica: a lease per provider says in which, so that a provider is
 * watched and listed once. What it reports becomes keys of the queue, which any replica works on.
 */
export async function followProviders(deps: FollowProvidersDeps, signal: AbortSignal): Promise<void> {
  const { database, hub, providers, ports } = deps;
  const names = providers.names();
  await untilDone(deps, signal, () =>
    database.transact(async tx => {
      await keepProviders(tx, hub, names);
      await markAllVersions(tx, hub);
    }),
  );
  // Beside SQLite there is no second replica: a restart after a crash need not wait for the old lease to end.
  const holder = database.dialect === 'sqlite' ? 'the-only-replica' : ports.ids.next();
  await Promise.all(names.map(name => followOne(deps, { name, holder, signal })));
}

interface Turn {
  readonly name: string;
  readonly holder: string;
  readonly signal: AbortSignal;
}

async function followOne(deps: FollowProvidersDeps, { name, holder, signal }: Turn): Promise<void> {
  const { database, hub, ports } = deps;
  const request = { hub, name: `provider/${name}`, holder, leaseMs: INGEST_LEASE.leaseMs };
  await untilDone(deps, signal, async () => {
    while (!signal.aborted) {
      const other = await database.ask(reader => loadOtherHolder(reader, request));
      const lease = other ? undefined : await database.transact(tx => acquireLease(tx, request));
      if (lease) await hold(deps, { name, lease, signal });
      await pause(ports.timers, (other?.leftMs ?? INGEST_LEASE.leaseMs / 5) + AFTER_END_MS, signal);
    }
  });
}

async function hold(
  deps: FollowProvidersDeps,
  { name, lease, signal }: Pick<Turn, 'name' | 'signal'> & { readonly lease: Lease },
): Promise<void> {
  const held = new HubLease(deps, lease);
  const ended = new AbortController();
  const ending = AbortSignal.any([signal, ended.signal]);
  const kept = held.keep(ending).finally(() => ended.abort());
  kept.catch(() => undefined);
  try {
    const renew: ProviderFollowerDeps['renew'] = tx => held.renew(tx);
    await new ProviderFollower({ ...deps, renew }, name).follow(ending);
  } finally {
    ended.abort();
    await held.release().catch(() => undefined);
  }
}

/** A database that does not answer, or another replica that was faster: again after a moment. */
async function untilDone(
  {
    log,
    ports,
  }: { readonly database: Database; readonly log: FollowProvidersDeps['log']; readonly ports: Ports },
  signal: AbortSignal,
  work: () => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted) return;
      log.debug('Following version providers failed; trying again', { reason: String(error) });
      await pause(ports.timers, AGAIN_AFTER_MS, signal);
    }
  }
}
