import {
  KubeClient,
  MEMBER_LIMITS,
  messageOf,
  readInClusterEndpoint,
  readKubeconfig,
  tokenFileCredentials,
  type ClusterEndpoint,
} from '@fleetstage/kube-client';
import { readFile } from 'node:fs/promises';
import type { ClusterSettings, Settings } from './settings';
import { UserError } from './UserError';

export interface Clusters {
  readonly hub: KubeClient;
  readonly own: KubeClient;
}

/** A request to the hub that waits longer would hold up the report of others. */
const HUB_TIMEOUT_MS = 15_000;

/** Makes the clients; nothing is sent yet. @throws UserError where a file cannot be read */
export async function connect({ hub, own }: Pick<Settings, 'hub' | 'own'>): Promise<Clusters> {
  return {
    hub: new KubeClient(await endpointOf(hub), { requestTimeoutMs: HUB_TIMEOUT_MS }),
    own: new KubeClient(await endpointOf(own), { limits: MEMBER_LIMITS }),
  };
}

async function endpointOf(settings: ClusterSettings): Promise<ClusterEndpoint> {
  try {
    switch (settings.kind) {
      case 'kubeconfig':
        return await readKubeconfig(settings.file, settings.context);
      case 'files': {
        const { url, caFile, tokenFile } = settings;
        return {
          server: url,
          ...(caFile !== undefined && { ca: await readFile(caFile, 'utf8') }),
          credentials: tokenFileCredentials(tokenFile),
        };
      }
      default:
        return await readInClusterEndpoint();
    }
  } catch (error) {
    throw new UserError(messageOf(error));
  }
}
