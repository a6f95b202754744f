import {
  fromRfc3339,
  type ClusterUpdatingStatus,
  type Instant,
  type UpdateRunStatus,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { chooseRollBack, type RollBackView, type RunMemory } from '../view/chooseRollBack';
import { bindingOf, reportOf, type AnyBinding } from './bindingObjects';

/** What a client reads of the hub to roll a run back. */
export interface RollBackObjects {
  /** Status of the run that is rolled back. */
  readonly run: UpdateRunStatus | undefined;
  /** Statuses of the other runs of the placement. */
  readonly others: readonly (UpdateRunStatus | undefined)[];
  /** Of the placement. */
  readonly bindings: readonly AnyBinding[];
  /** Indexes of the resource snapshots that are there. */
  readonly kept: readonly number[];
}

/** The choice of the pages (see `chooseRollBack`), from what the hub shows. */
export const chooseShownRollBack = ({
  run,
  others,
  bindings,
  kept,
}: RollBackObjects): RollBackView | undefined =>
  chooseRollBack({
    progress: toMemory(run),
    others: others.map(toMemory),
    bindings: bindings.map(bindingOf),
    reports: bindings.map(reportOf),
    kept,
  });

function toMemory(status: UpdateRunStatus | undefined): RunMemory {
  const index = status?.resourceSnapshotIndexUsed;
  return {
    ...(index && /^\d{1,9}$/.test(index) && { plan: { resourceIndex: Number(index) } }),
    stages: (status?.stagesStatus ?? []).map(({ clusters }) => ({ clusters: clusters.map(toCluster) })),
  };
}

function toCluster({ clusterName: cluster, conditions = [] }: ClusterUpdatingStatus) {
  const since = (wanted: string): Instant | undefined => {
    const found = conditions.find(({ type, status }) => type === wanted && status === 'True');
    return found && fromRfc3339(found.lastTransitionTime);
  };
  const startedAt = since('Started');
  const succeededAt = since('Succeeded');
  return {
    cluster,
    ...(startedAt !== undefined && { startedAt }),
    ...(succeededAt !== undefined && { succeededAt }),
  };
}
