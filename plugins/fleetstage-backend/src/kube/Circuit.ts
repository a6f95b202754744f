/** How a use of a cluster ended, as far as the cluster is concerned. */
export type UseOutcome =
  | { readonly kind: 'answered' }
  /** It answers, and refuses who we are. */
  | { readonly kind: 'refused'; readonly message: string }
  /** It does not answer, or not in time. */
  | { readonly kind: 'silent'; readonly message: string };

export interface Refusal {
  readonly message: string;
  readonly retryAfterMs: number;
}

const SILENCES = 2;
const OPEN_MS = { first: 2_000, last: 60_000 };
/** Who refuses our credentials is asked again by its probe, and by nobody else before this time. */
export const REFUSED_MS = 60_000;

/**
 * Keeps work away from a cluster that does not take it, so that a dead member costs its neighbours nothing and a
 * member that refuses our credentials is not stormed.
 *
 * - closed: everything goes. Two silent uses in a row, or one refusal, open it.
 * - open: uses are turned away at once until its time is over; then they go again, and the first silence opens it
 *   anew for twice as long.
 *
 * An answer closes it.
 */
export class Circuit {
  private silences = 0;
  private openUntil = 0;
  private openMs = OPEN_MS.first;
  private why = '';

  constructor(
    private readonly name: string,
    private readonly now: () => number,
  ) {}

  isClosed(): boolean {
    return this.openUntil === 0;
  }

  /** Why a use shall not be tried now; nothing: it may go. */
  refusal(): Refusal | undefined {
    const leftMs = this.openUntil - this.now();
    if (leftMs <= 0) return undefined;
    return {
      message: `member cluster ${this.name} did not answer and is tried again soon: ${this.why}`,
      retryAfterMs: leftMs,
    };
  }

  note(outcome: UseOutcome): void {
    switch (outcome.kind) {
      case 'answered':
        this.close();
        return;
      case 'refused':
        this.open(REFUSED_MS, outcome.message);
        return;
      default:
        this.noteSilence(outcome.message);
    }
  }

  private noteSilence(message: string): void {
    this.silences += 1;
    if (this.silences < SILENCES && this.isClosed()) return;
    this.open(this.openMs, message);
    this.openMs = Math.min(this.openMs * 2, OPEN_MS.last);
  }

  private open(ms: number, why: string): void {
    this.openUntil = this.now() + ms;
    this.why = why;
  }

  private close(): void {
    this.silences = 0;
    this.openUntil = 0;
    this.openMs = OPEN_MS.first;
  }
}
