import { ApiError, type FieldValidation, type KubeObject, type SchemaAdmission } from '../contracts';
import { coerceMetadata } from './coerceMetadata';
import { fillDefaults } from './fillDefaults';
import { pruneUnknown } from './prune';
import { undecodableEmbedded } from './validateEmbedded';
import { customValidator, type CustomKind } from './validate';

/** A shape that the decoder refuses before anything else looks at it. */
function refuseUndecodable(type: CustomKind, why: string): ApiError {
  return new ApiError(
    400,
    'BadRequest',
    `${type.kind} in version ${JSON.stringify(type.version)} cannot be handled as a ${type.kind}: ${why}`,
  );
}

function report(type: CustomKind, unknown: readonly string[], how: FieldValidation): readonly string[] {
  const texts = [...unknown].sort().map(field => `unknown field ${JSON.stringify(field)}`);
  if (how === 'Strict' && texts.length > 0)
    throw refuseUndecodable(type, `strict decoding error: ${texts.join(', ')}`);
  return how === 'Warn' ? texts : [];
}

/** What a definition asks of the objects of one of its versions. */
export function customAdmission(type: CustomKind): SchemaAdmission {
  const { schema } = type;
  return {
    prepare(object: KubeObject, how: FieldValidation, { isApply = false } = {}) {
      const coerced = coerceMetadata(object);
      const pruned = pruneUnknown(schema, coerced.object);
      const warnings = report(type, [...coerced.unknown, ...pruned.unknown], how);
      const undecodable = undecodableEmbedded(schema, pruned.object);
      if (undecodable) throw refuseUndecodable(type, `${undecodable.field}: ${undecodable.message}`);
      return { object: fillDefaults(schema, pruned.object, isApply) as KubeObject, warnings };
    },
    validate: customValidator(type),
  };
}
