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
import { HubAccess } from './HubAccess';
import type { Log } from './log';
import type { ReadSettings, Settings } from './settings';
import { tokenFile, tokenSecret } from './TokenStore';
import { UserError } from './UserError';

export interface Clusters {
  readonly hub: KubeClient;
  readonly own: KubeClient;
  /** The agent's own token, where it has one. */
  readonly access?: HubAccess;
}

/** A request to the hub that waits longer would hold up the report of others. */
const HUB_TIMEOUT_MS = 15_000;

/** Makes the clients; nothing is sent yet. @throws UserError where a file cannot be read */
export async function connect(
  { hub, own, member, stateDir }: Pick<Settings, 'hub' | 'own' | 'member' | 'stateDir'>,
  log: Log,
): Promise<Clusters> {
  const ownClient = new KubeClient(await endpointOf(own), { limits: MEMBER_LIMITS });
  const options = { requestTimeoutMs: HUB_TIMEOUT_MS };
  if (hub.kind !== 'join') return { hub: new KubeClient(await endpointOf(hub), options), own: ownClient };
  const { url, joinTokenFile, secret, renewAfterMs } = hub;
  const endpoint = { server: url, ...(await caOf(hub)) };
  const store = secret ? tokenSecret(ownClient, secret) : tokenFile(stateDir);
  const access = new HubAccess({
    ...{ member, hub: endpoint, joinTokenFile, store, log },
    ...(renewAfterMs !== undefined && { renewAfterMs }),
  });
  return { hub: new KubeClient({ ...endpoint, credentials: access }, options), own: ownClient, access };
}

async function endpointOf(settings: ReadSettings): Promise<ClusterEndpoint> {
  try {
    switch (settings.kind) {
      case 'kubeconfig':
        return await readKubeconfig(settings.file, settings.context);
      case 'files': {
        const { url, tokenFile: file } = settings;
        return { server: url, ...(await caOf(settings)), credentials: tokenFileCredentials(file) };
      }
      default:
        return await readInClusterEndpoint();
    }
  } catch (error) {
    throw new UserError(messageOf(error));
  }
}

async function caOf({ caFile }: { readonly caFile?: string }): Promise<{ readonly ca?: string }> {
  if (caFile === undefined) return {};
  try {
    return { ca: await readFile(caFile, 'utf8') };
  } catch (error) {
    throw new UserError(messageOf(error));
  }
}
