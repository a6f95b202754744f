import { readFileSync, readdirSync } from 'node:fs';
import { parse, parseAllDocuments } from 'yaml';
import { requestKube } from '../controlPlane/requestKube';
import { repoPath } from '../crds/repoPath';
import { eventually } from '../eventually';
import type { Fleet, FleetCluster } from '../story/startFleet';
import { listPath, of, patch, post } from './writeKube';

/** The members by the names that the recorded objects give them. */
export const KUBEFLEET_MEMBERS = ['kind-cluster-1', 'kind-cluster-2', 'kind-cluster-3'] as const;

interface RecordedObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly uid: string;
    readonly managedFields?: readonly unknown[];
    readonly ownerReferences?: readonly { readonly uid: string }[];
  };
  readonly status?: unknown;
}

/** Owners and namespaces come first; bindings are not older than their placement. */
const ORDER = [
  'MemberCluster',
  'AppliedWork',
  'Namespace',
  'ClusterResourcePlacement',
  'ClusterResourceOverride',
  'ResourceOverride',
];

/**
 * Builds a hub and members as KubeFleet left them: objects with their finalizers, statuses and managed fields, owner references
 * mended to the uids that they have here. Nothing of KubeFleet runs.
 */
export async function buildKubeFleet(fleet: Fleet): Promise<void> {
  await Promise.all([fleet.hub, ...fleet.members].map(plane => installDefinitions(plane)));
  await Promise.all([fleet.hub, ...fleet.members].map(plane => build(plane)));
}

/** As they are on a hub of KubeFleet: nothing in them says that they are ours. */
async function installDefinitions(plane: FleetCluster): Promise<void> {
  const isHub = plane.name === 'hub';
  const files = readdirSync(repoPath('crds')).filter(file => isHub || file.startsWith('appliedworks.'));
  const definitions = files.map(file => parse(readFileSync(repoPath('crds', file), 'utf8')));
  // Our label on them would make them ours (RUL 38).
  for (const { metadata } of definitions) delete metadata.labels;
  for (const definition of definitions) withoutNameRule(definition);
  for (const definition of definitions) await post(plane, DEFINITIONS, definition);
  for (const { metadata } of definitions)
    await eventually(`${metadata.name} is served on ${plane.name}`, async () => {
      const { status } = JSON.parse(await requestKube(of(plane), 'GET', `${DEFINITIONS}/${metadata.name}`));
      expect(status.conditions).toContainEqual(
        expect.objectContaining({ type: 'Established', status: 'True' }),
      );
    });
}

interface DefinitionSpec {
  readonly names: { readonly kind: string };
  readonly versions: readonly { readonly schema: { readonly openAPIV3Schema: object } }[];
}

/** KubeFleet's definitions take overrides under names that no label holds (B/OV-015). */
function withoutNameRule({ spec }: { readonly spec: DefinitionSpec }): void {
  if (!spec.names.kind.endsWith('ResourceOverride')) return;
  for (const { schema } of spec.versions)
    delete (schema.openAPIV3Schema as { 'x-kubernetes-validations'?: unknown })['x-kubernetes-validations'];
}

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

async function build(plane: FleetCluster): Promise<void> {
  const objects = readRecorded(plane.name);
  const uids = new Map<string, string>();
  const mend = <T>(value: T): T =>
    JSON.parse(
      [...uids].reduce((text, [recorded, uid]) => text.replaceAll(recorded, uid), JSON.stringify(value)),
    );
  for (const object of objects) {
    const { uid, managedFields: _, ...metadata } = object.metadata;
    const { status: __, ...rest } = object;
    const created = JSON.parse(await post(plane, listPath(object), mend({ ...rest, metadata })));
    uids.set(uid, created.metadata.uid);
  }
  for (const object of objects) {
    const { status, metadata } = mend(object);
    const path = `${listPath(object)}/${metadata.name}`;
    if (status !== undefined) await patch(plane, `${path}/status`, 'merge-patch', { status });
    const managedFields = { op: 'replace', path: '/metadata/managedFields', value: metadata.managedFields };
    await patch(plane, path, 'json-patch', [managedFields]);
  }
}

function readRecorded(name: string): readonly RecordedObject[] {
  const text = readFileSync(repoPath('test/fixtures/kubefleet', `${name}.yaml`), 'utf8');
  const rank = ({ kind }: RecordedObject) => (ORDER.indexOf(kind) + ORDER.length + 1) % (ORDER.length + 1);
  return parseAllDocuments(text)
    .map(document => document.toJS() as RecordedObject)
    .sort((a, b) => rank(a) - rank(b));
}

/** Writes to a status as the hub agent of KubeFleet does. */
export const touchAsHubAgent = (hub: FleetCluster, member: string) =>
  patch(
    hub,
    `/apis/cluster.kubernetes-fleet.io/v1beta1/memberclusters/${member}/status?fieldManager=hubagent`,
    'merge-patch',
    {
      status: {
        properties: {
          'kubernetes-fleet.io/node-count': { value: '3', observationTime: toRfc3339(Date.now()) },
        },
      },
    },
  );

/** Holds a lease as the leader of KubeFleet's hub agents does, until what it returns is called. */
export async function holdHubAgentLease(hub: FleetCluster): Promise<() => Promise<unknown>> {
  const path = '/apis/coordination.k8s.io/v1/namespaces/fleet-system/leases';
  const metadata = { name: 'hub-agent' };
  const held = () => ({
    holderIdentity: 'hub-agent-0',
    leaseDurationSeconds: 15,
    renewTime: new Date().toISOString().replace('Z', '000Z'),
  });
  const save = (spec: object) => patch(hub, `${path}/${metadata.name}`, 'merge-patch', { spec });
  await post(hub, path, { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata, spec: held() });
  let renewing: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    renewing = renewing.then(() => save(held())).catch(() => undefined);
  }, 2_000);
  return () => {
    clearInterval(timer);
    return renewing.then(() => save({ holderIdentity: '' }));
  };
}

const toRfc3339 = (at: number) => new Date(at).toISOString().replace(/\.\d+/, '');
