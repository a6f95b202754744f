import { toRfc3339 } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { IngestState } from './ingest/HubIngest';
import type { Schemas } from './service/contract';

/** The hub as every response shows it. */
export function hubStateOf(
  name: string,
  { problem, problemSince: since, unsynced }: IngestState,
  { hasVersionProviders }: { readonly hasVersionProviders: boolean },
): Schemas['HubState'] {
  const reason = problem ?? (unsynced.length > 0 ? `not mirrored yet: ${unsynced.join(', ')}` : undefined);
  return {
    name,
    isReachable: problem === undefined,
    ...(since !== undefined && { since: toRfc3339(since) }),
    ...(reason !== undefined && { reason }),
    ...(hasVersionProviders && { hasVersionProviders }),
  };
}
