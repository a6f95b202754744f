import { NotFoundError } from '@backstage/errors';
import type { Clock } from '../ports';
import type { CommandDeps } from './commands/commandDeps';
import { retryRun, setRunState } from './commands/controlRun';
import { createRun } from './commands/createRun';
import { confirmRemovals, releaseRemovals } from './commands/decideRemovals';
import { deleteRun, endRun, rollBackRun } from './commands/endRun';
import { approveGate, rejectGate, withdrawApproval } from './commands/gates';
import type { GateAddress } from './commands/loadGate';
import { createPlacement, deletePlacement, judgePlacement, updatePlacement } from './commands/placements';
import { drainCluster, uncordonCluster } from './commands/drainCluster';
import { issueJoinToken, joinCluster } from './commands/joinCluster';
import { updateCluster } from './commands/updateCluster';
import { applyNow } from './commands/applyNow';
import { deleteBudget, setBudget } from './commands/budgets';
import { evict } from './commands/evict';
import { leaveFleet } from './commands/leaveFleet';
import { createOverride, deleteOverride, judgeOverride, updateOverride } from './commands/overrides';
import {
  createSequence,
  deleteSequence,
  judgeSequence,
  startVersion,
  suspendSequence,
  updateSequence,
} from './commands/sequences';
import { actOnRollout, type ActOnRollout } from './commands/versionRollouts';
import { createStrategy, deleteStrategy, judgeStrategy, updateStrategy } from './commands/strategies';
import type { Schemas } from './contract';
import type { RolloutAct } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { toRfc3339 } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Viewer } from './viewer';

export interface FleetCommandsDeps extends CommandDeps {
  readonly clock: Clock;
}

/** Everything that people do to the fleet through Fleetstage; each checks the permission first. */
export class FleetCommands {
  constructor(private readonly deps: FleetCommandsDeps) {}

  /** The hub that an address means. @throws NotFoundError for a hub that is not configured */
  hubOf(asked: { readonly hub?: string }): string {
    const { hub } = this.deps;
    if (asked.hub !== undefined && asked.hub !== hub)
      throw new NotFoundError(`hub "${asked.hub}" is not configured; there is "${hub}"`);
    return hub;
  }

  createRun(viewer: Viewer, asked: Schemas['CreateRunRequest']): Promise<Schemas['CreatedRun']> {
    return createRun(this.deps, viewer, asked);
  }

  approve(
    viewer: Viewer,
    asked: { gate: GateAddress } & Schemas['ApproveRequest'],
  ): Promise<Schemas['ApprovalResult']> {
    return approveGate(this.deps, viewer, { ...asked, now: this.deps.clock.now() });
  }

  withdraw(
    viewer: Viewer,
    asked: { gate: GateAddress } & Schemas['WithdrawRequest'],
  ): Promise<Schemas['ApprovalResult']> {
    return withdrawApproval(this.deps, viewer, asked);
  }

  reject(
    viewer: Viewer,
    asked: { gate: GateAddress } & Schemas['RejectRequest'],
  ): Promise<Schemas['ApprovalResult']> {
    return rejectGate(this.deps, viewer, asked);
  }

  setRunState(
    viewer: Viewer,
    asked: { run: string } & Schemas['SetRunStateRequest'],
  ): Promise<Schemas['RunStateResult']> {
    return setRunState(this.deps, viewer, asked);
  }

  retry(viewer: Viewer, asked: { run: string } & Schemas['RetryRequest']): Promise<Schemas['RetryResult']> {
    return retryRun(this.deps, viewer, { ...asked, now: this.deps.clock.now() });
  }

  endRun(viewer: Viewer, asked: { run: string } & Schemas['EndRunRequest']): Promise<Schemas['EndedRun']> {
    return endRun(this.deps, viewer, asked);
  }

  rollBackRun(
    viewer: Viewer,
    asked: { run: string } & Schemas['RollBackRequest'],
  ): Promise<Schemas['CreatedRun']> {
    return rollBackRun(this.deps, viewer, asked);
  }

