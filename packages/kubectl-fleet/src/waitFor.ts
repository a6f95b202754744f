import { TransientError } from '@fleetstage/kube-client';

interface WaitOptions {
  readonly timeoutMs: number;
  /** Default 500. */
  readonly everyMs?: number;
}

/**
 * Asks until there is an answer; `undefined`: not within the time. An outage of the hub is waited for, too, and shows when
 * the time is over.
 */
export async function waitFor<T>(
  probe: () => Promise<T | undefined>,
  { timeoutMs, everyMs = 500 }: WaitOptions,
): Promise<T | undefined> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const isLast = performance.now() + everyMs >= deadline;
    const answer = await probe().catch(error => {
      if (isLast || !(error instanceof TransientError)) throw error;
      return undefined;
    });
    if (answer !== undefined || isLast) return answer;
    await new Promise(resolve => setTimeout(resolve, everyMs));
  }
}
