import type { KubeObject } from '../contracts';
import { explainMetadata, jsonName } from '../schema/coerceMetadata';
import { badRequest } from './errors';
import { goName } from './goNames';
import { apiVersionOf, type ObjectPlace, type Place } from './request';

/** That what is read before everything else is of the right type. @throws ApiError 400 */
export function checkReadable({ type }: Place, { apiVersion, kind, metadata }: KubeObject): void {
  for (const [field, value] of Object.entries({ apiVersion, kind }) as [string, unknown][]) {
    if (typeof value === 'string' || value === undefined || value === null) continue;
    throw badRequest(
      `couldn't get version/kind; json parse error: json: cannot unmarshal ${jsonName(value)} into Go struct field .${field} of type string`,
    );
  }
  const wrong = explainMetadata(metadata);
  if (wrong === undefined) return;
  const message = type.isCustom ? wrong : wrong.replace('field ObjectMeta.', 'field ObjectMeta.metadata.');
  throw badRequest(
    `${kind} in version ${JSON.stringify(type.version)} cannot be handled as a ${kind}: ${message}`,
  );
}

/** Kinds that every version of every group has. */
const GENERAL_KINDS = ['List', 'Status', 'DeleteOptions', 'CreateOptions', 'UpdateOptions', 'PatchOptions'];

/** Versions that a real server reads and this one does not serve. */
const OLDER_VERSIONS = ['autoscaling/v1', 'apps/v1beta1', 'apps/v1beta2', 'batch/v1beta1', 'policy/v1beta1'];

/** Why what says that it is of another kind is not of this one. */
export function explainKind({ cluster, type }: Place, apiVersion = '', kind = ''): string {
  const expected = apiVersionOf(type);
  const found = cluster.catalog
    .types()
    .filter(each => apiVersionOf(each) === apiVersion && (each.kind === kind || each.listKind === kind));
  const isOlder = OLDER_VERSIONS.includes(apiVersion) && apiVersion.startsWith(`${type.group}/`);
  const isSame = kind === type.kind && (isOlder || found.some(each => each.kind === kind));
  const isVersionOnly = isSame || (type.isCustom && apiVersion !== expected);
  if (isVersionOnly)
    return `the API version in the data (${apiVersion}) does not match the expected API version (${expected})`;
  const version = apiVersion.split('/').pop() ?? '';
  const refused = `${kind} in version ${JSON.stringify(version)} cannot be handled as a ${type.kind}: `;
  if (type.isCustom)
    return `${refused}the kind in the data (${kind}) does not match the expected kind (${type.kind})`;
  const isKnown = found.length > 0 || (apiVersion === expected && GENERAL_KINDS.includes(kind));
  return isKnown
    ? `${refused}converting (${version}.${kind}) to (${goName(type, type.kind)}): unknown conversion`
    : `${refused}no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)} in scheme "pkg/runtime/scheme.go:111"`;
}

/** That a body is what its path says. @throws ApiError 400 */
export function checkIdentity(place: Place | ObjectPlace, object: KubeObject): void {
  checkReadable(place, object);
  const { apiVersion, kind, metadata } = object;
  const { type, namespace } = place;
  const expected = apiVersionOf(type);
  // Another kind of a custom resource is found out when the object is judged.
  const isForeign = kind !== type.kind && !type.isCustom;
  if (apiVersion !== expected || isForeign) throw badRequest(explainKind(place, apiVersion, kind));
  if ('name' in place && metadata.name !== place.name) {
    throw badRequest(
      metadata.name
        ? `the name of the object (${metadata.name}) does not match the name on the URL (${place.name})`
        : `the name of the object (${place.name} based on URL) was undeterminable: name must be provided`,
    );
  }
  if (type.isNamespaced && metadata.namespace && metadata.namespace !== namespace)
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
}
