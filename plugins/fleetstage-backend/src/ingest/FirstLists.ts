import { APPROVAL_KINDS, RUN_KINDS, STRATEGY_KINDS } from '@fleetstage/backstage-plugin-fleetstage-common';
import { Gate } from './Gate';
import type { AuthoredKind } from './keysFor';

/**
 * The order of the first lists; each group begins when all of the one before it is mirrored. To a pass, what is not
 * mirrored does not exist: the cluster has left, the strategy of a run is missing, the run of an approval request is over.
 * So what others refer to comes first.
 */
const ORDER: readonly (readonly AuthoredKind[])[] = [
  [
    'MemberCluster',
    'ClusterResourceOverride',
    'ResourceOverride',
    'ClusterResourcePlacementDisruptionBudget',
    'VersionCatalog',
    'MaintenancePolicy',
  ],
  [...STRATEGY_KINDS, 'ClusterResourcePlacement', 'ResourcePlacement', 'RolloutSequence'],
  [...RUN_KINDS, 'Rollout'],
  [...APPROVAL_KINDS, 'ClusterResourcePlacementEviction'],
];

export const AUTHORED: readonly AuthoredKind[] = ORDER.flat();

/** Which of the authored kinds have been listed and mirrored, and who may begin then. */
export class FirstLists {
  private readonly mirrored = new Set<AuthoredKind>();
  private readonly gates = ORDER.map(() => new Gate());

  missing(): AuthoredKind[] {
    return AUTHORED.filter(kind => !this.mirrored.has(kind));
  }

  /** Whether these were the last ones missing. */
  endWith(kinds: readonly AuthoredKind[]): boolean {
    const missing = this.missing();
    return missing.length > 0 && missing.every(kind => kinds.includes(kind));
  }

  add(kinds: readonly AuthoredKind[]): void {
    kinds.forEach(kind => this.mirrored.add(kind));
    ORDER.forEach((group, i) => {
      if (group.every(kind => this.mirrored.has(kind))) this.gates[i].open();
    });
  }

  /** Resolves when all that comes before the kind is mirrored. */
  async turnOf(kind: AuthoredKind): Promise<void> {
    await this.gates[ORDER.findIndex(group => group.includes(kind)) - 1]?.opened;
  }

  /** Resolves when nothing is missing any more. */
  async untilSynced(): Promise<void> {
    await Promise.all(this.gates.map(({ opened }) => opened));
  }
}
