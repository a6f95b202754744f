import { isFiltered, lonelyCode, stateCodes } from './runFilters';

describe('stateCodes', () => {
  it.each([
    ['', undefined],
    ['stopped', 'stopping,stopped'],
    ['waiting,waitingForApproval', 'waitingForApproval,waiting'],
    ['stuck', 'stuck'],
    ['finished,failed', 'succeeded,failed,couldNotPrepare'],
  ])('%p asks for %p', (state, codes) => {
    expect(stateCodes(state)).toBe(codes);
  });
});

it.each([
  ['', undefined],
  ['trouble', undefined],
  ['stuck', 'stuck'],
])('%p leaves the code %p, which no chip shows', (state, code) => {
  expect(lonelyCode(state)).toBe(code);
});

it('an empty address filters nothing', () => {
  const none = { q: '', state: '', placement: '', cluster: '' };
  expect(isFiltered(none)).toBe(false);
  expect(isFiltered({ ...none, cluster: 'weu-1' })).toBe(true);
});
