/** Waits for all, and returns what was done and what failed. */
export async function settleAll<T>(all: readonly Promise<readonly T[]>[]) {
  const results = await Promise.allSettled(all);
  return {
    done: results.flatMap(result => (result.status === 'fulfilled' ? result.value : [])),
    failures: results.flatMap((result): unknown[] => (result.status === 'rejected' ? [result.reason] : [])),
  };
}
