import path from 'node:path';
import { copyHubObjects, startBenchHub, toFloorGroup } from './benchHub';
import { memberNames } from './benchObjects';
import type { BenchSite } from './benchSite';
import { startStubMembers } from './startStubMembers';

const FLOOR_PREFIX = 'floor-';

export interface RealSiteOptions {
  readonly folder: string;
  readonly memberCount: number;
  /** See `startStubMembers`. */
  readonly settleMs: number;
}

/**
 * A real hub and members in memory. The floor is played on the same hub in API groups of its own, and on copies of the
 * members.
 */
export async function startRealSite({ folder, memberCount, settleMs }: RealSiteOptions): Promise<BenchSite> {
  const names = memberNames(memberCount);
  const hub = await startBenchHub();
  const members = await startStubMembers(names, settleMs).catch(async error => {
    await hub.stop();
    throw error;
  });
  const kubeconfig = path.join(folder, 'kubeconfig');
  hub.saveKubeconfig(
    kubeconfig,
    names.map(name => ({ name, url: members.urlOf(name) })),
  );
  return {
    title: `a real hub and ${memberCount} stub members`,
    hub,
    memberNames: names,
    kubeconfig,
    floor: {
      hub,
      member: name => ({ url: members.urlOf(`${FLOOR_PREFIX}${name}`), token: hub.token }),
      toHubText: toFloorGroup,
      async prepare() {
        await copyHubObjects({ from: hub.client, to: hub.client, rename: toFloorGroup });
        await members.copy(FLOOR_PREFIX);
      },
    },
    programs: [
      { what: 'hub', pids: hub.pids, floorPids: hub.pids },
      { what: 'members', pids: [members.pid], floorPids: [members.pid] },
    ],
    async stop() {
      members.stop();
      await hub.stop();
    },
  };
}
