import type { TopologySpreadConstraint } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ClusterFacts } from '../cluster/facts';
import { DomainLedger, EFFECT_CODES, type ConstraintEffect } from './domainLedger';

/** So many codes fit one exact number; with more constraints a key is a text. */
const MAX_DIGITS = 18;

/** The domains of a group, one per constraint. */
export type SpreadGroup = readonly (number | undefined)[];

/**
 * How the picked clusters are spread over the domains of each constraint, pick by pick. A domain is a value of the
 * label over the whole fleet, eligible or not (A/SCH-071); clusters with the same values are alike to every constraint.
 */
export class Spread {
  /** Constraints that must hold, then those that should, each in the order of the policy (A/SCH-073). */
  private readonly ledgers: readonly DomainLedger[];

  constructor(constraints: readonly TopologySpreadConstraint[], clusters: readonly ClusterFacts[]) {
    const ledgers = constraints.map(constraint => new DomainLedger(constraint, clusters));
    this.ledgers = [...ledgers.filter(({ isHard }) => isHard), ...ledgers.filter(({ isHard }) => !isHard)];
  }

  /** Whether the policy has a constraint: then clusters are picked one by one (A/SCH-070). */
  get isAsked(): boolean {
    return this.ledgers.length > 0;
  }

  groupOf(cluster: ClusterFacts): SpreadGroup {
    return this.ledgers.map(ledger => ledger.domainOf(cluster));
  }

  /** Equal for groups to which the next pick would do the same now. */
  effectKeyOf(group: SpreadGroup): number | string {
    if (group.length > MAX_DIGITS)
      return group.map((domain, i) => this.ledgers[i].effectCodeOf(domain)).join();
    let key = 0;
    for (let i = 0; i < group.length; i += 1) {
      key = key * EFFECT_CODES + this.ledgers[i].effectCodeOf(group[i]);
    }
    return key;
  }

  place(cluster: ClusterFacts): void {
    for (const ledger of this.ledgers) ledger.place(cluster);
  }

  /** The constraint that keeps this cluster out now, if one does: the first in order. */
  forbids(cluster: ClusterFacts): ConstraintEffect | undefined {
    return this.effectsOf(cluster).find(({ isHard, isViolated }) => isHard && isViolated);
  }

  /** What each constraint says of the next cluster like this one; nothing where it lacks the label. */
  effectsOf(cluster: ClusterFacts): ConstraintEffect[] {
    return this.ledgers.flatMap(ledger => ledger.effectOf(cluster) ?? []);
  }
}
