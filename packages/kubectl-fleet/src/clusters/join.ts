import {
  apiVersionOf,
  memberNamespace,
  type MemberClusterIdentity,
  type MemberClusterTaint,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { AlreadyExistsError } from '@fleetstage/kube-client';
import { UserError } from 'fleetstage';
import { askedCluster, manyOption, textOption, type Act, type Result } from '../command';
import { conditionsOf } from '../hub/Hub';
import { waitFor } from '../waitFor';
import { MEMBER, memberAddress } from './loadMember';

/** Makes a cluster a member of the fleet (C/MC-001), and says what comes next. */
export async function join(act: Act): Promise<Result> {
  const name = askedCluster(act);
  const object = {
    apiVersion: apiVersionOf('MemberCluster'),
    kind: 'MemberCluster',
    metadata: {
      name,
      labels: Object.fromEntries(manyOption(act, 'label').map(one => pairOf('--label', one))),
    },
    spec: {
      identity: identityOf(act),
      taints: manyOption(act, 'taint').map(toTaint),
      ...heartbeatOf(act),
    },
  };
  try {
    await act.hub.create(object, MEMBER);
  } catch (error) {
    if (!(error instanceof AlreadyExistsError)) throw error;
    throw new UserError(`cluster "${name}" is a member of hub "${act.hub.name}" already`);
  }
  const data = { cluster: name, identity: object.spec.identity };
  if (act.options.wait !== true) return { text: sayNext(name), data: { ...data, joined: false } };
  return untilJoined(act, name, data);
}

/** @throws UserError */
function identityOf(act: Act): MemberClusterIdentity {
  const user = textOption(act, 'user');
  const account = textOption(act, 'serviceAccount');
  if ((user === undefined) === (account === undefined))
    throw new UserError(
      'say who the agent of the cluster is on the hub: --service-account NAMESPACE/NAME or --user NAME',
    );
  if (user !== undefined) return { kind: 'User', name: user, apiGroup: 'rbac.authorization.k8s.io' };
  const [namespace, accountName, ...rest] = (account ?? '').split('/');
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

async function untilJoined(act: Act, name: string, data: object): Promise<Result> {
  let last = 'nothing is reported of it yet';
  const joined = await waitFor(async () => {
    const member = await act.hub.find(memberAddress(name));
    const found = member && conditionsOf(member).find(({ type }) => type === 'Joined');
    if (found?.message) last = found.message;
    return found?.status === 'True' ? true : undefined;
  }, act);
  return joined
    ? { text: `cluster "${name}" has joined`, data: { ...data, joined: true } }
    : {
        text: `cluster "${name}" has not joined, and --timeout is over: ${last}\n${sayNext(name)}`,
        data: { ...data, joined: false, message: last },
        code: 2,
      };
}
