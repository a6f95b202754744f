import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { checkRunName } from './checkRunName';
import { createRunCommand } from './createRunCommand';
import { countWaves, readPlan } from './readPlan';

describe('checkRunName', () => {
  it.each([
    ['payments-2-14-1', undefined],
    ['web.2026-11', undefined],
    ['', 'empty'],
    ['a'.repeat(63), undefined],
    ['a'.repeat(64), 'long'],
    ['Payments', 'characters'],
    ['pay ments', 'characters'],
    ['-web', 'ends'],
    ['web-', 'ends'],
    ['web..1', 'ends'],
  ])('%p: %p', (name, fault) => {
    expect(checkRunName(name)).toBe(fault);
  });
});

const stage = (more: Partial<Schemas['PreviewStage']>): Schemas['PreviewStage'] => ({
  name: 'canary',
  clusters: [],
  gatesBefore: [],
  gatesAfter: [],
  ...more,
});

describe('readPlan', () => {
  const preview: Schemas['RunPreview'] = {
    asOf: '2026-11-20T11:18:00Z',
    hub: { name: 'hub', isReachable: true },
    suggestedName: 'web-2',
    mayCreate: { isAllowed: true },
    problems: [{ message: 'waits for web-1', isFatal: false }],
    stages: [
      stage({
        clusters: ['a', 'b'],
        gatesAfter: [{ kind: 'wait', waitSeconds: 3600 }, { kind: 'approval' }],
      }),
      stage({
        clusters: ['c'],
        gatesBefore: [{ kind: 'approval' }],
        gatesAfter: [{ kind: 'wait', waitSeconds: 60 }],
      }),
      stage({ isRemoval: true, clusters: ['d'] }),
    ],
  };

  it('counts clusters without the removal, adds up waits of stages, and does not take a remark for a fault', () => {
    expect(readPlan(preview)).toEqual({
      clusters: 3,
      stages: 2,
      removed: 1,
      waitSeconds: 3660,
      approvals: 2,
      isDoomed: false,
    });
  });

  it('knows a plan that would fail to prepare', () => {
    expect(readPlan({ ...preview, problems: [{ message: 'no stage', isFatal: true }] }).isDoomed).toBe(true);
  });
});

it.each([
  [12, 3, 4],
  [13, 3, 5],
  [3, undefined, 1],
  [0, 3, 0],
])('%p clusters, %p at a time: %p waves', (clusters, slots, waves) => {
  expect(countWaves({ clusters: Array.from({ length: clusters }, (_, i) => `c${i}`), slots })).toBe(waves);
});

describe('createRunCommand', () => {
  it('names the snapshot as text, as the API wants it', () => {
    const command = createRunCommand({
      name: 'web-2',
      placement: 'web',
      strategy: 'careful',
      snapshot: '15',
      state: 'Initialize',
    });
    expect(command).toContain('  resourceSnapshotIndex: "15"\n');
    expect(command).toContain('  state: Initialize\n');
    expect(command.endsWith('\nEOF')).toBe(true);
  });

  it('leaves the snapshot out for the newest', () => {
    expect(
      createRunCommand({ name: 'web-2', placement: 'web', strategy: 'careful', state: 'Run' }),
    ).not.toContain('resourceSnapshotIndex');
  });
});
