import type { PreviewStageView } from './previewRun';
import { sumPlan, type PlanTotalsView } from './sumPlan';

const stage = (more: Partial<PreviewStageView>): PreviewStageView => ({
  name: 'canary',
  clusters: [],
  gatesBefore: [],
  gatesAfter: [],
  ...more,
});
const wait = (waitSeconds: number) => ({ kind: 'wait', waitSeconds }) as const;
const approval = { kind: 'approval' } as const;

describe('a plan in numbers, ui §5.5', () => {
  it.each<[string, PreviewStageView[], PlanTotalsView]>([
    ['no stage', [], { clusters: 0, stages: 0, removed: 0, waitSeconds: 0, approvals: 0 }],
    [
      'a wait beside an approval',
      [stage({ clusters: ['a', 'b'], gatesAfter: [wait(3600), approval] })],
      { clusters: 2, stages: 1, removed: 0, waitSeconds: 3600, approvals: 1 },
    ],
    [
      'of two waits of one side the longer one, of two sides both',
      [stage({ gatesBefore: [wait(60), wait(600)], gatesAfter: [wait(60)] })],
      { clusters: 0, stages: 1, removed: 0, waitSeconds: 660, approvals: 0 },
    ],
    [
      'a removal apart',
      [
        stage({ clusters: ['a', 'b'], gatesAfter: [wait(3600), approval] }),
        stage({ clusters: ['c'], gatesBefore: [approval], gatesAfter: [wait(60)] }),
        stage({ isRemoval: true, clusters: ['d'] }),
      ],
      { clusters: 3, stages: 2, removed: 1, waitSeconds: 3660, approvals: 2 },
    ],
  ])('%s', (_, stages, totals) => {
    expect(sumPlan(stages)).toEqual(totals);
  });
});
