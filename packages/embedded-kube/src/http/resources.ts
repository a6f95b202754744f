import { createObject } from '../api/create';
import { answersObject, deleteObject, type Deleted } from '../api/delete';
import { methodNotAllowed, noSuchResource, notFound } from '../api/errors';
import { listObjects } from '../api/list';
import { patchStored } from '../api/patch';
import { renderList, renderLoose, renderObject } from '../api/render';
import { findStored, type Written } from '../api/request';
import { replaceObject } from '../api/update';
import type { KubeObject } from '../contracts';
import { jsonAnswer, withWarnings, type Answer } from './Answer';
import { isFlag, type ResourceCall } from './CallContext';
import { checkScope, objectPlaceOf, placeOf } from './place';
import { mediaTypeOf, parseObject, parseText } from './readBody';
import { readDeleteOptions, readListRequest, readWriteOptions } from './readOptions';
import { answerSubresource } from './subresources';

/** Every verb but watch. @throws ApiError */
export async function answerResource(call: ResourceCall): Promise<Answer> {
  const { type, target, method } = call;
  checkScope(call);
  if (target.subresource !== undefined && target.subresource !== 'status') return answerSubresource(call);
  if (target.subresource === 'status' && !type.subresources.includes('status')) throw noSuchResource();
  checkVerb(call);
  switch (method) {
    case 'GET':
    case 'HEAD':
      return target.name === undefined ? list(call) : get(call);
    case 'POST':
      return create(call);
    case 'PUT':
      return replace(call);
    case 'PATCH':
      return patch(call);
    case 'DELETE':
      return target.name === undefined ? removeAll(call) : remove(call);
    default:
      throw methodNotAllowed();
  }
}

export const isWatch = ({ method, query, target }: ResourceCall) =>
  method === 'GET' && target.subresource === undefined && isFlag(query.get('watch'));

const VERBS: Readonly<Record<string, readonly [collection: string, object: string]>> = {
  GET: ['list', 'get'],
  HEAD: ['list', 'get'],
  POST: ['create', ''],
  PUT: ['', 'update'],
  PATCH: ['', 'patch'],
  DELETE: ['deletecollection', 'delete'],
};

function checkVerb({ type, target, method }: ResourceCall): void {
  const verb = VERBS[method]?.[target.name === undefined ? 0 : 1] ?? '';
  const needsNamespace = method === 'POST' && type.isNamespaced && target.namespace === '';
  const isServed = type.verbs.includes(verb) && !needsNamespace;
  if (!isServed) throw methodNotAllowed();
}

async function get(call: ResourceCall): Promise<Answer> {
  const { cluster, type, wish, target } = call;
  await cluster.settled();
  const stored = findStored(objectPlaceOf(call));
  if (!stored) throw notFound(type, target.name ?? '');
  const now = cluster.now().getTime();
  return jsonAnswer(200, renderObject(type, stored, wish.form, now), wish.encoding);
}

async function list(call: ResourceCall): Promise<Answer> {
  const { cluster, type, wish } = call;
  await cluster.settled();
  const found = listObjects(placeOf(call), readListRequest(call));
  return jsonAnswer(200, renderList(type, found, wish.form, cluster.now().getTime()), wish.encoding);
}

async function create(call: ResourceCall): Promise<Answer> {
  const body = withKind(call, await readObject(call));
  return answerWritten(call, createObject(placeOf(call), body, readWriteOptions(call)));
}

async function replace(call: ResourceCall): Promise<Answer> {
  const body = withKind(call, await readObject(call));
  return answerWritten(call, replaceObject(objectPlaceOf(call), body, readWriteOptions(call)));
}

async function patch(call: ResourceCall): Promise<Answer> {
  const body = parseText((await call.readBody()).toString('utf8'));
  const { query, headers } = call;
  const request = {
    body,
    contentType: mediaTypeOf(headers['content-type']),
    isForced: isFlag(query.get('force')),
    hasManager: Boolean(query.get('fieldManager')),
  };
  return answerWritten(call, patchStored(objectPlaceOf(call), request, readWriteOptions(call)));
}

async function readObject({ readBody, headers, type }: ResourceCall): Promise<KubeObject> {
  return parseObject({ bytes: await readBody(), contentType: headers['content-type'], type });
}

async function remove(call: ResourceCall): Promise<Answer> {
  const options = readDeleteOptions(call, await call.readBody());
  const place = objectPlaceOf(call);
  const deleted = deleteObject(place, options);
  await call.cluster.settled();
  return answerDeleted(call, deleted);
}

function answerDeleted(call: ResourceCall, { object, isGone }: Deleted): Answer {
  const { type, wish, cluster } = call;
  if (!isGone || answersObject(type))
    return jsonAnswer(200, renderLoose(type, object, wish.form, cluster.now().getTime()), wish.encoding);
  const { group, plural } = type;
  const { name, uid } = object.metadata;
  const status = {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Success',
    details: { name, ...(group === '' ? {} : { group }), kind: plural, uid },
  };
  return jsonAnswer(200, JSON.stringify(status), wish.encoding);
}

async function removeAll(call: ResourceCall): Promise<Answer> {
  const options = readDeleteOptions(call, await call.readBody());
  const { cluster, type, wish } = call;
  const found = listObjects(placeOf(call), { ...readListRequest(call), limit: 0 });
  for (const { namespace, name } of found.stored)
    deleteObject({ ...placeOf(call), namespace, name }, options);
  await cluster.settled();
  return jsonAnswer(200, renderList(type, found, wish.form, cluster.now().getTime()), wish.encoding);
}

/** Go's clients leave the kind out of what they send. */
function withKind({ type }: ResourceCall, body: KubeObject): KubeObject {
  const { group, version, kind } = type;
  const apiVersion = group === '' ? version : `${group}/${version}`;
  return { ...body, apiVersion: body.apiVersion || apiVersion, kind: body.kind || kind };
}

export async function answerWritten(call: ResourceCall, written: Written): Promise<Answer> {
  const { cluster, type, wish } = call;
  await cluster.settled();
  const { object, stored, isCreated, warnings } = written;
  const now = cluster.now().getTime();
  const text = stored
    ? renderObject(type, stored, wish.form, now)
    : renderLoose(type, object, wish.form, now);
  return withWarnings(jsonAnswer(isCreated ? 201 : 200, text, wish.encoding), warnings);
}
