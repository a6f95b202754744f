import { toBlockers, type KeptBlocker } from '../blocker/keptBlocker';
import { sentenceWithNames } from '../words';
import { rolloutOf, toBlockerView } from './blockerView';
import { foldBlockers } from './foldBlockers';
import type { BlockerView } from './views';

/** What holds a placement, as pages and the API have it: the rows, equal ones as one. */
export const placementBlockers = (kept: readonly KeptBlocker[] = []): BlockerView[] =>
  foldBlockers(
    toBlockers(kept).map(({ cause, subject, message, clusters = [], since, until, actor }) =>
      toBlockerView({
        ...{ cause, actor, clusters, since, until },
        message: sentenceWithNames(message, clusters),
        ...rolloutOf({ cause, subject }),
      }),
    ),
  );
