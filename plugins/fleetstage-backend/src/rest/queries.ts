import type { Router } from 'express';
import type { Schemas } from '../service/contract';
import type { FleetQueries } from '../service/FleetQueries';
import { answering, type ViewerOf } from './openRouter';
import { mountSequenceQueries } from './sequenceQueries';
import { mountWhatIf } from './whatIf';

export interface QueryRoutes {
  readonly queries: FleetQueries;
  readonly viewerOf: ViewerOf;
}

/** The queries: every route is parsed request → query → response. */
export function mountQueries(router: Router, routes: QueryRoutes): void {
  mountRuns(router, routes);
  mountPlacements(router, routes);
  mountWhatIf(router, routes);
  mountStrategies(router, routes);
  mountOverrides(router, routes);
  mountSequenceQueries(router, routes);
  const { queries, viewerOf } = routes;
  router.get(
    '/overview',
    answering(viewerOf, '/overview', (asked, viewer) => queries.overview(asked, viewer)),
  );
  router.get(
    '/approvals',
    answering(viewerOf, '/approvals', (asked, viewer) => queries.approvals(asked, viewer)),
  );
  router.get(
    '/clusters',
    answering(viewerOf, '/clusters', (asked, viewer) => queries.clusters(asked, viewer)),
  );
  router.get(
    '/clusters/:name',
    answering(viewerOf, '/clusters/{name}', (asked, viewer) => queries.cluster(asked, viewer)),
  );
  router.get(
    '/clusters/:name/drain',
    answering(viewerOf, '/clusters/{name}/drain', (asked, viewer, gone) =>
      queries.clusterDrain(asked, viewer, gone),
    ),
  );
  router.get(
    '/clusters/:name/timeline',
    answering(viewerOf, '/clusters/{name}/timeline', asked => queries.clusterTimeline(asked)),
  );
}

function mountRuns(router: Router, { queries, viewerOf }: QueryRoutes): void {
  const RUN = '/runs/:scope/:name';
  router.get(
    '/runs',
    answering(viewerOf, '/runs', (asked, viewer) => queries.runs(asked, viewer)),
  );
  router.post('/runs/preview', async (request, response) => {
    const viewer = await viewerOf(request);
    const { hub } = request.query;
    const asked = {
      ...(request.body as Schemas['PreviewRunRequest']),
      ...(typeof hub === 'string' && { hub }),
    };
    response.json(await queries.preview(asked, viewer));
  });
  router.get(
    RUN,
    answering(viewerOf, '/runs/{scope}/{name}', (asked, viewer) => queries.run(asked, viewer)),
  );
  router.get(
    `${RUN}/timeline`,
    answering(viewerOf, '/runs/{scope}/{name}/timeline', asked => queries.runTimeline(asked)),
  );
  router.get(
    `${RUN}/changes`,
    answering(viewerOf, '/runs/{scope}/{name}/changes', asked => queries.runChanges(asked)),
  );
  router.get(
    `${RUN}/clusters/:cluster`,
    answering(viewerOf, '/runs/{scope}/{name}/clusters/{cluster}', asked => queries.runCluster(asked)),
  );
  router.get(
    `${RUN}/gates/:stage/:task`,
    answering(viewerOf, '/runs/{scope}/{name}/gates/{stage}/{task}', (asked, viewer) =>
      queries.gate(asked, viewer),
    ),
  );
}

function mountStrategies(router: Router, { queries, viewerOf }: QueryRoutes): void {
  const STRATEGY = '/strategies/:scope/:name';
  router.get(
    '/strategies',
    answering(viewerOf, '/strategies', (asked, viewer) => queries.strategies(asked, viewer)),
  );
  router.get(
    STRATEGY,
    answering(viewerOf, '/strategies/{scope}/{name}', (asked, viewer) => queries.strategy(asked, viewer)),
  );
  router.get(
    `${STRATEGY}/timeline`,
    answering(viewerOf, '/strategies/{scope}/{name}/timeline', asked => queries.strategyTimeline(asked)),
  );
}

function mountOverrides(router: Router, { queries, viewerOf }: QueryRoutes): void {
  const OVERRIDE = '/overrides/:scope/:name';
  router.get(
    '/overrides',
    answering(viewerOf, '/overrides', (asked, viewer) => queries.overrides(asked, viewer)),
  );
  router.post('/overrides/match', async (request, response) => {
    const viewer = await viewerOf(request);
    const { hub } = request.query;
    const body = request.body as Schemas['MatchOverrideRequest'];
    response.json(await queries.matchOverride({ ...body, ...(typeof hub === 'string' && { hub }) }, viewer));
  });
  router.get(
    OVERRIDE,
    answering(viewerOf, '/overrides/{scope}/{name}', (asked, viewer) => queries.override(asked, viewer)),
  );
  router.get(
    `${OVERRIDE}/timeline`,
    answering(viewerOf, '/overrides/{scope}/{name}/timeline', (asked, viewer) =>
      queries.overrideTimeline(asked, viewer),
    ),
  );
}

function mountPlacements(router: Router, { queries, viewerOf }: QueryRoutes): void {
  const PLACEMENT = '/placements/:scope/:name';
  router.get(
    '/removals',
    answering(viewerOf, '/removals', (asked, viewer) => queries.removals(asked, viewer)),
  );
  router.get(
    '/placements',
    answering(viewerOf, '/placements', (asked, viewer) => queries.placements(asked, viewer)),
  );
  router.get(
    PLACEMENT,
    answering(viewerOf, '/placements/{scope}/{name}', (asked, viewer) => queries.placement(asked, viewer)),
  );
  router.get(
    `${PLACEMENT}/clusters`,
    answering(viewerOf, '/placements/{scope}/{name}/clusters', (asked, viewer) =>
      queries.placementClusters(asked, viewer),
    ),
  );
  router.get(
    `${PLACEMENT}/clusters/:cluster/statuses`,
    answering(viewerOf, '/placements/{scope}/{name}/clusters/{cluster}/statuses', (asked, viewer) =>
      queries.placementStatuses(asked, viewer),
    ),
  );
  router.get(
    `${PLACEMENT}/evictions`,
    answering(viewerOf, '/placements/{scope}/{name}/evictions', (asked, viewer) =>
      queries.placementEvictions(asked, viewer),
    ),
  );
  router.get(
    `${PLACEMENT}/decisions`,
    answering(viewerOf, '/placements/{scope}/{name}/decisions', asked => queries.placementDecisions(asked)),
  );
  router.get(
    `${PLACEMENT}/changes`,
    answering(viewerOf, '/placements/{scope}/{name}/changes', asked => queries.placementChanges(asked)),
  );
  router.get(
    `${PLACEMENT}/resources`,
    answering(viewerOf, '/placements/{scope}/{name}/resources', asked => queries.placementResources(asked)),
  );
  router.post('/selection/preview', async (request, response) => {
    const viewer = await viewerOf(request);
    const { hub } = request.query;
    const asked = {
      ...(request.body as Schemas['PreviewSelectionRequest']),
      ...(typeof hub === 'string' && { hub }),
    };
    response.json(await queries.selectionPreview(asked, viewer));
  });
  router.get(
    `${PLACEMENT}/timeline`,
    answering(viewerOf, '/placements/{scope}/{name}/timeline', asked => queries.placementTimeline(asked)),
  );
}
