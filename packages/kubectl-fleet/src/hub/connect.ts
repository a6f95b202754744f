import {
  KubeClient,
  messageOf,
  parseKubeconfig,
  readInClusterEndpoint,
  type ClusterEndpoint,
} from '@fleetstage/kube-client';
import { UserError } from 'fleetstage';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { Hub } from './Hub';
import { mergeKubeconfigs, type MergedKubeconfig } from './mergeKubeconfigs';

/** How the hub is named on the command line. */
export interface HubOptions {
  readonly kubeconfig?: string;
  readonly context?: string;
  /** The same as `context`, as KubeFleet's own tool calls it (C/DR-001). */
  readonly hubClusterContext?: string;
  readonly namespace?: string;
}

const REQUEST_TIMEOUT_MS = 30_000;

/** Opens the hub with the caller's own kubeconfig; nothing is sent yet. @throws UserError */
export async function connect(options: HubOptions, env: NodeJS.ProcessEnv): Promise<Hub> {
  const context = contextOf(options);
  const config = readConfig(options, env);
  const endpoint = await endpointOf(config, context);
  const client = new KubeClient(endpoint, { requestTimeoutMs: REQUEST_TIMEOUT_MS });
  return new Hub(client, {
    ...(options.namespace !== undefined && { namespace: options.namespace }),
    name: context ?? config?.currentContext ?? 'this cluster',
    endpoint,
  });
}

function contextOf({ context, hubClusterContext }: HubOptions): string | undefined {
  if (context !== undefined && hubClusterContext !== undefined && context !== hubClusterContext)
    throw new UserError(
      `--context ${context} and --hub-cluster-context ${hubClusterContext} name two hubs; leave one out`,
    );
  return context ?? hubClusterContext;
}

/** `undefined`: there is none, and the cluster that this process runs in is meant. */
function readConfig({ kubeconfig }: HubOptions, env: NodeJS.ProcessEnv): MergedKubeconfig | undefined {
  const isNamed = kubeconfig !== undefined || Boolean(env.KUBECONFIG);
  const named = kubeconfig === undefined ? (env.KUBECONFIG ?? '').split(delimiter) : [kubeconfig];
  const files = isNamed ? named.filter(file => file !== '') : [join(env.HOME ?? homedir(), '.kube/config')];
  const found = files.filter(file => existsSync(file));
  if (found.length > 0) return mergeConfigs(found);
  if (!isNamed && env.KUBERNETES_SERVICE_HOST) return undefined;
  throw new UserError(
    `there is no kubeconfig at ${files.join(', ')}; name one with --kubeconfig FILE, or set KUBECONFIG`,
  );
}

function mergeConfigs(files: readonly string[]): MergedKubeconfig {
  try {
    return mergeKubeconfigs(files.map(file => ({ file, text: readFileSync(file, 'utf8') })));
  } catch (error) {
    throw new UserError(`kubeconfig ${files.join(', ')}: ${messageOf(error)}`);
  }
}

async function endpointOf(
  config: MergedKubeconfig | undefined,
  context: string | undefined,
): Promise<ClusterEndpoint> {
  if (config === undefined) return readInClusterEndpoint();
  try {
    return await parseKubeconfig(config.text, { ...(context !== undefined && { context }) });
  } catch (error) {
    throw new UserError(`kubeconfig: ${messageOf(error)}; choose one with --context`);
  }
}
