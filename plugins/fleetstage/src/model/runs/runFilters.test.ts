import { isFiltered, runGroups } from './runFilters';

describe('groups of runs', () => {
  it.each([
    ['', undefined],
    ['stopped', 'stopping,stopped'],
    ['waiting,waitingForApproval', 'waitingForApproval,waiting'],
    ['stuck', 'stuck'],
    ['finished,failed', 'succeeded,failed,couldNotPrepare,ended'],
  ])('%p asks for %p', (state, codes) => {
    expect(runGroups.codes(state)).toBe(codes);
  });
});

it('an empty address filters nothing', () => {
  const none = { q: '', state: '', placement: '', cluster: '', owner: '' };
  expect(isFiltered(none)).toBe(false);
  expect(isFiltered({ ...none, cluster: 'weu-1' })).toBe(true);
});
