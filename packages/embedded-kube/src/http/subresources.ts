import { badRequest, methodNotAllowed, noSuchResource, notFound, staleVersion } from '../api/errors';
import { deleteObject } from '../api/delete';
import { checkIdentity } from '../api/identity';
import { findStored } from '../api/request';
import { objectSeen } from '../api/view';
import { checkHasReplicas, scalePathsOf, toScale } from '../api/scale';
import { patchScale, replaceScale } from '../api/writeScale';
import { storeAs } from '../cluster/controllerWrites';
import type { KubeObject } from '../contracts';
import { scaleType } from '../schema/builtin';
import type { StoredObject } from '../storage/StoredObject';
import { jsonAnswer, withWarnings, type Answer } from './Answer';
import type { ResourceCall } from './CallContext';
import { answerTokenCall } from './tokens';
import { objectPlaceOf } from './place';
import { parseObject } from './readBody';
import type { PatchRequest } from '../api/patch';
import { readPatchRequest } from './readPatchRequest';
import { toDeleteOptions } from './deleteOptions';
import { readWriteOptions } from './writeOptions';

const METHODS: Readonly<Record<string, readonly string[]>> = {
  scale: ['GET', 'PUT', 'PATCH'],
  finalize: ['PUT'],
  eviction: ['POST'],
  token: ['POST'],
};

/** Subresources that are separate kinds; `status` is none of them. @throws ApiError */
export async function answerSubresource(call: ResourceCall): Promise<Answer> {
  const { type, target } = call;
  const subresource = target.subresource ?? '';
  if (!type.subresources.includes(subresource)) throw noSubresource(call);
  if (METHODS[subresource]?.includes(call.method) === false) throw methodNotAllowed();
  const bytes = await call.readBody();
  const patch = call.method === 'PATCH' ? await readPatchRequest(call) : undefined;
  // From here to what it writes nothing else may run, or it would write over what came between.
  do await call.cluster.settled();
  while (!call.cluster.isSettled);
  const stored = findStored({ ...objectPlaceOf(call), subresource: undefined });
  if (!stored) throw notFound(type, target.name ?? '');
  if (subresource === 'scale') return answerScale(call, stored, { bytes, patch });
  if (subresource === 'finalize' && call.method === 'PUT') return finalize(call, stored, bytes);
  if (subresource === 'token' && call.method === 'POST') return answerTokenCall(call, stored, bytes);
  if (subresource === 'eviction' && call.method === 'POST') return evict(call, bytes);
  throw methodNotAllowed();
}

/** Paths of custom resources are all served by one handler, which looks up the object first. */
export const noSubresource = ({ type, target }: ResourceCall) =>
  type.isCustom ? notFound(type, target.name ?? '') : noSuchResource();

interface Sent {
  readonly bytes: Buffer;
  readonly patch?: PatchRequest;
}

async function answerScale(call: ResourceCall, stored: StoredObject, sent: Sent): Promise<Answer> {
  const { type, cluster, representation, method } = call;
  const paths = scalePathsOf(cluster, type);
  const answer = (object: KubeObject) =>
    jsonAnswer(200, JSON.stringify(toScale(object, paths)), representation.encoding);
  if (method === 'GET') {
    const live = objectSeen(type, stored);
    if (type.isCustom) checkHasReplicas(live, paths);
    return answer(live);
  }
  const options = readWriteOptions(call);
  const scaled = { place: objectPlaceOf(call), stored, paths };
  const written =
    sent.patch === undefined
      ? replaceScale(scaled, scaleIn(call, sent.bytes), options)
      : patchScale(scaled, sent.patch, options);
  await cluster.settled();
  return withWarnings(answer(written.object), written.warnings);
}

function scaleIn({ headers }: ResourceCall, bytes: Buffer): KubeObject {
  const body = parseObject({ bytes, contentType: headers['content-type'], type: scaleType() });
  const apiVersion = body.apiVersion || 'autoscaling/v1';
  const kind = body.kind || 'Scale';
  if (kind === 'Scale') return { ...body, apiVersion, kind };
  const version = apiVersion.split('/').pop();
  throw badRequest(
    `${kind} in version "${version}" cannot be handled as a Scale: converting (${version}.${kind}) to (autoscaling.Scale): unknown conversion`,
  );
}

/** Lets a namespace go, or keep waiting: `spec.finalizers` are all that this writes. */
async function finalize(call: ResourceCall, stored: StoredObject, bytes: Buffer): Promise<Answer> {
  const body = parseObject({ bytes, contentType: call.headers['content-type'] });
  const { apiVersion, kind } = stored.object;
  const named = { ...body, apiVersion: body.apiVersion || apiVersion, kind: body.kind || kind };
  checkIdentity(objectPlaceOf(call), named);
  // It says what cannot be read; what it fills in is not asked for here.
  call.type.admission.prepare(named, 'Ignore');
  const { resourceVersion } = body.metadata;
  if (resourceVersion && resourceVersion !== stored.object.metadata.resourceVersion)
    throw staleVersion(call.type, stored.name);
  const { spec } = body as { readonly spec?: { readonly finalizers?: readonly string[] | null } | null };
  const finalizers = spec?.finalizers ?? [];
  const next = { ...stored.object, spec: finalizers.length > 0 ? { finalizers } : {} };
  const { manager, isDryRun } = readWriteOptions(call);
  if (isDryRun) return jsonAnswer(200, JSON.stringify(next), call.representation.encoding);
  storeAs(call.cluster, stored, next, { manager, subresource: 'finalize' });
  await call.cluster.settled();
  const present = findStored({ ...objectPlaceOf(call), subresource: undefined }) ?? stored;
  return jsonAnswer(200, present.text(), call.representation.encoding);
}

async function evict(call: ResourceCall, bytes: Buffer): Promise<Answer> {
  const { deleteOptions } = parseObject({ bytes, contentType: call.headers['content-type'] });
  const options = toDeleteOptions(deleteOptions ?? {}, call.query);
  deleteObject({ ...objectPlaceOf(call), subresource: undefined }, options);
  await call.cluster.settled();
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 };
  return jsonAnswer(201, JSON.stringify(status), call.representation.encoding);
}
