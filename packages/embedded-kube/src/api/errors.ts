import { ApiError, type FieldError, type ResourceType } from '../contracts';
import { joinFieldErrors } from '../schema/fieldErrors';
import type { StoredObject } from '../storage/StoredObject';

type Named = Pick<ResourceType, 'group' | 'plural'>;

/** `configmaps`, `widgets.example.io`. */
export const qualified = ({ group, plural }: Named) => (group === '' ? plural : `${plural}.${group}`);

const detailsOf = ({ group, plural }: Named, name: string) => ({
  ...(name === '' ? {} : { name }),
  ...(group === '' ? {} : { group }),
  kind: plural,
});

export const notFound = (type: Named, name: string) =>
  new ApiError(404, 'NotFound', `${qualified(type)} "${name}" not found`, detailsOf(type, name));

export function alreadyExists(type: Named, { name, object }: StoredObject): ApiError {
  const isLeaving = object.metadata.deletionTimestamp !== undefined;
  const message = `${isLeaving ? 'object is being deleted: ' : ''}${qualified(type)} "${name}" already exists`;
  return new ApiError(409, 'AlreadyExists', message, detailsOf(type, name));
}

export const conflict = (type: Named, name: string, why: string) =>
  new ApiError(
    409,
    'Conflict',
    `Operation cannot be fulfilled on ${qualified(type)} "${name}": ${why}`,
    detailsOf(type, name),
  );

/** Refused by what stores objects, which knows their plural and not their kind. */
export const invalidResource = (type: Named, name: string, causes: readonly FieldError[]) =>
  new ApiError(
    422,
    'Invalid',
    `${qualified(type)} ${JSON.stringify(name)} is invalid: ${joinFieldErrors(causes)}`,
    { ...detailsOf(type, name), causes },
  );

export const staleVersion = (type: Named, name: string) =>
  conflict(
    type,
    name,
    'the object has been modified; please apply your changes to the latest version and try again',
  );

export const badRequest = (message: string) => new ApiError(400, 'BadRequest', message);

export function forbidden(type: Named, name: string, why: string, causes?: readonly FieldError[]): ApiError {
  return new ApiError(403, 'Forbidden', `${qualified(type)} "${name}" is forbidden: ${why}`, {
    ...detailsOf(type, name),
    ...(causes ? { causes } : {}),
  });
}

export const methodNotAllowed = () =>
  new ApiError(
    405,
    'MethodNotAllowed',
    'the server does not allow this method on the requested resource',
    {},
  );

/** The path lies below a group that is served, and names nothing. */
export const noSuchResource = () =>
  new ApiError(404, 'NotFound', 'the server could not find the requested resource', {});

export const expired = (message: string) => new ApiError(410, 'Expired', message);

/** A page of what is forgotten; the remaining pages may be had as they are now. */
export class ExpiredPageError extends ApiError {
  constructor(
    message: string,
    /** Goes on where the page would have begun. */
    readonly continuation: string,
  ) {
    super(410, 'Expired', message);
  }
}

/** A refusal does not hide what was noticed before. */
export const withAdvice = ({ code, reason, message, details }: ApiError, warnings: readonly string[]) =>
  new ApiError(code, reason, message, details, warnings);

/** The answer body of a refusal. */
export function toStatus(error: ApiError): object {
  const { code, reason, message, details } = error;
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: error instanceof ExpiredPageError ? { continue: error.continuation } : {},
    status: 'Failure',
    message,
    ...(reason === '' ? {} : { reason }),
    ...(details ? { details: toWireDetails(details) } : {}),
    code,
  };
}

/** What is empty is left out, as Go does. */
function toWireDetails({ causes, ...rest }: NonNullable<ApiError['details']>): object {
  const details = Object.fromEntries(
    Object.entries(rest).filter(([, value]) => value !== undefined && value !== ''),
  );
  if (causes === undefined) return details;
  const wire = causes.map(({ reason, message, field }) => ({
    ...(reason === '' ? {} : { reason }),
    ...(message === '' ? {} : { message }),
    ...(field === '' ? {} : { field }),
  }));
  return { ...details, causes: wire };
}
