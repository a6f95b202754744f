import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { KubeClient, readKubeconfig, type KubeObject } from '@fleetstage/kube-client';
import { parse } from 'yaml';
import { repoPath } from '../crds/repoPath';
import { copyHubObjects, copyWorkloads, installCrds } from './benchHub';
import { memberNames } from './benchObjects';
import type { BenchSite } from './benchSite';
import { limitTo } from './floorOrder';
import { startFleetProgram, type FleetProgram } from './startFleetProgram';

export interface EmbeddedSiteOptions {
  readonly folder: string;
  readonly memberCount: number;
  /** Keep the clusters' objects in SQLite instead of memory. */
  readonly isKept: boolean;
  readonly pace: number;
  readonly profileDir?: string;
  /** More options of the program. */
  readonly flags?: readonly string[];
}

const APPLIED_WORKS = repoPath(
  'plugins/fleetstage-backend/crds/appliedworks.placement.kubernetes-fleet.io.yaml',
);
const AT_ONCE = 16;

/** An embedded fleet, and a second one like it on which the floor is played. */
export async function startEmbeddedSite(options: EmbeddedSiteOptions): Promise<BenchSite> {
  const { folder, memberCount, isKept, pace, profileDir, flags } = options;
  const members = memberNames(memberCount);
  const start = async (name: string, profile?: string) => {
    const own = path.join(folder, name);
    mkdirSync(own);
    return startFleetProgram({
      folder: own,
      members,
      isKept,
      pace,
      ...(flags && { flags }),
      ...(profile && { profileDir: profile }),
    });
  };
  const fleet = await start('fleet', profileDir);
  const other = await start('floor').catch(async error => {
    await fleet.stop();
    throw error;
  });
  const client = new KubeClient(await readKubeconfig(fleet.kubeconfig, 'hub'));
  const floorClient = new KubeClient(await readKubeconfig(other.kubeconfig, 'hub'));
  await installCrds(floorClient);
  await prepareMembers(other, members);
  const { caPem = '', ...hub } = fleet.endpoint('hub');
  return {
    title: `the embedded fleet with ${memberCount} members, ${isKept ? 'in SQLite' : 'in memory'}`,
    hub: { ...hub, caPem, client },
    memberNames: members,
    kubeconfig: fleet.kubeconfig,
    floor: {
      hub: other.endpoint('hub'),
      member: name => other.endpoint(name),
      toHubText: text => text,
      // Its members are where the engine's are: they got the same requests.
      async prepare() {
        await copyWorkloads({ from: client, to: floorClient });
        await copyHubObjects({ from: client, to: floorClient, rename: text => text });
      },
      ownerUids: new Map(),
    },
    programs: [{ what: 'fleet', pids: [fleet.pid], floorPids: [other.pid] }],
    async stop() {
      await Promise.all([client.close(), floorClient.close()]);
      await Promise.all([fleet.stop(), other.stop()]);
    },
  };
}

/** What the engine does to a member when it joins. */
async function prepareMembers(fleet: FleetProgram, members: readonly string[]): Promise<void> {
  const definition = parse(readFileSync(APPLIED_WORKS, 'utf8')) as KubeObject;
  await limitTo(AT_ONCE, members, async name => {
    const client = new KubeClient(await readKubeconfig(fleet.kubeconfig, name));
    await client.create(definition);
    await client.close();
  });
}
