import { toRfc3339 } from '@fleetstage/backstage-plugin-fleetstage-common';
import { kindOfCause } from '../blocker/causes';
import { toBlockers, type KeptBlocker } from '../blocker/keptBlocker';
import { sentence } from '../words';
import { foldBlockers } from './foldBlockers';
import type { BlockerView } from './views';

/** What holds a placement, as pages and the API have it: the rows, equal ones as one. */
export const placementBlockers = (kept: readonly KeptBlocker[] = []): BlockerView[] =>
  foldBlockers(
    toBlockers(kept).map(({ cause, message, clusters = [], since, until, actor }) => ({
      cause,
      state: kindOfCause(cause).tone,
      actor: actor ?? kindOfCause(cause).actor,
      message: sentence(message),
      clusters: [...clusters],
      clusterCount: clusters.length,
      ...(since !== undefined && { since: toRfc3339(since) }),
      ...(until !== undefined && { until: toRfc3339(until) }),
    })),
  );
