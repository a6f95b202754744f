import {
  kindOf,
  type KubeObject,
  type ResourceIdentifier,
} from '@fleetstage/backstage-plugin-fleetstage-common';

/** How status names an object (A/PL-160, SEL-064). A field that is empty is left out, as KubeFleet does. */
export function toIdentifier(manifest: KubeObject): ResourceIdentifier {
  const { group, version, kind } = kindOf(manifest);
  const { name, namespace } = manifest.metadata;
  return { ...(group ? { group } : {}), version, kind, name, ...(namespace ? { namespace } : {}) };
}
