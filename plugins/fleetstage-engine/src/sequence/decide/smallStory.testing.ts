import {
  toRfc3339,
  type Instant,
  type RolloutSequenceSpec,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { aStage } from '../assignment/sequence.testing';
import { aPolicy, anExclusion } from '../maintenance/maintenance.testing';
import type { MaintenanceRules } from '../maintenance/policyRules';
import { SequenceStory } from './sequenceStory.testing';

/** The rollouts of 1.31.2. */
export const CP = 'bank-cp-1-31-2';
export const NP = 'bank-np-1-31-2';

/** `testing`, which soaks for three days unless said otherwise, and `production`, which soaks for one. */
export const twoStages = (spec: Partial<RolloutSequenceSpec> = {}, soak = '72h') =>
  new SequenceStory({
    stages: [aStage('testing', { soakDuration: soak }), aStage('production', { soakDuration: '24h' })],
    ...spec,
  });

/** Clusters t1, t2 and p1 on 1.30.9, for which 1.31.2 is designated. */
export const small = (spec: Partial<RolloutSequenceSpec> = {}) =>
  twoStages(spec)
    .cluster('t1', 'testing', ['1.30.9'])
    .cluster('t2', 'testing', ['1.30.9'])
    .cluster('p1', 'production', ['1.30.9'])
    .designate('1.30 → 1.31.2');

/** An exclusion between two times. */
export const excluded = (from: Instant, to: Instant): readonly MaintenanceRules[] => [
  aPolicy({ exclusions: [anExclusion({ startTime: toRfc3339(from), endTime: toRfc3339(to) })] }),
];
