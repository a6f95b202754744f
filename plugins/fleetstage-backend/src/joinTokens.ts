import { readFile } from 'node:fs/promises';
import { issueJoinTokens } from './effects/issueJoinToken';
import type { Connections } from './kube/Connections';
import type { Timers } from './ports';
import type { JoinTokens } from './service/JoinTokens';
import type { Settings } from './settings';

/** Join tokens of the hub, with the address at which the configuration says that agents reach it. */
export function joinTokensOf(
  connections: Pick<Connections, 'hub' | 'hubEndpoint'>,
  { hub, membership: { hubUrl, hubCaFile } }: Settings,
  timers: Timers,
): JoinTokens {
  return issueJoinTokens({
    hub: hub.name,
    client: () => connections.hub(),
    timers,
    async address() {
      const own = await connections.hubEndpoint();
      const ca = hubCaFile === undefined ? undefined : await readFile(hubCaFile, 'utf8');
      if (hubUrl === undefined) return { ...own, ...(ca !== undefined && { ca }) };
      // Another address may have another authority.
      return { server: hubUrl, ...((ca ?? own.ca) !== undefined && { ca: ca ?? own.ca }) };
    },
  });
}
