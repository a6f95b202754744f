import { isSameUser, normalizeEntityRef } from './entityRefs';

describe('entity refs', () => {
  it.each([
    ['User:Default/Ada', 'user:default/ada'],
    [' user:ada ', 'user:default/ada'],
    ['ada', 'user:default/ada'],
    ['north/ada', 'user:north/ada'],
    ['group:ops', 'group:default/ops'],
    // Characters that a locale of its own would spell otherwise.
    ['user:default/INGRID', 'user:default/ingrid'],
    // No refs: they must not become that of somebody.
    ['user:', 'user:'],
    ['/Ada', '/ada'],
    ['', ''],
  ])('%s is %s', (text, expected) => {
    expect(normalizeEntityRef(text, 'user')).toBe(expected);
  });

  it('have the kind that is expected where they name none', () => {
    expect(normalizeEntityRef('Ops', 'group')).toBe('group:default/ops');
  });

  it('of one user in two spellings are the same', () => {
    expect(isSameUser('User:Default/Ada', 'user:ada')).toBe(true);
    expect(isSameUser('user:default/ada', 'user:north/ada')).toBe(false);
    expect(isSameUser('user:default/ada', 'group:default/ada')).toBe(false);
  });
});
