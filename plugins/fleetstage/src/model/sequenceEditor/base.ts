import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { isJsonObject, type JsonObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { toField, type Cause } from '../placementEditor/causes';
import type { Base } from '../placementEditor/edited';
import { nameOf, objectsAt } from '../placementEditor/fields';
import { textOf } from '../placementEditor/placementText';
import { labelsOf } from '../placementEditor/requests';
import { STAGES } from '../strategyEditor/strategyText';

/** A sequence as the hub answers with it. */
export const sequenceBase = ({ sequence, asOf }: Schemas['SequenceDetail']): Base => {
  const { manifest, resourceVersion, generation } = sequence;
  return { text: textOf(manifest), shown: { manifest, resourceVersion, generation }, readAt: asOf };
};

const specIn = ({ spec }: JsonObject): { [field: string]: unknown } => ({ ...(spec as object) });

/** The edited text as a sequence to create. */
export function createSequenceRequest(manifest: JsonObject): Schemas['CreateSequenceRequest'] {
  const metadata = isJsonObject(manifest.metadata) ? manifest.metadata : {};
  const [labels, annotations] = [labelsOf(metadata.labels), labelsOf(metadata.annotations)];
  return {
    name: nameOf(manifest),
    spec: specIn(manifest),
    ...(Object.keys(labels).length > 0 && { labels }),
    ...(Object.keys(annotations).length > 0 && { annotations }),
  };
}

/** What the preview is asked for. */
export const previewRequest = (manifest: JsonObject, isNew: boolean): Schemas['PreviewSequenceRequest'] => ({
  name: nameOf(manifest),
  isNew,
  spec: specIn(manifest),
});

/** What keeps the draft from being saved, as refusals of fields: the code stays in front, as kubectl shows it. */
export const causesOfIssues = (issues: readonly Schemas['SequenceIssue'][]): readonly Cause[] =>
  issues
    .filter(({ severity }) => severity === 'Error')
    .map(({ path, message }) => ({ field: path, message }));

const STAGE_FIELDS = ['name', 'fleets', 'clusterSelector', 'soakDuration', 'maxConcurrency'] as const;
const SPEC_FIELDS = [
  'displayName',
  'channel',
  'catalog',
  'ignoredClustersSelector',
  'upgradeTypes',
  'maxUpgradeTime',
  'onTimeout',
  'emptyStages',
] as const;

/** How many failed clusters of a stage pause a rollout; without it there is no `failurePolicy`. */
export const FAILURE_LIMIT = ['spec', 'failurePolicy', 'maxFailedClusters'] as const;

/** Every field under which the form can say something. */
export const sequenceFields = (manifest: JsonObject): readonly string[] =>
  [
    ['metadata', 'name'],
    ...SPEC_FIELDS.map(field => ['spec', field]),
    FAILURE_LIMIT,
    STAGES,
    ...objectsAt(manifest, STAGES).flatMap((_, i) => [
      [...STAGES, i],
      ...STAGE_FIELDS.map(field => [...STAGES, i, field]),
    ]),
  ].map(toField);
