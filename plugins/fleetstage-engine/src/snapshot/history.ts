/** The default of `revisionHistoryLimit`. */
const DEFAULT_HISTORY_LIMIT = 10;

/**
 * Indexes of the oldest snapshots beyond the limit; `snapshots` ascend, `joining` more are about to be made.
 *
 *     limit 10, 0…9 → none     limit 10, 0…9, one joining → 0     limit 1, 4 5 → 4
 */
export const beyondLimit = (
  snapshots: readonly { readonly index: number }[],
  { limit = DEFAULT_HISTORY_LIMIT, joining = 0 }: { readonly limit?: number; readonly joining?: number },
): number[] => snapshots.slice(0, Math.max(0, snapshots.length + joining - limit)).map(({ index }) => index);
