import {
  apiVersionOf,
  memberNamespace,
  type MemberClusterIdentity,
  type MemberClusterTaint,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { joinIdentity, refusePullName } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { AlreadyExistsError } from '@fleetstage/kube-client';
import { UserError } from 'fleetstage';
import { askedCluster, manyOption, textOption, type Act, type Result } from '../command';
import { joinByToken } from './joinByToken';
import { mustHaveRights } from './joinRights';
import { MEMBER } from './loadMember';
import { untilJoined } from './untilJoined';

/**
 * Makes a cluster a member of the fleet (C/MC-001). Unless its agent has an identity of somebody else, its join token is issued, too, and
 * printed with the commands that the page of the cluster shows.
 */
export async function join(act: Act): Promise<Result> {
  const name = askedCluster(act);
  const own = identityOf(act);
  const isNewToken = act.options.newToken === true;
  if (own !== undefined) {
    if (isNewToken)
      throw new UserError('--new-token is of the identity that Fleetstage makes; leave out the other');
    await create(act, name, own);
    return joinByIdentity(act, name, own);
  }
  mustNameNamespace(name);
  await mustHaveRights(act.hub, name, isNewToken);
  if (!isNewToken) await create(act, name, joinIdentity(name));
  return joinByToken(act, name);
}

async function create(act: Act, name: string, identity: MemberClusterIdentity): Promise<void> {
  const object = {
    apiVersion: apiVersionOf('MemberCluster'),
    kind: 'MemberCluster',
    metadata: {
      name,
      labels: Object.fromEntries(manyOption(act, 'label').map(one => pairOf('--label', one))),
    },
    spec: { identity, taints: manyOption(act, 'taint').map(toTaint), ...heartbeatOf(act) },
  };
  try {
    await act.hub.create(object, MEMBER);
  } catch (error) {
    if (!(error instanceof AlreadyExistsError)) throw error;
    const isOwn = act.options.user !== undefined || act.options.serviceAccount !== undefined;
    const next = `; for a new join token of its agent: kubectl fleet join ${name} --new-token`;
    throw new UserError(`cluster "${name}" is a member of hub "${act.hub.name}" already${isOwn ? '' : next}`);
  }
}

/** Whoever named the identity has tokens of it. */
async function joinByIdentity(act: Act, name: string, identity: MemberClusterIdentity): Promise<Result> {
  const data = { cluster: name, identity };
  if (act.options.wait !== true) return { text: sayNext(name), data: { ...data, joined: false } };
  const { hasJoined: joined, message } = await untilJoined(act, name);
  if (joined) return { text: `cluster "${name}" has joined`, data: { ...data, joined } };
  return {
    text: `cluster "${name}" has not joined, and --timeout is over: ${message}\n${sayNext(name)}`,
    data: { ...data, joined, message },
    code: 2,
  };
}

function mustNameNamespace(name: string): void {
  const refusal = refusePullName(name);
  if (refusal !== undefined) throw new UserError(`the ${refusal}`);
}

/** `undefined`: the account that Fleetstage makes. @throws UserError */
function identityOf(act: Act): MemberClusterIdentity | undefined {
  const user = textOption(act, 'user');
  const account = textOption(act, 'serviceAccount');
  if (user !== undefined && account !== undefined)
    throw new UserError('--service-account and --user name two identities; leave one out');
  if (user !== undefined) return { kind: 'User', name: user, apiGroup: 'rbac.authorization.k8s.io' };
  if (account === undefined) return undefined;
  const [namespace, accountName, ...rest] = account.split('/');
  if (!namespace || !accountName || rest.length > 0)
    throw new UserError(`--service-account ${account} is not understood; write NAMESPACE/NAME`);
  return { kind: 'ServiceAccount', namespace, name: accountName };
}

function pairOf(flag: string, text: string): [string, string] {
  const [, key, value = ''] = /^([^=]+)=([^=]*)$/.exec(text) ?? [];
  if (key === undefined) throw new UserError(`${flag} ${text} is not understood; write KEY=VALUE`);
  return [key, value];
}

function toTaint(text: string): MemberClusterTaint {
  const [key, value] = pairOf('--taint', text.replace(/:NoSchedule$/, ''));
  return { key, ...(value !== '' && { value }), effect: 'NoSchedule' };
}

function heartbeatOf(act: Act) {
  const text = textOption(act, 'heartbeatSeconds');
  if (text === undefined) return {};
  if (/^\d{1,3}$/.test(text)) return { heartbeatPeriodSeconds: Number(text) };
  throw new UserError(`--heartbeat-seconds ${text} is no number from 1 to 600`);
}

const sayNext = (name: string) =>
  [
    `cluster "${name}" is a member; next:`,
    `  Fleetstage has credentials for it (fleetstage.members): nothing, it joins by itself`,
    `  else start its agent there, as the identity that you named:`,
    `    npx @fleetstage/member-agent --member ${name} --hub-url URL --hub-token-file FILE`,
    `    (its namespace on the hub is ${memberNamespace(name)})`,
    `  see how it goes: kubectl get membercluster ${name} -w`,
  ].join('\n');
