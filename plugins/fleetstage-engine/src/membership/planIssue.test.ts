import { annotationKeys, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { minutesBefore } from '../testing/builders';
import { joinIdentity, openJoin, startRevoking, tokenObjects } from './agentTokens';
import { aJoinedAgent, anInternalMember, aPullMember, liveObjects } from './membership.testing';
import { memberObjects } from './memberObjects';
import { closeWrites, openWrites, planIssue } from './planIssue';
import { planJoin, type MemberWrite } from './planJoin';

const member = aPullMember({ identity: joinIdentity('edge') });
const silent = anInternalMember(undefined);
const reported = anInternalMember({ agentStatus: [aJoinedAgent({ at: minutesBefore(1) })] });
const withNote = (object: KubeObject, { metadata }: ReturnType<typeof openJoin>): KubeObject => ({
  ...object,
  metadata: { ...object.metadata, annotations: metadata.annotations as Record<string, string> },
});
const short = (writes: readonly MemberWrite[]) => writes.map(({ verb, of }) => `${verb} ${of}`);
const accounts = (writes: readonly MemberWrite[]) =>
  writes.flatMap(({ of, patch }) =>
    of === 'tokenBinding' ? [(patch?.subjects as { name: string }[]).map(({ name }) => name)] : [],
  );

describe('planIssue', () => {
  it('makes the account of the first join token at once', () => {
    expect(planIssue(member, silent)).toMatchObject({ revoke: [], pauseMs: 0 });
    expect(short(planIssue(member, silent).create)).toEqual(['create joinAccount']);
  });

  it.each([
    ['an agent has reported', reported],
    ['a join token was issued', withNote(silent, openJoin(silent))],
    ['tokens were being revoked', withNote(silent, startRevoking())],
  ])('revokes all tokens of before, and waits until no API server knows them: %s', (_, live) => {
    const { revoke, pauseMs, create } = planIssue(member, live);
    expect(short(revoke)).toEqual(['patch internalMember', 'delete agentAccount', 'delete joinAccount']);
    expect(pauseMs).toBeGreaterThan(10_000);
    expect(short(create)).toEqual(['create agentAccount', 'create joinAccount']);
  });
});

it('openWrites: notes the heartbeat of before, then lets the join token be exchanged', () => {
  const writes = openWrites(member, withNote(reported, startRevoking()));
  expect(short(writes)).toEqual(['patch internalMember', 'patch tokenBinding']);
  expect(writes[0].patch).toEqual(openJoin(reported));
  expect(accounts(writes)).toEqual([['fleetstage-agent', 'fleetstage-join']]);
});

it('openWrites: leaves a member alone whose identity is somebody else’s', () => {
  expect(short(openWrites(aPullMember(), silent))).toEqual(['patch internalMember']);
});

it('closeWrites: leave nothing to close for whoever keeps the objects of members', () => {
  const writes = closeWrites(member, withNote(reported, openJoin(silent)));
  expect(short(writes)).toEqual(['patch tokenBinding', 'delete joinAccount', 'patch internalMember']);
  expect(accounts(writes)).toEqual([['fleetstage-agent']]);
  expect(writes[2].patch).toEqual({ metadata: { annotations: { [annotationKeys.joinTokenAfter]: null } } });
  const live = { ...liveObjects(), ...memberObjects(member), ...tokenObjects(member, undefined) };
  expect(planJoin(member, { ...live, internalMember: reported })).toEqual({ kind: 'write', writes: [] });
});
