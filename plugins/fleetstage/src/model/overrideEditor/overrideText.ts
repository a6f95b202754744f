import { isJsonObject, type JsonObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { toField } from '../placementEditor/causes';
import { objectsAt, textAt, valueAt } from '../placementEditor/fields';
import {
  editText,
  readText,
  VERSIONS,
  type AcceptedKinds,
  type FieldPath,
  type ReadText,
} from '../placementEditor/placementText';
import { toYaml } from '../yaml';

export const CLUSTER_KIND = 'ClusterResourceOverride';
export const NAMESPACED_KIND = 'ResourceOverride';

const OVERRIDES: AcceptedKinds = {
  kinds: [CLUSTER_KIND, NAMESPACED_KIND],
  versions: [...VERSIONS, 'placement.kubernetes-fleet.io/v1alpha1'],
};

/** The document as an override, or the lines that cannot be read. */
export const readOverrideText = (text: string): ReadText => readText(text, OVERRIDES);

export const RULES = ['spec', 'policy', 'overrideRules'] as const;
export const PLACEMENT = ['spec', 'placement', 'name'] as const;

/** The list of objects, which is called otherwise in a namespace. */
export const objectsPath = (manifest: JsonObject): FieldPath => [
  'spec',
  manifest.kind === NAMESPACED_KIND ? 'resourceSelectors' : 'clusterResourceSelectors',
];

/** One operation on every cluster; what is to be filled in is empty. */
export const FRESH_OPERATION: JsonObject = { op: 'add', path: '', value: '' };
export const FRESH_RULE: JsonObject = {
  clusterSelector: { clusterSelectorTerms: [] },
  jsonPatchOverrides: [FRESH_OPERATION],
};
const FRESH_OBJECT = {
  [CLUSTER_KIND]: { group: '', version: 'v1', kind: 'Namespace', name: '' },
  [NAMESPACED_KIND]: { group: 'apps', version: 'v1', kind: 'Deployment', name: '' },
};
export const freshObject = ({ kind }: JsonObject): JsonObject =>
  FRESH_OBJECT[kind === NAMESPACED_KIND ? NAMESPACED_KIND : CLUSTER_KIND];

/** A text for an override that nobody has created. */
export const newOverrideText = (): string =>
  toYaml({
    apiVersion: VERSIONS[0],
    kind: CLUSTER_KIND,
    metadata: { name: '' },
    spec: {
      clusterResourceSelectors: [FRESH_OBJECT[CLUSTER_KIND]],
      policy: { overrideRules: [FRESH_RULE] },
    },
  });

/** The text of a copy: the same rules under a name that nobody has. */
export const copyText = (text: string, name: string): string => editText(text, ['metadata', 'name'], name);

/** The text as one of the other kind: its rules stay, its objects begin anew, as one kind names none of the other's. */
export function withKind(text: string, kind: string): string {
  const isNamespaced = kind === NAMESPACED_KIND;
  const [gone, wanted] = isNamespaced
    ? ['clusterResourceSelectors', 'resourceSelectors']
    : ['resourceSelectors', 'clusterResourceSelectors'];
  const placed = editText(
    editText(text, ['kind'], kind),
    ['metadata', 'namespace'],
    isNamespaced ? 'default' : undefined,
  );
  const named = editText(placed, ['spec', wanted], [freshObject({ kind })]);
  return editText(editText(named, ['spec', gone], undefined), ['spec', 'placement'], undefined);
}

/** `_`, or the namespace; empty while it is not written yet. */
export const scopeOf = (manifest: JsonObject): string =>
  manifest.kind === NAMESPACED_KIND ? textAt(manifest, ['metadata', 'namespace']) : '_';

/** A value of an operation in one line: texts as they are, unless they would be read as something else. */
export function valueText(value: unknown): string {
  if (value === undefined) return '';
  if (typeof value !== 'string') return JSON.stringify(value);
  return isJson(value) ? JSON.stringify(value) : value;
}

/**
 * The way back.
 *
 *     3, true, {"a": 1}  → as JSON has it
 *     nginx:1.27         → "nginx:1.27"
 *     "3"                → "3", the text
 *     nothing            → "", as operations that set a value need one
 */
export const parseValueText = (text: string): unknown =>
  isJson(text) ? (JSON.parse(text) as unknown) : text;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Every field under which the form can say something. */
export function overrideFields(manifest: JsonObject): readonly string[] {
  const objects = objectsPath(manifest);
  const paths: FieldPath[] = [
    ['metadata', 'name'],
    ['metadata', 'namespace'],
    PLACEMENT,
    objects,
    RULES,
    ...objectsAt(manifest, objects).flatMap((_, i) => [
      [...objects, i],
      ...['group', 'version', 'kind', 'name'].map(field => [...objects, i, field]),
    ]),
    ...objectsAt(manifest, RULES).flatMap((_, i) => ruleFields(manifest, [...RULES, i])),
  ];
  return paths.map(toField);
}

export const termsPath = (rule: FieldPath): FieldPath => [...rule, 'clusterSelector', 'clusterSelectorTerms'];
export const operationsPath = (rule: FieldPath): FieldPath => [...rule, 'jsonPatchOverrides'];

function ruleFields(manifest: JsonObject, rule: FieldPath): FieldPath[] {
  const [terms, operations] = [termsPath(rule), operationsPath(rule)];
  return [
    rule,
    [...rule, 'overrideType'],
    ...objectsAt(manifest, terms).map((_, i) => [...terms, i, 'labelSelector']),
    ...objectsAt(manifest, operations).flatMap((_, i) => [
      [...operations, i],
      ...['op', 'path', 'value'].map(field => [...operations, i, field]),
    ]),
  ];
}

/** Which clusters a rule is for, as the form asks it. */
export function reachOf(manifest: JsonObject, rule: FieldPath): 'all' | 'labels' | 'none' {
  if (!isJsonObject(valueAt(manifest, [...rule, 'clusterSelector']))) return 'none';
  return objectsAt(manifest, termsPath(rule)).length === 0 ? 'all' : 'labels';
}
