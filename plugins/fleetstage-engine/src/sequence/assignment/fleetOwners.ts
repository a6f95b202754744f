import type { Instant, SequenceStage } from '@fleetstage/backstage-plugin-fleetstage-common';
import { compareText } from '../../decision';
import { fleetOf, type LabelledCluster } from './assignClusters';
import { fleetsOf, type SequenceIssue } from './validateSequence';

/** A sequence as others see it. */
export interface FleetClaim {
  readonly name: string;
  /** `creationTimestamp`; what is not saved yet is younger than all. */
  readonly createdAt: Instant;
  readonly stages: readonly SequenceStage[];
}

export interface FleetConflict {
  readonly fleet: string;
  /** The sequence that has it. */
  readonly owner: string;
}

/**
 * Fleets of a sequence that older ones have: of two that name a fleet the older keeps it, by creation, then by name. The
 * younger one does nothing at all (E/RV-011, D/RS-033).
 */
export function findFleetConflicts(
  claim: FleetClaim,
  others: readonly FleetClaim[],
): readonly FleetConflict[] {
  const older = others.filter(other => other.name !== claim.name && byAge(other, claim) < 0).sort(byAge);
  return fleetsOf(claim.stages).flatMap(fleet => {
    const owner = older.find(({ stages }) => fleetsOf(stages).includes(fleet));
    return owner === undefined ? [] : [{ fleet, owner: owner.name }];
  });
}

/** The same as issues, beside a warning for fleets that have no cluster yet: labels may follow (E/RV-011, D/RS-031). */
export function validateFleets(
  claim: FleetClaim,
  others: readonly FleetClaim[],
  clusters: readonly LabelledCluster[],
): readonly SequenceIssue[] {
  const known = new Set(clusters.map(({ labels }) => fleetOf(labels)));
  return [
    ...findFleetConflicts(claim, others).map(({ fleet, owner }): SequenceIssue => ({
      code: 'FLEET_IN_OTHER_SEQUENCE',
      severity: 'Error',
      path: pathOf(claim.stages, fleet),
      message: `Fleet "${fleet}" is in sequence "${owner}"; remove it there or here`,
    })),
    ...fleetsOf(claim.stages)
      .filter(fleet => !known.has(fleet))
      .map((fleet): SequenceIssue => ({
        code: 'FLEET_NOT_FOUND',
        severity: 'Warning',
        path: pathOf(claim.stages, fleet),
        message: `No cluster is in fleet "${fleet}"; label clusters with fleetstage.io/fleet: ${fleet}, or correct the name`,
      })),
  ];
}

const byAge = (a: FleetClaim, b: FleetClaim) => a.createdAt - b.createdAt || compareText(a.name, b.name);

const pathOf = (stages: readonly SequenceStage[], fleet: string) => {
  const index = stages.findIndex(({ fleets }) => fleets.includes(fleet));
  return `spec.stages[${index}].fleets[${stages[index].fleets.indexOf(fleet)}]`;
};
