import type { Readable } from 'node:stream';
import { parse } from 'yaml';
import { ApiError, type KubeObject, type ResourceType } from '../contracts';
import { badRequest } from '../api/errors';
import { isObject } from '../schema/jsonValues';
import { decodeProtobuf, PROTOBUF } from './protobuf/decode';

/** As a real server bounds it (etcd's request size and what JSON adds). */
const MOST_BYTES = 3 * 1024 * 1024;
const READABLE = ['application/json', 'application/yaml'];

/** @throws ApiError 413 */
export async function readBytes(request: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    // The rest is read and dropped: a client that is cut off while it sends never sees the refusal.
    if (bytes <= MOST_BYTES) chunks.push(chunk);
  }
  if (bytes <= MOST_BYTES) return Buffer.concat(chunks);
  throw new ApiError(413, 'RequestEntityTooLarge', `Request entity too large: limit is ${MOST_BYTES}`);
}

export const mediaTypeOf = (contentType: string | undefined) => (contentType ?? '').split(';', 1)[0].trim();

/** JSON is YAML, and read much faster as what it is. @throws ApiError 400 */
export function parseText(text: string): unknown {
  try {
    return /^\s*[{[]/.test(text) ? JSON.parse(text) : parse(text);
  } catch (error) {
    throw badRequest(`error decoding the body: ${(error as Error).message}`);
  }
}

export interface Body {
  readonly bytes: Buffer;
  readonly contentType: string | undefined;
  /** Of what the path names; bodies of subresources are found by their own kind. */
  readonly type?: ResourceType;
}

/** @throws ApiError 415, 400 */
export function parseObject({ bytes, contentType, type }: Body): KubeObject {
  const mediaType = mediaTypeOf(contentType);
  const body = mediaType === PROTOBUF ? decodeProtobuf(bytes, type) : parseReadable(bytes, mediaType);
  if (body === undefined) throw unsupported();
  if (!isObject(body)) throw badRequest('the body of the request is no object');
  return toObject(body);
}

function parseReadable(bytes: Buffer, mediaType: string): unknown {
  if (mediaType !== '' && !READABLE.includes(mediaType)) throw unsupported();
  return parseText(bytes.toString('utf8'));
}

const unsupported = () =>
  new ApiError(
    415,
    'UnsupportedMediaType',
    `the body of the request was in an unknown format - accepted media types include: ${READABLE.join(', ')}`,
  );

/** Empty metadata is metadata; `null` fields of it, as clients in Go send them, are absent. */
export function toObject(body: Readonly<Record<string, unknown>>): KubeObject {
  const { metadata } = body;
  if (metadata !== undefined && metadata !== null && !isObject(metadata))
    throw badRequest('metadata of the request body is no object');
  const fields = Object.entries(metadata ?? {}).filter(([, value]) => value !== null);
  return { ...body, metadata: Object.fromEntries(fields) } as unknown as KubeObject;
}
