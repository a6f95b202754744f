import { VersionProviderError } from '@fleetstage/backstage-plugin-fleetstage-node';
import {
  AnswerTooLargeError,
  ClosedError,
  ConflictError,
  ForbiddenError,
  InvalidError,
  KubeError,
  messageOf,
  NotFoundError,
  TransientError,
  UnauthorizedError,
  UnknownKindError,
} from '@fleetstage/kube-client';

/** The failure of a call to a management cluster, classified (D/PRV-012). */
export function asProviderError(error: unknown): VersionProviderError {
  if (error instanceof VersionProviderError) return error;
  const message = messageOf(error);
  if (error instanceof ForbiddenError || error instanceof UnauthorizedError)
    return new VersionProviderError(message, { kind: 'permission', cause: error });
  if (error instanceof TransientError)
    return new VersionProviderError(message, {
      kind: 'retryable',
      retryAfterMs: error.retryAfterMs,
      cause: error,
    });
  return new VersionProviderError(message, {
    kind: isFinal(error) ? 'permanent' : 'retryable',
    cause: error,
  });
}

/** Conflicts, kinds that are not installed yet and clients that were closed pass; a request that is wrong does not. */
function isFinal(error: unknown): boolean {
  if (error instanceof ConflictError || error instanceof ClosedError || error instanceof UnknownKindError)
    return false;
  return (
    error instanceof InvalidError ||
    error instanceof NotFoundError ||
    error instanceof AnswerTooLargeError ||
    !(error instanceof KubeError || isAbort(error))
  );
}

const isAbort = (error: unknown) => error instanceof Error && error.name === 'AbortError';

/** Runs a call; what it throws is classified. */
export async function classified<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw asProviderError(error);
  }
}
