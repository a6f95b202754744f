import { annotationKeys, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { minutesBefore } from '../testing/builders';
import { hasJoinIdentity, isJoinTokenUsed, joinIdentity, openJoin, tokenObjects } from './agentTokens';
import { memberObjects } from './memberObjects';
import { aJoinedAgent, anInternalMember, aPullMember, liveObjects } from './membership.testing';
import { planJoin, type LiveObjects } from './planJoin';

const member = aPullMember({ identity: joinIdentity('edge') });
const tokens = tokenObjects(member)!;
const complete: LiveObjects = { ...liveObjects(), ...memberObjects(member), ...tokens };
const short = (live: LiveObjects, of = member) => {
  const plan = planJoin(of, live);
  return plan.kind === 'write'
    ? plan.writes.map(write => `${write.verb} ${write.of} ${write.event ?? '-'}`)
    : plan.message;
};
const noted = (internalMember: KubeObject, note: object): KubeObject => ({
  ...internalMember,
  metadata: { ...internalMember.metadata, annotations: { ...note } },
});
const reported = (minutes: number) =>
  anInternalMember({ agentStatus: [aJoinedAgent({ at: minutesBefore(minutes) })] });

describe('tokenObjects', () => {
  it('C/MC-003: the identity is an account in the namespace of the member, which goes with it', () => {
    expect(joinIdentity('edge')).toEqual({
      kind: 'ServiceAccount',
      name: 'fleetstage-agent',
      namespace: 'fleet-member-edge',
    });
    expect(tokens.agentAccount).toMatchObject({
      metadata: { name: 'fleetstage-agent', namespace: 'fleet-member-edge' },
      automountServiceAccountToken: false,
    });
  });

  it('C/MC-017: agent and join token may ask for a token of the agent, and the join token for nothing else', () => {
    expect(tokens.tokenRole.rules).toEqual([
      {
        apiGroups: [''],
        resources: ['serviceaccounts/token'],
        resourceNames: ['fleetstage-agent'],
        verbs: ['create'],
      },
    ]);
    expect(tokens.tokenBinding).toMatchObject({
      subjects: [
        { kind: 'ServiceAccount', name: 'fleetstage-agent', namespace: 'fleet-member-edge' },
        { kind: 'ServiceAccount', name: 'fleetstage-join', namespace: 'fleet-member-edge' },
      ],
      roleRef: { kind: 'Role', name: 'fleetstage-agent-token' },
    });
    // KubeFleet's role is the agent's alone (C/MC-018).
    expect(memberObjects(member).roleBinding.subjects).toEqual([joinIdentity('edge')]);
  });

  it.each([
    ['a user', { kind: 'User', name: 'fleetstage-agent' }],
    ['an account elsewhere', { ...joinIdentity('edge'), namespace: 'fleet-agents' }],
    ['the account of another member', joinIdentity('rival')],
    ['another account', { ...joinIdentity('edge'), name: 'default' }],
  ])('makes nothing for %s', (_, identity) => {
    const other = aPullMember({ identity });
    expect(hasJoinIdentity(other)).toBe(false);
    expect(tokenObjects(other)).toBeUndefined();
    expect(short({}, other)).toHaveLength(4);
  });
});

describe('planJoin of a member whose tokens Fleetstage makes', () => {
  it('C/MC-016…019: makes what the tokens are made of after all else', () => {
    expect(short({})).toEqual([
      'create namespace NamespaceCreated',
      'create role RoleCreated',
      'create roleBinding RoleBindingCreated',
      'create internalMember InternalMemberClusterCreated',
      'create agentAccount -',
      'create tokenRole -',
      'create tokenBinding -',
    ]);
    expect(short(complete)).toEqual([]);
  });

  it.each<[string, LiveObjects, string]>([
    ['an account that is gone', { agentAccount: undefined }, 'create agentAccount -'],
    [
      'other rules',
      { tokenRole: { ...tokens.tokenRole, rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }] } },
      'patch tokenRole -',
    ],
    ['another subject', { tokenBinding: { ...tokens.tokenBinding, subjects: [] } }, 'patch tokenBinding -'],
    [
      'another role',
      { tokenBinding: { ...tokens.tokenBinding, roleRef: { kind: 'ClusterRole', name: 'admin' } } },
      'recreate tokenBinding -',
    ],
  ])('C/MC-020: corrects %s', (_, patch, write) => {
    expect(short({ ...complete, ...patch })).toEqual([write]);
  });
});

describe('a join token', () => {
  it.each<[string, KubeObject | undefined, boolean]>([
    ['there is no InternalMemberCluster', undefined, false],
    ['none was issued', reported(0), false],
    [
      'no agent has reported',
      noted(anInternalMember(undefined), openJoin(anInternalMember(undefined))),
      false,
    ],
    ['the first agent has', noted(reported(0), openJoin(anInternalMember(undefined))), true],
    ['the last heartbeat is that of before', noted(reported(9), openJoin(reported(9))), false],
    ['the agent has reported since', noted(reported(0), openJoin(reported(9))), true],
    ['its clock was set back', noted(reported(20), openJoin(reported(9))), true],
  ])('is used or not: %s', (_, internalMember, isUsed) => {
    expect(isJoinTokenUsed(internalMember)).toBe(isUsed);
  });

  it('goes with its account once it was used, and the note after it', () => {
    const internalMember = noted(reported(0), openJoin(anInternalMember(undefined)));
    const plan = planJoin(member, { ...complete, internalMember });
    expect(plan).toMatchObject({
      writes: [
        { verb: 'delete', of: 'joinAccount', object: { metadata: { name: 'fleetstage-join' } } },
        {
          verb: 'patch',
          of: 'internalMember',
          patch: { metadata: { annotations: { [annotationKeys.joinTokenAfter]: null } } },
        },
      ],
    });
  });
});
