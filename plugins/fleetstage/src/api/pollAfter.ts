/** What is open ages while it is viewed. */
const POLL_OF_DIALOG_MS = 8_000;
export const POLL_MS = 10_000;
const POLL_HIDDEN_MS = 60_000;
/** With working signals this only catches what a lost message left behind. */
const POLL_BEHIND_SIGNALS_MS = 60_000;
/** Many open pages must not ask in step. */
const JITTER = 0.2;

interface Situation {
  /** A dialog or a menu is open. */
  readonly isHeld: boolean;
  /** The data is what the dialog itself shows. */
  readonly isOfDialog: boolean;
  /** The browser shows another tab. */
  readonly isHidden: boolean;
  readonly hasSignals: boolean;
  /** The last try had no answer: no signal says when there would be one. */
  readonly hasFailed?: boolean;
}

/** Milliseconds until the next request, or none: behind a dialog nothing moves. `chance` is from 0 to 1. */
export function pollAfter(
  { isHeld, isOfDialog, isHidden, hasSignals, hasFailed = false }: Situation,
  chance: number,
): number | false {
  if (isHeld && !isOfDialog) return false;
  const base = isHidden
    ? POLL_HIDDEN_MS
    : isHeld
      ? POLL_OF_DIALOG_MS
      : hasSignals && !hasFailed
        ? POLL_BEHIND_SIGNALS_MS
        : POLL_MS;
  return base * (1 + JITTER * chance);
}
