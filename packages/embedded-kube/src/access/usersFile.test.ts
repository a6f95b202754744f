import { parseUsers, toUser } from './usersFile';

describe('parseUsers', () => {
  it.each([
    ['t1,alice,7', [{ token: 't1', name: 'alice', uid: '7' }]],
    ['t1,alice,7,devs', [{ token: 't1', name: 'alice', uid: '7', groups: ['devs'] }]],
    [
      't1,alice,7,"devs,ops"\r\n\nt2,bob,8\n',
      [
        { token: 't1', name: 'alice', uid: '7', groups: ['devs', 'ops'] },
        { token: 't2', name: 'bob', uid: '8' },
      ],
    ],
    ['"t,1","al""ice",,""', [{ token: 't,1', name: 'al"ice', uid: '', groups: [''] }]],
    ['', []],
  ])('reads %j', (text, expected) => {
    expect(parseUsers(text, 'users.csv')).toEqual(expected);
  });

  it.each([
    ['t1,alice', 'users.csv, line 1: give token, user and uid, and groups in quotes; there are 2 columns'],
    ['t1,alice,7\n\nt2,bob,8,a,b', 'users.csv, line 3: put several groups in quotes: "group1,group2"'],
    [',alice,7', 'users.csv, line 1: token and user must not be empty'],
    ['t1,,7', 'users.csv, line 1: token and user must not be empty'],
    ['t1,alice,"7', 'users.csv, line 1: a quote is not closed, or stands within a column'],
    ['t1,ali"ce,7', 'users.csv, line 1: a quote is not closed, or stands within a column'],
    ['t1,alice,7\nt1,bob,8', 'users.csv, line 2: the token is that of line 1 already'],
  ])('refuses %j', (text, message) => {
    expect(() => parseUsers(text, 'users.csv')).toThrow(message);
  });

  it('makes users authenticated, once', () => {
    expect(toUser({ name: 'a', token: 't', uid: '', groups: ['system:authenticated', 'g'] })).toEqual({
      username: 'a',
      groups: ['g', 'system:authenticated'],
    });
  });
});
