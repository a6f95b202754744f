import { MEMBER_AGENT, type MemberClusterAgentStatus } from '@fleetstage/backstage-plugin-fleetstage-common';
import { minutesBefore, NOON } from '../testing/builders';
import { FORCE_LEAVE_AFTER_MS } from './decideLeave';
import { foreseeLeave, type LeaveFacts } from './foreseeLeave';

const agent = (joined: 'True' | 'False'): MemberClusterAgentStatus => ({
  type: MEMBER_AGENT,
  conditions: [
    {
      ...{ type: 'Joined', status: joined, reason: 'r', message: '' },
      lastTransitionTime: '2026-11-21T12:00:00Z',
      observedGeneration: 1,
    },
  ],
});
const DELETED = minutesBefore(4, NOON);
const NAMESPACE = 'fleet-member-edge-1';

it.each<[string, Partial<LeaveFacts>, object]>([
  ['C/MC-060: without an agent, at once', { hasNamespace: false }, { way: 'atOnce' }],
  [
    'a deletion that was asked for has its time',
    { hasNamespace: false, deletedAt: DELETED },
    { way: 'atOnce', since: DELETED },
  ],
  ['C/MC-055: nobody has ever reported', {}, { way: 'namespace', namespace: NAMESPACE }],
  [
    'C/MC-056: its agent has left',
    { agents: [agent('False')], deletedAt: DELETED },
    { way: 'namespace', namespace: NAMESPACE, since: DELETED },
  ],
  ['C/MC-053: its agent stops first', { agents: [agent('True')] }, { way: 'agent', namespace: NAMESPACE }],
  [
    'C/FF-014: 15 min after the deletion it is not waited for',
    { agents: [agent('True')], deletedAt: DELETED },
    { way: 'agent', namespace: NAMESPACE, since: DELETED, forcedAt: DELETED + FORCE_LEAVE_AFTER_MS },
  ],
])('%s', (_, facts, expected) => {
  expect(
    foreseeLeave({
      name: 'edge-1',
      hasNamespace: true,
      agents: [],
      forceAfterMs: FORCE_LEAVE_AFTER_MS,
      ...facts,
    }),
  ).toEqual(expected);
});
