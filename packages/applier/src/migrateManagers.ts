import { MEMBER_FIELD_MANAGER } from '@fleetstage/backstage-plugin-fleetstage-common';
import { migrateManagedFields, type Manifest } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { KubeClient, KubeObject } from '@fleetstage/kube-client';

interface Target {
  readonly manifest: Manifest;
  readonly live: KubeObject | undefined;
  /** What is about to be applied; it may be locked to the resource version that was read. */
  readonly body: KubeObject;
}

interface MigrateContext {
  readonly client: KubeClient;
  readonly as?: string;
  readonly signal?: AbortSignal;
}

/**
 * Before a server-side apply: fields that our manager owns by updates are made owned by apply, or those that are no longer
 * wanted would stay. It changes nothing but managed fields, so no generation and no controller's mind; stopped right after, the
 * next pass goes on from there.
 *
 * @returns the body to apply, locked to what the object is by then
 * @throws ConflictError where somebody else was faster
 */
export async function migrateManagers(
  { client, as, signal }: MigrateContext,
  { manifest, live, body }: Target,
): Promise<KubeObject> {
  const managedFields = live && migrateManagedFields(live);
  if (managedFields === undefined) return body;
  const { resourceVersion } = live?.metadata ?? {};
  const migrated = await client.patch(manifest, manifest, {
    ...(signal && { signal }),
    ...(as !== undefined && { as }),
    fieldManager: MEMBER_FIELD_MANAGER,
    patch: { type: 'merge', body: { metadata: { resourceVersion, managedFields } } },
  });
  if (body.metadata.resourceVersion === undefined) return body;
  return {
    ...body,
    metadata: { ...body.metadata, resourceVersion: migrated.metadata.resourceVersion },
  };
}
