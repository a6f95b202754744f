import { VersionProviderError } from '@fleetstage/backstage-plugin-fleetstage-node';
import { pause, type Timers } from '../../ports';

/** One call of a provider is several requests. */
export const providerTimeoutMs = ({ requestTimeoutMs }: { readonly requestTimeoutMs: number }) =>
  2 * requestTimeoutMs;

/** A provider whose API never answers is silent like one that is out of reach: what it may say later is dropped. */
export async function withinTime<T>(
  { timers, ms, signal }: { readonly timers: Timers; readonly ms: number; readonly signal: AbortSignal },
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const ended = new AbortController();
  const late = pause(timers, ms, ended.signal).then(() => {
    throw new VersionProviderError(`the provider has not answered within ${ms} ms`, { kind: 'retryable' });
  });
  late.catch(() => undefined);
  const answer = call(AbortSignal.any([signal, ended.signal]));
  answer.catch(() => undefined);
  try {
    return await Promise.race([answer, late]);
  } finally {
    ended.abort();
  }
}
