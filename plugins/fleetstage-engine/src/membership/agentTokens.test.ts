import { annotationKeys, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { minutesBefore } from '../testing/builders';
import {
  hasJoinIdentity,
  isJoinTokenUsed,
  joinIdentity,
  mayHaveTokens,
  openJoin,
  startRevoking,
  tokenObjects,
} from './agentTokens';
import { memberObjects } from './memberObjects';
import { aJoinedAgent, anInternalMember, aPullMember, liveObjects } from './membership.testing';
import { planJoin, type LiveObjects } from './planJoin';

const member = aPullMember({ identity: joinIdentity('edge') });
const tokens = tokenObjects(member, undefined)!;
const complete: LiveObjects = { ...liveObjects(), ...memberObjects(member), ...tokens };
const short = (live: LiveObjects, of = member) => {
  const plan = planJoin(of, live);
  return plan.kind === 'write'
    ? plan.writes.map(write => `${write.verb} ${write.of} ${write.event ?? '-'}`)
    : plan.message;
};
const noted = (internalMember: KubeObject, { metadata }: ReturnType<typeof openJoin>): KubeObject => ({
  ...internalMember,
  metadata: { ...internalMember.metadata, annotations: metadata.annotations as Record<string, string> },
});
const silent = anInternalMember(undefined);
const reported = (minutes: number) =>
  anInternalMember({ agentStatus: [aJoinedAgent({ at: minutesBefore(minutes) })] });

describe('tokenObjects', () => {
  it('C/MC-003: the identity is an account in the namespace of the member, which goes with it', () => {
    expect(joinIdentity('edge')).toEqual({
      kind: 'ServiceAccount',
      name: 'fleetstage-agent',
      namespace: 'fleet-member-edge',
    });
    expect(tokenObjects(member, undefined)?.agentAccount).toStrictEqual({
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: 'fleetstage-agent', namespace: 'fleet-member-edge' },
      automountServiceAccountToken: false,
    });
  });

  it('C/MC-017: the agent may ask for a token of its own, and an open join token, which may do nothing else', () => {
    const open = tokenObjects(member, noted(silent, openJoin(silent)))!;
    expect(open.tokenRole).toEqual(tokens.tokenRole);
    const metadata = { name: 'fleetstage-agent-token', namespace: 'fleet-member-edge' };
    expect(tokens.tokenRole).toMatchObject({ kind: 'Role', metadata });
    expect(tokens.tokenBinding).toMatchObject({ kind: 'RoleBinding', metadata });
    expect(tokens.tokenRole.rules).toEqual([
      {
        apiGroups: [''],
        resources: ['serviceaccounts/token'],
        resourceNames: ['fleetstage-agent'],
        verbs: ['create'],
      },
    ]);
    expect(tokens.tokenBinding.subjects).toEqual([joinIdentity('edge')]);
    expect(open.tokenBinding).toMatchObject({
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
    ['a user of the same names', { ...joinIdentity('edge'), kind: 'User' }],
    ['an account elsewhere', { ...joinIdentity('edge'), namespace: 'fleet-agents' }],
    ['the account of another member', joinIdentity('rival')],
    ['another account', { ...joinIdentity('edge'), name: 'default' }],
  ])('makes nothing for %s', (_, identity) => {
    const other = aPullMember({ identity });
    expect(hasJoinIdentity(other)).toBe(false);
    expect(tokenObjects(other, undefined)).toBeUndefined();
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
    ['no agent has reported', noted(silent, openJoin(silent)), false],
    ['the first agent has', noted(reported(0), openJoin(silent)), true],
    ['the last heartbeat is that of before', noted(reported(9), openJoin(reported(9))), false],
    ['the agent has reported since', noted(reported(0), openJoin(reported(9))), true],
    ['its tokens are being revoked', noted(reported(0), startRevoking()), false],
    ['its clock was set back', noted(reported(20), openJoin(reported(9))), true],
  ])('is used or not: %s', (_, internalMember, isUsed) => {
    expect(isJoinTokenUsed(internalMember)).toBe(isUsed);
  });

  it.each<[string, KubeObject, string[]]>([
    ['open: it may be exchanged', noted(silent, openJoin(silent)), ['patch tokenBinding -']],
    ['being revoked: it may not, and no account is made', noted(reported(0), startRevoking()), []],
  ])('is %s', (_, internalMember, writes) => {
    const agentAccount = undefined;
    expect(short({ ...complete, agentAccount, internalMember })).toEqual(writes);
  });

  it.each<[string, KubeObject, boolean]>([
    ['nobody has asked for any', silent, false],
    ['a join token was issued', noted(silent, openJoin(silent)), true],
    ['its tokens were being revoked', noted(silent, startRevoking()), true],
    ['an agent has reported', reported(0), true],
  ])('there may be tokens, or not: %s', (_, internalMember, has) => {
    expect(mayHaveTokens(internalMember)).toBe(has);
  });

  it('goes with its account once it was used, and the note after it', () => {
    const internalMember = noted(reported(0), openJoin(silent));
    const tokenBinding = tokenObjects(member, noted(silent, openJoin(silent)))!.tokenBinding;
    const plan = planJoin(member, { ...complete, tokenBinding, internalMember });
    expect(plan).toMatchObject({
      writes: [
        { verb: 'patch', of: 'tokenBinding', patch: { subjects: [joinIdentity('edge')] } },
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
