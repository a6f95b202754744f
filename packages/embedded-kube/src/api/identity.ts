import type { KubeObject } from '../contracts';
import { badRequest } from './errors';
import { apiVersionOf, type ObjectPlace, type Place } from './request';

/** That a body is what its path says. @throws ApiError 400 */
export function checkIdentity(place: Place | ObjectPlace, { apiVersion, kind, metadata }: KubeObject): void {
  const { type, namespace } = place;
  const expected = apiVersionOf(type);
  if (apiVersion !== expected) {
    throw badRequest(
      `the API version in the data (${apiVersion}) does not match the expected API version (${expected})`,
    );
  }
  if (kind !== type.kind) {
    throw badRequest(
      `${kind} in version ${JSON.stringify(type.version)} cannot be handled as a ${type.kind}: the kind in the data (${kind}) does not match the expected kind (${type.kind})`,
    );
  }
  if ('name' in place && metadata.name !== place.name) {
    throw badRequest(
      metadata.name
        ? `the name of the object (${metadata.name}) does not match the name on the URL (${place.name})`
        : 'name must be provided',
    );
  }
  if (metadata.namespace && metadata.namespace !== namespace) {
    throw badRequest(
      namespace === ''
        ? 'namespace may not be set on a cluster-scoped object'
        : 'the namespace of the provided object does not match the namespace sent on the request',
    );
  }
}
