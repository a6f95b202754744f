import { DELETION_STAGE } from '@fleetstage/backstage-plugin-fleetstage-common';
import { NOON } from '../../testing/builders';
import type { GatedStage } from './gate';
import { isGateUsed } from './isGateUsed';

describe('a gate is used once what is behind it has begun', () => {
  const stages = (staging: Partial<GatedStage>, production: Partial<GatedStage>, removed?: typeof NOON) => ({
    stages: [
      { name: 'staging', ...staging },
      { name: 'production', ...production },
    ],
    deletion: { name: DELETION_STAGE, ...(removed && { enteredAt: removed }) },
  });
  const entered = { enteredAt: NOON };
  const begun = { ...entered, startedAt: NOON };

  it.each([
    {
      rule: 'C/AP-009, AP-014: entered, nothing started',
      run: stages(entered, {}),
      at: ['staging', 'before'],
      is: false,
    },
    { rule: 'C/AP-014: a cluster was started', run: stages(begun, {}), at: ['staging', 'before'], is: true },
    {
      rule: 'RUL 28: a stage without clusters is past its gate',
      run: stages({ ...entered, updatedAt: NOON }, {}),
      at: ['staging', 'before'],
      is: true,
    },
    { rule: 'RUL 7: the next stage is held', run: stages(begun, {}), at: ['staging', 'after'], is: false },
    {
      rule: 'C/AP-016: the next stage is entered',
      run: stages(begun, entered),
      at: ['staging', 'after'],
      is: true,
    },
    { rule: 'the removal is held', run: stages(begun, begun), at: ['production', 'after'], is: false },
    {
      rule: 'the removal is entered',
      run: stages(begun, begun, NOON),
      at: ['production', 'after'],
      is: true,
    },
    { rule: 'a stage that the run has not', run: stages(begun, begun), at: ['canary', 'after'], is: false },
  ] as const)('$rule', ({ run, at: [stage, task], is }) => {
    expect(isGateUsed(run, stage, task)).toBe(is);
  });
});
