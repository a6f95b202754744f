import { canonicalJson } from '@fleetstage/backstage-plugin-fleetstage-common';
import { policyHash, snapshotHash } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { requestKube } from '../controlPlane/requestKube';
import type { Fleet, FleetCluster } from '../story/startFleet';
import { KUBEFLEET_MEMBERS } from './buildKubeFleet';
import { createOverride, overridden, type ModelOverride } from './modelOverride';
import { create, FLEET, KEY, listPath, of, patch, sha256, type WrittenObject } from './writeKube';

const AT = '2026-11-24T01:00:08Z';

/** A placement that KubeFleet has brought to all members; what it leaves follows the specification, and was not recorded. */
export interface ModelPlacement {
  readonly name: string;
  /** Of a ResourcePlacement. */
  readonly namespace?: string;
  readonly resourceSelectors: readonly object[];
  readonly applyType: 'ClientSideApply' | 'ServerSideApply';
  /** On the hub, in the order of a snapshot. */
  readonly objects: readonly (WrittenObject & { readonly data?: unknown })[];
  /** What a ResourceOverride adds to the data of a ConfigMap, wherever it is: where it goes. */
  readonly override?: ModelOverride;
  /** How many of the first objects are not selected; members have them by themselves. */
  readonly unselected?: number;
}

/**
 * Builds one on a hub and its members, as KubeFleet leaves it. Nothing of KubeFleet runs.
 *
 * @returns what is placed on each member
 */
export async function buildModelPlacement(
  fleet: Fleet,
  placement: ModelPlacement,
): Promise<readonly WrittenObject[]> {
  const { hub, members } = fleet;
  const { objects, unselected = 0 } = placement;
  const onHub: WrittenObject[] = [];
  for (const object of objects) onHub.push(await create(hub, object, 'kubectl'));
  const content = onHub.slice(unselected).map(toContent);
  const uid = await createPlacement(hub, placement, content);
  await createSnapshots(hub, placement, { uid, content });
  if (placement.override) await createOverride(hub, placement.override);
  const works = worksOf(placement, content);
  for (const member of members) {
    for (const object of objects.slice(0, unselected)) await create(member, object, 'kubectl');
    const binding = await createBinding(hub, placement, member.name);
    for (const plain of works) {
      const work = {
        ...plain,
        manifests: plain.manifests.map(one => overridden(placement.override, one, member)),
      };
      await createWork(hub, placement, { member: member.name, binding, work });
      const owner = await createAppliedWork(member, work);
      for (const manifest of work.manifests)
        await applyAsAgent(member, manifest, { owner, type: placement.applyType });
    }
  }
  return works.flatMap(({ manifests }) => manifests);
}

interface ModelWork {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly manifests: readonly WrittenObject[];
}

/** One for what is selected, and one for each envelope (B/WG-031, WG-033, WG-035). */
function worksOf(placement: ModelPlacement, content: readonly WrittenObject[]): readonly ModelWork[] {
  const isEnvelope = ({ kind }: WrittenObject) => kind.endsWith('ResourceEnvelope');
  const name = `${baseOf(placement)}-work`;
  const ofEnvelopes = content.filter(isEnvelope).map(({ kind, metadata, data }): ModelWork => {
    const { namespace } = metadata;
    const hex = sha256(`${kind}/${namespace ?? ''}/${metadata.name}`).slice(0, 16);
    return {
      name: `${name}-envelope-${hex}`,
      labels: {
        [`${KEY}/envelope-work`]: kind,
        [`${KEY}/envelope-name`]: metadata.name,
        ...(namespace !== undefined && { [`${KEY}/envelope-namespace`]: namespace }),
      },
      manifests: Object.values(data as Record<string, WrittenObject>),
    };
  });
  return [{ name, labels: {}, manifests: content.filter(one => !isEnvelope(one)) }, ...ofEnvelopes];
}

const baseOf = ({ namespace, name }: ModelPlacement) =>
  namespace === undefined ? name : `${namespace}.${name}`;

/** The kinds that come with a placement, in its namespace where it has one. */
const kindOf = ({ namespace }: ModelPlacement, kind: string) =>
  namespace === undefined ? `Cluster${kind}` : kind;

const scopeOf = ({ namespace }: ModelPlacement) => (namespace === undefined ? {} : { namespace });

const labelsOf = ({ name }: ModelPlacement) => ({ [`${KEY}/parent-CRP`]: name });

