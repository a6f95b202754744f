import type { FieldError, OpenApiSchema, PrinterColumn } from '../../contracts';
import type { CrdVersion, SelectableField } from '../crdSpec';
import { duplicateError, invalidError, requiredError, tooManyError } from '../fieldErrors';
import type { ScalePaths } from '../validateScale';
import { findField } from './fieldPath';

const COLUMN_TYPES = ['boolean', 'date', 'integer', 'number', 'string'];
const COLUMN_FORMATS = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password'];

export function columnErrors(column: PrinterColumn, path: string): readonly FieldError[] {
  const types = `must be one of ${COLUMN_TYPES.join(',')}`;
  const errors: FieldError[] = [];
  if (!column.name) errors.push(requiredError(`${path}.name`));
  if (!column.type) errors.push(requiredError(`${path}.type`, types));
  else if (!COLUMN_TYPES.includes(column.type)) errors.push(invalidError(`${path}.type`, column.type, types));
  if (column.format && !COLUMN_FORMATS.includes(column.format))
    errors.push(invalidError(`${path}.format`, column.format, `must be one of ${COLUMN_FORMATS.join(',')}`));
  if (!column.jsonPath) errors.push(requiredError(`${path}.JSONPath`));
  else errors.push(...simplePathErrors(column.jsonPath, `${path}.JSONPath`));
  return errors;
}

const simplePathErrors = (jsonPath: string, path: string): readonly FieldError[] =>
  jsonPath.startsWith('.')
    ? []
    : [invalidError(path, jsonPath, 'must be a simple json path starting with .')];

function pathBelow(
  jsonPath: string,
  path: string,
  roots: readonly string[],
  where: string,
): readonly FieldError[] {
  const wrong = simplePathErrors(jsonPath, path);
  if (wrong.length > 0 || roots.some(root => jsonPath.startsWith(root))) return wrong;
  return [invalidError(path, jsonPath, `should be a json path under ${where}`)];
}

export function subresourceErrors(
  subresources: CrdVersion['subresources'] | null,
  path: string,
): readonly FieldError[] {
  const scale: Partial<ScalePaths> | null | undefined = subresources?.scale;
  if (!scale) return [];
  const at = (field: keyof ScalePaths) => `${path}.scale.${field}`;
  const { specReplicasPath, statusReplicasPath, labelSelectorPath } = scale;
  return [
    ...(specReplicasPath
      ? pathBelow(specReplicasPath, at('specReplicasPath'), ['.spec.'], '.spec')
      : [requiredError(at('specReplicasPath'))]),
    ...(statusReplicasPath
      ? pathBelow(statusReplicasPath, at('statusReplicasPath'), ['.status.'], '.status')
      : [requiredError(at('statusReplicasPath'))]),
    ...(labelSelectorPath
      ? pathBelow(
          labelSelectorPath,
          at('labelSelectorPath'),
          ['.spec.', '.status.'],
          'either .spec or .status',
        )
      : []),
  ];
}

const MOST_SELECTABLE = 8;
const SELECTABLE_TYPES = ['string', 'boolean', 'integer'];
const WRONG_TYPE =
  'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.';

export function selectableErrors(
  fields: readonly SelectableField[],
  schema: OpenApiSchema,
  path: string,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  const known = new Set<string>();
  fields.forEach(({ jsonPath }, i) => {
    const at = `${path}[${i}].jsonPath`;
    if (!jsonPath) {
      errors.push(requiredError(at));
      return;
    }
    const found = findField(schema, jsonPath, false);
    if ('why' in found) {
      errors.push(invalidError(at, jsonPath, `is an invalid path: ${found.why}`));
      return;
    }
    if (/^metadata\b/.test(found.path))
      errors.push(invalidError(at, jsonPath, 'must not point to fields in metadata'));
    if (!SELECTABLE_TYPES.includes(found.schema.type ?? ''))
      errors.push(invalidError(at, jsonPath, WRONG_TYPE));
    if (known.has(found.path)) errors.push(duplicateError(at, jsonPath));
    known.add(found.path);
  });
  if (known.size > MOST_SELECTABLE) errors.push(tooManyError(path, known.size, MOST_SELECTABLE));
  return errors;
}

const LONGEST_WARNING = 256;
/** What a header can carry and a person can read. */
const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u;

export function deprecationErrors(version: CrdVersion, path: string): readonly FieldError[] {
  const { deprecated, deprecationWarning: text } = version;
  if (text === undefined || text === null) return [];
  const invalid = (why: string) => invalidError(`${path}.deprecationWarning`, text, why);
  if (!deprecated) return [invalid('can only be set for deprecated versions')];
  const errors: FieldError[] = [];
  if (Buffer.byteLength(text) > LONGEST_WARNING)
    errors.push(invalid(`must be <= ${LONGEST_WARNING} characters long`));
  if (text === '') errors.push(invalid('must not be an empty string'));
  const odd = [...text].findIndex(char => !PRINTABLE.test(char));
  if (odd >= 0) {
    const index = Buffer.byteLength([...text].slice(0, odd).join(''));
    errors.push(
      invalid(
        `must only contain printable UTF-8 characters; non-printable character found at index ${index}`,
      ),
    );
  }
  return errors;
}
