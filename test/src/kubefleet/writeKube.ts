import { createHash } from 'node:crypto';
import { requestKube } from '../controlPlane/requestKube';
import type { FleetCluster } from '../story/startFleet';

export const FLEET = 'placement.kubernetes-fleet.io/v1beta1';
export const KEY = 'kubernetes-fleet.io';

/** An object as it is written; what a test does not look at is not typed. */
export interface WrittenObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly uid?: string;
    readonly [field: string]: unknown;
  };
  readonly [field: string]: unknown;
}

const PLURALS: Readonly<Record<string, string>> = {
  ClusterResourceOverride: 'clusterresourceoverrides',
  ClusterStagedUpdateStrategy: 'clusterstagedupdatestrategies',
  PriorityClass: 'priorityclasses',
};

/** Below which objects of its kind are. */
export function listPath({
  apiVersion,
  kind,
  metadata: { namespace },
}: Pick<WrittenObject, 'apiVersion' | 'kind' | 'metadata'>): string {
  const api = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const scope = namespace === undefined ? '' : `/namespaces/${namespace}`;
  return `${api}${scope}/${PLURALS[kind] ?? `${kind.toLowerCase()}s`}`;
}

export const of = ({ url, caPem, adminToken: token }: FleetCluster) => ({ url, caPem, token });

export const post = (plane: FleetCluster, path: string, object: unknown) =>
  requestKube(of(plane), 'POST', path, { contentType: 'application/json', text: JSON.stringify(object) });

export const patch = (plane: FleetCluster, path: string, type: string, body: unknown) =>
  requestKube(of(plane), 'PATCH', path, {
    contentType: `application/${type}+${type === 'apply-patch' ? 'yaml' : 'json'}`,
    text: JSON.stringify(body),
  });

/** With its status, which only its subresource takes. */
export async function create(
  plane: FleetCluster,
  object: WrittenObject,
  manager: string,
): Promise<WrittenObject> {
  const by = `fieldManager=${manager}`;
  const created = JSON.parse(await post(plane, `${listPath(object)}?${by}`, object)) as WrittenObject;
  if (object.status !== undefined)
    await patch(plane, `${listPath(object)}/${object.metadata.name}/status?${by}`, 'merge-patch', {
      status: object.status,
    });
  return created;
}

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
