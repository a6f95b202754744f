import type { KubeObject } from '../contracts';
import { trackUpdate } from '../api/patch/managedFields';
import { issueToken, withUsualTime } from '../access/tokens/requestToken';
import { badRequest } from '../api/errors';
import { tokenRequestType } from '../schema/builtin';
import type { StoredObject } from '../storage/StoredObject';
import { toTime } from '../text';
import { jsonAnswer, withWarnings, type Answer } from './Answer';
import type { ResourceCall } from './CallContext';
import { parseObject } from './readBody';
import { readWriteOptions } from './writeOptions';

/** `POST …/serviceaccounts/<name>/token`. @throws ApiError 400, 404, 409, 422 */
export function answerTokenCall(call: ResourceCall, account: StoredObject, bytes: Buffer): Answer {
  const { cluster, access, headers, representation } = call;
  const type = tokenRequestType();
  const apiVersion = `${type.group}/${type.version}`;
  const body = parseObject({ bytes, contentType: headers['content-type'] });
  if (body.kind && body.kind !== type.kind) throw badRequest(explainKind(body, type.kind));
  const { namespace } = body.metadata;
  if (namespace && namespace !== account.namespace)
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
  const { manager, fieldValidation } = readWriteOptions(call);
  const named = { ...body, apiVersion: body.apiVersion || apiVersion, kind: type.kind };
  const { object, warnings } = type.admission.prepare(named, fieldValidation);
  const { status: _unset, ...next } = withUsualTime(object);
  const now = toTime(cluster.now());
  const request = trackUpdate({ next, manager, type, now, subresource: 'token' });
  const answer = issueToken({ cluster, signer: access.signer }, account, request);
  return withWarnings(jsonAnswer(201, JSON.stringify(answer), representation.encoding), warnings);
}

function explainKind({ apiVersion, kind }: Partial<KubeObject>, wanted: string): string {
  const version = (apiVersion || '').split('/').pop() ?? '';
  return `${kind} in version ${JSON.stringify(version)} cannot be handled as a ${wanted}: converting (${version}.${kind}) to (authentication.${wanted}): unknown conversion`;
}
