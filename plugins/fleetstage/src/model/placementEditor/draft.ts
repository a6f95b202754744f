/** What was typed and not saved, for one placement; survives a reload of the page, not the end of the session. */
export interface Draft {
  readonly text: string;
  /** What the text was made from. */
  readonly baseText: string;
  readonly resourceVersion?: string;
  readonly generation?: number;
  /** The server's time when that was read from the hub. */
  readonly readAt?: string;
  readonly savedAt: number;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const PREFIX = 'fleetstage.placementDraft/';

/** `hub/scope/name`, or `hub/new`. */
export const draftKey = (hub: string | undefined, placement: string) => `${PREFIX}${hub ?? ''}/${placement}`;

export function loadDraft(store: Store, key: string): Draft | undefined {
  try {
    const text = store.getItem(key);
    const draft = text === null ? undefined : (JSON.parse(text) as Partial<Draft>);
    return typeof draft?.text === 'string' && typeof draft.baseText === 'string'
      ? (draft as Draft)
      : undefined;
  } catch {
    // A browser without storage, or something else under our key: there is no draft.
    return undefined;
  }
}

/** Without changes there is nothing to keep. */
export function keepDraft(store: Store, key: string, draft: Draft): void {
  try {
    if (draft.text === draft.baseText) store.removeItem(key);
    else store.setItem(key, JSON.stringify(draft));
  } catch {
    // A full or forbidden storage takes the convenience, not the text on the page.
  }
}

export function dropDraft(store: Store, key: string): void {
  try {
    store.removeItem(key);
  } catch {
    // As above.
  }
}
