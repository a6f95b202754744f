import {
  ApiError,
  type FieldValidation,
  type KubeObject,
  type OpenApiSchema,
  type RepeatedFields,
  type SchemaAdmission,
} from '../contracts';
import { coerceMetadata } from './coerceMetadata';
import { fillDefaults } from './fillDefaults';
import { pruneUnknown } from './prune';
import { pruneEmbedded, undecodableEmbedded } from './validateEmbedded';
import { customValidator, type CustomKind } from './validate';

/** A shape that the decoder refuses before anything else reads it. */
function refuseUndecodable(type: CustomKind, why: string): ApiError {
  return new ApiError(
    400,
    'BadRequest',
    `${type.kind} in version ${JSON.stringify(type.version)} cannot be handled as a ${type.kind}: ${why}`,
  );
}

function report(
  type: CustomKind,
  unknown: readonly string[],
  how: FieldValidation,
  repeated?: RepeatedFields,
): readonly string[] {
  const texts = unknown.map(field => `unknown field ${JSON.stringify(field)}`);
  const refusals = [...(repeated?.refusals ?? []), ...texts];
  if (how === 'Strict' && refusals.length > 0)
    throw refuseUndecodable(type, `strict decoding error: ${refusals.join(', ')}`);
  return how === 'Warn' ? [...(repeated?.warnings ?? []), ...texts] : [];
}

const UNQUALIFIED =
  'prefer a domain-qualified finalizer name to avoid accidental conflicts with other finalizer writers';

const isQualified = (name: string) =>
  name.includes('/') || name === 'orphan' || name === 'foregroundDeletion';

/** Objects are kept in one version, which may know less than this one, and may have had another schema. */
function keepingOf({ group, version, schema, storage }: CustomKind): SchemaAdmission['keeping'] {
  const pruned = (by: OpenApiSchema, object: KubeObject) => pruneUnknown(by, object).object as KubeObject;
  return {
    toStorage: object =>
      storage.version === version
        ? object
        : { ...pruned(storage.schema, object), apiVersion: `${group}/${storage.version}` },
    fromStorage: object => pruned(schema, fillDefaults(storage.schema, object) as KubeObject),
  };
}

/** What a definition asks of the objects of one of its versions. */
export function customAdmission(type: CustomKind): SchemaAdmission {
  const { schema } = type;
  const judge = customValidator(type);
  return {
    prepare(object: KubeObject, how: FieldValidation, { isApply = false, repeated } = {}) {
      const coerced = coerceMetadata(object);
      const pruned = pruneUnknown(schema, coerced.object);
      const inner = pruneEmbedded(schema, pruned.object);
      const unknown = [...[...coerced.unknown, ...pruned.unknown].sort(), ...inner.unknown];
      const warnings = report(type, unknown, how, repeated);
      const undecodable = undecodableEmbedded(schema, pruned.object);
      if (undecodable) throw refuseUndecodable(type, `${undecodable.field}: ${undecodable.message}`);
      return { object: fillDefaults(schema, inner.object, isApply) as KubeObject, warnings };
    },
    validate: judge.validate,
    keeping: keepingOf(type),
    warn: (next, previous) => [
      ...judge.tolerated(next),
      ...(next.metadata.finalizers ?? [])
        .filter(name => !isQualified(name) && !previous?.metadata.finalizers?.includes(name))
        .map(name => `metadata.finalizers: ${JSON.stringify(name)}: ${UNQUALIFIED}`),
    ],
  };
}