  deleteRun(
    viewer: Viewer,
    asked: { run: string } & Schemas['DeleteRunRequest'],
  ): Promise<Schemas['DeletedRun']> {
    return deleteRun(this.deps, viewer, asked);
  }

  updatePlacement(
    viewer: Viewer,
    asked: { scope: string; name: string } & Schemas['UpdatePlacementRequest'],
  ): Promise<Schemas['WrittenObject']> {
    return updatePlacement(this.deps, viewer, asked);
  }

  createPlacement(
    viewer: Viewer,
    asked: Schemas['CreatePlacementRequest'],
  ): Promise<Schemas['CreatedPlacement']> {
    return createPlacement(this.deps, viewer, asked);
  }

  deletePlacement(
    viewer: Viewer,
    asked: { scope: string; name: string } & Schemas['DeletePlacementRequest'],
  ): Promise<Schemas['DeletedPlacement']> {
    return deletePlacement(this.deps, viewer, asked);
  }

  confirmRemovals(
    viewer: Viewer,
    asked: Schemas['DecideRemovalsRequest'],
  ): Promise<Schemas['DecidedRemovals']> {
    return confirmRemovals(this.deps, viewer, asked);
  }

  releaseRemovals(
    viewer: Viewer,
    asked: Schemas['DecideRemovalsRequest'],
  ): Promise<Schemas['DecidedRemovals']> {
    return releaseRemovals(this.deps, viewer, asked);
  }

  /** Returns what the hub would refuse; writes nothing. */
  judgePlacement(
    viewer: Viewer,
    asked: Schemas['ValidatePlacementRequest'],
  ): Promise<Schemas['RefusalCause'][]> {
    return judgePlacement(this.deps, viewer, asked);
  }

  applyNow(
    viewer: Viewer,
    asked: { scope: string; name: string; cluster: string },
  ): Promise<Schemas['ApplyNowResult']> {
    return applyNow(this.deps, viewer, asked);
  }

  evict(
    viewer: Viewer,
    asked: { scope: string; name: string } & Schemas['EvictRequest'],
  ): Promise<Schemas['CreatedEviction']> {
    return evict(this.deps, viewer, asked);
  }

  setBudget(
    viewer: Viewer,
    asked: { scope: string; name: string } & Schemas['SetBudgetRequest'],
  ): Promise<Schemas['WrittenObject']> {
    return setBudget(this.deps, viewer, asked);
  }

  deleteBudget(
    viewer: Viewer,
    asked: { scope: string; name: string } & Schemas['DeleteBudgetRequest'],
  ): Promise<Schemas['DeletedBudget']> {
    return deleteBudget(this.deps, viewer, asked);
  }

  leaveFleet(
    viewer: Viewer,
    asked: { name: string } & Schemas['LeaveFleetRequest'],
  ): Promise<Schemas['LeaveAsked']> {
    return leaveFleet(this.deps, viewer, asked);
  }

  createOverride(viewer: Viewer, asked: Schemas['CreateOverrideRequest']) {
    return createOverride(this.deps, viewer, asked);
  }

  updateOverride(
    viewer: Viewer,
    asked: { scope: string; name: string } & Schemas['UpdateOverrideRequest'],
  ): Promise<Schemas['WrittenObject']> {
    return updateOverride(this.deps, viewer, asked);
  }

  deleteOverride(
    viewer: Viewer,
    asked: { scope: string; name: string } & Schemas['DeleteOverrideRequest'],
  ): Promise<Schemas['DeletedOverride']> {
    return deleteOverride(this.deps, viewer, asked);
  }

  judgeOverride(viewer: Viewer, asked: Schemas['ValidateOverrideRequest']) {
    return judgeOverride(this.deps, viewer, asked);
  }

  createStrategy(
    viewer: Viewer,
    asked: Schemas['CreateStrategyRequest'],
  ): Promise<Schemas['CreatedStrategy']> {
    return createStrategy(this.deps, viewer, asked);
  }

