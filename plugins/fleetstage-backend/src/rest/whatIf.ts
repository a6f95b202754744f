import type { Request, Router } from 'express';
import type { Schemas } from '../service/contract';
import type { FleetQueries } from '../service/FleetQueries';
import { answering, answerWhileThere, type ViewerOf } from './openRouter';

interface WhatIfRoutes {
  readonly queries: FleetQueries;
  readonly viewerOf: ViewerOf;
}

const PLACEMENT = '/placements/:scope/:name';

/** What would happen, why, and what would have to change; POST where the question is too long for an address. */
export function mountWhatIf(router: Router, routes: WhatIfRoutes): void {
  const { queries, viewerOf } = routes;
  mountEvictionForesight(router, routes);
  router.get(
    `${PLACEMENT}/shortage-suggestion`,
    answering(viewerOf, '/placements/{scope}/{name}/shortage-suggestion', (asked, _, gone) =>
      queries.shortageSuggestion(asked, gone),
    ),
  );
  router.get(
    `${PLACEMENT}/clusters/:cluster`,
    answering(viewerOf, '/placements/{scope}/{name}/clusters/{cluster}', (asked, _, gone) =>
      queries.placementClusterWhy(asked, gone),
    ),
  );
  router.get(
    `${PLACEMENT}/clusters/:cluster/suggestion`,
    answering(viewerOf, '/placements/{scope}/{name}/clusters/{cluster}/suggestion', (asked, _, gone) =>
      queries.suggestion(asked, gone),
    ),
  );
  router.get(
    `${PLACEMENT}/preview`,
    answering(viewerOf, '/placements/{scope}/{name}/preview', async (asked, viewer) =>
      queries.placementPreview(asked, viewer),
    ),
  );
  router.post('/overrides/what-if', async (request, response) => {
    const viewer = await viewerOf(request);
    const body = request.body as Schemas['OverrideWhatIfRequest'];
    response.json(await queries.overrideWhatIf(hubOf(request), body, viewer));
  });
  router.post('/clusters/:name/what-if', async (request, response) => {
    await viewerOf(request);
    const { name = '' } = request.params as Readonly<Record<string, string>>;
    const body = request.body as Schemas['ClusterChangeRequest'];
    const asked = { ...hubOf(request), name };
    await answerWhileThere(response, gone => queries.clusterChange(asked, body, gone));
  });
  router.post('/placements/what-if', async (request, response) => {
    await viewerOf(request);
    const body = request.body as Schemas['WhatIfNewRequest'];
    await answerWhileThere(response, gone => queries.whatIfNew(hubOf(request), body, gone));
  });
  router.post(`${PLACEMENT}/what-if`, async (request, response) => {
    await viewerOf(request);
    const { scope = '', name = '' } = request.params as Readonly<Record<string, string>>;
    const body = request.body as Schemas['WhatIfRequest'];
    const asked = { ...hubOf(request), scope, name };
    await answerWhileThere(response, gone => queries.whatIf(asked, body, gone));
  });
}

function mountEvictionForesight(router: Router, { queries, viewerOf }: WhatIfRoutes): void {
  router.get(
    `${PLACEMENT}/clusters/:cluster/eviction`,
    answering(viewerOf, '/placements/{scope}/{name}/clusters/{cluster}/eviction', (asked, viewer, gone) =>
      queries.evictionForesight(asked, viewer, gone),
    ),
  );
  router.post(`${PLACEMENT}/budget/what-if`, async (request, response) => {
    const viewer = await viewerOf(request);
    const { scope = '', name = '' } = request.params as Readonly<Record<string, string>>;
    const limits = request.body as Schemas['BudgetLimits'];
    response.json(await queries.budgetForesight({ ...hubOf(request), scope, name }, limits, viewer));
  });
}

function hubOf({ query }: Request): { hub?: string } {
  return typeof query.hub === 'string' ? { hub: query.hub } : {};
}
