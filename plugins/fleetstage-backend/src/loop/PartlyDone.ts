/** Thrown by `run` in place of `why`: what was done is recorded, then the effect fails with `why`. */
export class PartlyDone<Output> extends Error {
  override readonly name = 'PartlyDone';

  constructor(
    readonly output: Output,
    readonly why: unknown,
  ) {
    super('an effect was done in part', { cause: why });
  }
}
