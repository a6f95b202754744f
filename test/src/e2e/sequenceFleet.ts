import { eventually } from '../eventually';
import { applyText, hubObject } from './pageSteps';
import type { Demo } from './startDemo';
import { kubectl, PATIENCE_MS } from './theBrowser';

const NAMESPACE = 'sequence-stories';
export const OLD = 'v1.33.4';
export const VERSION = '1.34.1';
export const CATALOG = 'stories';
const VERSIONS = { apiVersion: 'fleetstage.io/v1alpha1' };
const VRO = 'rollouts.fleetstage.io';

/** What sequences of the stories share: a place for their clusters, and a catalogue that leads one version on. */
export const SHARED = [
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } },
  {
    ...VERSIONS,
    kind: 'VersionCatalog',
    metadata: { name: CATALOG },
    spec: { channels: [{ name: 'Regular', targets: [{ from: '1.33', to: VERSION }] }] },
  },
];

export interface ClusterOf {
  readonly fleet: string;
  readonly labels?: Readonly<Record<string, string>>;
  /** No node gets further until it is taken away: what the upgrade waits for. */
  readonly stuck?: string;
}

/** A MemberCluster without an API server, and the simulated cluster that is upgraded in its stead, in a second or two. */
export const cluster = (name: string, { fleet, labels, stuck }: ClusterOf): readonly object[] => [
  {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace: NAMESPACE, labels: { 'fleetstage.io/simulated-cluster': 'true' } },
    data: {
      ...{ version: OLD, controlPlaneNodes: '1', pools: 'workers=1', nodeSeconds: '1' },
      ...(stuck !== undefined && { stuck }),
    },
  },
  {
    apiVersion: 'cluster.kubernetes-fleet.io/v1beta1',
    kind: 'MemberCluster',
    metadata: { name, labels: { 'fleetstage.io/fleet': fleet, ...labels } },
    spec: { identity: { kind: 'User', name: `fleet-member-agent-${name}` } },
  },
];

/** A sequence of control planes alone: its nodes stay, so that there is one rollout to follow. */
export const sequence = (name: string, stages: readonly object[]) => ({
  ...VERSIONS,
  kind: 'RolloutSequence',
  metadata: { name },
  spec: { catalog: CATALOG, channel: 'Regular', upgradeTypes: ['ControlPlaneMinor'], stages },
});

export const applyAll = (demo: Demo, objects: readonly object[]) =>
  applyText(demo, objects.map(object => JSON.stringify(object)).join('\n---\n'));

/** Clusters by name, once what they run is known: until then none of them has a turn. */
export async function applyClusters(
  demo: Demo,
  clusters: Readonly<Record<string, ClusterOf>>,
): Promise<void> {
  const entries = Object.entries(clusters);
  await applyAll(
    demo,
    entries.flatMap(([name, one]) => cluster(name, one)),
  );
  for (const [name] of entries)
    await eventually(
      `it is known what ${name} runs`,
      async () => expect(await hubVersion(demo, name)).toBe(OLD),
      { timeoutMs: PATIENCE_MS },
    );
}

/** Its upgrade goes on. */
export const release = (demo: Demo, name: string) =>
  kubectl(
    demo,
    'hub',
    ...['patch', 'configmap', name, '-n', NAMESPACE, '--type=merge', '-p', '{"data":{"stuck":null}}'],
  );

export const rolloutOf = (name: string) => `${name}-cp-${VERSION.replaceAll('.', '-')}`;

/** A rollout of a version as the hub has it. */
export const hubRollout = (demo: Demo, name: string) => hubObject(demo, VRO, name);

interface Told {
  readonly name: string;
  readonly targets: readonly { readonly state: string; readonly reason: string }[];
}

/** Where the hub says that a cluster is: `Running/UpgradeInProgress`. */
export async function hubTarget(demo: Demo, rollout: string, name: string): Promise<string> {
  const { status } = await hubRollout(demo, rollout);
  const told: readonly Told[] = status.clusters;
  const [target] = told.find(one => one.name === name)?.targets ?? [];
  return `${target?.state}/${target?.reason}`;
}

/** The version that the control plane of a cluster runs, by the hub. */
export async function hubVersion(demo: Demo, name: string): Promise<string> {
  const { status } = await hubObject(demo, 'mver', name);
  return status.controlPlane.version;
}
