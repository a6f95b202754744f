import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';

const YES = { isAllowed: true };

export const aSequenceStage = (
  number: number,
  name: string,
  more: Partial<Schemas['SequenceStage']> = {},
): Schemas['SequenceStage'] => ({
  name,
  number,
  fleets: [name],
  soakDuration: '72h',
  maxConcurrency: '100%',
  clusterCount: 2,
  clusters: [`${name}-1`, `${name}-2`],
  ...more,
});

/** Active, with nothing under way; who looks at it may do everything. */
export const aSequence = (
  stages: readonly Schemas['SequenceStage'][],
  more: Partial<Schemas['Sequence']> = {},
): Schemas['Sequence'] => ({
  name: 'bank',
  uid: 'uid-bank',
  resourceVersion: '3',
  generation: 1,
  createdAt: '2026-11-01T08:00:00Z',
  state: 'Active',
  reasons: ['SequenceActive'],
  isSuspended: false,
  isDeleting: false,
  channel: 'Regular',
  target: { controlPlane: '1.31.4', node: '1.31.4' },
  fleets: stages.flatMap(({ fleets }) => fleets),
  stageCount: stages.length,
  clusterCount: stages.reduce((sum, { clusterCount }) => sum + clusterCount, 0),
  activeRollouts: [],
  stages: [...stages],
  conditions: [],
  spec: {},
  manifest: { kind: 'RolloutSequence', metadata: { name: 'bank' } },
  finishedRollouts: 0,
  may: { update: YES, delete: YES, suspend: YES, resume: YES, start: YES },
  ...more,
});