async function createPlacement(
  hub: FleetCluster,
  placement: ModelPlacement,
  content: readonly WrittenObject[],
): Promise<string> {
  const kind = kindOf(placement, 'ResourcePlacement');
  const object = {
    ...{ apiVersion: FLEET, kind },
    metadata: {
      ...{ name: placement.name, ...scopeOf(placement) },
      finalizers: [`${KEY}/crp-cleanup`, `${KEY}/scheduler-cleanup`],
    },
    spec: {
      resourceSelectors: placement.resourceSelectors,
      policy: { placementType: 'PickAll' },
      strategy: { type: 'RollingUpdate', applyStrategy: { type: placement.applyType } },
    },
    status: {
      conditions: [
        'Scheduled',
        'RolloutStarted',
        'Overridden',
        'WorkSynchronized',
        'Applied',
        'Available',
      ].map(type => condition(`${kind}${type}`, type)),
      observedResourceIndex: '0',
      selectedResources: content.map(({ apiVersion, kind: selected, metadata: { name, namespace } }) => ({
        ...(apiVersion.includes('/') && { group: apiVersion.split('/')[0] }),
        ...{ version: apiVersion.split('/').at(-1), kind: selected, name },
        ...(namespace !== undefined && { namespace }),
      })),
    },
  };
  return (await create(hub, object, 'hubagent')).metadata.uid ?? '';
}

async function createSnapshots(
  hub: FleetCluster,
  placement: ModelPlacement,
  { uid, content }: { readonly uid: string; readonly content: readonly WrittenObject[] },
): Promise<void> {
  const { name } = placement;
  const policy = { placementType: 'PickAll' } as const;
  const ofPlacement = (labels: object, annotations: object) => ({
    ...scopeOf(placement),
    labels: { ...labelsOf(placement), [`${KEY}/is-latest-snapshot`]: 'true', ...labels },
    annotations,
    ownerReferences: [
      {
        ...{ apiVersion: FLEET, kind: kindOf(placement, 'ResourcePlacement'), name, uid },
        ...{ controller: true, blockOwnerDeletion: true },
      },
    ],
  });
  await create(
    hub,
    {
      ...{ apiVersion: FLEET, kind: kindOf(placement, 'SchedulingPolicySnapshot') },
      metadata: {
        name: `${name}-0`,
        ...ofPlacement({ [`${KEY}/policy-index`]: '0' }, { [`${KEY}/CRP-generation`]: '1' }),
      },
      spec: { policy, policyHash: Buffer.from(policyHash(policy)).toString('base64') },
      status: {
        ...{ observedCRPGeneration: 1, conditions: [condition('Scheduled', 'SchedulingPolicyFulfilled')] },
        targetClusters: KUBEFLEET_MEMBERS.map(decisionOn),
      },
    },
    'hubagent',
  );
  await create(
    hub,
    {
      ...{ apiVersion: FLEET, kind: kindOf(placement, 'ResourceSnapshot') },
      metadata: {
        name: `${name}-0-snapshot`,
        ...ofPlacement(
          { [`${KEY}/resource-index`]: '0' },
          {
            [`${KEY}/resource-hash`]: snapshotHash(content as never),
            [`${KEY}/number-of-resource-snapshots`]: '1',
            [`${KEY}/number-of-enveloped-object`]: String(worksOf(placement, content).length - 1),
          },
        ),
      },
      spec: { selectedResources: content },
    },
    'hubagent',
  );
}

async function createBinding(hub: FleetCluster, placement: ModelPlacement, member: string): Promise<string> {
  const { name, override } = placement;
  const binding = `${name}-${member}-${sha256(`${name}/${member}`).slice(0, 8)}`;
  await create(
    hub,
    {
      ...{ apiVersion: FLEET, kind: kindOf(placement, 'ResourceBinding') },
      metadata: {
        ...{ name: binding, ...scopeOf(placement), labels: labelsOf(placement) },
        finalizers: [`${KEY}/scheduler-crb-cleanup`, `${KEY}/work-cleanup`],
      },
      spec: {
        ...{ state: 'Bound', targetCluster: member, clusterDecision: decisionOn(member) },
        resourceSnapshotName: `${name}-0-snapshot`,
        schedulingPolicySnapshotName: `${name}-0`,
        applyStrategy: strategyOf(placement),
        ...(override && {
          resourceOverrideSnapshots: [{ name: `${override.name}-0`, namespace: override.of.namespace }],
        }),
      },
      status: {
        conditions: ['RolloutStarted', 'Overridden', 'WorkSynchronized', 'Applied', 'Available'].map(type =>
          condition(type, type),
        ),
      },
    },
    'hubagent',
  );
  return binding;
}

/** With its defaults. */
const strategyOf = ({ applyType: type }: ModelPlacement) => ({
  ...{ type, comparisonOption: 'PartialComparison', whenToApply: 'Always', whenToTakeOver: 'Always' },
});

