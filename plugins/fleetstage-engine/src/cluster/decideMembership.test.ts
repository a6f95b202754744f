import { minutesBefore, NOON } from '../testing/builders';
import {
  decideMembership,
  type Membership,
  type MembershipCandidate,
  type MembershipInput,
} from './decideMembership';

const membership = (member: string, patch: Partial<Membership> = {}): Membership => ({
  member,
  memberUid: `uid-of-${member}`,
  clusterUid: 'east',
  joinedAt: NOON,
  createdAt: minutesBefore(60),
  ...patch,
});

const decide = (candidate: MembershipCandidate, rest: Partial<MembershipInput> = {}) =>
  decideMembership({
    candidate,
    hub: { name: 'hub', clusterUid: 'hub-cluster' },
    mayBeUnidentified: false,
    ...rest,
  });

const { clusterUid: _, ...HIDDEN } = membership('c1');

describe('decideMembership', () => {
  const c1 = membership('c1');
  const later = membership('c2', { joinedAt: minutesBefore(-1) });
  it.each<{
    rule: string;
    candidate: MembershipCandidate;
    rest?: Partial<MembershipInput>;
    expected: object;
  }>([
    {
      rule: 'one that does not show who it is',
      candidate: HIDDEN,
      expected: {
        kind: 'refused',
        reason: 'FleetstageClusterUnidentified',
        message: expect.stringContaining('add c1 to fleetstage.connections.allowUnidentified'),
      },
    },
    {
      rule: 'one that does not show who it is, and may',
      candidate: HIDDEN,
      rest: { mayBeUnidentified: true },
      expected: { kind: 'unidentified' },
    },
    {
      rule: 'one that hides who it is, and has shown it, though it may',
      candidate: HIDDEN,
      rest: { mayBeUnidentified: true, recorded: c1 },
      expected: {
        kind: 'refused',
        reason: 'FleetstageClusterUnidentified',
        message: expect.stringContaining('the one that answers now does not'),
      },
    },
    {
      rule: 'one that does not show who it is, its MemberCluster created anew',
      candidate: HIDDEN,
      rest: { mayBeUnidentified: true, recorded: membership('c1', { memberUid: 'of-before' }) },
      expected: { kind: 'unidentified' },
    },
    { rule: 'a cluster that nobody has joined with', candidate: c1, expected: { kind: 'joins' } },
    {
      rule: 'the hub, whatever was recorded before',
      candidate: membership('c1', { clusterUid: 'hub-cluster' }),
      rest: { recorded: membership('c1', { clusterUid: 'hub-cluster' }) },
      expected: {
        kind: 'refused',
        reason: 'FleetstageSameCluster',
        message: expect.stringContaining('hub "hub"'),
      },
    },
    {
      rule: 'a hub that shows no uid is nobody',
      candidate: c1,
      rest: { hub: { name: 'hub' } },
      expected: { kind: 'joins' },
    },
    {
      rule: 'the cluster that it joined with',
      candidate: c1,
      rest: { recorded: c1 },
      expected: { kind: 'keeps' },
    },
    {
      rule: 'another cluster than it joined with',
      candidate: c1,
      rest: { recorded: membership('c1', { clusterUid: 'west' }) },
      expected: { kind: 'refused', reason: 'FleetstageClusterChanged' },
    },
    {
      rule: 'another cluster, and its MemberCluster was created anew',
      candidate: c1,
      rest: { recorded: membership('c1', { clusterUid: 'west', memberUid: 'of-before' }) },
      expected: { kind: 'joins' },
    },
    {
      rule: 'the cluster of a member that joined earlier',
      candidate: later,
      rest: { holder: c1 },
      expected: {
        kind: 'refused',
        reason: 'FleetstageSameCluster',
        message: expect.stringContaining('MemberCluster c1'),
      },
    },
    {
      rule: 'the cluster of a member that joined later, the record of its own being lost',
      candidate: membership('c1', { joinedAt: minutesBefore(60) }),
      rest: { holder: later },
      expected: { kind: 'replaces', holder: 'c2' },
    },
    {
      rule: 'joined at once: the older MemberCluster',
      candidate: membership('c2', { createdAt: minutesBefore(61) }),
      rest: { holder: c1 },
      expected: { kind: 'replaces', holder: 'c1' },
    },
    {
      rule: 'joined and created at once: by name',
      candidate: membership('c2'),
      rest: { holder: c1 },
      expected: { kind: 'refused', reason: 'FleetstageSameCluster' },
    },
  ])('$rule: $expected.kind', ({ candidate, rest, expected }) => {
    expect(decide(candidate, rest)).toMatchObject(expected);
  });

  it('never lets both of two members have one cluster, nor neither', () => {
    for (const joinedAt of [minutesBefore(1), NOON])
      for (const createdAt of [minutesBefore(61), minutesBefore(60)])
        for (const name of ['b', 'd']) {
          const other = membership(name, { joinedAt, createdAt });
          const mine = membership('c');
          const kinds = [decide(mine, { holder: other }).kind, decide(other, { holder: mine }).kind].sort();
          expect(kinds).toEqual(['refused', 'replaces']);
        }
  });

  it('says which cluster conflicts and what to do, and no uid', () => {
    const refused = decide(later, { holder: c1 });
    expect(refused).toEqual({
      kind: 'refused',
      reason: 'FleetstageSameCluster',
      message:
        'the credentials of MemberCluster c2 lead to the cluster that has joined as MemberCluster c1. Nothing is written to it under this name. ' +
        'Give it the credentials of a cluster of its own in fleetstage.members, or delete one of the two MemberClusters',
    });
  });
});
