import { refName, titleOf } from './entityNames';

describe('names of entities', () => {
  it.each([
    ['group:default/platform-approvers', 'platform-approvers'],
    ['user:guest', 'guest'],
    ['team-edge', 'team-edge'],
  ])('%p is %p', (ref, name) => {
    expect(refName(ref)).toBe(name);
  });

  it.each([
    ['user:development/guest', 'development/guest', 'guest'],
    ['user:development/guest', 'user:development/guest', 'guest'],
    ['user:default/maya', 'maya', 'maya'],
    ['user:default/maya', 'Maya Okafor', 'Maya Okafor'],
    ['user:default/guest', 'Guest', 'Guest'],
  ])('%p that is presented as %p is %p', (ref, presented, title) => {
    expect(titleOf(ref, presented)).toBe(title);
  });
});
