import { TransientError } from './kubeErrors';

/** Ends the request with a TransientError when its time is over, and with the caller's reason when they abort. */
export function startDeadline({
  what,
  timeoutMs,
  outer,
}: {
  what: string;
  timeoutMs: number;
  outer?: AbortSignal;
}) {
  const controller = new AbortController();
  const forward = () => controller.abort(outer?.reason);
  if (outer?.aborted) forward();
  outer?.addEventListener('abort', forward, { once: true });
  const timer = setTimeout(() => {
    const why = `no answer within ${timeoutMs} ms`;
    controller.abort(new TransientError(`${what}: ${why}`, { isClusterWide: true, why }));
  }, timeoutMs);
  return {
    signal: controller.signal,
    cancel() {
      clearTimeout(timer);
      outer?.removeEventListener('abort', forward);
    },
  };
}

/** Waits; rejects with the signal's reason when it is aborted meanwhile. */
export function delay(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
