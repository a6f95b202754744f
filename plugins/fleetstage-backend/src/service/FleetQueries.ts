import { listReaders, noteReader } from '../database/readerStore';
import { listApprovals } from './approvals';
import { getPlacementChanges, getRunChanges } from './changes';
import { ClusterListings } from './ClusterListings';
import { getClusterDrain } from './clusterDrain';
import { getCluster, listClusters } from './clusters';
import { mustBeAllowed } from './commands/commandDeps';
import type { Asked, Schemas } from './contract';
import { getOverview } from './overview';
import { listPlacementClusters } from './placementClusters';
import { getPlacement, listPlacements } from './placements';
import { getPlacementResources } from './placementResources';
import { foreseeBudget, foreseePlacementEviction, listPlacementEvictions } from './placementEvictions';
import { getPlacementStatuses } from './placementStatuses';
import { getPreview } from './preview';
import { listPlacementDecisions } from './decisions';
import type { QueryDeps } from './queryDeps';
import { listHeldRemovals } from './removals';
import { getGate, getRun, getRunCluster } from './run';
import { listRuns } from './runs';
import { previewSelection } from './selection';
import { matchOverride } from './overrideMatch';
import { getOverride, listOverrides } from './overrides';
import { getStrategy, listStrategies } from './strategies';
import {
  getClusterTimeline,
  getOverrideTimeline,
  getPlacementTimeline,
  getRunTimeline,
  getSequenceTimeline,
  getStrategyTimeline,
  getVersionRolloutTimeline,
} from './timeline';
import { getSequenceCalendar } from './sequences/calendar';
import { listMaintenancePolicies, listVersionCatalogs } from './sequences/catalogs';
import { getClusterVersions } from './sequences/clusterVersions';
import { previewSequence, type PreviewAsked } from './sequences/preview';
import { getSequence, listSequences } from './sequences/sequences';
import { getVersionRollout, listRolloutClusters, listVersionRollouts } from './sequences/versionRollouts';
import type { Viewer } from './viewer';
import { getOverrideWhatIf } from './preview/getOverrideWhatIf';
import { getPlacementPreview } from './preview/getPlacementPreview';
import { getClusterWhy, getSuggestion, getShortageSuggestion } from './scenarios/getWhy';
import { getClusterChange } from './scenarios/getClusterChange';
import { getWhatIf, getWhatIfNew } from './scenarios/getWhatIf';
import type { PlacementAsked } from './scenarios/readWhatIf';

/** Everything that the pages read. Answers are made of the database alone: they stay when the hub cannot be reached. */
export class FleetQueries {
  private readonly listings: ClusterListings;

  constructor(private readonly deps: QueryDeps) {
    this.listings = new ClusterListings(deps.clock);
  }

  /** Notes that somebody who may see the fleet views it. */
  noteReader(user: string): Promise<void> {
    return this.deps.database.transact(tx => noteReader(tx, user));
  }

  /** Who has viewed it within this time; entity refs, sorted. */
  listReaders(withinMs: number): Promise<string[]> {
    return this.deps.database.transact(tx => listReaders(tx, withinMs));
  }

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

  preview(asked: Parameters<typeof getPreview>[1], viewer: Viewer) {
    return getPreview(this.deps, asked, viewer);
  }

  removals(asked: Asked<'/removals'>, viewer: Viewer) {
    return listHeldRemovals(this.deps, asked, viewer);
  }

  approvals(asked: Asked<'/approvals'>, viewer: Viewer) {
    return listApprovals(this.deps, asked, viewer);
  }

  placements(asked: Asked<'/placements'>, viewer: Viewer) {
    return listPlacements(this.deps, asked, viewer);
  }

  placement(asked: Asked<'/placements/{scope}/{name}'>, viewer: Viewer) {
    return getPlacement(this.deps, asked, viewer);
  }

  placementClusters(asked: Asked<'/placements/{scope}/{name}/clusters'>, viewer: Viewer) {
    return listPlacementClusters({ ...this.deps, listings: this.listings, viewer }, asked);
  }

  placementEvictions(asked: Asked<'/placements/{scope}/{name}/evictions'>, viewer: Viewer) {
    return listPlacementEvictions(this.deps, asked, viewer);
  }

  evictionForesight(
    asked: Asked<'/placements/{scope}/{name}/clusters/{cluster}/eviction'>,
    viewer: Viewer,
    signal: AbortSignal,
  ) {
    return foreseePlacementEviction(this.until(signal), asked, viewer);
  }

  budgetForesight(
    asked: PlacementAsked & { readonly hub?: string },
    limits: Schemas['BudgetLimits'],
    viewer: Viewer,
  ) {
    return foreseeBudget(this.deps, asked, limits, viewer);
  }

  placementStatuses(asked: Asked<'/placements/{scope}/{name}/clusters/{cluster}/statuses'>, viewer: Viewer) {
    return getPlacementStatuses(this.deps, asked, viewer);
  }

  placementDecisions(asked: Asked<'/placements/{scope}/{name}/decisions'>) {
    return listPlacementDecisions(this.deps, asked);
  }

  placementChanges(asked: Asked<'/placements/{scope}/{name}/changes'>) {
    return getPlacementChanges(this.deps, asked);
  }

  placementResources(asked: Asked<'/placements/{scope}/{name}/resources'>) {
    return getPlacementResources(this.deps, asked);
  }

  /** The one answer that is not made of the database: it reads the hub. */
  selectionPreview(asked: Parameters<typeof previewSelection>[1], viewer: Viewer) {
    return previewSelection(this.deps, asked, viewer);
  }

