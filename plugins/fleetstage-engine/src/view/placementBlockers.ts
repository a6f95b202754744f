import { toBlockers, type KeptBlocker } from '../blocker/keptBlocker';
import { sentence } from '../words';
import { toBlockerView } from './blockerView';
import { foldBlockers } from './foldBlockers';
import type { BlockerView } from './views';

/** What holds a placement, as pages and the API have it: the rows, equal ones as one. */
export const placementBlockers = (kept: readonly KeptBlocker[] = []): BlockerView[] =>
  foldBlockers(
    toBlockers(kept).map(({ cause, message, clusters = [], since, until, actor }) =>
      toBlockerView({ cause, actor, message: inWords(message, clusters), clusters, since, until }),
    ),
  );

/** A sentence, whose first word stays as it is where it is a name. */
function inWords(message: string, names: readonly string[]): string {
  const text = sentence(message);
  return names.some(name => message.startsWith(name)) ? `${message[0]}${text.slice(1)}` : text;
}
