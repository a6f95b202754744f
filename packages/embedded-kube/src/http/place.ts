import { noSuchResource } from '../api/errors';
import type { ObjectPlace, Place } from '../api/request';
import type { ResourceCall } from './CallContext';

/** @throws ApiError 404 where a namespace is named for a kind that has none, or the other way round */
export function checkScope({ type, target }: ResourceCall): void {
  if (type.isNamespaced ? target.name !== undefined && target.namespace === '' : target.namespace !== '')
    throw noSuchResource();
  // What is only asked has no objects, and where it has a namespace nothing beyond it.
  const isAsked = !type.verbs.includes('get');
  if (isAsked && (target.name !== undefined || (type.isNamespaced && target.namespace === '')))
    throw noSuchResource();
}

export const placeOf = ({ cluster, type, target }: ResourceCall): Place => ({
  cluster,
  type,
  namespace: target.namespace,
});

export const objectPlaceOf = (call: ResourceCall): ObjectPlace => ({
  ...placeOf(call),
  name: call.target.name ?? '',
  subresource: call.target.subresource,
});
