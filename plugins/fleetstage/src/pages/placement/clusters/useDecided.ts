import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { usePlacementDecisions } from '../../../api/placementQueries';
import { usePages } from '../../../api/useFleetQuery';
import type { Placement } from '../../../model/placement/now';
import { usePlacementUrl } from '../usePlacementUrl';

type Decision = Schemas['PlacementDecision'];

export interface Decided {
  /** Newest first, as many as a choice takes. */
  readonly decisions: readonly Decision[];
  /** Number of the earlier decision that is shown; absent: the last one. */
  readonly number?: number;
  /** That decision, where it is among those that were read. */
  readonly shown?: Decision;
}

/** Which decision the table of clusters shows, by the address. */
export function useDecided({ scope, name }: Pick<Placement, 'scope' | 'name'>): Decided {
  const { decided } = usePlacementUrl();
  const decisions = usePages(usePlacementDecisions({ scope, name }).data)?.items ?? [];
  const asked = Number(decided);
  const found = decisions.find(({ number }) => number === asked);
  if (!Number.isSafeInteger(asked) || asked < 1 || found?.isLast) return { decisions };
  return { decisions, number: asked, ...(found && { shown: found }) };
}
