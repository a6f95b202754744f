/** Trying again can help, perhaps not before `retryAfterMs`. */
export class TransientError extends Error {
  override readonly name = 'TransientError';

  constructor(
    message: string,
    readonly retryAfterMs?: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Trying again cannot help: the key is parked with this message until somebody marks it. */
export class TerminalError extends Error {
  override readonly name = 'TerminalError';
}
