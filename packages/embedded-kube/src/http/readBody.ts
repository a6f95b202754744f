import type { Readable } from 'node:stream';
import { ApiError, type KubeObject, type RepeatedFields, type ResourceType } from '../contracts';
import { badRequest } from '../api/errors';
import { DeadlineError, runWithin } from '../deadline';
import { jsonName } from '../schema/coerceMetadata';
import { doubledFields } from '../schema/jsonText';
import { isObject } from '../schema/jsonValues';
import { checkJsonLimits } from './checkJsonLimits';
import { BODY_MS } from './limits';
import { decodeProtobuf, PROTOBUF } from './protobuf/decode';
import { readYaml, type ReadYaml } from './readYaml';
import { explainEnvelope, explainText, unrecognized } from './unrecognized';
import { wellFormed } from './wellFormed';

/** As a real server bounds it (etcd's request size and what JSON adds). */
const MOST_BYTES = 3 * 1024 * 1024;
const READABLE = ['application/json', 'application/yaml'];

/** What follows is read and dropped, within reason: a client that is cut off while it sends never sees the refusal. */
const MOST_DROPPED = 4 * MOST_BYTES;

const tooLarge = () =>
  new ApiError(413, 'RequestEntityTooLarge', `Request entity too large: limit is ${MOST_BYTES}`);
const tooSlow = () => new ApiError(408, 'Timeout', `the body did not come within ${BODY_MS / 1000} s`);

/** @throws ApiError 408, 413 */
export function readBytes(request: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  return new Promise((done, fail) => {
    const deadline = setTimeout(() => fail(tooSlow()), BODY_MS);
    let isSettled = false;
    const settle = (how: () => void) => {
      // Every request closes in the end.
      if (isSettled) return;
      isSettled = true;
      clearTimeout(deadline);
      how();
    };
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= MOST_BYTES) chunks.push(chunk);
      else if (bytes > MOST_DROPPED) settle(() => fail(tooLarge()));
    });
    request.on('end', () =>
      settle(() => (bytes <= MOST_BYTES ? done(Buffer.concat(chunks)) : fail(tooLarge()))),
    );
    request.on('error', error => settle(() => fail(error)));
    // The client went away while it sent.
    request.on('close', () => settle(() => fail(new Error('the request was broken off'))));
  });
}

export const mediaTypeOf = (contentType: string | undefined) => (contentType ?? '').split(';', 1)[0].trim();

/** Some documents take very long for their length. */
const YAML_MS = 750;

function bearable<T>(value: T): T {
  const problem = checkJsonLimits(value);
  if (problem === undefined) return value;
  throw badRequest(`error decoding the body: ${problem}`);
}

/** JSON is YAML, and read much faster as what it is. @throws ApiError 400 */
function readText(text: string): ReadYaml {
  try {
    if (/^\s*[{[]/.test(text)) return { value: JSON.parse(wellFormed(text)) };
    return runWithin(YAML_MS, () => readYaml(text));
  } catch (error) {
    const hint = error instanceof DeadlineError ? '; send JSON, which is read much faster' : '';
    throw badRequest(`error decoding the body: ${(error as Error).message}${hint}`);
  }
}

export interface Body {
  readonly bytes: Buffer;
  readonly contentType: string | undefined;
  /** Of what the path names; bodies of subresources are found by their own kind. */
  readonly type?: ResourceType;
}

export interface ParsedBody {
  readonly object: KubeObject;
  /** Absent where every field occurs once. */
  readonly repeated?: RepeatedFields;
}

/** @throws ApiError 415, 400 */
export const parseObject = (body: Body): KubeObject => parseBody(body).object;

/** @throws ApiError 415, 400 */
export function parseBody({ bytes, contentType, type }: Body): ParsedBody {
  const mediaType = mediaTypeOf(contentType);
  if (mediaType === PROTOBUF) {
    const decoded = bearable(decodeProtobuf(bytes, type));
    if (!isObject(decoded)) throw badRequest('the body of the request is no object');
    return { object: toObject(decoded, type) };
  }
  const { value, repeated } = readMedia(bytes, mediaType, type);
  const envelope = bearable(value) ?? {};
  const problem = explainEnvelope(envelope);
  if (problem !== undefined || !isObject(envelope)) throw unrecognized(problem ?? '', bytes, type);
  return { object: toObject(envelope, type), repeated };
}

function readMedia(bytes: Buffer, mediaType: string, type: ResourceType | undefined): ReadYaml {
  if (mediaType === 'application/yaml') return readText(bytes.toString('utf8'));
  if (mediaType !== '' && mediaType !== 'application/json') throw unsupported(type);
  const text = bytes.toString('utf8');
  try {
    const value = JSON.parse(wellFormed(text));
    const messages = doubledFields(text, value).map(field => `duplicate field ${JSON.stringify(field)}`);
    return messages.length === 0
      ? { value }
      : { value, repeated: { warnings: messages, refusals: messages } };
  } catch {
    throw unrecognized(explainText(text), bytes, type);
  }
}

const unsupported = (type: ResourceType | undefined) =>
  new ApiError(
    415,
    'UnsupportedMediaType',
    `the body of the request was in an unknown format - accepted media types include: ${[...READABLE, ...(type?.isCustom ? [] : [PROTOBUF])].join(', ')}`,
  );

/** Empty metadata is metadata; `null` fields of it, as clients in Go send them, are absent. @throws ApiError 400 */
function toObject(body: Readonly<Record<string, unknown>>, type: ResourceType | undefined): KubeObject {
  const { metadata, kind = type?.kind ?? 'object' } = body;
  if (metadata !== undefined && metadata !== null && !isObject(metadata)) {
    throw badRequest(
      `${kind} in version ${JSON.stringify(type?.version ?? 'v1')} cannot be handled as a ${kind}: json: cannot unmarshal ${jsonName(metadata)} into Go struct field ${kind}.metadata of type v1.ObjectMeta`,
    );
  }
  const fields = Object.entries(metadata ?? {}).filter(([, value]) => value !== null);
  return { ...body, metadata: Object.fromEntries(fields) } as unknown as KubeObject;
}
