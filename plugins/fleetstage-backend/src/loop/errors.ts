/** Trying again can help, perhaps not before `retryAfterMs`. */
export class TransientError extends Error {
  override readonly name = 'TransientError';
  readonly isOutage: boolean;

  constructor(
    message: string,
    readonly retryAfterMs?: number,
    options?: ErrorOptions & {
      /** An entire cluster is out of reach: whoever keeps its connection says so once, for all that fails meanwhile. */
      readonly isOutage?: boolean;
    },
  ) {
    super(message, options);
    this.isOutage = options?.isOutage === true;
  }
}

/** Trying again cannot help: the key is parked with this message until somebody marks it. */
export class TerminalError extends Error {
  override readonly name = 'TerminalError';
}
