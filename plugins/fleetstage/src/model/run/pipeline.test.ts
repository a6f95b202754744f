import { ordinal } from './ordinal';
import { byTrouble, type RunCluster } from './pipeline';

describe('byTrouble', () => {
  it('puts what needs a person first, then what moves, then the order of the plan', () => {
    const states = ['updated', 'notStarted', 'updating', 'ended', 'stuck', 'failing'] as const;
    const clusters = states.map((state): RunCluster => ({ name: state, state }));
    expect(byTrouble(clusters).map(({ name }) => name)).toEqual([
      'failing',
      'stuck',
      'ended',
      'updating',
      'updated',
      'notStarted',
    ]);
  });
});

describe('ordinal', () => {
  it.each([
    [1, 'one'],
    [2, 'two'],
    [3, 'few'],
    [8, 'other'],
    [11, 'other'],
    [21, 'one'],
  ])('of %s: %s', (position, rule) => {
    expect(ordinal(position)).toBe(rule);
  });
});
