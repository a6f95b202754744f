import { methodNotAllowed, noSuchResource, notFound } from '../api/errors';
import { deleteObject } from '../api/delete';
import { patchObject } from '../api/patch/applyPatch';
import { findStored, apiVersionOf } from '../api/request';
import { scalePathsOf, toScale, withScale } from '../api/scale';
import { storeUpdate } from '../api/update';
import { storeChanged } from '../cluster/controllerWrites';
import type { KubeObject } from '../contracts';
import { isObject } from '../schema/jsonValues';
import type { StoredObject } from '../storage/StoredObject';
import { jsonAnswer, type Answer } from './Answer';
import type { ResourceCall } from './CallContext';
import { objectPlaceOf } from './place';
import { mediaTypeOf, parseObject, parseText } from './readBody';
import { toDeleteOptions, readWriteOptions } from './readOptions';

/** Subresources that are kinds of their own; `status` is none of them. @throws ApiError */
export async function answerSubresource(call: ResourceCall): Promise<Answer> {
  const { type, target } = call;
  const subresource = target.subresource ?? '';
  if (!type.subresources.includes(subresource)) throw noSuchResource();
  const bytes = await call.readBody();
  await call.cluster.settled();
  const stored = findStored({ ...objectPlaceOf(call), subresource: undefined });
  if (!stored) throw notFound(type, target.name ?? '');
  if (subresource === 'scale') return answerScale(call, stored, bytes);
  if (subresource === 'finalize' && call.method === 'PUT') return finalize(call, stored, bytes);
  if (subresource === 'eviction' && call.method === 'POST') return evict(call, bytes);
  throw methodNotAllowed();
}

async function answerScale(call: ResourceCall, stored: StoredObject, bytes: Buffer): Promise<Answer> {
  const { type, cluster, wish, method } = call;
  const live = stored.in(apiVersionOf(type));
  const paths = scalePathsOf(cluster, type);
  const tell = (object: KubeObject) => jsonAnswer(200, JSON.stringify(toScale(object, paths)), wish.encoding);
  if (method === 'GET') return tell(live);
  const wished = wishedScale(call, toScale(live, paths), bytes);
  const next = withScale(live, wished, { type, paths });
  const written = storeUpdate(objectPlaceOf(call), stored, { next, options: readWriteOptions(call) });
  await cluster.settled();
  return tell(written.object);
}

function wishedScale({ method, headers, type }: ResourceCall, live: KubeObject, bytes: Buffer): unknown {
  if (method === 'PUT') return parseObject({ bytes, contentType: headers['content-type'] });
  if (method !== 'PATCH') throw methodNotAllowed();
  const contentType = mediaTypeOf(headers['content-type']);
  return patchObject({ live, body: parseText(bytes.toString('utf8')), contentType, type });
}

/** Lets a namespace go, or keep waiting: `spec.finalizers` are all that this writes. */
async function finalize(call: ResourceCall, stored: StoredObject, bytes: Buffer): Promise<Answer> {
  const { spec } = parseObject({ bytes, contentType: call.headers['content-type'] });
  storeChanged(call.cluster, stored, { ...stored.object, spec });
  await call.cluster.settled();
  const present = findStored({ ...objectPlaceOf(call), subresource: undefined }) ?? stored;
  return jsonAnswer(200, present.text(), call.wish.encoding);
}

async function evict(call: ResourceCall, bytes: Buffer): Promise<Answer> {
  const { deleteOptions } = parseObject({ bytes, contentType: call.headers['content-type'] });
  const options = toDeleteOptions(isObject(deleteOptions) ? deleteOptions : {}, call.query);
  deleteObject({ ...objectPlaceOf(call), subresource: undefined }, options);
  await call.cluster.settled();
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 };
  return jsonAnswer(201, JSON.stringify(status), call.wish.encoding);
}
