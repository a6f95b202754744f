import type { Fleet } from '../story/startFleet';
import { buildModelPlacement, readObject, type ModelPlacement } from './modelPlacements';
import { listPath, post, type WrittenObject } from './writeKube';

const namespace = (name: string): WrittenObject => ({
  ...{ apiVersion: 'v1', kind: 'Namespace', metadata: { name } },
});
const configMap = (of: string, name: string, data: object): WrittenObject => ({
  ...{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: of }, data },
});
const deployment = (of: string, name: string): WrittenObject => ({
  ...{ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name, namespace: of } },
  spec: {
    replicas: 1,
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: { containers: [{ name, image: 'nginx:1.27' }] } },
  },
});
const ENVELOPE = 'placement.kubernetes-fleet.io/v1beta1';

/** Applied by server-side apply: objects without a note, fields owned by an apply. */
const SERVER_SIDE: ModelPlacement = {
  ...{ name: 'server-side', applyType: 'ServerSideApply' },
  resourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name: 'server-side' }],
  objects: [
    namespace('server-side'),
    configMap('server-side', 'settings', { mode: 'fast', region: 'none' }),
    deployment('server-side', 'front'),
  ],
};

/** A ResourcePlacement; its namespace is there by itself. */
const NAMESPACED: ModelPlacement = {
  ...{ name: 'web', namespace: 'team', applyType: 'ClientSideApply' },
  resourceSelectors: [{ group: '', version: 'v1', kind: 'ConfigMap', name: 'settings' }],
  objects: [namespace('team'), configMap('team', 'settings', { mode: 'fast', region: 'none' })],
  unselected: 1,
};

/** Envelopes of both kinds beside a plain object; what one of them holds is overridden. */
const BOXED: ModelPlacement = {
  ...{ name: 'boxed', applyType: 'ClientSideApply' },
  override: { name: 'where', of: { name: 'from-envelope', namespace: 'boxed' } },
  resourceSelectors: [
    { group: '', version: 'v1', kind: 'Namespace', name: 'boxed' },
    {
      group: 'placement.kubernetes-fleet.io',
      version: 'v1beta1',
      kind: 'ClusterResourceEnvelope',
      name: 'boxed',
    },
  ],
  objects: [
    namespace('boxed'),
    configMap('boxed', 'plain', { mode: 'fast' }),
    {
      ...{ apiVersion: ENVELOPE, kind: 'ClusterResourceEnvelope', metadata: { name: 'boxed' } },
      data: {
        'priority.yaml': {
          ...{ apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name: 'boxed' } },
          ...{ value: 7, preemptionPolicy: 'PreemptLowerPriority' },
        },
      },
    },
    {
      ...{
        apiVersion: ENVELOPE,
        kind: 'ResourceEnvelope',
        metadata: { name: 'settings', namespace: 'boxed' },
      },
      data: { 'settings.yaml': configMap('boxed', 'from-envelope', { mode: 'fast', region: 'none' }) },
    },
  ],
};

const PLACEMENTS = [SERVER_SIDE, NAMESPACED, BOXED];

/** A name that no label can hold: KubeFleet takes the override, and can make no snapshot of it, so that it changes nothing. */
export const LONG_OVERRIDE = `long-${'o'.repeat(60)}`;

/** What the recorded fleet has none of, beside it. */
export async function buildModelFleet(fleet: Fleet): Promise<readonly WrittenObject[]> {
  const placed: WrittenObject[] = [];
  for (const placement of PLACEMENTS) placed.push(...(await buildModelPlacement(fleet, placement)));
  const override: WrittenObject = {
    ...{ apiVersion: 'placement.kubernetes-fleet.io/v1beta1', kind: 'ResourceOverride' },
    metadata: {
      ...{ name: LONG_OVERRIDE, namespace: 'team' },
      finalizers: ['kubernetes-fleet.io/override-cleanup'],
    },
    spec: {
      placement: { name: 'web', scope: 'Namespaced' },
      resourceSelectors: [{ group: '', version: 'v1', kind: 'ConfigMap', name: 'settings' }],
      policy: {
        overrideRules: [
          {
            clusterSelector: { clusterSelectorTerms: [] },
            jsonPatchOverrides: [{ op: 'replace', path: '/data/mode', value: 'never' }],
          },
        ],
      },
    },
  };
  await post(fleet.hub, `${listPath(override)}?fieldManager=kubectl`, override);
  return placed;
}

/** Of each of these objects on each member what a write would change. */
export async function versionsOf(
  fleet: Fleet,
  objects: readonly WrittenObject[],
): Promise<readonly string[]> {
  const versions: string[] = [];
  for (const member of fleet.members)
    for (const object of objects) {
      const { kind, metadata } = await readObject(member, object);
      // A controller writes the status of a workload; of those the generation counts.
      const { generation, resourceVersion, uid, annotations } = metadata;
      const what = kind === 'Deployment' ? JSON.stringify([generation, annotations]) : resourceVersion;
      versions.push(`${member.name} ${kind} ${metadata.name} ${uid} ${what}`);
    }
  return versions;
}
