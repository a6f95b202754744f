/** How long {@link eventually} waits and how often it checks. */
export interface EventuallyOptions {
  readonly timeoutMs?: number;
  readonly intervalMs?: number;
}

/**
 * Repeats `probe` until it returns, and hands on what it returned. A probe that throws says "not yet", and its
 * message is the state that the deadline prints; so `expect` or `assert` inside it say what is missing:
 *
 *   const web = await eventually('web is available', async () => {
 *     const deployment = await read('web');
 *     expect(deployment.status.availableReplicas).toBe(1);
 *     return deployment;
 *   });
 */
export async function eventually<T>(
  description: string,
  probe: () => Promise<T> | T,
  { timeoutMs = 30_000, intervalMs = 100 }: EventuallyOptions = {},
): Promise<T> {
  const deadlineAt = Date.now() + timeoutMs;
  // A probe that never answers (a frozen server) must not outlive the deadline.
  const deadline = startDeadline(timeoutMs);
  let last: unknown = new Error('the first check has not come back');
  try {
    for (;;) {
      const outcome = await Promise.race([attempt(probe), deadline.expired]);
      if (outcome.kind === 'holds') return outcome.value;
      if (outcome.kind === 'notYet') last = outcome.reason;
      if (outcome.kind === 'expired' || Date.now() + intervalMs >= deadlineAt) {
        const state = last instanceof Error ? last.message : String(last);
        throw new Error(`Not within ${timeoutMs} ms: ${description}. Last state:\n${state}`, { cause: last });
      }
      await new Promise(resolve => setTimeout(resolve, intervalMs));
    }
  } finally {
    deadline.cancel();
  }
}

type Outcome<T> = { kind: 'holds'; value: T } | { kind: 'notYet'; reason: unknown } | { kind: 'expired' };

async function attempt<T>(probe: () => Promise<T> | T): Promise<Outcome<T>> {
  try {
    return { kind: 'holds', value: await probe() };
  } catch (reason) {
    return { kind: 'notYet', reason };
  }
}

function startDeadline(timeoutMs: number) {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<{ kind: 'expired' }>(resolve => {
    timer = setTimeout(() => resolve({ kind: 'expired' }), timeoutMs);
  });
  return { expired, cancel: () => clearTimeout(timer) };
}
