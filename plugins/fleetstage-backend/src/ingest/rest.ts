import type { Timers } from '../ports';

/** Resolves `ms` from now, or when the signal ends. */
export async function rest(timers: Timers, ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>(resolve => {
    const end = () => {
      signal.removeEventListener('abort', end);
      timer.cancel();
      resolve();
    };
    const timer = timers.after(ms, end);
    signal.addEventListener('abort', end);
  });
}
