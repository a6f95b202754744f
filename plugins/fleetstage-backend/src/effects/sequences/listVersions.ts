import type { Tx } from '../../database/db';
import { fromClassKey, type ClassKey } from '../../database/keys';
import { listObjects } from '../../database/mirrorStore';
import { queues } from '../../database/queue/queues';
import { saveClassVersions } from '../../database/sequences/classVersionStore';
import { markSequences } from '../../database/sequences/markSequences';
import { wake } from '../../database/wakes';
import type { Effect } from '../../loop/effect';
import { TransientError } from '../../loop/errors';
import type { Clock, Timers } from '../../ports';
import { providerFailure, type VersionProviderSource } from './providerFailure';
import { withinTime } from './withinTime';

export interface ListVersionsDeps {
  readonly providers: VersionProviderSource;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly timeoutMs: number;
}

/** What the class of a catalog lists; without `versions` there is no such class, or no such provider. */
interface Listed {
  readonly versions?: readonly string[];
}

/** Changes come by the watch of the provider; this finds what it has missed. */
const AGAIN_AFTER_MS = 15 * 60_000;

/** Keeps which versions a class of a provider lists, for the catalogs that are derived from it (E/VC-003). */
export function listVersions(deps: ListVersionsDeps): Effect<ClassKey, Listed> {
  return {
    name: queues.listVersions,
    load: async (_, key) => fromClassKey(key),
    run: (ref, { signal }) => ask(deps, ref, signal),
    async record(tx, _, ref, listed) {
      const { hub, ...source } = ref;
      if (await saveClassVersions(tx, hub, source, { ...listed, knownAt: deps.clock.now() }))
        await markClass(tx, ref);
      return { afterMs: AGAIN_AFTER_MS };
    },
  };
}

async function ask(
  { providers, timers, timeoutMs }: ListVersionsDeps,
  { provider, namespace, name }: ClassKey,
  signal: AbortSignal,
): Promise<Listed> {
  if (!providers.names().includes(provider)) return {};
  try {
    const open = await providers.open(provider);
    if (open.listVersions === undefined) return {};
    const versions = await withinTime({ timers, ms: timeoutMs, signal }, ending =>
      open.listVersions!({ namespace, name }, ending),
    );
    return versions === undefined ? {} : { versions };
  } catch (cause) {
    const { retryAfterMs } = await providerFailure(providers, provider, cause);
    throw new TransientError(`list the versions of class ${namespace}/${name} of ${provider}`, retryAfterMs, {
      cause,
    });
  }
}

/** Catalogs are few, and classes change rarely: every sequence looks whether it is concerned. */
async function markClass(tx: Tx, { hub }: ClassKey): Promise<void> {
  const catalogs = await listObjects(tx, hub, 'VersionCatalog');
  wake(
    tx,
    'catalogChanged',
    catalogs.map(({ metadata }) => ({ hub, name: metadata.name })),
  );
  await markSequences(tx, hub);
}
