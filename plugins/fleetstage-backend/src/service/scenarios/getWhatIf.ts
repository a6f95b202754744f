import { InputError } from '@backstage/errors';
import type { Instant, PlacementSpec } from '@fleetstage/backstage-plugin-fleetstage-common';
import type {
  PlacementState,
  WhatIfChange,
  WhatIfOptions,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { loadFleet } from '../../database/clusterStore';
import { placementTarget, UNNAMED } from '../commands/placementTarget';
import type { Schemas } from '../contract';
import { checkHub, CLUSTER_SCOPE, reading, stampOf, type QueryDeps } from '../queryDeps';
import { readRun, readState, type PlacementAsked } from './readWhatIf';

interface AtHub {
  readonly hub?: string;
}

/** Today beside what the change would bring; nothing is written. */
export async function getWhatIf(
  deps: QueryDeps,
  asked: AtHub & PlacementAsked,
  body: Schemas['WhatIfRequest'],
): Promise<Schemas['WhatIf']> {
  checkHub(deps, asked);
  const { updateStrategy: strategy, show, ...change } = body;
  const { state, run } = await reading(deps, async tx => ({
    state: await readState(tx, deps, asked),
    run: strategy === undefined ? undefined : await readRun(tx, deps, { ...asked, strategy }),
  }));
  return answer(deps, state, toChange(change), { ...(show && { show }), ...(run && { run }) });
}

/** The same for a placement that nobody has created; an InputError names a scope that no namespace can have. */
export async function getWhatIfNew(
  deps: QueryDeps,
  asked: AtHub,
  body: Schemas['WhatIfNewRequest'],
): Promise<Schemas['WhatIf']> {
  checkHub(deps, asked);
  const { scope = CLUSTER_SCOPE, name = '', show, ...change } = body;
  const { namespace } = placementTarget({ scope, name: name || UNNAMED });
  const within = namespace === undefined ? {} : { namespace };
  const clusters = await reading(deps, tx => loadFleet(tx, deps.hub, within));
  const state = newPlacement({ ...within, name, clusters, now: deps.clock.now() });
  return answer(deps, state, toChange(change), { isNew: true, ...(show && { show }) });
}

async function answer(
  deps: QueryDeps,
  state: PlacementState,
  change: WhatIfChange,
  options: WhatIfOptions,
): Promise<Schemas['WhatIf']> {
  const decided = await deps.scenarios.whatIf(state, change, options);
  if (!decided.ok) throw new InputError(decided.error);
  return { ...stampOf(deps), ...decided.value };
}

/** The contract has validated every part that is read. */
const toChange = (change: Omit<Schemas['WhatIfRequest'], 'show' | 'updateStrategy'>) =>
  change as unknown as WhatIfChange;

const NO_SPEC: PlacementSpec = { resourceSelectors: [] };

interface NewPlacement {
  readonly name: string;
  readonly namespace?: string;
  readonly clusters: PlacementState['clusters'];
  readonly now: Instant;
}

function newPlacement({ clusters, now, ...named }: NewPlacement): PlacementState {
  return {
    placement: {
      ...named,
      uid: '',
      generation: 0,
      spec: NO_SPEC,
      createdAt: now,
      hasFinalizers: true,
    },
    clusters,
    policySnapshots: [],
    resourceSnapshots: [],
    verdicts: [],
    bindings: [],
    reports: [],
    activeRuns: [],
  };
}
