import {
  annotationKeys,
  apiVersionOf,
  condition,
  derivedKinds,
  labelKeys,
  mergeConditions,
  policySnapshotName,
  resourceSnapshotName,
  type ClusterResourceBinding,
  type ConditionClaim,
  type ResourceBinding,
  type Statement,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { NO_OVERRIDES } from '../desired/desired';
import { overridesHash } from '../desired/revision';
import { isKnownOverrides } from '../desired/unknownOverrides';
import { kindOfPlacement } from '../placement/kindOfPlacement';
import type { Binding, PlacementStatusInput, RolloutMark } from '../state/placement';
import { claimConditions, type ClaimName, type WorkReport } from '../work/report';
import { listDetails } from './clusterConditions';
import { listOverrides } from './listOverrides';

/**
 * One binding as the hub shows it, read-only (RUL 34, A/PL-196…202). `statement` carries the generation that the object
 * has with this spec; every condition knows its moment, so what was published before does not matter.
 */
export function projectBinding(
  state: Pick<PlacementStatusInput, 'placement' | 'reports'>,
  binding: Binding,
  statement: Statement,
): ClusterResourceBinding | ResourceBinding {
  const { placement, reports } = state;
  const report = reports.find(
    r => r.cluster === binding.cluster && r.revision === binding.revision && !r.isReleased,
  );
  const { reason, selected, score } = binding.decision;
  const kind = derivedKinds[kindOfPlacement(placement)].binding;
  return {
    apiVersion: apiVersionOf(kind),
    kind,
    metadata: {
      ...(placement.namespace === undefined ? {} : { namespace: placement.namespace }),
      name: binding.name,
      labels: { [labelKeys.parentPlacement]: placement.name },
      ...annotationsOf(binding),
    },
    spec: {
      state: binding.phase,
      resourceSnapshotName:
        binding.resourceIndex === undefined
          ? ''
          : resourceSnapshotName(placement.name, binding.resourceIndex),
      schedulingPolicySnapshotName: policySnapshotName(placement.name, binding.policyIndex),
      targetCluster: binding.cluster,
      clusterDecision: {
        clusterName: binding.cluster,
        selected,
        ...(score ? { clusterScore: score } : {}),
        reason,
      },
      ...listOverrides(binding.overrides ?? NO_OVERRIDES),
      ...(binding.applyStrategy ? { applyStrategy: binding.applyStrategy } : {}),
    },
    status: {
      ...(report ? listDetails(report) : {}),
      conditions: mergeConditions(
        undefined,
        [...rolloutClaims(binding.rollout), ...(report ? workClaims(report) : [])],
        statement,
      ),
    },
  };
}

/** Those of a binding whose overrides are not known stay as they are: what is read again later may explain them. */
function annotationsOf({ phase, previousPhase, overrides }: Binding) {
  const annotations = {
    ...(phase === 'Unscheduled' && previousPhase && { [annotationKeys.previousBindingState]: previousPhase }),
    ...(overrides &&
      isKnownOverrides(overrides) && { [annotationKeys.overridesHash]: overridesHash(overrides) }),
  };
  return Object.keys(annotations).length > 0 ? { annotations } : {};
}

function rolloutClaims(mark: RolloutMark | undefined): ConditionClaim[] {
  if (mark === undefined) return [];
  return mark.status === 'True'
    ? [condition('RolloutStarted', 'True', 'RolloutStarted', mark.message, mark.at)]
    : [condition('RolloutStarted', 'False', 'RolloutNotStartedYet', mark.message, mark.at)];
}

const workClaims = (report: WorkReport): ConditionClaim[] =>
  Object.entries(claimConditions).flatMap(([name, type]) => {
    const claim = report[name as ClaimName];
    return claim === undefined ? [] : [{ type, ...claim }];
  });
