import {
  contentHash,
  isJsonObject,
  MEMBER_FIELD_MANAGER,
  STORAGE_VERSION,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  AlreadyExistsError,
  TransientError,
  type ApiResource,
  type KubeClient,
} from '@fleetstage/kube-client';

const CRD: ApiResource = {
  group: 'apiextensions.k8s.io',
  version: 'v1',
  kind: 'CustomResourceDefinition',
  plural: 'customresourcedefinitions',
  namespaced: false,
};

/** Says that the CRD is ours to update, and which manifest it was made from. */
export const CRD_HASH_ANNOTATION = 'fleetstage.io/crd-hash';

export type CrdResult =
  | { readonly kind: 'ready'; readonly isOurs: boolean }
  /** Somebody else's CRD does not serve what we need; it is never overwritten (RUL 38). */
  | { readonly kind: 'mismatch'; readonly message: string };

/**
 * Sees to it that a member serves AppliedWork: creates the CRD where there is none, updates one of ours that is out of
 * date, and leaves a foreign one (KubeFleet's) alone if it serves the version that we use. Waits until it is served.
 */
export async function ensureAppliedWorkCrd(client: KubeClient, crd: KubeObject): Promise<CrdResult> {
  const { name } = crd.metadata;
  const hash = hashOf(crd);
  const found = (await client.find(CRD, { name })) ?? (await createCrd(client, withHash(crd, hash)));
  const foundHash = found.metadata.annotations?.[CRD_HASH_ANNOTATION];
  if (foundHash === undefined) return judgeForeign(found);
  if (foundHash === hash && isEstablished(found)) return { kind: 'ready', isOurs: true };
  if (foundHash !== hash) {
    const patch = { type: 'apply', body: withHash(crd, hash), force: true } as const;
    await client.patch(CRD, { name }, { fieldManager: MEMBER_FIELD_MANAGER, patch });
  }
  await untilEstablished(client, name);
  return { kind: 'ready', isOurs: true };
}

async function createCrd(client: KubeClient, crd: KubeObject): Promise<KubeObject> {
  try {
    const patch = { type: 'apply', body: crd, force: false } as const;
    return await client.patch(
      CRD,
      { name: crd.metadata.name },
      { fieldManager: MEMBER_FIELD_MANAGER, patch },
    );
  } catch (error) {
    if (error instanceof AlreadyExistsError) return client.get(CRD, { name: crd.metadata.name });
    throw error;
  }
}

let lastHashed: { readonly crd: KubeObject; readonly hash: string } | undefined;

/** A thousand members get the same definition, one after the other. */
function hashOf(crd: KubeObject): string {
  if (lastHashed?.crd !== crd) lastHashed = { crd, hash: contentHash(crd) };
  return lastHashed.hash;
}

const withHash = (crd: KubeObject, hash: string): KubeObject => ({
  ...crd,
  metadata: { ...crd.metadata, annotations: { ...crd.metadata.annotations, [CRD_HASH_ANNOTATION]: hash } },
});

function judgeForeign(crd: KubeObject): CrdResult {
  const versions = servedVersions(crd);
  if (versions.includes(STORAGE_VERSION)) return { kind: 'ready', isOurs: false };
  const served = versions.length === 0 ? 'none' : versions.join(', ');
  const message = `CRD ${crd.metadata.name} is not ours and serves ${served}; version ${STORAGE_VERSION} is needed`;
  return { kind: 'mismatch', message };
}

function servedVersions(crd: KubeObject): readonly string[] {
  const versions = isJsonObject(crd.spec) ? crd.spec.versions : undefined;
  if (!Array.isArray(versions)) return [];
  return versions.filter(version => version?.served === true).map(version => String(version.name));
}

const POLL_MS = 50;
const PATIENCE_MS = 5_000;

/** A new CRD is served within a fraction of a second. */
async function untilEstablished(client: KubeClient, name: string): Promise<void> {
  for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += POLL_MS) {
    if (isEstablished(await client.find(CRD, { name }))) return;
    await new Promise(resolve => setTimeout(resolve, POLL_MS));
  }
  throw new TransientError(`CRD ${name} is not served after ${PATIENCE_MS} ms`, { isClusterWide: false });
}

function isEstablished(crd: KubeObject | undefined): boolean {
  const conditions = isJsonObject(crd?.status) ? crd.status.conditions : undefined;
  return (
    Array.isArray(conditions) &&
    conditions.some(condition => condition?.type === 'Established' && condition?.status === 'True')
  );
}
