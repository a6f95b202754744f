import { memberNamespace } from '@fleetstage/backstage-plugin-fleetstage-common';
import { refusePullName } from './refusePullName';

it('C/MC-016: the namespace of a cluster with an agent can have its name', () => {
  const longest = 'a'.repeat(50);
  expect(memberNamespace(longest)).toHaveLength(63);
  expect([longest, 'edge-1'].map(refusePullName)).toEqual([undefined, undefined]);
});

it.each([`${'a'.repeat(51)}`, 'edge.1'])('C/MC-016: %s is refused', name => {
  expect(refusePullName(name)).toBe(
    `name "${name}" is not allowed for a cluster with an agent: at most 50 characters, and no "."`,
  );
});
