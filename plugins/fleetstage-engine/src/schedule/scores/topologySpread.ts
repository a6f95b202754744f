import { ok } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ConstraintEffect } from '../domainLedger';
import type { Contribution, ScorePlugin } from '../plugin';
import { scoreOfEffect } from '../spreadEffect';

/** Every constraint rates what the next pick does to the balance; breaking a soft one costs 1000 points (A/SCH-073). */
export const topologySpreadScore: ScorePlugin = {
  name: 'TopologySpreadConstraints',
  readsPicks: true,
  prepare: ({ spread }) => ok(cluster => spread.effectsOf(cluster).map(toContribution)),
};

const toContribution = (effect: ConstraintEffect): Contribution => ({
  topology: scoreOfEffect(effect),
  subject: () =>
    `${effect.key}=${effect.domain}: ${effect.count} picked, ${effect.fewest} to ${effect.most} elsewhere, max skew ${effect.maxSkew}`,
});
