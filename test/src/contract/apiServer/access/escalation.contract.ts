import type { Api } from '../Api';
import { contractSuite } from '../suite';
import {
  allow,
  allowEverywhere,
  binding,
  clusterBinding,
  clusterRole,
  createClusterWide,
  createRobot,
  RBAC,
  role,
  type Robot,
  type Rule,
} from './people';

const GROUP = 'rbac.authorization.k8s.io';
const ROLES = `${RBAC}/roles`;
const BINDINGS = `${RBAC}/rolebindings`;
const pods = (verbs: readonly string[], more: object = {}): Rule => ({
  ...{ verbs, apiGroups: [''], resources: ['pods'] },
  ...more,
});
const zoe = { kind: 'User', name: 'zoe' } as const;

/** One who may write roles and bindings of the namespace, and has some rights to hand on. */
async function createClerk(api: Api, held: readonly Rule[], verbs: readonly string[] = []): Promise<Robot> {
  const robot = await createRobot(api, 'clerk');
  const all = ['create', 'update', 'patch', 'get', 'delete', ...verbs];
  await allow(
    api,
    robot.subject,
    [{ verbs: all, apiGroups: [GROUP], resources: ['roles', 'rolebindings'] }],
    'clerk',
  );
  if (held.length > 0) await allow(api, robot.subject, held, 'held');
  return robot;
}

