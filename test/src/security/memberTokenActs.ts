/** What the token of a member's agent may do on the hub: each row is one request. */
export interface TokenAct {
  readonly says: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly isAllowed: boolean;
}

export const OWN = 'fleet-member-edge';
export const OTHER = 'fleet-member-rival';

const CLUSTER = '/apis/cluster.kubernetes-fleet.io/v1beta1';
const PLACEMENT = '/apis/placement.kubernetes-fleet.io/v1beta1';
const RBAC = '/apis/rbac.authorization.k8s.io/v1';
const core = (namespace: string, plural: string) => `/api/v1/namespaces/${namespace}/${plural}`;
const inside = (api: string, namespace: string, rest: string) => `${api}/namespaces/${namespace}/${rest}`;

type Words = readonly [says: string, method: TokenAct['method'], path: string, body?: object];

const rows = (isAllowed: boolean, words: readonly Words[]): TokenAct[] =>
  words.map(([says, method, path, body]) => ({
    ...{ says, method, path, isAllowed },
    ...(body && { body }),
  }));

const named = (apiVersion: string, kind: string, name: string, rest: object = {}) => ({
  apiVersion,
  kind,
  metadata: { name },
  ...rest,
});
const work = (name: string) =>
  named('placement.kubernetes-fleet.io/v1beta1', 'Work', name, { spec: { workload: { manifests: [] } } });
const event = (name: string, namespace: string) => ({
  ...named('v1', 'Event', name),
  involvedObject: { kind: 'Work', namespace, name: 'shop-work' },
});
const RULES = [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }];
const ADMIN = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' };
const ME = [{ kind: 'ServiceAccount', name: 'edge-agent', namespace: 'fleet-agents' }];
const bindAdmin = (kind: string, name: string) =>
  named('rbac.authorization.k8s.io/v1', kind, name, { subjects: ME, roleRef: ADMIN });
const JOINED = { status: { agentStatus: [] } };
const TOKEN = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} };
const POD = named('v1', 'Pod', 'p', { spec: { containers: [{ name: 'c', image: 'i' }] } });
const approve = { status: { conditions: [] } };
const placement = (kind: string, name: string) =>
  named('placement.kubernetes-fleet.io/v1beta1', kind, name, {
    spec: { resourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name: 'shop' }] },
  });

const own = rows(true, [
  ['reads its InternalMemberCluster', 'GET', inside(CLUSTER, OWN, 'internalmemberclusters/edge')],
  ['lists those of its namespace', 'GET', inside(CLUSTER, OWN, 'internalmemberclusters')],
  ['writes its status', 'PATCH', inside(CLUSTER, OWN, 'internalmemberclusters/edge/status'), JOINED],
  [
    'writes its spec, which is corrected',
    'PATCH',
    inside(CLUSTER, OWN, 'internalmemberclusters/edge'),
    { spec: { state: 'Leave' } },
  ],
  ['lists its Works', 'GET', inside(PLACEMENT, OWN, 'works')],
  ['reads one', 'GET', inside(PLACEMENT, OWN, 'works/shop-work')],
  [
    'takes a finalizer off one',
    'PATCH',
    inside(PLACEMENT, OWN, 'works/shop-work'),
    { metadata: { finalizers: [] } },
  ],
  ['creates one', 'POST', inside(PLACEMENT, OWN, 'works'), work('mine')],
  ['deletes one', 'DELETE', inside(PLACEMENT, OWN, 'works/mine')],
  ['creates an Event', 'POST', core(OWN, 'events'), event('e1', OWN)],
  ['lists Events', 'GET', core(OWN, 'events')],
]);

const ownRefused = rows(false, [
  ['lists Secrets in its namespace', 'GET', core(OWN, 'secrets')],
  ['creates a Secret there', 'POST', core(OWN, 'secrets'), named('v1', 'Secret', 's')],
  ['lists ConfigMaps there', 'GET', core(OWN, 'configmaps')],
  ['creates a ConfigMap there', 'POST', core(OWN, 'configmaps'), named('v1', 'ConfigMap', 'c')],
  ['creates a Pod there', 'POST', core(OWN, 'pods'), POD],
  [
    'creates a ServiceAccount there',
    'POST',
    core(OWN, 'serviceaccounts'),
    named('v1', 'ServiceAccount', 'a'),
  ],
  ['asks for a token there', 'POST', core(OWN, 'serviceaccounts/default/token'), TOKEN],
  ['deletes Events there', 'DELETE', core(OWN, 'events/e1')],
  ['reads its role', 'GET', inside(RBAC, OWN, 'roles/fleet-role-edge')],
  ['widens its role', 'PATCH', inside(RBAC, OWN, 'roles/fleet-role-edge'), { rules: RULES }],
  [
    'creates a role there',
    'POST',
    inside(RBAC, OWN, 'roles'),
    named('rbac.authorization.k8s.io/v1', 'Role', 'r', { rules: RULES }),
  ],
  [
    'binds itself to cluster-admin there',
    'POST',
    inside(RBAC, OWN, 'rolebindings'),
    bindAdmin('RoleBinding', 'b'),
  ],
  [
    'adds itself to its binding',
    'PATCH',
    inside(RBAC, OWN, 'rolebindings/fleet-rolebinding-edge'),
    { subjects: ME },
  ],
  ['deletes its binding', 'DELETE', inside(RBAC, OWN, 'rolebindings/fleet-rolebinding-edge')],
  ['reads its namespace', 'GET', `/api/v1/namespaces/${OWN}`],
  [
    'takes the owner off its namespace',
    'PATCH',
    `/api/v1/namespaces/${OWN}`,
    { metadata: { ownerReferences: [] } },
  ],
  ['deletes its namespace', 'DELETE', `/api/v1/namespaces/${OWN}`],
]);

