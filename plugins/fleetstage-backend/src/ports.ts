import type { Instant } from '@fleetstage/backstage-plugin-fleetstage-common';

export interface Clock {
  now(): Instant;
}

export interface Timer {
  cancel(): void;
}

export interface Timers {
  /** Runs `run` once, `ms` from now; a negative length counts as 0. */
  after(ms: number, run: () => void): Timer;
}

/** Identities that carry no meaning: lease tokens. */
export interface Ids {
  next(): string;
}

/** A number in [0, 1) that spreads retries of many keys over time. */
export interface Jitter {
  next(): number;
}

/** Time, chance and identity: given once to the composer, all replaced in tests. */
export interface Ports {
  readonly clock: Clock;
  readonly timers: Timers;
  readonly ids: Ids;
  readonly jitter: Jitter;
}

/** Resolves `ms` from now, or when the signal ends. */
export async function pause(timers: Timers, ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return;
  await new Promise<void>(resolve => {
    const end = () => {
      signal?.removeEventListener('abort', end);
      timer.cancel();
      resolve();
    };
    const timer = timers.after(ms, end);
    signal?.addEventListener('abort', end);
  });
}
