import { readWantedUser } from './wantedUser';

const headers = (fields: readonly (readonly [string, string])[]) => fields.flat();

describe('readWantedUser', () => {
  it('sees nobody where no header is about it', () => {
    expect(
      readWantedUser(
        headers([
          ['Accept', 'x'],
          ['User-Agent', 'y'],
        ]),
      ),
    ).toBeUndefined();
    expect(readWantedUser(headers([['Impersonate-User', '']]))).toBeUndefined();
  });

  it('reads groups one by one and extra by its escaped key', () => {
    expect(
      readWantedUser(
        headers([
          ['impersonate-user', 'zoe'],
          ['Impersonate-Group', 'a, b'],
          ['Impersonate-Group', 'c'],
          ['impersonate-uid', '7'],
          ['Impersonate-Extra-Acme.io%2FColour', 'red'],
          ['Impersonate-Extra-Acme.io%2Fcolour', 'blue'],
          ['Impersonate-Extra-100%', 'x'],
        ]),
      ),
    ).toEqual({
      username: 'zoe',
      uid: '7',
      groups: ['a, b', 'c'],
      extra: { 'acme.io/colour': ['red', 'blue'], '100%': ['x'] },
    });
  });

  it('refuses the other parts of a user without a name', () => {
    const fields = headers([
      ['Impersonate-Group', 'a "b"'],
      ['Impersonate-Extra-z', '1'],
      ['Impersonate-Extra-k', '2'],
    ]);
    expect(() => readWantedUser(fields)).toThrow(
      'requested &user.DefaultInfo{Name:"", UID:"", Groups:[]string{"a \\"b\\""}, Extra:map[string][]string{"k":[]string{"2"}, "z":[]string{"1"}}} without impersonating a user name',
    );
  });
});