const decisionOn = (clusterName: string) => ({
  ...{ clusterName, selected: true, clusterScore: { affinityScore: 0, priorityScore: 0 } },
  reason: `Successfully scheduled resources for placement in "${clusterName}" (affinity score: 0, topology spread score: 0): picked by scheduling policy`,
});

async function createWork(
  hub: FleetCluster,
  placement: ModelPlacement,
  { member, binding, work }: { readonly member: string; readonly binding: string; readonly work: ModelWork },
): Promise<void> {
  const { namespace, name } = placement;
  await create(
    hub,
    {
      ...{ apiVersion: FLEET, kind: 'Work' },
      metadata: {
        ...{ name: work.name, namespace: `fleet-member-${member}`, finalizers: [`${KEY}/work-cleanup`] },
        labels: {
          ...{ ...labelsOf(placement), ...work.labels, [`${KEY}/parent-resource-binding`]: binding },
          [`${KEY}/parent-resource-snapshot-index`]: '0',
          ...(namespace !== undefined && { [`${KEY}/parent-placement-namespace`]: namespace }),
        },
        annotations: { [`${KEY}/parent-resource-snapshot-name`]: `${name}-0-snapshot` },
      },
      spec: { applyStrategy: strategyOf(placement), workload: { manifests: work.manifests } },
      status: {
        conditions: [
          condition('Applied', 'AllManifestsApplied'),
          condition('Available', 'AllManifestsAvailable'),
        ],
      },
    },
    'hubagent',
  );
}

async function createAppliedWork(member: FleetCluster, { name, manifests }: ModelWork): Promise<object> {
  const { metadata } = await create(
    member,
    {
      ...{ apiVersion: FLEET, kind: 'AppliedWork', metadata: { name } },
      spec: { workName: name, workNamespace: `fleet-member-${member.name}` },
      status: {
        appliedResources: manifests.map(({ apiVersion, kind, metadata: meta }, ordinal) => ({
          ...{ ordinal, kind, name: meta.name, version: apiVersion.split('/').at(-1) },
          ...(apiVersion.includes('/') && { group: apiVersion.split('/')[0] }),
          ...(meta.namespace !== undefined && { namespace: meta.namespace }),
        })),
      },
    },
    'memberagent',
  );
  return {
    ...{ apiVersion: FLEET, kind: 'AppliedWork', name, uid: metadata.uid, blockOwnerDeletion: true },
  };
}

/** As the member agent applies; the server makes the managed fields. */
async function applyAsAgent(
  member: FleetCluster,
  manifest: WrittenObject,
  { owner, type }: { readonly owner: object; readonly type: ModelPlacement['applyType'] },
): Promise<void> {
  const { annotations = {}, ...metadata } = manifest.metadata as WrittenObject['metadata'] & {
    annotations?: object;
  };
  const withMarks = (marks: object) => ({
    ...manifest,
    metadata: { ...metadata, annotations: { ...annotations, ...marks }, ownerReferences: [owner] },
  });
  const hashed = { [`${KEY}/spec-hash`]: specHashOf(manifest) };
  if (type === 'ServerSideApply') {
    const path = `${listPath(manifest)}/${metadata.name}?fieldManager=work-api-agent&force=true`;
    await patch(member, path, 'apply-patch', withMarks(hashed));
    return;
  }
  const note = `${JSON.stringify(withMarks(hashed))}\n`;
  await create(
    member,
    withMarks({ ...hashed, [`${KEY}/last-applied-configuration`]: note }),
    'work-api-agent',
  );
}

/** As found on recorded objects; for manifests without reserved labels (B/WA-041). */
function specHashOf({ metadata, ...rest }: WrittenObject): string {
  const { labels = {}, annotations = {} } = metadata as { labels?: object; annotations?: object };
  const others = Object.entries(labels).filter(([key]) => !key.startsWith('kubernetes.io/'));
  const empty = { finalizers: [], managedFields: [], ownerReferences: [] };
  return sha256(
    canonicalJson({ ...rest, metadata: { ...empty, annotations, labels: Object.fromEntries(others) } }),
  );
}

/** What a snapshot holds of an object. */
function toContent({ status: _, metadata, ...rest }: WrittenObject): WrittenObject {
  const { uid, resourceVersion, generation, creationTimestamp, managedFields, ...kept } = metadata;
  return { ...rest, metadata: kept };
}

const condition = (type: string, reason: string) => ({
  ...{ type, status: 'True', reason, message: reason, observedGeneration: 1, lastTransitionTime: AT },
});

/** The object as it stands, managed fields included. */
export async function readObject(
  plane: FleetCluster,
  object: Pick<WrittenObject, 'apiVersion' | 'kind' | 'metadata'>,
): Promise<WrittenObject> {
  return JSON.parse(await requestKube(of(plane), 'GET', `${listPath(object)}/${object.metadata.name}`));
}
