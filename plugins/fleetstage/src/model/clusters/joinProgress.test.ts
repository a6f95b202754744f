import { joinProgress } from './joinProgress';

const condition = (type: string) => ({
  ...{ type, status: 'True' as const, reason: 'R', message: '' },
  lastTransitionTime: '2026-11-20T11:00:00Z',
});
const READY = [condition('ReadyToJoin')];
const JOINED = [...READY, condition('Joined')];
const AT = '2026-11-20T11:18:00Z';
const short = (...args: Parameters<typeof joinProgress>) =>
  joinProgress(...args).steps.map(({ state }) => state);

describe('joinProgress', () => {
  it.each<[string, Parameters<typeof joinProgress>, string[]]>([
    ['nothing is made', [{ conditions: [] }, undefined], ['now', 'later', 'later', 'later']],
    ['the hub is ready', [{ conditions: READY }, undefined], ['done', 'now', 'later', 'later']],
    [
      'the agent has reported',
      [{ conditions: JOINED, lastSeenAt: AT }, undefined],
      ['done', 'done', 'done', 'now'],
    ],
    [
      'all is known',
      [{ conditions: JOINED, lastSeenAt: AT, nodes: 3 }, undefined],
      ['done', 'done', 'done', 'done'],
    ],
    [
      'the heartbeat is that of before the token',
      [{ conditions: JOINED, lastSeenAt: AT, nodes: 3 }, Date.parse(AT) + 1],
      ['done', 'now', 'later', 'later'],
    ],
  ])('C/MC-024…041: %s', (_, args, states) => {
    expect(short(...args)).toEqual(states);
  });
});
