import type { KubeClient, KubeObject } from '@fleetstage/kube-client';
import { until } from './untilFilled';

const VERSIONS_API = { group: 'fleetstage.io', version: 'v1alpha1' } as const;
const apiVersion = `${VERSIONS_API.group}/${VERSIONS_API.version}`;
const MEMBERS = { group: 'cluster.kubernetes-fleet.io', version: 'v1beta1', kind: 'MemberCluster' };
const ROLLOUTS = { ...VERSIONS_API, kind: 'Rollout' };
const MEMBER_VERSIONS = { ...VERSIONS_API, kind: 'MemberVersion' };
const CATALOGS = { ...VERSIONS_API, kind: 'VersionCatalog' };
const CONFIG_MAPS = { group: '', version: 'v1', kind: 'ConfigMap' };
const NAMESPACE = 'simulated-clusters';
const NAME = 'everywhere';
const CATALOG = 'everywhere';
const FIRST = 'v1.33.4';
/** Two rollouts: control planes and nodes. */
const FINISHED_VERSIONS = ['1.33.6'];
const VERSION = '1.34.1';
const WRITES_AT_ONCE = 32;
/** A node in an hour: nobody waits for these. */
const SLOW = { nodeSeconds: '3600' };

/** What the pages of versions are asked about. */
export interface VersionSubjects {
  readonly sequence: string;
  readonly versionRollout: string;
}

/** Of the sample. */
export const SAMPLE_VERSIONS: VersionSubjects = {
  sequence: 'kubernetes',
  versionRollout: rolloutName('kubernetes', 'cp', VERSION),
};

/**
 * A sequence over all clusters in three stages: a version that went through it, and one whose rollout of control planes
 * is in the last stage, where half of 940 clusters are being upgraded and the others wait for a slot.
 */
export async function fillVersions(hub: KubeClient, deadline: number): Promise<VersionSubjects> {
  const clusters = (await hub.list(MEMBERS)).items;
  await hub.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } });
  await each(clusters, ({ metadata: { name } }) => hub.create(simulated(name)));
  await until(deadline, 'it is known what each cluster runs', async () => {
    const { items } = await hub.list(MEMBER_VERSIONS);
    return items.filter(isKnown).length === clusters.length;
  });
  await hub.create(policy);
  await hub.create(catalog(FINISHED_VERSIONS[0]));
  await hub.create(sequence);
  for (const version of FINISHED_VERSIONS) {
    await designate(hub, version);
    for (const type of ['cp', 'np'] as const)
      await until(deadline, `${type} ${version} is completed`, async () => {
        const { phase } = await statusOf(hub, rolloutName(NAME, type, version));
        return phase === 'Completed';
      });
  }
  const late = clusters.filter(({ metadata }) => metadata.labels?.['fleetstage.io/fleet'] === 'production');
  await each(late, ({ metadata: { name } }) =>
    hub.patch(
      CONFIG_MAPS,
      { name, namespace: NAMESPACE },
      { patch: { type: 'merge', body: { data: SLOW } } },
    ),
  );
  await designate(hub, VERSION);
  const versionRollout = rolloutName(NAME, 'cp', VERSION);
  await until(deadline, `${versionRollout} upgrades half of its last stage`, async () => {
    const { summary } = await statusOf(hub, versionRollout);
    return (summary?.running ?? 0) >= Math.floor(late.length / 2);
  });
  return { sequence: NAME, versionRollout };
}

const isKnown = ({ status }: KubeObject) =>
  (status as { readonly controlPlane?: object } | undefined)?.controlPlane !== undefined;

const simulated = (name: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: NAMESPACE, labels: { 'fleetstage.io/simulated-cluster': 'true' } },
  data: { version: FIRST, pools: 'workers=1', controlPlaneNodes: '1', nodeSeconds: '0' },
});

const catalog = (to: string): KubeObject => ({
  apiVersion,
  kind: 'VersionCatalog',
  metadata: { name: CATALOG },
  spec: {
    channels: [{ name: 'Regular', targets: [{ from: '1.33', to }] }],
    minors: [{ minor: '1.33', endOfSupport: '2099-06-28T00:00:00Z' }],
  },
});

const designate = (hub: KubeClient, version: string) =>
  hub.patch(CATALOGS, { name: CATALOG }, { patch: { type: 'merge', body: { spec: catalog(version).spec } } });

/** Always open, in pieces that a calendar of 90 days has to draw. */
const policy: KubeObject = {
  apiVersion,
  kind: 'MaintenancePolicy',
  metadata: { name: NAME },
  spec: {
    clusters: { fleets: ['production'] },
    timeZone: 'UTC',
    windows: ['00:00', '12:00'].map(startTime => ({
      ...{ name: `from-${startTime.slice(0, 2)}`, recurrence: 'FREQ=DAILY', startTime, duration: '12h' },
    })),
  },
};

const sequence: KubeObject = {
  apiVersion,
  kind: 'RolloutSequence',
  metadata: { name: NAME },
  spec: {
    catalog: CATALOG,
    channel: 'Regular',
    stages: [
      { name: 'staging', fleets: ['staging'], soakDuration: '1s' },
      { name: 'canary', fleets: ['canary'], soakDuration: '1s' },
      { name: 'production', fleets: ['production'], maxConcurrency: '50%' },
    ],
  },
};

function rolloutName(name: string, type: 'cp' | 'np', version: string): string {
  return `${name}-${type}-${version.replaceAll('.', '-')}`;
}

interface Status {
  readonly phase?: string;
  readonly summary?: { readonly running: number };
}

const statusOf = async (hub: KubeClient, name: string): Promise<Status> =>
  ((await hub.find(ROLLOUTS, { name }))?.status ?? {}) as Status;

/** So many at once, in order. */
async function each<T>(items: readonly T[], write: (item: T) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < items.length; from += WRITES_AT_ONCE)
    await Promise.all(items.slice(from, from + WRITES_AT_ONCE).map(write));
}
