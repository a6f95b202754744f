import { InvalidError, TransientError as KubeTransientError, messageOf } from '@fleetstage/kube-client';
import { TerminalError, TransientError } from '../loop/errors';

/**
 * What a cluster answered, as the loop understands it: the cluster's own wish for patience is honoured, and a request
 * that it calls invalid is not repeated until something changes.
 */
export async function askCluster<T>(what: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    if (cause instanceof InvalidError) throw new TerminalError(`${what}: ${messageOf(cause)}`, { cause });
    throw new TransientError(what, cause instanceof KubeTransientError ? cause.retryAfterMs : undefined, {
      cause,
    });
  }
}
