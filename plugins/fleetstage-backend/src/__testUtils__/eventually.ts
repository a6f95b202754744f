const DEADLINE_MS = 10_000;

/** Asks again until the answer is yes; fails with the last state. */
export async function eventually<T>(
  look: () => T | Promise<T>,
  isGood: (state: T) => boolean,
  withinMs = DEADLINE_MS,
): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const state = await look();
    if (isGood(state)) return state;
    if (performance.now() > deadline) throw new Error(`not within ${withinMs} ms: ${JSON.stringify(state)}`);
    await new Promise(resolve => setImmediate(resolve));
  }
}
