import type { ScheduleVerdict } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { KeptVerdicts } from './KeptVerdicts';

const verdictsOf = (count: number): ScheduleVerdict[] =>
  Array.from({ length: count }, (_, i) => ({
    cluster: `c${i}`,
    selected: true,
    code: 'Picked' as const,
    reason: '',
  }));

describe('KeptVerdicts', () => {
  const load = jest.fn(async () => verdictsOf(2));
  let kept: KeptVerdicts;
  beforeEach(() => {
    load.mockClear();
    kept = new KeptVerdicts();
  });

  it('reads those of a version once', async () => {
    const first = await kept.get('web', 'u/1', load);
    expect(await kept.get('web', 'u/1', load)).toBe(first);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('reads those of another decision, and of another placement', async () => {
    await kept.get('web', 'u/1', load);
    await kept.get('web', 'u/2', load);
    await kept.get('shop', 'u/1', load);
    expect(load).toHaveBeenCalledTimes(3);
  });

  it('keeps nothing of a reading that failed', async () => {
    await expect(kept.get('web', 'u/1', async () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await kept.get('web', 'u/1', load)).toHaveLength(2);
  });

  it('gives what nobody can change', async () => {
    const [first] = await kept.get('web', 'u/1', load);
    expect(() => Object.assign(first, { reason: 'x' })).toThrow(TypeError);
  });

  it('forgets the placement that was read longest ago where there are more than it keeps', async () => {
    const many = async () => verdictsOf(40_000);
    await kept.get('a', '1', many);
    await kept.get('b', '1', many);
    await kept.get('a', '1', load);
    await kept.get('c', '1', many);
    await kept.get('a', '1', load);
    expect(load).not.toHaveBeenCalled();
    await kept.get('b', '1', load);
    expect(load).toHaveBeenCalledTimes(1);
  });
});
