import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import type { JsonObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Base } from '../placementEditor/edited';
import { nameOf, valueAt } from '../placementEditor/fields';
import { textOf } from '../placementEditor/placementText';
import { labelsOf, updateRequest, type Shown } from '../placementEditor/requests';
import { CLUSTER_KIND, NAMESPACED_KIND, scopeOf } from './overrideText';

/** Where the draft of an override is kept: by its key, by what it is a copy of, or `new`. */
export const overrideDraftKey = (hub: string | undefined, override: string) =>
  `fleetstage.overrideDraft/${hub ?? ''}/${override}`;

/** An override as the hub answers with it. */
export const overrideBase = ({ override, manifest, asOf }: Schemas['OverrideDetail']): Base => {
  const { resourceVersion, generation } = override;
  return {
    text: textOf(manifest),
    shown: { manifest, resourceVersion, ...(generation !== undefined && { generation }) },
    readAt: asOf,
  };
};

/** The edited text as an override to create. */
export function createOverrideRequest(manifest: JsonObject): Schemas['CreateOverrideRequest'] {
  const labels = labelsOf(valueAt(manifest, ['metadata', 'labels']));
  const annotations = labelsOf(valueAt(manifest, ['metadata', 'annotations']));
  return {
    scope: scopeOf(manifest),
    name: nameOf(manifest),
    spec: specIn(manifest),
    ...(Object.keys(labels).length > 0 && { labels }),
    ...(Object.keys(annotations).length > 0 && { annotations }),
  };
}

/** The edited text as a change of what was read. */
export const updateOverrideRequest = (manifest: JsonObject, shown: Shown): Schemas['UpdateOverrideRequest'] =>
  updateRequest(manifest, shown);

/** What the hub judges before it is saved. */
export const judgeRequest = (manifest: JsonObject, isNew: boolean): Schemas['ValidateOverrideRequest'] => ({
  ...createOverrideRequest(manifest),
  isNew,
});

/** What is matched to the clusters while it is typed. */
export const matchRequest = (manifest: JsonObject): Schemas['MatchOverrideRequest'] => ({
  scope: scopeOf(manifest),
  spec: specIn(manifest),
});

/** What it would change as it is typed; the backend compares the spec with its contract. */
export const whatIfRequest = (manifest: JsonObject): Schemas['OverrideWhatIfRequest'] => ({
  ...(manifest.kind === NAMESPACED_KIND
    ? { kind: NAMESPACED_KIND, namespace: scopeOf(manifest) }
    : { kind: CLUSTER_KIND }),
  name: nameOf(manifest),
  spec: specIn(manifest) as Schemas['OverrideWhatIfRequest']['spec'],
});

const specIn = ({ spec }: JsonObject): { [field: string]: unknown } => ({ ...(spec as object) });
