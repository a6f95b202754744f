import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import type { JsonObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  HISTORY_LIMIT,
  objectsAt,
  POLICY,
  PREFERRED,
  REQUIRED_TERMS,
  SELECTORS,
  SPREAD,
  STRATEGY,
  TOLERATIONS,
} from './fields';
import type { FieldPath } from './placementText';

export type Cause = Schemas['RefusalCause'];

/** A refusal and the field of the form that shows it; without one it belongs to the placement as a whole. */
export interface PlacedCause {
  readonly message: string;
  readonly field?: string;
}

/** `spec.policy.tolerations[0].key`: as the API server writes it. */
export const toField = (path: FieldPath): string =>
  path.map((step, i) => (typeof step === 'number' ? `[${step}]` : i === 0 ? step : `.${step}`)).join('');

/** Each refusal under the nearest field that the form has. */
export function placeCauses(
  causes: readonly Cause[],
  manifest: JsonObject,
  fields: readonly string[] = formFields(manifest),
): readonly PlacedCause[] {
  return causes.map(cause => {
    const message = cleanMessage(cause.message);
    const field = [fieldIn(message), cause.field].map(path => nearest(path, fields)).find(Boolean);
    return { message, ...(field !== undefined && { field }) };
  });
}

/** Rules of the CRD begin with `Invalid value: "object": `, which explains nothing. */
export function cleanMessage(message: string): string {
  const text = message.replace(/^Invalid value: (?:"[^"]*"|\S+): /, '').trim();
  const capitalized = text.charAt(0).toUpperCase() + text.slice(1);
  return text.startsWith('spec.') ? text : capitalized;
}

/** A rule names the field that it is about more exactly than its own place. */
const fieldIn = (message: string): string | undefined => /^(spec\.[\w.[\]]*[\w\]])/.exec(message)?.[1];

function nearest(path: string | undefined, fields: readonly string[]): string | undefined {
  if (path === undefined) return undefined;
  const above = fields.filter(
    field => path === field || path.startsWith(`${field}.`) || path.startsWith(`${field}[`),
  );
  return above.sort((a, b) => b.length - a.length)[0];
}

/** Every field under which the form can say something. */
function formFields(manifest: JsonObject): readonly string[] {
  const each = (list: FieldPath, below: readonly string[] = []): FieldPath[] => [
    list,
    ...objectsAt(manifest, list).flatMap((_, i) => [
      [...list, i],
      ...below.map(field => [...list, i, ...field.split('.')]),
    ]),
  ];
  const rolling = ['maxUnavailable', 'maxSurge', 'unavailablePeriodSeconds'];
  const apply = ['type', 'whenToApply', 'whenToTakeOver', 'comparisonOption'];
  const paths: FieldPath[] = [
    ['metadata', 'name'],
    ['metadata', 'namespace'],
    ...each(SELECTORS, ['kind', 'version', 'group', 'name', 'labelSelector', 'selectionScope']),
    [...POLICY, 'placementType'],
    [...POLICY, 'numberOfClusters'],
    [...POLICY, 'clusterNames'],
    ...each(REQUIRED_TERMS, ['labelSelector', 'propertySelector']),
    ...each(PREFERRED, ['weight', 'preference.labelSelector', 'preference.propertySorter']),
    ...each(SPREAD, ['maxSkew', 'topologyKey', 'whenUnsatisfiable']),
    ...each(TOLERATIONS, ['key', 'value', 'operator']),
    [...STRATEGY, 'type'],
    ...rolling.map(field => [...STRATEGY, 'rollingUpdate', field]),
    ...apply.map(field => [...STRATEGY, 'applyStrategy', field]),
    HISTORY_LIMIT,
  ];
  return paths.map(toField);
}
