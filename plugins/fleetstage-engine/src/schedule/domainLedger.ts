import type { TopologySpreadConstraint } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ClusterFacts } from '../cluster/facts';
import { spreadEffect, type SpreadEffect } from './spreadEffect';

/** What one constraint says of the next cluster of a domain. */
export interface ConstraintEffect extends SpreadEffect {
  readonly key: string;
  readonly domain: string;
  /** How many clusters of this domain are picked; of the emptiest and of the fullest domain. */
  readonly count: number;
  readonly fewest: number;
  readonly most: number;
  readonly maxSkew: number;
  /** It must hold: `DoNotSchedule`. */
  readonly isHard: boolean;
}

const DEFAULT_MAX_SKEW = 1;

/** Codes of `effectCodeOf`: no label, or one of three changes of the skew, violated or not. */
export const EFFECT_CODES = 7;

/** Counts the picked clusters of each domain of one constraint; a pick moves one domain by one, so each step is O(1). */
export class DomainLedger {
  readonly isHard: boolean;
  private readonly key: string;
  private readonly maxSkew: number;
  private readonly domains = new Map<string, number>();
  private readonly counts: number[] = [];
  /** How many domains have which count. */
  private readonly tally = new Map<number, number>();
  private fewest = 0;
  private most = 0;

  constructor(
    { topologyKey, maxSkew, whenUnsatisfiable }: TopologySpreadConstraint,
    clusters: readonly ClusterFacts[],
  ) {
    this.key = topologyKey;
    this.maxSkew = maxSkew ?? DEFAULT_MAX_SKEW;
    this.isHard = whenUnsatisfiable !== 'ScheduleAnyway';
    for (const { labels } of clusters) {
      if (!Object.hasOwn(labels, topologyKey) || this.domains.has(labels[topologyKey])) continue;
      this.domains.set(labels[topologyKey], this.counts.length);
      this.counts.push(0);
    }
    this.tally.set(0, this.counts.length);
  }

  /** Number of the domain; `undefined` where the cluster belongs to none. */
  domainOf({ labels }: ClusterFacts): number | undefined {
    return Object.hasOwn(labels, this.key) ? this.domains.get(labels[this.key]) : undefined;
  }

  place(cluster: ClusterFacts): void {
    const domain = this.domainOf(cluster);
    if (domain === undefined) return;
    const count = this.counts[domain];
    this.counts[domain] = count + 1;
    this.tally.set(count, this.having(count) - 1);
    this.tally.set(count + 1, this.having(count + 1) + 1);
    this.most = Math.max(this.most, count + 1);
    if (this.having(this.fewest) === 0) this.fewest += 1;
  }

  /** What one more cluster like this one does; `undefined` where it belongs to no domain. */
  effectOf(cluster: ClusterFacts): ConstraintEffect | undefined {
    const domain = this.domainOf(cluster);
    if (domain === undefined) return undefined;
    const { key, fewest, most, maxSkew, isHard } = this;
    const count = this.counts[domain];
    const effect = this.effectAt(count);
    return { key, domain: cluster.labels[key], count, fewest, most, maxSkew, isHard, ...effect };
  }

  /** Equal for equal effects: clusters of different domains with it are worth the same. */
  effectCodeOf(domain: number | undefined): number {
    if (domain === undefined) return 0;
    const { change, isViolated } = this.effectAt(this.counts[domain]);
    return 1 + (change + 1) * 2 + Number(isViolated);
  }

  private effectAt(count: number): SpreadEffect {
    const { fewest, most, maxSkew } = this;
    return spreadEffect({ fewest, most, emptiest: this.having(fewest) }, count, maxSkew);
  }

  private having(count: number): number {
    return this.tally.get(count) ?? 0;
  }
}
