import { rankRun } from './rankRun';
import type { RunStateCode } from './stateCodes';

describe('runs in a list, trouble first, ui §5.1', () => {
  it.each<[RunStateCode, RunStateCode]>([
    ['failing', 'stuck'],
    ['stuck', 'stopped'],
    ['stopped', 'waitingForApproval'],
    ['waitingForApproval', 'updating'],
    ['stuck', 'preparing'],
    ['updating', 'waiting'],
    ['waiting', 'preparing'],
    ['preparing', 'failed'],
  ])('%s comes before %s', (first, second) => expect(rankRun(first)).toBeLessThan(rankRun(second)));

  it('leaves runs that are over to their age', () => {
    const over = (['couldNotPrepare', 'failed', 'ended', 'succeeded'] as const).map(rankRun);
    expect(new Set(over).size).toBe(1);
  });
});