const otherMember = rows(false, [
  [
    'reads the InternalMemberCluster of another',
    'GET',
    inside(CLUSTER, OTHER, 'internalmemberclusters/rival'),
  ],
  ['lists those of another', 'GET', inside(CLUSTER, OTHER, 'internalmemberclusters')],
  ['reports for another', 'PATCH', inside(CLUSTER, OTHER, 'internalmemberclusters/rival/status'), JOINED],
  [
    'lets another leave',
    'PATCH',
    inside(CLUSTER, OTHER, 'internalmemberclusters/rival'),
    { spec: { state: 'Leave' } },
  ],
  ['deletes that of another', 'DELETE', inside(CLUSTER, OTHER, 'internalmemberclusters/rival')],
  ['lists the Works of another', 'GET', inside(PLACEMENT, OTHER, 'works')],
  ['reads a Work of another', 'GET', inside(PLACEMENT, OTHER, 'works/shop-work')],
  ['places on another', 'POST', inside(PLACEMENT, OTHER, 'works'), work('mine')],
  ['changes a Work of another', 'PATCH', inside(PLACEMENT, OTHER, 'works/shop-work'), { spec: {} }],
  [
    'reports the Work of another',
    'PATCH',
    inside(PLACEMENT, OTHER, 'works/shop-work/status'),
    { status: {} },
  ],
  ['removes a Work of another', 'DELETE', inside(PLACEMENT, OTHER, 'works/shop-work')],
  ['lists the Events of another', 'GET', core(OTHER, 'events')],
  ['creates an Event of another', 'POST', core(OTHER, 'events'), event('e2', OTHER)],
  ['lists the Secrets of another', 'GET', core(OTHER, 'secrets')],
  ['asks for the token of another', 'POST', core('fleet-agents', 'serviceaccounts/rival-agent/token'), TOKEN],
]);

const wholeHub = rows(false, [
  ['lists all Works', 'GET', `${PLACEMENT}/works`],
  ['lists all InternalMemberClusters', 'GET', `${CLUSTER}/internalmemberclusters`],
  ['lists all Events', 'GET', '/api/v1/events'],
  ['lists all Secrets', 'GET', '/api/v1/secrets'],
  ['lists namespaces', 'GET', '/api/v1/namespaces'],
  ['reads what is placed', 'GET', core('shop', 'configmaps')],
  ['lists MemberClusters', 'GET', `${CLUSTER}/memberclusters`],
  ['reads its MemberCluster', 'GET', `${CLUSTER}/memberclusters/edge`],
  ['changes its taints', 'PATCH', `${CLUSTER}/memberclusters/edge`, { spec: { taints: [] } }],
  [
    'writes the status of its MemberCluster',
    'PATCH',
    `${CLUSTER}/memberclusters/edge/status`,
    { status: {} },
  ],
  ['deletes its MemberCluster', 'DELETE', `${CLUSTER}/memberclusters/edge`],
  ['lists placements', 'GET', `${PLACEMENT}/clusterresourceplacements`],
  [
    'places on all',
    'POST',
    `${PLACEMENT}/clusterresourceplacements`,
    placement('ClusterResourcePlacement', 'mine'),
  ],
  ['lists bindings', 'GET', `${PLACEMENT}/clusterresourcebindings`],
  ['reads snapshots', 'GET', `${PLACEMENT}/clusterresourcesnapshots`],
  ['approves a stage', 'PATCH', `${PLACEMENT}/clusterapprovalrequests/run-stage/status`, approve],
  [
    'creates a role',
    'POST',
    `${RBAC}/clusterroles`,
    named('rbac.authorization.k8s.io/v1', 'ClusterRole', 'c', { rules: RULES }),
  ],
  [
    'binds itself to cluster-admin',
    'POST',
    `${RBAC}/clusterrolebindings`,
    bindAdmin('ClusterRoleBinding', 'b'),
  ],
  ['lists definitions', 'GET', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'],
  [
    'deletes a definition',
    'DELETE',
    '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/works.placement.kubernetes-fleet.io',
  ],
  ['lists nodes', 'GET', '/api/v1/nodes'],
]);

const impersonating = (says: string, headers: Readonly<Record<string, string>>): TokenAct => ({
  ...{ says, method: 'GET', path: inside(PLACEMENT, OTHER, 'works'), headers, isAllowed: false },
});

export const TOKEN_ACTS: readonly TokenAct[] = [
  ...own,
  ...ownRefused,
  ...otherMember,
  ...wholeHub,
  impersonating('acts as the agent of another', {
    'impersonate-user': 'system:serviceaccount:fleet-agents:rival-agent',
  }),
  impersonating('acts as an administrator', {
    'impersonate-user': 'system:admin',
    'impersonate-group': 'system:masters',
  }),
];
