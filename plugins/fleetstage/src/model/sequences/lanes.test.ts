import { aSequence, aSequenceStage } from '../../__testUtils__/aSequence';
import { aVersionRollout, aVersionStage } from '../../__testUtils__/aVersionRollout';
import { busyStage, LANES, laneCell } from './lanes';

const pipeline = [aVersionStage(1, 'testing', { phase: 'Completed' }), aVersionStage(2, 'prod')];
const cp = aVersionRollout(pipeline, { name: 'bank-cp-1-31-4' });
const newer = aVersionRollout(pipeline, { name: 'bank-cp-1-31-5', version: '1.31.5' });
const stages = [
  aSequenceStage(1, 'testing', { qualified: { controlPlane: '1.31.4' } }),
  aSequenceStage(2, 'prod', {
    occupiedBy: { controlPlane: cp.name },
    waiting: { controlPlane: [newer.name, 'unknown'] },
  }),
];
const sequence = aSequence(stages, { activeRollouts: [cp, newer] });

describe('the lanes of a sequence (E/UI-001, RS-033)', () => {
  it('have the rollout that is in the stage, with where it is there, and those that wait', () => {
    const cell = laneCell(sequence, stages[1], LANES[0]);
    expect(cell.rollout).toBe(cp);
    expect(cell.bar).toMatchObject({ name: 'prod', number: 2 });
    expect(cell.waiting).toEqual([newer]);
    expect(cell.qualified).toBeUndefined();
  });

  it('are apart: nodes may be free where control planes are not', () => {
    expect(laneCell(sequence, stages[1], LANES[1])).toMatchObject({ waiting: [] });
    expect(laneCell(sequence, stages[1], LANES[1]).rollout).toBeUndefined();
    expect(laneCell(sequence, stages[0], LANES[0]).qualified).toBe('1.31.4');
  });

  it('are off where the sequence starts no upgrades of their type by itself (E/RS-010)', () => {
    const offOf = (spec: Parameters<typeof laneCell>[0]['spec']) =>
      LANES.map(lane => laneCell({ ...sequence, spec }, stages[1], lane).isOff);
    expect(offOf({})).toEqual([false, false]);
    expect(offOf({ upgradeTypes: ['ControlPlanePatch'] })).toEqual([false, true]);
    expect(offOf({ upgradeTypes: [] })).toEqual([true, true]);
  });

  it('begin at the first stage that something is in', () => {
    expect(busyStage(sequence)?.name).toBe('prod');
    expect(busyStage(aSequence([aSequenceStage(1, 'testing')]))).toBeUndefined();
  });
});
