import { ApiError } from '../contracts';

/** How objects are to be told. */
export type Form =
  | { readonly kind: 'object' }
  | { readonly kind: 'partial' }
  | { readonly kind: 'table'; readonly includeObject: 'None' | 'Metadata' | 'Object' };

export interface Wish {
  readonly form: Form;
  readonly encoding: 'json' | 'yaml';
}

const PLAIN: Wish = { form: { kind: 'object' }, encoding: 'json' };
const JSON_TYPES = ['application/json', 'application/*', '*/*'];

/** The first of the accepted types that we can tell; protobuf is passed over. @throws ApiError 406 */
export function negotiate(accept: string | undefined, query: URLSearchParams): Wish {
  if (accept === undefined || accept.trim() === '') return PLAIN;
  for (const clause of accept.split(',')) {
    const wish = readClause(clause, query);
    if (wish) return wish;
  }
  throw new ApiError(
    406,
    'NotAcceptable',
    'only the following media types are accepted: application/json, application/yaml',
  );
}

function readClause(clause: string, query: URLSearchParams): Wish | undefined {
  const [mediaType, ...parameters] = clause.split(';').map(part => part.trim());
  const encoding = encodingOf(mediaType);
  if (encoding === undefined) return undefined;
  const values = new Map(parameters.map(parameter => parameter.split('=', 2) as [string, string]));
  const as = values.get('as');
  if (as === undefined) return { form: { kind: 'object' }, encoding };
  if (values.get('g') !== 'meta.k8s.io' || values.get('v') !== 'v1') return undefined;
  if (as.startsWith('PartialObjectMetadata')) return { form: { kind: 'partial' }, encoding };
  return as === 'Table'
    ? { form: { kind: 'table', includeObject: includeObjectOf(query) }, encoding }
    : undefined;
}

function encodingOf(mediaType: string): Wish['encoding'] | undefined {
  if (JSON_TYPES.includes(mediaType)) return 'json';
  return mediaType === 'application/yaml' ? 'yaml' : undefined;
}

function includeObjectOf(query: URLSearchParams): 'None' | 'Metadata' | 'Object' {
  const text = query.get('includeObject');
  return text === 'None' || text === 'Object' ? text : 'Metadata';
}
