import { ForbiddenError, NotFoundError } from '@fleetstage/kube-client';

/** The namespace of an object that was to be created is going or gone: nothing new can be there. */
export function isNamespaceGoing(error: unknown): boolean {
  if (error instanceof ForbiddenError)
    return error.status?.details?.causes?.some(({ reason }) => reason === 'NamespaceTerminating') === true;
  return error instanceof NotFoundError && error.status?.details?.kind === 'namespaces';
}
