import { InvalidError, TransientError as KubeTransientError, messageOf } from '@fleetstage/kube-client';
import { TerminalError, TransientError } from '../loop/errors';

/**
 * A cluster's response as an error of the loop: the cluster's Retry-After is honoured, and a request that it calls invalid
 * is not repeated until something changes.
 */
export function toLoopError(what: string, cause: unknown): TerminalError | TransientError {
  if (cause instanceof InvalidError) return new TerminalError(`${what}: ${messageOf(cause)}`, { cause });
  if (!(cause instanceof KubeTransientError)) return new TransientError(what, undefined, { cause });
  return new TransientError(what, cause.retryAfterMs, { cause, isOutage: cause.isClusterWide });
}

/** Asks a cluster; a failure is thrown as `toLoopError`. */
export async function askCluster<T>(what: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    throw toLoopError(what, cause);
  }
}
