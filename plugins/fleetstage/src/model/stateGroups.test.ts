import { stateGroups } from './stateGroups';

const groups = stateGroups({ open: ['waiting', 'stuck'], trouble: ['stuck', 'failed'] });

describe('groups of states', () => {
  it.each([
    ['', undefined],
    [',', undefined],
    ['open', 'waiting,stuck'],
    ['open,trouble', 'waiting,stuck,failed'],
    ['done,open', 'done,waiting,stuck'],
  ])('%j asks for %j', (value, codes) => {
    expect(groups.codes(value)).toBe(codes);
  });

  it('knows its own names only', () => {
    expect(groups.names).toEqual(['open', 'trouble']);
    expect(['open', 'stuck', 'toString'].filter(groups.isGroup)).toEqual(['open']);
  });
});
