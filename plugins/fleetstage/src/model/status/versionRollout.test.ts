import { TARGET_REASONS } from '@fleetstage/backstage-plugin-fleetstage-common';
import { aVersionRollout, aVersionStage, targetCounts } from '../../__testUtils__/aVersionRollout';
import {
  countOf,
  rolloutState,
  sequenceStatus,
  toUpgrade,
  upgradeStates,
  upgradeStatus,
  versionStageStatus,
} from './versionRollout';

const running = (phase: 'Running' | 'Soaking' | 'ForcedSoaking', counts = {}) =>
  aVersionRollout([aVersionStage(1, 'testing', { phase, counts: targetCounts(counts) })]);
const waits = (more: object) => ({
  ...running('Running', { pending: 2 }),
  waitsFor: { cause: 'OutsideMaintenanceWindow', message: '', clusterCount: 2, clusters: [], ...more },
});

it.each([
  ['E/ST-001 a rollout that upgrades', running('Running', { running: 1 }), 'upgrading'],
  [
    'one whose upgrades failed, whatever else moves',
    running('Running', { running: 1, failed: 1 }),
    'failing',
  ],
  ['E/ST-007 one that soaks', running('Soaking', { succeeded: 2 }), 'soaking'],
  ['E/ST-007 one in its forced soak', running('ForcedSoaking', { paused: 2 }), 'forcedSoaking'],
  ['what a clock ends', waits({ until: '2026-11-20T20:00:00Z', actor: 'clusterOwner' }), 'waiting'],
  ['what the engine sees to', waits({ actor: 'engine' }), 'waiting'],
  ['what somebody has to act on', waits({ actor: 'clusterOwner' }), 'held'],
  ['E/ST-002 a pause', { ...running('Running'), phase: 'Paused', reason: 'PausedByUser' }, 'paused'],
  [
    'E/ST-002 a wait for the next stage',
    { ...running('Running'), phase: 'Paused', reason: 'WaitingForNextStage' },
    'waitingForNextStage',
  ],
  ['a cancelled one', { ...running('Running', { failed: 1 }), phase: 'Cancelled' }, 'cancelled'],
  ['a completed one', { ...running('Running'), phase: 'Completed' }, 'completed'],
] as const)('says the state of %s', (_, rollout, state) => {
  expect(rolloutState(rollout)).toBe(state);
});

it('marks a stage that was completed by force for good (E/ST-006)', () => {
  const stage = aVersionStage(1, 'testing', { phase: 'Completed', forced: true });
  expect(versionStageStatus(stage)).toMatchObject({ label: 'stage.CompletedByForce', tone: 'warning' });
  expect(versionStageStatus({ ...stage, forced: false })).toMatchObject({
    label: 'stage.Completed',
    tone: 'success',
  });
});

it('says of a stage whose upgrades failed that it fails, and of one at whose door the rollout stands that it waits', () => {
  const counts = targetCounts({ failed: 1 });
  expect(versionStageStatus(aVersionStage(1, 'a', { phase: 'Running', counts })).label).toBe('stage.Failing');
  const atDoor = { ...aVersionStage(2, 'b'), isAtDoor: true };
  expect(versionStageStatus(atDoor).label).toBe('stage.Waiting');
});

it('tells targets that have not begun and that are stuck from those that wait and move', () => {
  expect(upgradeStatus('Pending', 'WaitingForStage').label).toBe('target.NotStarted');
  expect(upgradeStatus('Pending', 'WaitingForSlot').label).toBe('target.Pending');
  expect(upgradeStatus('Running', 'NoProgress')).toMatchObject({ label: 'target.Stuck', tone: 'warning' });
});

it('has a look for each state of a target, and each state counts (E/TR-001…008)', () => {
  expect([...upgradeStates].sort()).toEqual(Object.keys(TARGET_REASONS).sort());
  const counts = targetCounts({ succeeded: 3, skipped: 1, ineligible: 2, removed: 1, pending: 4 });
  expect(upgradeStates.reduce((sum, state) => sum + countOf(counts, state), 0)).toBe(counts.total);
  expect(toUpgrade(counts)).toBe(7);
});

it('says a suspension where nothing is wrong, and an error before it', () => {
  const facts = { isSuspended: true, isDeleting: false } as const;
  expect(sequenceStatus({ ...facts, state: 'Active' }).label).toBe('sequence.Suspended');
  expect(sequenceStatus({ ...facts, state: 'Error' }).label).toBe('sequence.Error');
});
