import type { FieldError } from '../contracts';
import { invalidError, toGoJson } from './fieldErrors';
import { isObject, type JsonObject } from './jsonValues';

export interface ScalePaths {
  readonly specReplicasPath: string;
  readonly statusReplicasPath: string;
  readonly labelSelectorPath?: string;
}

const INT32_MAX = 2 ** 31 - 1;

function goType(value: unknown): string {
  if (Array.isArray(value)) return '[]interface {}';
  if (isObject(value)) return 'map[string]interface {}';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64';
  return value === null ? '<nil>' : 'string';
}

const shown = (value: unknown) => (typeof value === 'string' ? value : toGoJson(value));

type Found = { readonly value: unknown } | { readonly why: string };

/** The value at a path of plain fields; what is in the way when a parent is no object. */
function lookUp(object: JsonObject, path: string): Found {
  const names = path.replace(/^\./, '').split('.');
  let value: unknown = object;
  for (let i = 0; i < names.length; i++) {
    if (value === undefined || value === null) return { value: undefined };
    if (!isObject(value)) {
      return {
        why: `.${names.join('.')} accessor error: ${shown(value)} is of the type ${goType(value)}, expected map[string]interface{}`,
      };
    }
    value = value[names[i]];
  }
  return { value };
}

function replicasErrors(object: JsonObject, path: string): readonly FieldError[] {
  const found = lookUp(object, path);
  if ('why' in found) return [invalidError(path, 0, found.why)];
  const { value } = found;
  if (value === undefined) return [];
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    const why = `.${path.replace(/^\./, '')} accessor error: ${shown(value)} is of the type ${goType(value)}, expected int64`;
    return [invalidError(path, 0, why)];
  }
  if (value < 0) return [invalidError(path, value, 'should be a non-negative integer')];
  if (value > INT32_MAX) return [invalidError(path, value, `should be less than or equal to ${INT32_MAX}`)];
  return [];
}

function selectorErrors(object: JsonObject, path: string): readonly FieldError[] {
  const found = lookUp(object, path);
  if ('why' in found) return [invalidError(path, '', found.why)];
  const { value } = found;
  if (value === undefined || typeof value === 'string') return [];
  const why = `.${path.replace(/^\./, '')} accessor error: ${shown(value)} is of the type ${goType(value)}, expected string`;
  return [invalidError(path, '', why)];
}

/** What the scale subresource reads must be there in the shape it needs. */
export const validateScale = (scale: ScalePaths, object: JsonObject): readonly FieldError[] => [
  ...replicasErrors(object, scale.specReplicasPath),
  ...replicasErrors(object, scale.statusReplicasPath),
  ...(scale.labelSelectorPath ? selectorErrors(object, scale.labelSelectorPath) : []),
];
