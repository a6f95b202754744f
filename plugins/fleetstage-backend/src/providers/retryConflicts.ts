import { ConflictError } from '@fleetstage/kube-client';

/** Somebody else wrote between the read and the write; more often in a row than this is no coincidence. */
const ATTEMPTS = 5;

/** Reads and writes, and again where the write came too late. */
export async function retryConflicts<T>(attempt: () => Promise<T>): Promise<T> {
  for (let n = 1; ; n++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ConflictError) || n === ATTEMPTS) throw error;
    }
  }
}