export const escalation = contractSuite('escalation', add => {
  add('nobody writes a role with rights that he does not hold', async api => {
    const { as } = await createClerk(api, [pods(['get', 'list'])]);
    await api.post(api.in(ROLES), role('held-one', [pods(['get'])]), as);
    await api.post(
      api.in(ROLES),
      role('more', [pods(['get', 'delete'], { resources: ['pods', 'secrets'] })]),
      as,
    );
    await api.post(api.in(ROLES), role('names', [pods(['get', 'watch'], { resourceNames: ['a', 'b'] })]), as);
    await api.post(api.in(ROLES), role('star', [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }]), as);
    await api.post(`${api.in(ROLES)}?dryRun=All`, role('dry', [pods(['watch'])]), as);
    await api.post(api.in(ROLES), role('empty', []), as);
  });
  add('nor changes one into such a role', async api => {
    const { as } = await createClerk(api, [pods(['get'])]);
    await api.quietly('POST', api.in(ROLES), role('one', [pods(['get'])]));
    await api.quietly('POST', api.in(ROLES), role('strong', [pods(['delete'])]));
    await api.put(api.in(ROLES, 'one'), role('one', [pods(['delete'])]), as);
    await api.patch('merge', api.in(ROLES, 'one'), { rules: [pods(['delete'])] }, as);
    await api.patch('apply', `${api.in(ROLES, 'new')}?fieldManager=m`, role('new', [pods(['delete'])]), as);
    await api.patch('merge', api.in(ROLES, 'one'), { metadata: { labels: { a: 'b' } } }, as);
    await api.patch('merge', api.in(ROLES, 'strong'), { metadata: { labels: { a: 'b' } } }, as);
    await api.patch('merge', api.in(ROLES, 'strong'), { metadata: { finalizers: ['example.com/wait'] } }, as);
    await api.patch('merge', api.in(ROLES, 'strong'), { metadata: { finalizers: null } }, as);
    await api.delete(api.in(ROLES, 'strong'), undefined, as);
  });
  add('rights by name are held by name', async api => {
    const { as } = await createClerk(api, [
      pods(['get', 'list'], { resourceNames: ['a', 'b'] }),
      pods(['*'], { resources: ['*/log'] }),
    ]);
    await api.post(api.in(ROLES), role('a', [pods(['get'], { resourceNames: ['a'] })]), as);
    await api.post(api.in(ROLES), role('c', [pods(['get', 'list'], { resourceNames: ['c', 'a'] })]), as);
    await api.post(api.in(ROLES), role('any', [pods(['get'])]), as);
    await api.post(
      api.in(ROLES),
      role('log', [pods(['get'], { resources: ['pods/log', '*/log', 'pods/exec'] })]),
      as,
    );
  });
  add('escalate lets write any role', async api => {
    const { as } = await createClerk(api, [], ['escalate']);
    await api.post(api.in(ROLES), role('strong', [pods(['*'])]), as);
    await api.put(
      api.in(ROLES, 'strong'),
      role('strong', [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }]),
      as,
    );
  });
  add('escalate for one name does not help to create it', async api => {
    const { as, subject } = await createClerk(api, []);
    await allow(
      api,
      subject,
      [{ verbs: ['escalate'], apiGroups: [GROUP], resources: ['roles'], resourceNames: ['one'] }],
      'named',
    );
    await api.post(api.in(ROLES), role('one', [pods(['get'])]), as);
    await api.quietly('POST', api.in(ROLES), role('one', []));
    await api.put(api.in(ROLES, 'one'), role('one', [pods(['get'])]), as);
  });
  add('nobody binds a role with rights that he does not hold', async api => {
    const { as } = await createClerk(api, [pods(['get'])]);
    await api.quietly('POST', api.in(ROLES), role('weak', [pods(['get'])]));
    await api.quietly('POST', api.in(ROLES), role('strong', [pods(['get', 'delete'])]));
    await api.post(api.in(BINDINGS), binding('weak', zoe, { kind: 'Role', name: 'weak' }), as);
    await api.post(api.in(BINDINGS), binding('strong', zoe, { kind: 'Role', name: 'strong' }), as);
    await api.post(api.in(BINDINGS), binding('all', zoe, { kind: 'ClusterRole', name: 'cluster-admin' }), as);
    await api.post(api.in(BINDINGS), binding('view', zoe, { kind: 'ClusterRole', name: 'view' }), as);
    await api.post(api.in(BINDINGS), binding('gone', zoe, { kind: 'Role', name: 'gone' }), as);
    await api.patch('merge', api.in(BINDINGS, 'weak'), { subjects: [{ ...zoe, name: 'yves' }] }, as);
  });
  add('bind lets bind the role that it names', async api => {
    const { as, subject } = await createClerk(api, []);
    await allow(
      api,
      subject,
      [
        { verbs: ['bind'], apiGroups: [GROUP], resources: ['clusterroles'], resourceNames: ['view'] },
        { verbs: ['bind'], apiGroups: [GROUP], resources: ['roles'], resourceNames: ['strong'] },
      ],
      'binder',
    );
    await api.quietly('POST', api.in(ROLES), role('strong', [pods(['delete'])]));
    await api.post(api.in(BINDINGS), binding('view', zoe, { kind: 'ClusterRole', name: 'view' }), as);
    await api.post(api.in(BINDINGS), binding('strong', zoe, { kind: 'Role', name: 'strong' }), as);
    await api.post(api.in(BINDINGS), binding('edit', zoe, { kind: 'ClusterRole', name: 'edit' }), as);
  });
  add('cluster roles need rights in the whole cluster', async api => {
    const { as, subject } = await createRobot(api, 'clerk');
    const resources = ['clusterroles', 'clusterrolebindings'];
    await allowEverywhere(api, subject, [
      { verbs: ['create', 'patch'], apiGroups: [GROUP], resources },
      { verbs: ['get'], nonResourceURLs: ['/nope/*'] },
    ]);
    await allow(api, subject, [pods(['get'])]);
    const names = ['one', 'paths', 'gather'].map(name => `${api.namespace}-${name}`);
    api.leave(...names.map(name => api.at(`${RBAC}/clusterroles`, name)));
    const urls = ['/nope/deeper', '/nope/*', '/nope', '*'];
    await api.post(api.at(`${RBAC}/clusterroles`), clusterRole(names[0], [pods(['get'])]), as);
    await api.post(
      api.at(`${RBAC}/clusterroles`),
      clusterRole(names[1], [{ verbs: ['get', 'post'], nonResourceURLs: urls }]),
      as,
    );
    const aggregationRule = { clusterRoleSelectors: [{ matchLabels: { a: 'b' } }] };
    await api.post(api.at(`${RBAC}/clusterroles`), clusterRole(names[2], [], { aggregationRule }), as);
    await createClusterWide(api, 'clusterroles', clusterRole(names[0], []));
    await api.patch('merge', api.at(`${RBAC}/clusterroles`, names[0]), { aggregationRule }, as);
    await api.post(api.at(`${RBAC}/clusterrolebindings`), clusterBinding(names[0], zoe, 'cluster-admin'), as);
    await api.post(api.at(`${RBAC}/clusterrolebindings`), clusterBinding(names[0], zoe, 'gone'), as);
  });
  add('a refused escalation names roles that are not there', async api => {
    const { as, subject } = await createClerk(api, []);
    await api.quietly('POST', api.in(BINDINGS), binding('gone', subject, { kind: 'Role', name: 'gone' }));
    await api.until(api.in('v1/pods'), ({ text }) => text.includes('gone'), as);
    await api.post(api.in(ROLES), role('one', [pods(['get'])]), as);
  });
  add('what a binding refers to stays', async api => {
    await api.quietly('POST', api.in(BINDINGS), binding('one', zoe, { kind: 'Role', name: 'a' }));
    await api.patch('merge', api.in(BINDINGS, 'one'), { roleRef: { name: 'b' } });
    await api.patch('merge', api.in(BINDINGS, 'one'), { roleRef: { kind: 'ClusterRole' }, subjects: [] });
    await api.put(api.in(BINDINGS, 'one'), binding('one', zoe, { kind: 'Role', name: 'b' }));
    await api.put(
      api.in(BINDINGS, 'one'),
      binding('one', { ...zoe, name: 'yves' }, { kind: 'Role', name: 'a' }),
    );
  });
  add('roles that make no sense are 422', async api => {
    const rules = [
      { apiGroups: [''], resources: ['secrets'] },
      { apiGroups: [''], verbs: ['get'] },
      { resources: ['pods'], verbs: ['get'] },
      { verbs: ['get'], nonResourceURLs: ['/x'] },
      { verbs: ['get'], apiGroups: [''], resources: ['pods'], nonResourceURLs: ['/x'] },
    ] as readonly Rule[];
    await api.post(api.in(ROLES), role('wrong', rules));
    await api.post(api.at(`${RBAC}/clusterroles`), clusterRole(`${api.namespace}-wrong`, rules.slice(4)));
    const named = clusterRole('a/b%', [], { aggregationRule: { clusterRoleSelectors: [] } });
    await api.post(api.at(`${RBAC}/clusterroles`), named);
    const clusterRoleSelectors = [
      { matchLabels: { 'a b': 'c d' } },
      { matchExpressions: [{ key: 'a', operator: 'Foo' }] },
    ];
    await api.post(
      api.at(`${RBAC}/clusterroles`),
      clusterRole('wrong', [], { aggregationRule: { clusterRoleSelectors } }),
    );
  });
  add('bindings that make no sense are 422', async api => {
    const subjects = [
      { kind: 'Robot', name: 'x' },
      { kind: 'User', name: '' },
      { kind: 'ServiceAccount', name: 'A b', namespace: '' },
      { kind: 'ServiceAccount', name: 'a', apiGroup: 'x', namespace: 'n' },
      { kind: 'User', name: 'u', apiGroup: 'x' },
      { kind: 'Group', name: 'g', apiGroup: 'x' },
    ];
    const wrong = { kind: 'RoleBinding', apiVersion: RBAC, metadata: { name: 'wrong' }, subjects };
    await api.post(api.in(BINDINGS), { ...wrong, roleRef: { apiGroup: 'x', kind: 'Robot', name: '' } });
    await api.post(api.in(BINDINGS), {
      ...wrong,
      roleRef: { apiGroup: GROUP, kind: 'Role', name: 'a/b' },
      subjects: [],
    });
    const everywhere = { ...wrong, kind: 'ClusterRoleBinding' };
    const account = [{ kind: 'ServiceAccount', name: 'a' }];
    await api.post(api.at(`${RBAC}/clusterrolebindings`), {
      ...everywhere,
      roleRef: { apiGroup: GROUP, kind: 'Role', name: 'a' },
      subjects: account,
    });
    await api.post(api.at(`${RBAC}/clusterrolebindings`), { ...everywhere, roleRef: {}, subjects: [] });
  });
});
