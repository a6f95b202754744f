import { toBlockers, type KeptBlocker } from '../blocker/keptBlocker';
import { sentenceWithNames } from '../words';
import { toBlockerView } from './blockerView';
import { foldBlockers } from './foldBlockers';
import type { BlockerView } from './views';

/** What holds a placement, as pages and the API have it: the rows, equal ones as one. */
export const placementBlockers = (kept: readonly KeptBlocker[] = []): BlockerView[] =>
  foldBlockers(
    toBlockers(kept).map(({ cause, message, clusters = [], since, until, actor }) =>
      toBlockerView({ cause, actor, message: sentenceWithNames(message, clusters), clusters, since, until }),
    ),
  );
