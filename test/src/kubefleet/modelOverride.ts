import { canonicalJson } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { FleetCluster } from '../story/startFleet';
import { create, FLEET, KEY, sha256, type WrittenObject } from './writeKube';

/** A ResourceOverride that adds to a ConfigMap where it goes. */
export interface ModelOverride {
  readonly name: string;
  readonly of: { readonly name: string; readonly namespace: string };
}

const WHERE = '${MEMBER-CLUSTER-NAME}';

export async function createOverride(
  hub: FleetCluster,
  { name, of: { name: config, namespace } }: ModelOverride,
): Promise<void> {
  const spec = {
    resourceSelectors: [{ group: '', version: 'v1', kind: 'ConfigMap', name: config }],
    policy: {
      overrideRules: [
        {
          ...{ clusterSelector: { clusterSelectorTerms: [] }, overrideType: 'JSONPatch' },
          jsonPatchOverrides: [{ op: 'add', path: '/data/where', value: WHERE }],
        },
      ],
    },
  };
  const finalizers = [`${KEY}/override-cleanup`];
  const kind = 'ResourceOverride';
  const override = { apiVersion: FLEET, kind, metadata: { name, namespace, finalizers }, spec };
  const { uid } = (await create(hub, override, 'hubagent')).metadata;
  await create(
    hub,
    {
      ...{ apiVersion: FLEET, kind: `${kind}Snapshot` },
      metadata: {
        ...{ name: `${name}-0`, namespace },
        labels: {
          ...{ [`${KEY}/override-index`]: '0', [`${KEY}/is-latest-snapshot`]: 'true' },
          [`${KEY}/parent-resource-override`]: name,
        },
        ownerReferences: [{ apiVersion: FLEET, kind, name, uid, controller: true, blockOwnerDeletion: true }],
      },
      spec: {
        overrideSpec: spec,
        overrideHash: Buffer.from(sha256(canonicalJson(spec))).toString('base64'),
      },
    },
    'hubagent',
  );
}

export function overridden(
  override: ModelOverride | undefined,
  manifest: WrittenObject & { readonly data?: unknown },
  member: FleetCluster,
): WrittenObject {
  const { kind, metadata, data } = manifest;
  const isMeant =
    kind === 'ConfigMap' &&
    metadata.name === override?.of.name &&
    metadata.namespace === override.of.namespace;
  return isMeant ? { ...manifest, data: { ...(data as object), where: member.name } } : manifest;
}
