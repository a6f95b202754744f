import { instant, plus } from '@fleetstage/backstage-plugin-fleetstage-common';
import { advance, nextChange } from './advance';
import { lowestOf, type Pace, type SimulatedPart, type SimulatedState } from './simulatedCluster';

const START = instant(1_795_262_400_000);
const pace: Pace = { nodeMs: 10_000 };
const part = (patch: Partial<SimulatedPart> = {}): SimulatedPart => ({
  name: 'workers',
  nodes: 3,
  from: 'v1.33.4',
  desired: 'v1.34.1',
  done: 0,
  since: START,
  ...patch,
});
const stateOf = (pool: SimulatedPart, patch: Partial<SimulatedState> = {}): SimulatedState => ({
  controlPlane: part({ name: '', done: 3 }),
  pools: [pool],
  pace,
  generation: 1,
  ...patch,
});
const poolAfter = (state: SimulatedState, ms: number, next: Pace = state.pace) =>
  advance(state, next, plus(START, ms)).pools[0];

describe('advance (D/PRV-003, D/CL-004)', () => {
  it.each([
    { ms: 0, done: 0 },
    { ms: 9_999, done: 0 },
    { ms: 10_000, done: 1 },
    { ms: 25_000, done: 2 },
    { ms: 30_000, done: 3 },
    { ms: 3_600_000, done: 3 },
  ])('after $ms ms $done of 3 nodes are done', ({ ms, done }) => {
    expect(poolAfter(stateOf(part()), ms).done).toBe(done);
  });

  it('is the same in one step and in many: a restart loses nothing', () => {
    let state = stateOf(part());
    for (let ms = 0; ms <= 25_000; ms += 3_000) state = advance(state, pace, plus(START, ms));
    expect(advance(state, pace, plus(START, 25_000))).toEqual(
      advance(stateOf(part()), pace, plus(START, 25_000)),
    );
  });

  it('is on the old version until its last node is done', () => {
    expect(lowestOf(poolAfter(stateOf(part()), 29_999))).toBe('v1.33.4');
    expect(lowestOf(poolAfter(stateOf(part()), 30_000))).toBe('v1.34.1');
  });

  it('counts by the pace that was, then by the new one', () => {
    const faster = advance(stateOf(part()), { nodeMs: 1_000 }, plus(START, 10_000));
    expect(faster.pools[0].done).toBe(1);
    expect(poolAfter(faster, 12_000).done).toBe(3);
  });

  it('has no time to make up after it was stuck', () => {
    const stuck = advance(stateOf(part()), { ...pace, stuck: 'no address' }, plus(START, 10_000));
    expect(stuck.pools[0].done).toBe(1);
    expect(poolAfter(stuck, 3_600_000).done).toBe(1);
    const released = advance(stuck, pace, plus(START, 3_600_000));
    expect(released.pools[0].done).toBe(1);
    expect(poolAfter(released, 3_610_000).done).toBe(2);
  });

  it('fails at the next node, and stays so', () => {
    const failing = advance(stateOf(part()), { ...pace, fail: 'disk full' }, plus(START, 10_000));
    const failed = poolAfter(failing, 20_000);
    expect(failed).toMatchObject({ done: 1, failed: 'disk full' });
    expect(poolAfter(stateOf(failed), 3_600_000)).toEqual(failed);
  });
});

describe('nextChange', () => {
  it.each([
    { rule: 'when the next node is done', state: stateOf(part({ done: 1 })), at: plus(START, 10_000) },
    {
      rule: 'the first of several parts',
      state: stateOf(part(), { controlPlane: part({ since: plus(START, -4_000) }) }),
      at: plus(START, 6_000),
    },
    { rule: 'never while nothing moves', state: stateOf(part({ done: 3 })), at: undefined },
    { rule: 'never while stuck', state: stateOf(part(), { pace: { ...pace, stuck: 'x' } }), at: undefined },
    { rule: 'never after a failure', state: stateOf(part({ failed: 'x' })), at: undefined },
  ])('is $rule', ({ state, at }) => {
    expect(nextChange(state)).toBe(at);
  });
});
