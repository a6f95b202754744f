import type { VersionProvider } from '@fleetstage/backstage-plugin-fleetstage-node';
import { KubeClient } from '@fleetstage/kube-client';
import { endpointJudge } from './approveEndpoint';
import { counted, type ConnectDeps } from './connectClusters';
import type { Database } from './database/db';
import { followProviders } from './effects/sequences/followProviders';
import { providerTimeoutMs } from './effects/sequences/withinTime';
import { isProduction } from './isProduction';
import type { Connections } from './kube/Connections';
import { readEndpoint } from './kube/readEndpoint';
import { VersionProviders } from './providers/VersionProviders';

interface ProviderDeps extends Omit<ConnectDeps, 'database'> {
  /** By modules. */
  readonly versionProviders?: readonly VersionProvider[];
}

/** Below what API Priority and Fairness gives one client of a small API server. */
const REQUESTS_AT_ONCE = 20;

/**
 * The providers of the configuration and of modules, each connected to when it is first asked for.
 *
 * @throws where two have the same name
 */
export function connectProviders(deps: ProviderDeps, connections: Connections): VersionProviders {
  const { settings, ports, metrics, log, versionProviders: added = [] } = deps;
  const { pluginEnvironment, allowInsecure } = settings.connections;
  const rules = { hub: settings.hub.name, allowInsecure, log };
  const approve = endpointJudge({ ...rules, isProduction: isProduction(process.env.NODE_ENV) });
  const onRequest = counted(metrics);
  return new VersionProviders({
    configured: settings.providers,
    added,
    ports,
    hub: () => connections.hub(),
    async connect(name, access) {
      const endpoint = await readEndpoint(access, pluginEnvironment);
      approve(name, endpoint, undefined);
      return new KubeClient(endpoint, {
        requestTimeoutMs: settings.requestTimeoutMs,
        maxConcurrent: REQUESTS_AT_ONCE,
        onRequest: sample => onRequest(name, sample),
      });
    },
  });
}

/** Until the signal ends. */
export const followAll = (
  {
    settings,
    ...deps
  }: Pick<ConnectDeps, 'settings' | 'ports' | 'metrics' | 'log'> & { readonly database: Database },
  providers: VersionProviders,
  signal: AbortSignal,
): Promise<void> =>
  followProviders(
    {
      ...deps,
      hub: settings.hub.name,
      providers,
      timeoutMs: providerTimeoutMs(settings),
      resyncEveryMs: settings.resyncEveryMs,
      catalogs: settings.sequences.catalogs,
    },
    signal,
  );
