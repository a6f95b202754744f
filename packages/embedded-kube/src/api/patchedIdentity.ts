import { ApiError, type KubeObject, type ResourceType } from '../contracts';
import { invalidError, toInvalidError } from '../schema/fieldErrors';
import { goKindOf } from '../schema/jsonText';
import { isObject } from '../schema/jsonValues';
import { badRequest, withAdvice } from './errors';
import { checkReadable, explainKind } from './identity';
import { apiVersionOf, type ObjectPlace } from './request';

const nameless = (name: string) =>
  badRequest(`the name of the object (${name} based on URL) was undeterminable: name must be provided`);

/**
 * That what a patch made still is of its kind. What says another one is read as that, which real servers find out in many
 * ways; what says none is read as nothing.
 *
 * @throws ApiError 400, 422
 */
export function checkPatchedKind(place: ObjectPlace, result: KubeObject): void {
  const { type, name } = place;
  checkReadable(place, result);
  const { apiVersion, kind, metadata } = result;
  const refuse = (why: string) =>
    badRequest(`${kind} in version ${type.version} cannot be handled as a ${type.kind}: ${why}`);
  if (!isObject(metadata))
    throw refuse(
      `json: cannot unmarshal ${goKindOf(metadata)} into Go struct field ${kind}.metadata of type v1.ObjectMeta`,
    );
  if (apiVersion === apiVersionOf(type) && kind === type.kind) return;
  if (type.isCustom) throw apiVersion || !kind ? refuseCustomKind(place, result) : versionless();
  if (!apiVersion || !kind) throw nameless(name);
  readAsOther(place, result);
  throw badRequest(explainKind(place, apiVersion, kind));
}

/** What says that it is of another kind is read as that first. @throws ApiError 400 */
function readAsOther({ cluster }: ObjectPlace, result: KubeObject): void {
  const { apiVersion, kind } = result;
  const other = cluster.catalog.types().find(each => each.kind === kind && apiVersionOf(each) === apiVersion);
  if (other && !other.isCustom) other.admission.prepare(result, 'Ignore');
}

/** A real server trips over it, too. */
function versionless(): ApiError {
  const why = "Object 'apiVersion' is missing in 'object has no apiVersion field'";
  return new ApiError(500, 'InternalError', `Internal error occurred: ${why}`, {
    causes: [{ reason: '', message: why, field: '' }],
  });
}

function refuseCustomKind({ type, name }: ObjectPlace, result: KubeObject): ApiError {
  const { apiVersion = '', kind = '' } = result;
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
  const errors = [
    ...(kind === type.kind ? [] : [invalidError('kind', kind, `must be ${type.kind}`)]),
    ...(apiVersion === apiVersionOf(type)
      ? []
      : [invalidError('apiVersion', apiVersion, `must be ${apiVersionOf(type)}`)]),
  ];
  return withAdvice(toInvalidError({ group, kind, name }, errors), unknownIn(result, type));
}

/** Nothing is known of the fields of a version that the kind does not have. */
const unknownIn = (result: KubeObject, type: ResourceType): readonly string[] =>
  type.apiVersions.includes(result.apiVersion)
    ? []
    : Object.keys(result)
        .filter(field => !['apiVersion', 'kind', 'metadata'].includes(field))
        .sort()
        .map(field => `unknown field ${JSON.stringify(field)}`);

/** That the result of a patch is still where its path says. @throws ApiError 400 */
export function checkPlace({ name, namespace }: ObjectPlace, { metadata }: KubeObject): void {
  if (metadata.namespace && namespace !== '' && metadata.namespace !== namespace)
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
  if (!metadata.name) throw nameless(name);
  if (metadata.name !== name)
    throw badRequest(
      `the name of the object (${metadata.name}) does not match the name on the URL (${name})`,
    );
}
