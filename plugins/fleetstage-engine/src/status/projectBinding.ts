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
import { explainHeldBinding } from '../blocker/explainHeld';
import { explainUpgradeOf } from '../blocker/upgradeBlocker';
import { NO_OVERRIDES } from '../desired/desired';
import { overridesHash } from '../desired/revision';
import { isKnownOverrides } from '../desired/unknownOverrides';
import { kindOfPlacement } from '../placement/kindOfPlacement';
import { BLOCKED_MESSAGE } from '../rollout/decideRollout';
import type { Binding, PlacementStatusInput } from '../state/placement';
import { claimConditions, type ClaimName, type WorkReport } from '../work/report';
import { listDetails } from './clusterConditions';
import { listOverrides } from './listOverrides';

/**
 * One binding as the hub shows it, read-only (RUL 34, A/PL-196…202). `statement` carries the generation that the object
 * has with this spec; every condition knows its moment, so what was published before does not matter.
 */
export function projectBinding(
  state: Pick<PlacementStatusInput, 'placement' | 'reports' | 'blockers'>,
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
        [...rolloutClaims(binding, state), ...(report ? workClaims(report) : [])],
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

/** A binding that is held back says by whom; under External the limits of a rolling update hold nothing. */
function rolloutClaims(
  { cluster, rollout: mark, resourceIndex }: Binding,
  { placement, blockers }: Pick<PlacementStatusInput, 'placement' | 'blockers'>,
): ConditionClaim[] {
  if (mark === undefined) return [];
  if (mark.status === 'True')
    return [condition('RolloutStarted', 'True', 'RolloutStarted', mark.message, mark.at)];
  const isRolling = placement.spec.strategy?.type !== 'External';
  const why = isRolling
    ? explainHeldBinding(blockers, resourceIndex === undefined ? 'firstRollout' : 'update')
    : undefined;
  const upgrade = isRolling ? explainUpgradeOf(blockers, cluster) : undefined;
  // Not the mark's words: those of a restored binding are what this one has published.
  const message = upgrade ?? (why === undefined ? mark.message : `${BLOCKED_MESSAGE}: ${why}`);
  return [condition('RolloutStarted', 'False', 'RolloutNotStartedYet', message, mark.at)];
}

const workClaims = (report: WorkReport): ConditionClaim[] =>
  Object.entries(claimConditions).flatMap(([name, type]) => {
    const claim = report[name as ClaimName];
    return claim === undefined ? [] : [{ type, ...claim }];
  });
