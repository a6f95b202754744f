import type { FieldError, KubeObject, OpenApiSchema } from '../contracts';
import { compileRules, validateRules } from './cel/validateRules';
import { RULES_NOT_CHECKED, invalidError, isBlocking } from './fieldErrors';
import { validateEmbedded } from './validateEmbedded';
import { validateListTypes } from './validateListTypes';
import { validateMetadata, validateMetadataUpdate } from './validateMetadata';
import { validateScale, type ScalePaths } from './validateScale';
import { validateStructure } from './validateStructure';

export interface CustomKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly isNamespaced: boolean;
  readonly schema: OpenApiSchema;
  readonly scale?: ScalePaths;
  readonly storage: { readonly version: string; readonly schema: OpenApiSchema };
}

function typeErrors(type: CustomKind, object: KubeObject): readonly FieldError[] {
  const apiVersion = `${type.group}/${type.version}`;
  return [
    ...(object.kind === type.kind ? [] : [invalidError('kind', object.kind, `must be ${type.kind}`)]),
    ...(object.apiVersion === apiVersion
      ? []
      : [invalidError('apiVersion', object.apiVersion, `must be ${apiVersion}`)]),
  ];
}

/** A list that was not a set before need not become one now. */
function listTypeErrors(schema: OpenApiSchema, next: KubeObject, previous: KubeObject | undefined) {
  const errors = validateListTypes(schema, next);
  if (errors.length === 0 || !previous) return errors;
  return validateListTypes(schema, previous).length > 0 ? [] : errors;
}

function shapeErrors(type: CustomKind, next: KubeObject, previous: KubeObject | undefined): FieldError[] {
  const { schema, isNamespaced, scale } = type;
  const metadata = previous
    ? validateMetadataUpdate(next.metadata, previous.metadata)
    : validateMetadata(next.metadata, { isNamespaced });
  return [
    ...metadata,
    ...validateStructure(schema, next, previous),
    ...(scale ? validateScale(scale, next) : []),
    ...validateEmbedded(schema, next),
    ...listTypeErrors(schema, next, previous),
  ];
}

export interface CustomJudge {
  validate(next: KubeObject, previous: KubeObject | undefined): readonly FieldError[];
  /** What failed in an object that was taken nevertheless, since an update left it as it was. */
  tolerated(next: KubeObject): readonly string[];
}

/** Reads the schema of a kind once and returns its judge: everything wrong, in the order of a real server. */
export function customValidator(type: CustomKind): CustomJudge {
  const rules = compileRules(type.schema);
  const noticed = new WeakMap<KubeObject, readonly FieldError[]>();
  return {
    validate(next, previous) {
      const wrongType = typeErrors(type, next);
      if (wrongType.length > 0) return wrongType;
      const errors = shapeErrors(type, next, previous);
      if (!rules) return errors;
      if (errors.some(isBlocking)) return [...errors, RULES_NOT_CHECKED];
      const judged = validateRules(rules, next, previous);
      if (judged.tolerated.length > 0) noticed.set(next, judged.tolerated);
      return [...errors, ...judged.errors];
    },
    tolerated: next => (noticed.get(next) ?? []).map(({ field, message }) => `${field}: ${message}`),
  };
}
