import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { isJsonObject, type JsonObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { nameOf, scopeOf, valueAt } from './fields';
import { withHidden } from './placementText';

type Labels = Record<string, string>;

export const labelsOf = (value: unknown): Labels =>
  isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, String(one)]))
    : {};

const specOf = ({ spec }: JsonObject): JsonObject => (isJsonObject(spec) ? spec : {});

/** The edited text as a placement to create. */
export function createRequest(manifest: JsonObject): Schemas['CreatePlacementRequest'] {
  const labels = labelsOf(valueAt(manifest, ['metadata', 'labels']));
  const annotations = labelsOf(valueAt(manifest, ['metadata', 'annotations']));
  return {
    scope: scopeOf(manifest),
    name: nameOf(manifest),
    spec: { ...specOf(manifest) },
    ...(Object.keys(labels).length > 0 && { labels }),
    ...(Object.keys(annotations).length > 0 && { annotations }),
  };
}

export interface Shown {
  /** As it was on the hub when the editor was opened. */
  readonly manifest: JsonObject;
  readonly resourceVersion: string;
  readonly generation?: number;
}

/** The edited text as a change; labels and annotations only where they were touched. */
export function updateRequest(manifest: JsonObject, shown: Shown): Schemas['UpdatePlacementRequest'] {
  const at = (object: JsonObject, field: string) => valueAt(object, ['metadata', field]);
  const labels = labelsOf(at(manifest, 'labels'));
  const shownLabels = labelsOf(at(shown.manifest, 'labels'));
  const live = at(shown.manifest, 'annotations');
  const annotations = labelsOf(withHidden(labelsOf(at(manifest, 'annotations')), live));
  const isSame = (a: Labels, b: Labels) => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
  const changed = {
    ...(!isSame(labels, shownLabels) && { labels }),
    ...(!isSame(annotations, labelsOf(live)) && { annotations }),
  };
  return {
    spec: { ...specOf(manifest) },
    ...changed,
    ...(Object.keys(changed).length > 0 && { shown: { labels: shownLabels, annotations: labelsOf(live) } }),
    resourceVersion: shown.resourceVersion,
    ...(shown.generation !== undefined && { generation: shown.generation }),
  };
}

const sorted = (labels: Labels) => Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1));

/** The same as a command; what ends it is no line of the text. */
export function applyCommand(text: string): string {
  const lines = text.trimEnd().split('\n');
  let end = 'EOF';
  while (lines.includes(end)) end += '_';
  return [`kubectl apply -f - <<'${end}'`, ...lines, end].join('\n');
}
