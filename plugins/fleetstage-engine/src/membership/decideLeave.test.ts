import { plus, type InternalMemberClusterStatus } from '@fleetstage/backstage-plugin-fleetstage-common';
import { minutesBefore, NOON } from '../testing/builders';
import { decideLeave, FORCE_LEAVE_AFTER_MS, type LeaveStep } from './decideLeave';
import { aJoinedAgent, anAgent, anInternalMember, liveObjects } from './membership.testing';
import { memberObjects } from './memberObjects';
import { aPullMember } from './membership.testing';
import type { LiveObjects } from './planJoin';

const { namespace } = memberObjects(aPullMember());
const going = (minutes: number) => ({
  ...namespace,
  metadata: {
    ...namespace.metadata,
    deletionTimestamp: new Date(minutesBefore(minutes)).toISOString().replace('.000Z', 'Z'),
  },
});
const asked = (state: 'Join' | 'Leave', ...agents: ReturnType<typeof anAgent>[]): LiveObjects =>
  liveObjects({ internalMember: anInternalMember({ agentStatus: agents }, state) });
const LEFT = anAgent({ joined: 'False' });

const WAITS = 'its agent was asked to leave and has not done so yet';

describe('decideLeave', () => {
  it.each<{ rule: string; live: LiveObjects; minutes?: number; step: LeaveStep }>([
    { rule: 'C/MC-053: nothing is left', live: {}, step: { kind: 'left' } },
    {
      rule: 'C/MC-054: the namespace goes',
      live: { namespace: going(14) },
      step: { kind: 'wait', afterMs: 1_000, message: 'namespace fleet-member-edge is being deleted' },
    },
    {
      rule: 'C/MC-054: for just so long it is not stuck',
      live: { namespace: going(15) },
      step: { kind: 'wait', afterMs: 1_000, message: 'namespace fleet-member-edge is being deleted' },
    },
    {
      rule: 'C/MC-054: the namespace does not go',
      live: { namespace: going(16) },
      step: {
        kind: 'wait',
        afterMs: 1_000,
        isStuck: true,
        message:
          'failed to delete the member cluster namespace fleet-member-edge, it has been deleting since 2026-11-21T11:44:00Z',
      },
    },
    {
      rule: 'C/MC-055: the InternalMemberCluster is gone',
      live: { namespace },
      step: { kind: 'collect', why: 'noAgent' },
    },
    {
      rule: 'no agent has ever reported',
      live: asked('Join'),
      step: { kind: 'collect', why: 'noAgent' },
    },
    {
      rule: 'C/MC-058, TR-104: an agent that has joined is asked',
      live: asked('Join', aJoinedAgent()),
      step: {
        kind: 'ask',
        patch: { spec: { state: 'Leave' } },
        afterMs: FORCE_LEAVE_AFTER_MS,
        message: WAITS,
      },
    },
    {
      rule: 'C/MC-057: asked late, it is asked all the same before force is used',
      live: asked('Join', aJoinedAgent()),
      minutes: 20,
      step: { kind: 'ask', patch: { spec: { state: 'Leave' } }, afterMs: 0, message: WAITS },
    },
    {
      rule: 'C/MC-058: it is waited for until the deadline',
      live: asked('Leave', aJoinedAgent()),
      minutes: 5,
      step: { kind: 'wait', afterMs: 10 * 60_000, message: WAITS },
    },
    {
      rule: 'C/MC-056, TR-105: it has left',
      live: asked('Leave', LEFT),
      step: { kind: 'collect', why: 'left' },
    },
    {
      rule: 'C/MC-042: it could not stop',
      live: asked('Leave', anAgent({ joined: 'Unknown' })),
      minutes: 1,
      step: { kind: 'wait', afterMs: 14 * 60_000, message: WAITS },
    },
    {
      rule: 'C/MC-031, MC-056: agents of KubeFleet’s networking are not waited for',
      live: asked('Leave', LEFT, anAgent({ type: 'ServiceExportImportAgent', joined: 'True' })),
      step: { kind: 'collect', why: 'left' },
    },
    {
      rule: 'C/MC-057, MC-064, TR-106, FF-014: the time is over',
      live: asked('Leave', aJoinedAgent()),
      minutes: 15,
      step: { kind: 'collect', why: 'forced' },
    },
  ])('$rule', ({ live, minutes = 0, step }) => {
    const since = minutesBefore(minutes);
    expect(decideLeave({ live, since, forceAfterMs: FORCE_LEAVE_AFTER_MS }, NOON)).toEqual(step);
  });

  it('C/MC-057: the deadline is a setting', () => {
    const leave = (afterMs: number) =>
      decideLeave(
        { live: asked('Leave', aJoinedAgent()), since: NOON, forceAfterMs: 30_000 },
        plus(NOON, afterMs),
      );
    expect(leave(29_999)).toMatchObject({ kind: 'wait', afterMs: 1 });
    expect(leave(30_000)).toEqual({ kind: 'collect', why: 'forced' });
  });

  it('an InternalMemberCluster without a status is one without agents', () => {
    const status: InternalMemberClusterStatus | undefined = undefined;
    const live = liveObjects({ internalMember: anInternalMember(status) });
    expect(decideLeave({ live, since: NOON, forceAfterMs: 1 }, NOON)).toMatchObject({ kind: 'collect' });
  });
});
