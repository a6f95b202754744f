import { goKindOf, reportJson } from '../schema/jsonText';
import { isObject } from '../schema/jsonValues';
import { badRequest } from './errors';

const FORMAT = 'meta.k8s.io/v1';
/** The revision of a page that shows what is there now. */
export const LATEST = -1;

/** Where the next page begins, and of which revision all pages are. */
export interface Continuation {
  readonly revision: number;
  /** The first key that the page may have, below the collection. */
  readonly start: string;
}

export const writeToken = ({ revision, start }: Continuation): string =>
  Buffer.from(JSON.stringify({ v: FORMAT, rv: revision, start })).toString('base64url');

const refuse = (why: string) => badRequest(`invalid continue token: continue key is not valid: ${why}`);

function illegalByte(text: string): number | undefined {
  const index = text.search(/[^A-Za-z0-9_-]/);
  if (index >= 0) return index;
  return text.length % 4 === 1 ? text.length - 1 : undefined;
}

function decode(text: string): unknown {
  const illegal = illegalByte(text);
  if (illegal !== undefined) throw refuse(`illegal base64 data at input byte ${illegal}`);
  const bytes = Buffer.from(text, 'base64url');
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    // Byte by byte, as it is written there.
    throw refuse(reportJson(bytes.toString('latin1')).problem ?? 'it cannot be read');
  }
}

function field<T>(token: object, [name, type, zero]: readonly [string, string, T]): T {
  const value = (token as Readonly<Record<string, unknown>>)[name] ?? zero;
  if (typeof value === typeof zero) return value as T;
  throw refuse(
    `json: cannot unmarshal ${goKindOf(value)} into Go struct field continueToken.${name} of type ${type}`,
  );
}

/** @throws ApiError 400 */
export function readToken(text: string): Continuation {
  const token = decode(text);
  if (!isObject(token))
    throw refuse(`json: cannot unmarshal ${goKindOf(token)} into Go value of type storage.continueToken`);
  const format = field(token, ['v', 'string', '']);
  const revision = field(token, ['rv', 'int64', 0]);
  const start = field(token, ['start', 'string', '']);
  if (format !== FORMAT) throw refuse(`server does not recognize this encoded version ${format}`);
  if (revision === 0) throw refuse(`incorrect encoded start resourceVersion (version ${FORMAT})`);
  if (start === '') throw refuse(`encoded start key empty (version ${FORMAT})`);
  const parts = start.replace(/^\//, '').split('/');
  if (parts.some(part => part === '' || part === '.' || part === '..')) throw refuse(start);
  return { revision, start };
}
