import type { Router } from 'express';
import type { FleetQueries } from '../service/FleetQueries';
import { answering, type ViewerOf } from './openRouter';

const SEQUENCE = '/sequences/:name';
const ROLLOUT = '/version-rollouts/:name';

interface Routes {
  readonly queries: FleetQueries;
  readonly viewerOf: ViewerOf;
}

/** What pages read of sequences of versions, their rollouts and the versions of clusters. */
export function mountSequenceQueries(router: Router, { queries, viewerOf }: Routes): void {
  router.get(
    '/sequences',
    answering(viewerOf, '/sequences', (asked, viewer) => queries.sequences(asked, viewer)),
  );
  router.get(
    SEQUENCE,
    answering(viewerOf, '/sequences/{name}', (asked, viewer) => queries.sequence(asked, viewer)),
  );
  router.get(
    `${SEQUENCE}/timeline`,
    answering(viewerOf, '/sequences/{name}/timeline', asked => queries.sequenceTimeline(asked)),
  );
  router.get(
    `${SEQUENCE}/calendar`,
    answering(viewerOf, '/sequences/{name}/calendar', asked => queries.sequenceCalendar(asked)),
  );
  router.get(
    '/version-catalogs',
    answering(viewerOf, '/version-catalogs', asked => queries.versionCatalogs(asked)),
  );
  router.get(
    '/maintenance-policies',
    answering(viewerOf, '/maintenance-policies', asked => queries.maintenancePolicies(asked)),
  );
  router.get(
    '/clusters/:name/versions',
    answering(viewerOf, '/clusters/{name}/versions', asked => queries.clusterVersions(asked)),
  );
  mountRollouts(router, { queries, viewerOf });
}

function mountRollouts(router: Router, { queries, viewerOf }: Routes): void {
  router.get(
    '/version-rollouts',
    answering(viewerOf, '/version-rollouts', asked => queries.versionRollouts(asked)),
  );
  router.get(
    ROLLOUT,
    answering(viewerOf, '/version-rollouts/{name}', (asked, viewer) => queries.versionRollout(asked, viewer)),
  );
  router.get(
    `${ROLLOUT}/clusters`,
    answering(viewerOf, '/version-rollouts/{name}/clusters', asked => queries.versionRolloutClusters(asked)),
  );
  router.get(
    `${ROLLOUT}/timeline`,
    answering(viewerOf, '/version-rollouts/{name}/timeline', asked => queries.versionRolloutTimeline(asked)),
  );
}
