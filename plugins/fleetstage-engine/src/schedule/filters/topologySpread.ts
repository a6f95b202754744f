import { ok } from '@fleetstage/backstage-plugin-fleetstage-common';
import { pass, refuse } from '../../decision';
import type { ConstraintEffect } from '../domainLedger';
import type { OwnFilterPlugin } from '../plugin';

/** Constraints with `DoNotSchedule`: no pick may leave a larger skew than they allow (A/SCH-073). */
export const topologySpreadFilter: OwnFilterPlugin = {
  name: 'TopologySpreadConstraints',
  readsPicks: true,
  prepare: ({ spread }) =>
    ok(cluster => {
      const broken = spread.forbids(cluster);
      if (broken === undefined) return pass;
      return refuse(
        'BreaksSpread',
        `violated doNotSchedule topology spread constraint "${broken.key}" (max skew ${broken.maxSkew})`,
      );
    }),
  // Which picks would have to differ, `widenSpread` tries out.
  findObstacle: undefined,
  explain: ({ spread }, cluster) => {
    if (!spread.isAsked) return undefined;
    const effects = spread.effectsOf(cluster).filter(({ isHard }) => isHard);
    if (effects.length === 0) return undefined;
    return {
      seen: effects.map(seenOf).join('; '),
      wanted: effects.map(({ key, maxSkew }) => `a skew of at most ${maxSkew} over ${key}`).join('; '),
    };
  },
};

const seenOf = ({ key, domain, count, fewest, most, change }: ConstraintEffect) =>
  `${key}=${domain} has ${count} picked, the emptiest ${fewest}, the fullest ${most}: a skew of ${most - fewest + change}`;
