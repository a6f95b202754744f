import { DeadlineError } from '../deadline';
import { matchesPattern } from './goRegExp';

const LONG = 5_000;
const almost = `${'a'.repeat(LONG)}!`;

describe('a pattern in the notation of Go', () => {
  it.each([
    ['^a+$', 'aaa', true],
    ['^a+$', 'aab', false],
    ['(?i)^web$', 'WEB', true],
    ['(?P<name>x)y', 'xy', true],
    ['\\Aab\\z', 'ab', true],
    ['^\\p{L}+$', 'é', true],
    ['[', 'x', undefined],
  ])('%s on %s', (pattern, text, matches) => {
    expect(matchesPattern(pattern, text)).toBe(matches);
  });

  it.each(['^(a+)+$', '^(a|a)*$', '(a*)*b$', '^(a+)+(a+)+$', 'a*a*a*a*a*b', '^(([a-z])+.)+[A-Z]([a-z])+$'])(
    '%s takes no longer than its text is long: with backtracking it would not end in this century',
    pattern => expect(matchesPattern(pattern, almost)).toBe(false),
  );

  it('is given up where it repeats more often than can be done in such time', () => {
    expect(() => matchesPattern('^(a{1,30}){1,30}$', almost.slice(-60))).toThrow(DeadlineError);
  });
});
