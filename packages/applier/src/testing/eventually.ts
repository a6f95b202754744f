import { setTimeout as delay } from 'node:timers/promises';

const DEADLINE_MS = 10_000;
/** Between two reads: a test that asks without a pause takes a core from the engine and the database it waits for. */
const PAUSE_MS = 5;

/** Asks again until the answer is yes; fails with the last state. */
export async function eventually<T>(
  read: () => T | Promise<T>,
  isGood: (state: T) => boolean,
  withinMs = DEADLINE_MS,
): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const state = await read();
    if (isGood(state)) return state;
    if (performance.now() > deadline) throw new Error(`not within ${withinMs} ms: ${JSON.stringify(state)}`);
    await delay(PAUSE_MS);
  }
}
