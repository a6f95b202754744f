import { isJsonObject, type JsonObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { FieldPath } from './placementText';

/** The value at the path; `undefined` where the way there ends before. */
export function valueAt(manifest: unknown, path: FieldPath): unknown {
  return path.reduce<unknown>((value, step) => {
    if (Array.isArray(value) && typeof step === 'number') return value[step] as unknown;
    return isJsonObject(value) && typeof step === 'string' ? value[step] : undefined;
  }, manifest);
}

/** As a text field shows it. */
export function textAt(manifest: unknown, path: FieldPath): string {
  const value = valueAt(manifest, path);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';
}

/** The objects of a list; what is none is an empty one, so that positions stay. */
export function objectsAt(manifest: unknown, path: FieldPath): readonly JsonObject[] {
  const value = valueAt(manifest, path);
  return Array.isArray(value) ? value.map(item => (isJsonObject(item) ? item : {})) : [];
}

/** Digits as a number; anything else as it was typed, for the hub to judge. */
export const numberOrText = (text: string): number | string | undefined =>
  text === '' ? undefined : /^\d{1,9}$/.test(text) ? Number(text) : text;

export const POLICY = ['spec', 'policy'] as const;
const AFFINITY = [...POLICY, 'affinity', 'clusterAffinity'] as const;
export const REQUIRED_TERMS = [
  ...AFFINITY,
  'requiredDuringSchedulingIgnoredDuringExecution',
  'clusterSelectorTerms',
] as const;
export const PREFERRED = [...AFFINITY, 'preferredDuringSchedulingIgnoredDuringExecution'] as const;
export const SPREAD = [...POLICY, 'topologySpreadConstraints'] as const;
export const TOLERATIONS = [...POLICY, 'tolerations'] as const;
export const SELECTORS = ['spec', 'resourceSelectors'] as const;
export const STRATEGY = ['spec', 'strategy'] as const;
export const HISTORY_LIMIT = ['spec', 'revisionHistoryLimit'] as const;

/** Where the placement is: `_`, or its namespace; empty while the namespace is not written yet. */
export const scopeOf = (manifest: JsonObject): string =>
  manifest.kind === 'ResourcePlacement' ? textAt(manifest, ['metadata', 'namespace']) : '_';

export const nameOf = (manifest: JsonObject): string => textAt(manifest, ['metadata', 'name']);

export type PolicyType = 'PickAll' | 'PickN' | 'PickFixed';

export function policyTypeOf(manifest: JsonObject): PolicyType {
  const type = textAt(manifest, [...POLICY, 'placementType']);
  return type === 'PickN' || type === 'PickFixed' ? type : 'PickAll';
}