  placementTimeline(asked: Asked<'/placements/{scope}/{name}/timeline'>) {
    return getPlacementTimeline(this.deps, asked);
  }

  placementClusterWhy(asked: Asked<'/placements/{scope}/{name}/clusters/{cluster}'>, signal: AbortSignal) {
    return getClusterWhy(this.until(signal), asked);
  }

  suggestion(asked: Asked<'/placements/{scope}/{name}/clusters/{cluster}/suggestion'>, signal: AbortSignal) {
    return getSuggestion(this.until(signal), asked);
  }

  shortageSuggestion(asked: Asked<'/placements/{scope}/{name}/shortage-suggestion'>, signal: AbortSignal) {
    return getShortageSuggestion(this.until(signal), asked);
  }

  whatIf(
    asked: PlacementAsked & { readonly hub?: string },
    body: Schemas['WhatIfRequest'],
    signal: AbortSignal,
  ) {
    return getWhatIf(this.until(signal), asked, body);
  }

  whatIfNew(asked: { readonly hub?: string }, body: Schemas['WhatIfNewRequest'], signal: AbortSignal) {
    return getWhatIfNew(this.until(signal), asked, body);
  }

  clusterChange(
    asked: { readonly hub?: string; readonly name: string },
    body: Schemas['ClusterChangeRequest'],
    signal: AbortSignal,
  ) {
    return getClusterChange(this.until(signal), asked, body);
  }

  /** What takes long is given up where nobody waits for it any more. */
  private until(signal: AbortSignal): QueryDeps {
    return { ...this.deps, scenarios: this.deps.scenarios.until(signal) };
  }

  overrides(asked: Asked<'/overrides'>, viewer: Viewer) {
    return listOverrides(this.deps, asked, viewer);
  }

  override(asked: Asked<'/overrides/{scope}/{name}'>, viewer: Viewer) {
    return getOverride(this.deps, asked, viewer);
  }

  overrideTimeline(asked: Asked<'/overrides/{scope}/{name}/timeline'>, viewer: Viewer) {
    return getOverrideTimeline(this.deps, asked, viewer);
  }

  matchOverride(asked: Schemas['MatchOverrideRequest'] & { readonly hub?: string }, viewer: Viewer) {
    return matchOverride(this.deps, asked, viewer);
  }

  placementPreview(asked: Asked<'/placements/{scope}/{name}/preview'>, viewer: Viewer) {
    mustBeAllowed(viewer.mayReadOverrides());
    return getPlacementPreview(this.deps, asked);
  }

  overrideWhatIf(asked: { readonly hub?: string }, body: Schemas['OverrideWhatIfRequest'], viewer: Viewer) {
    mustBeAllowed(viewer.mayReadOverrides());
    return getOverrideWhatIf(this.deps, asked, body);
  }

  strategies(asked: Asked<'/strategies'>, viewer: Viewer) {
    return listStrategies(this.deps, asked, viewer);
  }

  strategy(asked: Asked<'/strategies/{scope}/{name}'>, viewer: Viewer) {
    return getStrategy(this.deps, asked, viewer);
  }

  strategyTimeline(asked: Asked<'/strategies/{scope}/{name}/timeline'>) {
    return getStrategyTimeline(this.deps, asked);
  }

  clusters(asked: Asked<'/clusters'>, viewer: Viewer) {
    return listClusters(this.deps, asked, viewer);
  }

  cluster(asked: Asked<'/clusters/{name}'>, viewer: Viewer) {
    return getCluster(this.deps, asked, viewer);
  }

  clusterDrain(asked: Asked<'/clusters/{name}/drain'>, viewer: Viewer, signal: AbortSignal) {
    return getClusterDrain(this.until(signal), asked, viewer);
  }

  clusterTimeline(asked: Asked<'/clusters/{name}/timeline'>) {
    return getClusterTimeline(this.deps, asked);
  }

  sequences(asked: Asked<'/sequences'>, viewer: Viewer) {
    return listSequences(this.deps, asked, viewer);
  }

  sequence(asked: Asked<'/sequences/{name}'>, viewer: Viewer) {
    return getSequence(this.deps, asked, viewer);
  }

  sequenceTimeline(asked: Asked<'/sequences/{name}/timeline'>) {
    return getSequenceTimeline(this.deps, asked);
  }

  sequenceCalendar(asked: Asked<'/sequences/{name}/calendar'>) {
    return getSequenceCalendar(this.deps, asked);
  }

  /** `refused`: what the hub says of it. */
  sequencePreview(asked: PreviewAsked, refused: readonly Schemas['RefusalCause'][]) {
    return previewSequence(this.deps, asked, refused);
  }

  versionRollouts(asked: Asked<'/version-rollouts'>) {
    return listVersionRollouts(this.deps, asked);
  }

  versionRollout(asked: Asked<'/version-rollouts/{name}'>, viewer: Viewer) {
    return getVersionRollout(this.deps, asked, viewer);
  }

  versionRolloutClusters(asked: Asked<'/version-rollouts/{name}/clusters'>) {
    return listRolloutClusters(this.deps, asked);
  }

  versionRolloutTimeline(asked: Asked<'/version-rollouts/{name}/timeline'>) {
    return getVersionRolloutTimeline(this.deps, asked);
  }

  versionCatalogs(asked: Asked<'/version-catalogs'>) {
    return listVersionCatalogs(this.deps, asked);
  }

  maintenancePolicies(asked: Asked<'/maintenance-policies'>) {
    return listMaintenancePolicies(this.deps, asked);
  }

  clusterVersions(asked: Asked<'/clusters/{name}/versions'>) {
    return getClusterVersions(this.deps, asked);
  }
}