  deleteStrategy(
    viewer: Viewer,
    asked: { name: string } & Schemas['DeleteStrategyRequest'],
  ): Promise<Schemas['DeletedStrategy']> {
    return deleteStrategy(this.deps, viewer, asked);
  }

  /** What the hub or a run would refuse, and what runs of the placements that use it would meet; writes nothing. */
  judgeStrategy(
    viewer: Viewer,
    asked: Schemas['ValidateStrategyRequest'],
  ): Promise<Schemas['StrategyJudgement']> {
    return judgeStrategy(this.deps, viewer, asked);
  }

  updateCluster(
    viewer: Viewer,
    asked: { name: string } & Schemas['UpdateClusterRequest'],
  ): Promise<Schemas['WrittenObject']> {
    return updateCluster(this.deps, viewer, asked);
  }

  drainCluster(
    viewer: Viewer,
    asked: { name: string } & Schemas['DrainRequest'],
  ): Promise<Schemas['DrainResult']> {
    return drainCluster(this.deps, viewer, asked);
  }

  uncordonCluster(
    viewer: Viewer,
    asked: { name: string } & Schemas['UncordonRequest'],
  ): Promise<Schemas['DrainResult']> {
    return uncordonCluster(this.deps, viewer, asked);
  }

  joinCluster(viewer: Viewer, asked: Schemas['JoinClusterRequest']): Promise<Schemas['JoinedCluster']> {
    return joinCluster(this.deps, viewer, asked);
  }

  issueJoinToken(viewer: Viewer, asked: { readonly name: string }): Promise<Schemas['JoinToken']> {
    return issueJoinToken(this.deps, viewer, asked);
  }

  updateStrategy(
    viewer: Viewer,
    asked: { name: string } & Schemas['UpdateStrategyRequest'],
  ): Promise<Schemas['WrittenObject']> {
    return updateStrategy(this.deps, viewer, asked);
  }

  createSequence(
    viewer: Viewer,
    asked: Schemas['CreateSequenceRequest'],
  ): Promise<Schemas['CreatedSequence']> {
    return createSequence(this.deps, viewer, asked);
  }

  updateSequence(
    viewer: Viewer,
    asked: { name: string } & Schemas['UpdateSequenceRequest'],
  ): Promise<Schemas['WrittenObject']> {
    return updateSequence(this.deps, viewer, asked);
  }

  deleteSequence(
    viewer: Viewer,
    asked: { name: string } & Schemas['DeleteSequenceRequest'],
  ): Promise<Schemas['DeletedSequence']> {
    return deleteSequence(this.deps, viewer, asked);
  }

  /** What the hub would refuse; writes nothing. */
  judgeSequence(
    viewer: Viewer,
    asked: Schemas['PreviewSequenceRequest'],
  ): Promise<Schemas['RefusalCause'][]> {
    return judgeSequence(this.deps, viewer, asked);
  }

  suspendSequence(
    viewer: Viewer,
    asked: { name: string; suspend: boolean } & Schemas['SequenceActRequest'],
  ): Promise<Schemas['WrittenObject']> {
    return suspendSequence(this.deps, viewer, asked);
  }

  startVersion(
    viewer: Viewer,
    asked: { name: string } & Schemas['StartVersionRequest'],
  ): Promise<Schemas['WrittenObject']> {
    return startVersion(this.deps, viewer, asked);
  }

  actOnRollout(viewer: Viewer, asked: ActOnRollout): Promise<Schemas['WrittenObject']> {
    return actOnRollout(this.deps, viewer, asked);
  }

  retryClusters(
    viewer: Viewer,
    { clusters, ...asked }: { name: string } & Schemas['RolloutClustersRequest'],
  ): Promise<Schemas['WrittenObject']> {
    const act: RolloutAct = {
      kind: 'RetryClusters',
      clusters,
      requestedAt: toRfc3339(this.deps.clock.now()),
    };
    return actOnRollout(this.deps, viewer, { ...asked, act });
  }
}
