import { listApprovals } from './approvals';
import { getRunChanges } from './changes';
import { getCluster, listClusters } from './clusters';
import type { Asked } from './contract';
import { getOverview } from './overview';
import { getPlacement, listPlacementClusters, listPlacements } from './placements';
import { getPreview } from './preview';
import type { QueryDeps } from './queryDeps';
import { getGate, getRun, getRunCluster } from './run';
import { listRuns } from './runs';
import { listStrategies } from './strategies';
import { getPlacementTimeline, getRunTimeline } from './timeline';
import type { Viewer } from './viewer';

/** Everything that the pages read. Answers are made of the database alone: they stay when the hub cannot be reached. */
export class FleetQueries {
  constructor(private readonly deps: QueryDeps) {}

  overview(asked: Asked<'/overview'>, viewer: Viewer) {
    return getOverview(this.deps, asked, viewer);
  }

  runs(asked: Asked<'/runs'>, viewer: Viewer) {
    return listRuns(this.deps, asked, viewer);
  }

  run(asked: Asked<'/runs/{scope}/{name}'>, viewer: Viewer) {
    return getRun(this.deps, asked, viewer);
  }

  runTimeline(asked: Asked<'/runs/{scope}/{name}/timeline'>) {
    return getRunTimeline(this.deps, asked);
  }

  runChanges(asked: Asked<'/runs/{scope}/{name}/changes'>) {
    return getRunChanges(this.deps, asked);
  }

  runCluster(asked: Asked<'/runs/{scope}/{name}/clusters/{cluster}'>) {
    return getRunCluster(this.deps, asked);
  }

  gate(asked: Asked<'/runs/{scope}/{name}/gates/{stage}/{task}'>, viewer: Viewer) {
    return getGate(this.deps, asked, viewer);
  }

  preview(asked: Parameters<typeof getPreview>[1]) {
    return getPreview(this.deps, asked);
  }

  approvals(asked: Asked<'/approvals'>, viewer: Viewer) {
    return listApprovals(this.deps, asked, viewer);
  }

  placements(asked: Asked<'/placements'>) {
    return listPlacements(this.deps, asked);
  }

  placement(asked: Asked<'/placements/{scope}/{name}'>, viewer: Viewer) {
    return getPlacement(this.deps, asked, viewer);
  }

  placementClusters(asked: Asked<'/placements/{scope}/{name}/clusters'>) {
    return listPlacementClusters(this.deps, asked);
  }

  placementTimeline(asked: Asked<'/placements/{scope}/{name}/timeline'>) {
    return getPlacementTimeline(this.deps, asked);
  }

  strategies(asked: Asked<'/strategies'>) {
    return listStrategies(this.deps, asked);
  }

  clusters(asked: Asked<'/clusters'>) {
    return listClusters(this.deps, asked);
  }

  cluster(asked: Asked<'/clusters/{name}'>) {
    return getCluster(this.deps, asked);
  }
}
