import { lookUp } from '../schema/jsonValues';
import { asksToWatch } from '../access/attributes';
import { isReview } from '../access/reviews/answerReview';
import { createObject } from '../api/create';
import { answersObject, deleteObject, warningsFor, type Deleted } from '../api/delete';
import { methodNotAllowed, notFound, withAdvice } from '../api/errors';
import { goName } from '../api/goNames';
import { explainVersion, listObjects, versionTooLarge } from '../api/list';
import { patchStored } from '../api/patch';
import { checkPodReferences } from '../api/podReferences';
import { renderList, renderLoose, renderObject } from '../api/render';
import { findStored, type Written } from '../api/request';
import { replaceObject } from '../api/update';
import { ApiError, type KubeObject } from '../contracts';
import { jsonAnswer, withWarnings, type Answer } from './Answer';
import type { ResourceCall } from './CallContext';
import { readDeleteOptions } from './deleteOptions';
import { checkScope, objectPlaceOf, placeOf } from './place';
import { parseBody, type ParsedBody } from './readBody';
import { readPatchRequest } from './readPatchRequest';
import { readListRequest, readStoreOptions } from './readOptions';
import { answerReviewCall } from './reviews';
import { checkNamesKind } from './unrecognized';
import { answerSubresource, noSubresource } from './subresources';

