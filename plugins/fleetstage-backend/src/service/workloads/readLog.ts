/** Why a log has ended. */
export type LogEnd = 'completed' | 'limit' | 'time' | 'lost';

/** A piece of a log, or its end, which comes last. */
export type LogPart = { readonly text: string } | { readonly end: LogEnd; readonly message?: string };

export interface LogBounds {
  readonly maxBytes: number;
  /** Aborted when its time is over. */
  readonly time: AbortSignal;
  /** Aborted when nobody reads any more. */
  readonly gone: AbortSignal;
}

/**
 * Opens a log and gives its text as it comes, until it ends, is too long, or its time is over. Ends silently where nobody
 * reads.
 */
export async function* readLog(
  open: () => Promise<AsyncIterable<Buffer>>,
  { maxBytes, time, gone }: LogBounds,
): AsyncGenerator<LogPart> {
  const decoder = new TextDecoder();
  let left = maxBytes;
  try {
    for await (const chunk of await open()) {
      const text = decoder.decode(chunk.subarray(0, left), { stream: true });
      left -= chunk.byteLength;
      if (text !== '') yield { text };
      if (left <= 0) {
        yield { end: 'limit' };
        return;
      }
    }
    yield { end: 'completed' };
  } catch (error) {
    if (gone.aborted) return;
    yield time.aborted
      ? { end: 'time' }
      : { end: 'lost', message: error instanceof Error ? error.message : String(error) };
  }
}
