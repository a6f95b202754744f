import {
  approversOf,
  type ClusterStagedUpdateRun,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  adoptRun,
  type PlacementFacts,
  type RunProgress,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { FIELD_MANAGER } from '../kube/fieldManager';
import { matchListed, type KnownOverrides } from './restoredOverrides';

export interface RestoredRun {
  readonly object: KubeObject;
  readonly progress: RunProgress;
}

interface Shown {
  readonly runs: readonly KubeObject[];
  readonly strategies: readonly KubeObject[];
  readonly overrides: KnownOverrides;
}

/**
 * Open runs of a placement that another controller has begun, in the order in which they started. Those that an earlier
 * database has begun are planned anew, and ask for their approvals again (decision 0028).
 */
export function restoredRuns(
  placement: Pick<PlacementFacts, 'name' | 'namespace' | 'uid' | 'spec'>,
  { runs, strategies, overrides }: Shown,
): RestoredRun[] {
  return runs
    .filter(run => run.metadata.deletionTimestamp === undefined && !isOurs(run))
    .flatMap(object => {
      // The API server has checked its schema.
      const { metadata, spec, status } = object as unknown as ClusterStagedUpdateRun;
      if (spec.placementName !== placement.name || metadata.namespace !== placement.namespace) return [];
      const strategy = strategies.find(
        one =>
          one.metadata.name === spec.stagedRolloutStrategyName &&
          one.metadata.namespace === metadata.namespace,
      );
      const progress = adoptRun({
        ...{ name: metadata.name, status, placement },
        approvers: strategy ? approversOf(strategy) : [],
        overridesOf: cluster => matchListed(cluster, cluster.clusterName, overrides),
      });
      return progress === undefined ? [] : [{ object, progress }];
    })
    .sort((a, b) => startOf(a) - startOf(b))
    .map(({ object, progress }, index) => ({
      object,
      progress: progress.startedAt === undefined ? progress : { ...progress, turn: index + 1 },
    }));
}

/** A run that was only initialized has no place in the line: started it may never be, and others would wait for it (RUL 4). */
const startOf = ({ progress }: RestoredRun) => progress.startedAt ?? Number.MAX_SAFE_INTEGER;

/** Whoever wrote its status last has run it. */
function isOurs({ metadata }: KubeObject): boolean {
  const { managedFields = [] } = metadata as {
    managedFields?: readonly { manager?: string; subresource?: string }[];
  };
  return managedFields.some(
    ({ manager, subresource }) => manager === FIELD_MANAGER && subresource === 'status',
  );
}
