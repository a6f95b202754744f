import { instant, plus } from '@fleetstage/backstage-plugin-fleetstage-common';
import { NOON } from '../testing/builders';
import { decideToken, isExpired, keptToken, renewAt, type HubToken, type TokenState } from './hubToken';

const DAY = 86_400_000;
const TOKEN: HubToken = { token: 't', hub: 'https://hub', member: 'edge', issuedAt: NOON, lifeMs: DAY };

describe('renewAt', () => {
  it.each([
    ['at half its life', {}, 0, DAY / 2],
    ['up to a tenth earlier', {}, 1, 0.45 * DAY],
    ['sooner, where that is set', { afterMs: 10_000 }, 0, 10_000],
    ['never later than at half its life', { afterMs: 2 * DAY }, 0, DAY / 2],
  ])('renews %s', (_, patch, random, afterMs) => {
    expect(renewAt({ ...TOKEN, ...patch }, random)).toBe(plus(NOON, afterMs));
  });

  it('expires by the life that the server has said', () => {
    expect(isExpired(TOKEN, plus(NOON, DAY - 1))).toBe(false);
    expect(isExpired(TOKEN, plus(NOON, DAY))).toBe(true);
  });
});

describe('keptToken', () => {
  const own = { hub: 'https://hub', member: 'edge' };

  it('is read as it was kept', () => {
    expect(keptToken(JSON.parse(JSON.stringify(TOKEN)), own)).toEqual(TOKEN);
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['no object', 'text'],
    ['null', null],
    ['a token that is no text', { ...TOKEN, token: 1 }],
    ['a life without end', { ...TOKEN, lifeMs: Infinity }],
    ['another hub', { ...TOKEN, hub: 'https://other' }],
    ['another member', { ...TOKEN, member: 'rival' }],
    ['no token', { ...TOKEN, token: '' }],
    ['no time', { ...TOKEN, issuedAt: null }],
    ['no life', { ...TOKEN, lifeMs: 'long' }],
  ])('is none where it has %s', (_, value) => {
    expect(keptToken(value, own)).toBeUndefined();
  });

  it('drops what else was kept', () => {
    expect(keptToken({ ...TOKEN, more: 1 }, own)).toEqual({ ...TOKEN, issuedAt: instant(NOON) });
  });
});

describe('decideToken', () => {
  it.each<[TokenState['held'], boolean, ReturnType<typeof decideToken>]>([
    ['none', false, 'missing'],
    ['none', true, 'exchange'],
    ['holds', false, 'send'],
    ['holds', true, 'send'],
    ['refused', false, 'send'],
    ['refused', true, 'exchange'],
    ['expired', false, 'send'],
    ['expired', true, 'exchange'],
  ])('held: %s, join token: %s → %s', (held, hasJoinToken, next) => {
    expect(decideToken({ held, hasJoinToken })).toBe(next);
  });
});
