import { aRun, NOON } from '../testing/builders';
import type { RunProgress } from '../updaterun/state';
import { normalizeStage } from '../updaterun/validateStrategy';
import { paceOf, previewRun } from './previewRun';
import { aBusyStage, at, remembering } from './runView.testing';

it.each<[clusters: number, maxConcurrency: number | string | undefined, slots: number, waves: number]>([
  [12, 3, 3, 4],
  [13, 3, 3, 5],
  [12, '25%', 3, 4],
  [3, undefined, 1, 3],
  [2, 5, 2, 1],
  [0, 3, 1, 0],
])('%p clusters, %p at once: %p slots, %p waves, ui §5.5', (clusters, maxConcurrency, slots, waves) => {
  expect(paceOf({ maxConcurrency }, clusters)).toEqual({ slots, waves });
});

describe('a run that the new one would come after (RUL 4)', () => {
  it.each<[RunProgress['phase'], 'stopped' | 'stuck' | undefined, string]>([
    [undefined, undefined, 'Run run-0 is at canary; this one enters each stage after it.'],
    [
      { kind: 'Stopped', since: NOON },
      'stopped',
      'Run run-0 is stopped at canary; this one enters each stage after it. Resume or end it.',
    ],
    [
      { kind: 'Stuck', since: NOON },
      'stuck',
      'Run run-0 is stuck at canary; this one enters each stage after it. Repair its clusters, or end it.',
    ],
  ])('is named with what has to be done about it: %j', (phase, runIs, message) => {
    const stages = [{ name: 'canary', labelSelector: {} }];
    const going = at([aBusyStage('canary')], { strategy: { stages } });
    const plan = { ...going.progress!.plan!, stages: stages.map(normalizeStage) };
    const { progress } = remembering(going, { plan, ...(phase && { phase }) });
    const run = aRun({ name: 'run-1' });
    const state = {
      ...going,
      progress: undefined,
      run,
      siblings: [{ name: 'run-0', createdAt: NOON, progress: progress! }],
    };
    const about = previewRun(state, NOON).problems.find(problem => problem.run === 'run-0');
    expect(about).toEqual({ message, run: 'run-0', isFatal: false, ...(runIs && { runIs }) });
  });
});
