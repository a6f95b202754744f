import { NotFoundError } from '@backstage/errors';
import type { Answer, Asked } from '../contract';
import { readDecision } from '../decisions';
import { checkHub, reading, stampOf, type QueryDeps } from '../queryDeps';
import { keyOf, readState } from './readWhatIf';

type WhyPath = '/placements/{scope}/{name}/clusters/{cluster}';
type SuggestionPath = `${WhyPath}/suggestion`;
type ShortageSuggestionPath = '/placements/{scope}/{name}/shortage-suggestion';

/** Why a cluster is picked or not. */
export async function getClusterWhy(deps: QueryDeps, asked: Asked<WhyPath>): Promise<Answer<WhyPath>> {
  checkHub(deps, asked);
  if (asked.decided !== undefined) return getDecidedWhy(deps, { ...asked, decided: asked.decided });
  const state = await reading(deps, tx => readState(tx, deps, asked));
  const view = await deps.scenarios.why(state, asked.cluster);
  if (view === undefined)
    throw new NotFoundError(
      `Cluster "${asked.cluster}" is not in the fleet, and placement "${keyOf(asked)}" does not name it`,
    );
  return { ...stampOf(deps), ...view };
}

/** The same as an earlier decision kept it. */
async function getDecidedWhy(
  deps: QueryDeps,
  asked: Asked<WhyPath> & { readonly decided: number },
): Promise<Answer<WhyPath>> {
  const { cluster, decided } = asked;
  const placement = { hub: deps.hub, name: keyOf(asked) };
  const { decision, verdicts } = await reading(deps, tx => readDecision(tx, placement, decided));
  const verdict = verdicts.find(one => one.cluster === cluster);
  if (verdict === undefined)
    throw new NotFoundError(`Cluster "${cluster}" was not in the fleet at decision ${decided}`);
  return { ...stampOf(deps), ...deps.scenarios.whyDecided(verdict, decision) };
}

/** What would have to change for the cluster to be picked. */
export async function getSuggestion(
  deps: QueryDeps,
  asked: Asked<SuggestionPath>,
): Promise<Answer<SuggestionPath>> {
  checkHub(deps, asked);
  const state = await reading(deps, tx => readState(tx, deps, asked));
  return toPlain({ ...stampOf(deps), ...(await deps.scenarios.suggestion(state, asked.cluster)) });
}

/** What would have to change for the placement to have all its clusters. */
export async function getShortageSuggestion(
  deps: QueryDeps,
  asked: Asked<ShortageSuggestionPath>,
): Promise<Answer<ShortageSuggestionPath>> {
  checkHub(deps, asked);
  const state = await reading(deps, tx => readState(tx, deps, asked));
  return toPlain({ ...stampOf(deps), ...(await deps.scenarios.shortageSuggestion(state)) });
}

/** The engine's lists are read-only, those of the contract are not; in JSON they are the same. */
const toPlain = <T>(answer: object) => answer as T;
