import { badRequest } from '../api/errors';
import { ApiError } from '../contracts';
import { PROTOBUF } from './protobuf/decode';

/** How objects are to be encoded. */
export type Form =
  | { readonly kind: 'object' }
  | ({ readonly kind: 'partial'; readonly isOfList: boolean } & OfVersion)
  | ({ readonly kind: 'table'; readonly includeObject: 'None' | 'Metadata' | 'Object' } & OfVersion);

interface OfVersion {
  /** Absent: v1. */
  readonly version?: 'v1beta1';
}

export interface Representation {
  readonly form: Form;
  readonly encoding: 'json' | 'yaml';
}

/** What the request is about. */
export interface Asked {
  readonly isCollection: boolean;
  readonly isCustom: boolean;
}

const PLAIN: Representation = { form: { kind: 'object' }, encoding: 'json' };
const JSON_TYPES = ['application/json', 'application/*', '*/*'];
const ACCEPTED = ['application/json', 'application/yaml'];
const STREAMS = ['application/json;stream=watch', `${PROTOBUF};stream=watch`];

/** The first of the accepted types that we can write; protobuf is passed over. @throws ApiError 406 */
export function negotiate(accept: string | undefined, query: URLSearchParams, asked: Asked): Representation {
  if (accept === undefined || accept.trim() === '') return PLAIN;
  const clauses = accept.split(',');
  for (const clause of clauses) {
    const representation = readClause(clause, query);
    if (representation) return isRouted(clauses, asked) ? representation : refuseRoute(asked);
  }
  if (!isRouted(clauses, asked)) refuseRoute(asked);
  const isOther = asked.isCustom || clauses.every(clause => mediaTypeIn(clause) === PROTOBUF);
  const types = isOther ? ACCEPTED : [...ACCEPTED, PROTOBUF];
  throw new ApiError(
    406,
    'NotAcceptable',
    `only the following media types are accepted: ${types.join(', ')}`,
  );
}

const mediaTypeIn = (clause: string) => clause.split(';', 1)[0].trim();

/** What finds the handler of a built-in kind reads media types alone, and knows no wildcard but the widest. */
function isRouted(clauses: readonly string[], { isCustom }: Asked): boolean {
  if (isCustom) return true;
  return clauses
    .map(mediaTypeIn)
    .some(type => type === '*/*' || type === PROTOBUF || ACCEPTED.includes(type));
}

function refuseRoute({ isCollection }: Asked): never {
  const types = [...ACCEPTED, PROTOBUF, ...(isCollection ? STREAMS : [])].join(', ');
  const message = `406: Not Acceptable\n\nAvailable representations: ${types}`;
  throw new ApiError(406, 'NotAcceptable', message, {});
}

function readClause(clause: string, query: URLSearchParams): Representation | undefined {
  const [mediaType, ...parameters] = clause.split(';').map(part => part.trim());
  const encoding = encodingOf(mediaType);
  if (encoding === undefined) return undefined;
  if (parameters.length === 0) return { form: { kind: 'object' }, encoding };
  const values = new Map(parameters.map(parameter => parameter.split('=', 2) as [string, string]));
  const as = values.get('as');
  if (as === undefined) return { form: { kind: 'object' }, encoding };
  const version = values.get('v') ?? '';
  if (values.get('g') !== 'meta.k8s.io' || !['v1', 'v1beta1'].includes(version)) return undefined;
  const form = formOf(as, query);
  return form && { form: version === 'v1beta1' ? { ...form, version } : form, encoding };
}

function formOf(as: string, query: URLSearchParams): Exclude<Form, { kind: 'object' }> | undefined {
  if (as === 'PartialObjectMetadata') return { kind: 'partial', isOfList: false };
  if (as === 'PartialObjectMetadataList') return { kind: 'partial', isOfList: true };
  return as === 'Table' ? { kind: 'table', includeObject: includeObjectOf(query) } : undefined;
}

/** A refusal is sent in the wanted encoding, where it can be. */
export const isYamlWanted = (accept: string | undefined) =>
  accept !== undefined &&
  accept.includes('yaml') &&
  mediaTypeIn(accept.split(',', 1)[0]) === 'application/yaml';

function encodingOf(mediaType: string): Representation['encoding'] | undefined {
  if (JSON_TYPES.includes(mediaType)) return 'json';
  return mediaType === 'application/yaml' ? 'yaml' : undefined;
}

function includeObjectOf(query: URLSearchParams): 'None' | 'Metadata' | 'Object' {
  const text = query.get('includeObject') ?? '';
  if (text === 'None' || text === 'Object') return text;
  if (text === '' || text === 'Metadata') return 'Metadata';
  const why = `Invalid value: ${JSON.stringify(text)}: must be 'Metadata', 'Object', 'None', or empty`;
  throw badRequest(`Unable to convert to Table as requested: includeObject: ${why}`);
}
