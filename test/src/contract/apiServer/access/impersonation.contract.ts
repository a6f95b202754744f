import type { Api } from '../Api';
import type { Headers } from '../send';
import { contractSuite } from '../suite';
import { allow, allowEverywhere, createRobot, type Robot, type Rule } from './people';

const REVIEWS = 'authentication.k8s.io/v1/selfsubjectreviews';
const AUTHENTICATION = 'authentication.k8s.io';

const impersonate = (resource: string, names?: readonly string[]): Rule => ({
  verbs: ['impersonate'],
  apiGroups: [/uids|userextras/.test(resource) ? AUTHENTICATION : ''],
  resources: [resource],
  ...(names ? { resourceNames: names } : {}),
});

/** Each as the robot and with these headers: who he becomes, or why not. */
async function ask(api: Api, robot: Robot, each: readonly Headers[]): Promise<void> {
  for (const headers of each) await api.post(api.at(REVIEWS), {}, { ...robot.as, headers });
}

export const impersonation = contractSuite('impersonation', add => {
  add('whoever may nothing becomes nobody', async api => {
    const robot = await createRobot(api);
    await ask(api, robot, [
      { 'impersonate-user': 'zoe' },
      { 'impersonate-user': 'zoe', 'impersonate-group': 'g' },
      { 'impersonate-user': 'zoe', 'impersonate-uid': '7' },
      { 'impersonate-user': 'system:serviceaccount:default:x' },
      { 'impersonate-user': 'system:serviceaccount:default:x', 'impersonate-group': 'g' },
      { 'impersonate-user': 'system:serviceaccount:x' },
      { 'impersonate-user': 'system:node:n1' },
      { 'impersonate-user': 'system:node:' },
      { 'impersonate-user': 'system:anonymous' },
    ]);
    await api.get('/api', { ...robot.as, headers: { 'impersonate-user': 'zoe' } });
    await api.get(api.in('v1/pods', 'one'), { ...robot.as, headers: { 'impersonate-user': 'zoe' } });
  });
  add('without a user the other headers are 400', async api => {
    const robot = await createRobot(api);
    await ask(api, robot, [
      { 'impersonate-group': 'g' },
      { 'impersonate-uid': '7' },
      { 'impersonate-extra-colour': 'red' },
      { 'impersonate-group': 'a "quoted" one', 'impersonate-uid': '7', 'impersonate-extra-colour': 'red' },
      { 'impersonate-user': '' },
    ]);
  });
  add('who may be a user is him, authenticated', async api => {
    const robot = await createRobot(api);
    await allowEverywhere(api, robot.subject, [impersonate('users', ['zoe', 'system:anonymous'])]);
    await ask(api, robot, [
      { 'impersonate-user': 'zoe' },
      { 'impersonate-user': 'zoe2' },
      { 'impersonate-user': 'system:anonymous' },
    ]);
    await api.get(api.in('v1/pods'), { ...robot.as, headers: { 'impersonate-user': 'zoe' } });
  });
  add('groups, uid and extra are rights of their own', async api => {
    const robot = await createRobot(api);
    await allowEverywhere(api, robot.subject, [
      impersonate('users', ['zoe']),
      impersonate('groups', ['a', 'b', 'system:unauthenticated']),
      impersonate('uids', ['7']),
      impersonate('userextras/colour', ['red']),
    ]);
    const zoe = { 'impersonate-user': 'zoe' };
    await ask(api, robot, [
      zoe,
      { ...zoe, 'impersonate-group': 'a' },
      { ...zoe, 'impersonate-group': 'c' },
      { ...zoe, 'impersonate-group': 'system:unauthenticated' },
      { ...zoe, 'impersonate-uid': '7' },
      { ...zoe, 'impersonate-uid': '8' },
      { ...zoe, 'impersonate-extra-colour': 'red' },
      { ...zoe, 'impersonate-extra-colour': 'blue' },
      { ...zoe, 'impersonate-extra-taste': 'sweet' },
      { ...zoe, 'impersonate-group': 'a', 'impersonate-uid': '7', 'impersonate-extra-Colour': 'red' },
    ]);
  });
  add('a right to all users is a right to each', async api => {
    const robot = await createRobot(api);
    await allowEverywhere(api, robot.subject, [impersonate('users'), impersonate('groups')]);
    await ask(api, robot, [
      { 'impersonate-user': 'anybody' },
      { 'impersonate-user': 'system:serviceaccount:x' },
      { 'impersonate-user': 'anybody', 'impersonate-group': 'system:masters' },
      { 'impersonate-user': 'system:serviceaccount:default:x' },
    ]);
  });
  add('an account belongs to its namespace, and has its groups', async api => {
    const robot = await createRobot(api);
    await allow(api, robot.subject, [impersonate('serviceaccounts')]);
    await ask(api, robot, [
      { 'impersonate-user': `system:serviceaccount:${api.namespace}:other` },
      { 'impersonate-user': `system:serviceaccount:${api.namespace}:other`, 'impersonate-group': 'g' },
      { 'impersonate-user': 'system:serviceaccount:default:other' },
    ]);
  });
  add('a constrained user is one for certain verbs', async api => {
    const robot = await createRobot(api);
    await allowEverywhere(api, robot.subject, [
      {
        verbs: ['impersonate:user-info'],
        apiGroups: [AUTHENTICATION],
        resources: ['users'],
        resourceNames: ['zoe'],
      },
      {
        verbs: ['impersonate-on:user-info:create'],
        apiGroups: [AUTHENTICATION],
        resources: ['selfsubjectreviews'],
      },
    ]);
    await ask(api, robot, [
      { 'impersonate-user': 'zoe' },
      { 'impersonate-user': 'zoe', 'impersonate-group': 'g' },
      { 'impersonate-user': 'zoe2' },
    ]);
    await api.get(api.in('v1/pods'), { ...robot.as, headers: { 'impersonate-user': 'zoe' } });
  });
  add('a constrained account and a constrained node are only named', async api => {
    const robot = await createRobot(api);
    await allowEverywhere(api, robot.subject, [
      { verbs: ['impersonate:serviceaccount'], apiGroups: [AUTHENTICATION], resources: ['serviceaccounts'] },
      {
        verbs: ['impersonate:arbitrary-node'],
        apiGroups: [AUTHENTICATION],
        resources: ['nodes'],
        resourceNames: ['n1'],
      },
      {
        verbs: ['impersonate-on:serviceaccount:create', 'impersonate-on:arbitrary-node:create'],
        apiGroups: [AUTHENTICATION],
        resources: ['selfsubjectreviews'],
      },
    ]);
    await ask(api, robot, [
      { 'impersonate-user': 'system:serviceaccount:default:x' },
      { 'impersonate-user': 'system:serviceaccount:default:x', 'impersonate-group': 'g' },
      { 'impersonate-user': 'system:node:n1' },
      { 'impersonate-user': 'system:node:n2' },
      { 'impersonate-user': 'system:node:n1', 'impersonate-uid': '7' },
    ]);
  });
  add('a constrained user is never a master', async api => {
    const robot = await createRobot(api);
    const all = ['users', 'groups', 'uids', 'userextras/example.com/colour', 'userextras/plain'];
    await allowEverywhere(api, robot.subject, [
      { verbs: ['impersonate:user-info'], apiGroups: [AUTHENTICATION], resources: all },
      {
        verbs: ['impersonate-on:user-info:create'],
        apiGroups: [AUTHENTICATION],
        resources: ['selfsubjectreviews'],
      },
    ]);
    const zoe = { 'impersonate-user': 'zoe' };
    await ask(api, robot, [
      { ...zoe, 'impersonate-group': 'g' },
      { ...zoe, 'impersonate-group': 'system:masters' },
      { ...zoe, 'impersonate-extra-example.com%2fcolour': 'red' },
      { ...zoe, 'impersonate-extra-plain': 'red' },
    ]);
  });
  add('who is somebody else writes as him', async api => {
    const robot = await createRobot(api);
    await allowEverywhere(api, robot.subject, [impersonate('users', ['zoe'])]);
    await allow(api, { kind: 'User', name: 'zoe' }, [
      { verbs: ['create'], apiGroups: [''], resources: ['configmaps'] },
    ]);
    const body = { metadata: { name: 'hers' } };
    await api.post(api.in('v1/configmaps'), body, robot.as);
    await api.post(api.in('v1/configmaps'), body, { ...robot.as, headers: { 'impersonate-user': 'zoe' } });
    await api.delete(api.in('v1/configmaps', 'hers'), undefined, {
      ...robot.as,
      headers: { 'impersonate-user': 'zoe' },
    });
  });
});