/** Every verb but watch. @throws ApiError */
export async function answerResource(call: ResourceCall): Promise<Answer> {
  const { type, target, method } = call;
  // Rights are judged by the path, which says "watch": nothing else may be done below it.
  if (target.isWatch) throw methodNotAllowed();
  checkScope(call);
  if (target.subresource !== undefined && target.subresource !== 'status') return answerSubresource(call);
  if (target.subresource === 'status' && !type.subresources.includes('status')) throw noSubresource(call);
  checkVerb(call);
  switch (method) {
    case 'GET':
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
  method === 'GET' &&
  target.subresource === undefined &&
  (target.isWatch === true || (target.name === undefined && asksToWatch(query)));

const VERBS: Readonly<Record<string, readonly [collection: string, object: string]>> = {
  GET: ['list', 'get'],
  POST: ['create', ''],
  PUT: ['', 'update'],
  PATCH: ['', 'patch'],
  DELETE: ['deletecollection', 'delete'],
};

/** Collections of all namespaces are only read. */
const OF_ONE_NAMESPACE = ['POST', 'DELETE'];
const OF_STATUS = ['GET', 'PUT', 'PATCH'];

function checkVerb({ type, target, method }: ResourceCall): void {
  if (target.isWatch) throw methodNotAllowed();
  const isCollection = target.name === undefined;
  const verb = lookUp(VERBS, method)?.[isCollection ? 0 : 1] ?? '';
  const isOfAll = isCollection && type.isNamespaced && target.namespace === '';
  const isServed =
    type.verbs.includes(verb) &&
    !(isOfAll && OF_ONE_NAMESPACE.includes(method)) &&
    (target.subresource === undefined || OF_STATUS.includes(method));
  if (!isServed) throw methodNotAllowed();
}

async function get(call: ResourceCall): Promise<Answer> {
  const { cluster, type, representation, target } = call;
  checkForm(call, false);
  checkKnownVersion(call);
  do await cluster.settled();
  while (!cluster.isSettled);
  const stored = findStored(objectPlaceOf(call));
  if (!stored) throw notFound(type, target.name ?? '');
  const now = cluster.now().getTime();
  return jsonAnswer(200, renderObject(type, stored, representation.form, now), representation.encoding);
}

/** An object is shown as it is now; only what is no version, or not reached yet, is refused. @throws ApiError 500, 504 */
function checkKnownVersion({ query, cluster }: ResourceCall): void {
  const asked = query.get('resourceVersion');
  if (!asked) return;
  const problem = explainVersion(asked);
  if (problem !== undefined) throw new ApiError(500, '', problem);
  if (Number(asked) > cluster.revision) throw versionTooLarge(Number(asked), cluster.revision);
}

/** @throws ApiError 406 where metadata of a list is asked of an object, or the other way round */
function checkForm({ type, representation: { form } }: ResourceCall, isList: boolean): void {
  if (form.kind !== 'partial' || form.isOfList === isList) return;
  const [wanted, found] = isList
    ? ['PartialObjectMetadata', `is a list (*${goName(type, type.listKind)})`]
    : ['PartialObjectMetadataList', `is not a list (*${goName(type, type.kind)})`];
  throw new ApiError(406, 'NotAcceptable', `you requested ${wanted}, but the requested object ${found}`);
}

async function list(call: ResourceCall): Promise<Answer> {
  const { cluster, type, representation } = call;
  checkForm(call, true);
  // What others write between the end of the wait and here is not stored yet.
  do await cluster.settled();
  while (!cluster.isSettled);
  const found = listObjects(placeOf(call), readListRequest(call));
  return jsonAnswer(
    200,
    renderList(type, found, representation.form, cluster.now().getTime()),
    representation.encoding,
  );
}

async function create(call: ResourceCall): Promise<Answer> {
  const { object: body, repeated } = await readObject(call);
  if (isReview(call.type)) return answerReviewCall(call, body);
  checkPodReferences(placeOf(call), body);
  return answerWritten(call, createObject(placeOf(call), body, { ...readStoreOptions(call), repeated }));
}

async function replace(call: ResourceCall): Promise<Answer> {
  const { object, repeated } = await readObject(call);
  const options = { ...readStoreOptions(call), repeated };
  return answerWritten(call, replaceObject(objectPlaceOf(call), object, options));
}

async function patch(call: ResourceCall): Promise<Answer> {
  const request = await readPatchRequest(call);
  return answerWritten(call, patchStored(objectPlaceOf(call), request, readStoreOptions(call)));
}

async function readObject(call: ResourceCall): Promise<ParsedBody> {
  const { readBody, headers, type } = call;
  const bytes = await readBody();
  const { object, repeated } = parseBody({ bytes, contentType: headers['content-type'], type });
  if (type.isCustom) checkNamesKind(object, bytes, type);
  return { object: withKind(call, object), repeated };
}

async function remove(call: ResourceCall): Promise<Answer> {
  const options = readDeleteOptions(call, await call.readBody());
  const place = objectPlaceOf(call);
  const warnings = warningsFor(call.type, options);
  const deleted = advising(warnings, () => deleteObject(place, options));
  await call.cluster.settled();
  return withWarnings(answerDeleted(call, deleted), warnings);
}

/** A refusal carries the warnings, too. */
function advising<T>(warnings: readonly string[], act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw error instanceof ApiError ? withAdvice(error, warnings) : error;
  }
}

function answerDeleted(call: ResourceCall, { object, isGone }: Deleted): Answer {
  const { type, representation, cluster } = call;
  if (!isGone || answersObject(type))
    return jsonAnswer(
      200,
      renderLoose(type, object, representation.form, cluster.now().getTime()),
      representation.encoding,
    );
  const { group, plural } = type;
  const { name, uid } = object.metadata;
  const status = {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Success',
    details: { name, ...(group === '' ? {} : { group }), kind: plural, uid },
  };
  return jsonAnswer(200, JSON.stringify(status), representation.encoding);
}

async function removeAll(call: ResourceCall): Promise<Answer> {
  const options = readDeleteOptions(call, await call.readBody());
  const { cluster, type, representation } = call;
  const found = listObjects(placeOf(call), readListRequest(call));
  for (const { namespace, name } of found.stored)
    deleteObject({ ...placeOf(call), namespace, name }, options);
  await cluster.settled();
  return jsonAnswer(
    200,
    renderList(type, found, representation.form, cluster.now().getTime()),
    representation.encoding,
  );
}

/** Go's clients leave the kind out of what they send. */
function withKind({ type }: ResourceCall, body: KubeObject): KubeObject {
  const { group, version, kind } = type;
  const apiVersion = group === '' ? version : `${group}/${version}`;
  return { ...body, apiVersion: body.apiVersion || apiVersion, kind: body.kind || kind };
}

export async function answerWritten(call: ResourceCall, written: Written): Promise<Answer> {
  const { cluster, type, representation } = call;
  await cluster.settled();
  const { object, stored, isCreated, warnings } = written;
  const now = cluster.now().getTime();
  const text = stored
    ? renderObject(type, stored, representation.form, now)
    : renderLoose(type, object, representation.form, now);
  return withWarnings(jsonAnswer(isCreated ? 201 : 200, text, representation.encoding), warnings);
}
