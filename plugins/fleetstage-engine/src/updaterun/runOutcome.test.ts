import { instant, type Condition } from '@fleetstage/backstage-plugin-fleetstage-common';
import { explainOutcome, refuseRunState, runOutcome, shownOutcome } from './runOutcome';
import { newProgress } from './progress';
import { projectRun } from '../status/projectRun';
import type { RunProgress } from './state';

const at = instant(1_000);
const ENDS: [string | undefined, Partial<RunProgress>][] = [
  ['succeeded', { succeededAt: at, phase: { kind: 'Running', since: at } }],
  ['failed', { failed: { at, message: 'no' }, phase: { kind: 'Failed', since: at } }],
  ['ended', { ended: { at, reason: 'no', message: 'no' }, phase: { kind: 'Ended', since: at } }],
  ['couldNotPrepare', { initializationFailed: { at, message: 'no' } }],
  [undefined, { phase: { kind: 'Stopped', since: at } }],
];

it.each(ENDS)('C/UR-051: %s, and the status on the hub says the same', (end, patch) => {
  const progress = { ...newProgress, ...patch } as RunProgress;
  expect(runOutcome(progress)).toBe(end);
  const { conditions } = projectRun({ generation: 1 }, progress);
  expect(shownOutcome(conditions as Condition[])).toBe(end);
});

it('a run that no pass has read goes on', () => {
  expect([runOutcome(undefined), shownOutcome(undefined)]).toEqual([undefined, undefined]);
});

it('says why nothing can change', () => {
  expect(explainOutcome('web-1', 'ended')).toBe(
    'run "web-1" was ended; nothing about it can change any more',
  );
});

it('C/UR-034, UR-037: only Initialize to Stop is refused', () => {
  expect(refuseRunState('web-1', 'Initialize', 'Stop')).toContain('nothing to stop; start it');
  expect(refuseRunState('web-1', 'Run', 'Stop')).toBeUndefined();
  expect(refuseRunState('web-1', 'Stop', 'Run')).toBeUndefined();
});
