import { endpointJudge } from './approveEndpoint';
import { ANY_CONTEXT } from './connectionSettings';
import type { Database } from './database/db';
import { ensureOwnCluster } from './ingest/ensureOwnCluster';
import { ensureSameHub } from './ingest/ensureSameHub';
import { isProduction } from './isProduction';
import { ClusterPreparation } from './kube/ClusterPreparation';
import { Connections, type ConnectionsOptions } from './kube/Connections';
import { KubeconfigContexts } from './kube/KubeconfigContexts';
import type { Log } from './observe/log';
import type { Metrics } from './observe/metrics';
import type { Ports } from './ports';
import type { MemberAccess, Settings } from './settings';

export interface ConnectDeps {
  readonly settings: Settings;
  readonly database: Database;
  readonly ports: Ports;
  readonly metrics: Metrics;
  readonly log: Log;
}

/** The hub and its members as the configuration reaches them; every request is counted. */
export function connectClusters(
  { settings, database, ports, metrics, log }: ConnectDeps,
  on: Pick<ConnectionsOptions, 'onRecovered' | 'onHubAnswered'>,
): Connections {
  const { pluginEnvironment, allowInsecure, allowUnidentified } = settings.connections;
  const isStrict = isProduction(process.env.NODE_ENV);
  const mayBeUnidentified = (cluster: string) => !isStrict || allowUnidentified.has(cluster);
  return new Connections({
    hub: settings.hub,
    accessOf: accessOf(settings.members),
    pluginEnvironment,
    approveEndpoint: endpointJudge({
      hub: settings.hub.name,
      allowInsecure,
      isProduction: isStrict,
      log,
    }),
    requestTimeoutMs: settings.requestTimeoutMs,
    requestsPerMember: settings.concurrency.perMember * 4,
    now: () => ports.clock.now(),
    onLost: (cluster, reason) => log.warn('A member does not answer; its work waits', { cluster, reason }),
    ...on,
    approveHub: client =>
      ensureSameHub(
        {
          hub: settings.hub.name,
          database,
          log,
          mayBeUnidentified: mayBeUnidentified(settings.hub.name),
        },
        client,
      ),
    approveMember: (member, client) =>
      ensureOwnCluster(
        {
          hub: settings.hub.name,
          database,
          clock: ports.clock,
          log,
          timeoutMs: settings.heartbeat.probeTimeoutMs,
          mayBeUnidentified,
        },
        member,
        client,
      ),
    onRequest: counted(metrics),
  });
}

/** Every request to a cluster, by its outcome. */
export const counted =
  (metrics: Metrics): ConnectionsOptions['onRequest'] =>
  (cluster, { status }) => {
    const outcome = status === 0 ? 'silent' : status < 400 ? 'ok' : String(status);
    metrics.count('cluster_requests', { cluster, outcome });
  };

/** A member that neither the list nor the kubeconfig names has an agent (RUL 53). */
function accessOf(members: MemberAccess): ConnectionsOptions['accessOf'] {
  if (members.kind === 'listed') return member => members.byName.get(member);
  const { kubeconfig, contexts } = members;
  const isAny = contexts === undefined || contexts.has(ANY_CONTEXT);
  const named = isAny ? new KubeconfigContexts(kubeconfig) : contexts;
  return member => (named.has(member) ? { kubeconfig, context: member } : undefined);
}

/** Brings our definitions to the hub and to members, where that is allowed. */
export const preparationOf = ({
  crdsDir,
  settings,
  ports,
  log,
}: Pick<ConnectDeps, 'settings' | 'ports' | 'log'> & { readonly crdsDir: string }) =>
  new ClusterPreparation({
    crdsDir,
    hub: settings.hub.name,
    isAllowed: settings.installCrds,
    timers: ports.timers,
    log,
  });
