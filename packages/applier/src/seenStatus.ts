import { isJsonObject, type JsonObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import type {
  Manifest,
  ManifestIdentity,
  ManifestOutcome,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { KubeObject } from '@fleetstage/kube-client';

/** The status of an object that carries its manifest, as the member has it; a reference, not a copy (B/WA-140). */
export interface SeenStatus {
  readonly object: ManifestIdentity;
  /** `tooLarge`: larger than what is kept of one; only this is reported. */
  readonly status: JsonObject | 'tooLarge';
}

/** Of one manifest: nothing where it is not applied, or its object has no status. */
export function seenStatus(
  { group, version, kind, namespace, name, envelope }: Manifest,
  { result }: ManifestOutcome,
  live: KubeObject | undefined,
): readonly SeenStatus[] {
  if (result.kind !== 'applied' || !isJsonObject(live?.status)) return [];
  const object = {
    group,
    version,
    kind,
    ...(namespace ? { namespace } : {}),
    name,
    ...(envelope ? { envelope } : {}),
  };
  return [{ object, status: live.status }];
}
