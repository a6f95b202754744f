import { memberNamespace, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  hasJoinIdentity,
  joinCommands,
  pullMemberOf,
  type JoinCommands,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { ForbiddenError } from '@fleetstage/kube-client';
import { UserError } from 'fleetstage';
import { readFileSync } from 'node:fs';
import { textOption, type Act, type Result } from '../command';
import { conditionsOf } from '../hub/Hub';
import { waitFor } from '../waitFor';
import { endJoinToken, findInternal, issueJoinToken, type IssuedJoinToken } from './joinToken';
import { loadMember, memberAddress } from './loadMember';
import { untilJoined } from './untilJoined';

/** How the agent reaches the hub. */
interface HubAddress {
  readonly hubUrl: string;
  /** PEM; absent: an authority that systems know. */
  readonly hubCa?: string;
}

/**
 * Issues a join token of a member whose identity is the account that Fleetstage makes, once the hub is ready for its agent; with `--wait`
 * until the agent has used it. A member that Fleetstage connects to needs none.
 */
export async function joinByToken(act: Act, name: string): Promise<Result> {
  const address = addressOf(act);
  mustBeIssuable(name, (await loadMember(act.hub, name)) as unknown as KubeObject);
  const ready = await untilReady(act, name);
  if (ready.kind === 'push')
    return {
      text: `cluster "${name}" has joined: Fleetstage has credentials for it and connects to it; it needs no agent`,
      data: { cluster: name, joined: true },
    };
  if (ready.kind === 'late') return sayLate(name, ready.message);
  const issued = await issueJoinToken(act, ready.member).catch(error => {
    if (!(error instanceof ForbiddenError)) throw error;
    throw new UserError(
      `cluster "${name}" is a member, but has no join token: the hub does not let you: ${error.message}; with that right: kubectl fleet join ${name} --new-token`,
    );
  });
  const commands = joinCommands({ member: name, token: issued.token, ...address });
  const text = sayToken(name, issued, commands);
  const data = {
    ...{ cluster: name, joinToken: issued.token, expiresAt: issued.expiresAt },
    ...address,
    commands,
  };
  if (act.options.wait !== true) return { text, data: { ...data, joined: false } };
  act.say(text);
  const { hasJoined: joined, message } = await untilJoined(act, name, issued.heartbeatBefore);
  if (joined) await endJoinToken(act, ready.member);
  return joined
    ? { text: `cluster "${name}" has joined`, data: { ...data, joined } }
    : {
        text: `cluster "${name}" has not joined, and --timeout is over: ${message}; the commands stay good until ${issued.expiresAt}`,
        data: { ...data, joined, message },
        code: 2,
      };
}

/** @throws UserError */
function addressOf(act: Act): HubAddress {
  const url = textOption(act, 'hubUrl');
  const file = textOption(act, 'hubCa');
  const { server, ca } = act.hub.endpoint;
  const hubCa = file === undefined ? ca : readCa(file);
  return { hubUrl: url ?? server, ...(hubCa !== undefined && { hubCa }) };
}

/** @throws UserError */
function readCa(file: string): string {
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new UserError(`--hub-ca ${file} cannot be read`);
  }
  if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
  throw new UserError(`--hub-ca ${file} has no certificate in PEM`);
}

/** @throws UserError */
function mustBeIssuable(name: string, object: KubeObject): void {
  if (object.metadata.deletionTimestamp !== undefined)
    throw new UserError(`cluster "${name}" is leaving the fleet`);
  if (hasJoinIdentity(pullMemberOf(object))) return;
  throw new UserError(
    `the identity of cluster "${name}" is not one that join tokens are made of: give its agent a token of spec.identity yourself`,
  );
}

type Ready =
  | { readonly kind: 'pull'; readonly member: KubeObject }
  /** Fleetstage has credentials for it. */
  | { readonly kind: 'push' }
  | { readonly kind: 'late'; readonly message: string };

/** Waits until the hub has made what the agent needs (C/MC-016…020). */
async function untilReady(act: Act, name: string): Promise<Ready> {
  let message = `nobody has made namespace ${memberNamespace(name)}; check that Fleetstage or KubeFleet serves hub "${act.hub.name}"`;
  const ready = await waitFor<Ready>(async () => {
    const member = await act.hub.find(memberAddress(name));
    if (member === undefined) return undefined;
    const conditionOf = (type: string) => conditionsOf(member).find(one => one.type === type);
    const prepared = conditionOf('ReadyToJoin');
    if (prepared?.status === 'False' && prepared.message) message = prepared.message;
    const isPull = (await findInternal(act.hub, name)) !== undefined;
    if (isPull && prepared?.status === 'True') return { kind: 'pull', member: member as KubeObject };
    return !isPull && conditionOf('Joined')?.status === 'True' ? { kind: 'push' } : undefined;
  }, act);
  return ready ?? { kind: 'late', message };
}

const sayLate = (name: string, message: string): Result => ({
  text: `cluster "${name}" is a member, but the hub is not ready for its agent, and --timeout is over: ${message}; then: kubectl fleet join ${name} --new-token`,
  data: { cluster: name, joined: false, message },
  code: 2,
});

function sayToken(
  name: string,
  { expiresAt, isEndedByHub }: IssuedJoinToken,
  { secret, helm, kubectl }: JoinCommands,
): string {
  const use = isEndedByHub
    ? 'and can be used once'
    : 'and this hub does not end it with its first use: --wait does';
  return [
    `the join token of cluster "${name}" holds until ${expiresAt}, ${use}; nobody can read it again`,
    'on the cluster, with the kubectl of the cluster, what the agent needs:',
    '',
    secret,
    '',
    'install the agent, with Helm:',
    '',
    helm,
    '',
    'or with kubectl, with the image set in the manifest first:',
    '',
    kubectl,
  ].join('\n');
}
