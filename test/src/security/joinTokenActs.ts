import type { TokenAct } from './memberTokenActs';

/** The accounts that Fleetstage makes for a member whose agent joins by a join token. */
export type Account = 'fleetstage-join' | 'fleetstage-agent';

export interface JoinTokenAct extends Omit<TokenAct, 'isAllowed'> {
  readonly may: readonly Account[];
}

/** The member that joins so. */
export const BRANCH = 'branch';
const SPACE = `fleet-member-${BRANCH}`;

const CLUSTER = '/apis/cluster.kubernetes-fleet.io/v1beta1';
const PLACEMENT = '/apis/placement.kubernetes-fleet.io/v1beta1';
const RBAC = '/apis/rbac.authorization.k8s.io/v1';
const accounts = (namespace: string) => `/api/v1/namespaces/${namespace}/serviceaccounts`;
const own = (api: string, rest: string) => `${api}/namespaces/${SPACE}/${rest}`;

const BOTH: readonly Account[] = ['fleetstage-join', 'fleetstage-agent'];
const AGENT: readonly Account[] = ['fleetstage-agent'];
const tokenFor = (...audiences: string[]) => ({
  apiVersion: 'authentication.k8s.io/v1',
  kind: 'TokenRequest',
  spec: { audiences },
});
const MEMBER = {
  apiVersion: 'cluster.kubernetes-fleet.io/v1beta1',
  kind: 'MemberCluster',
  metadata: { name: 'mine' },
  spec: { identity: { kind: 'User', name: 'me' } },
};
const ALL_RULES = [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }];
const ACCOUNT = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'mine' } };

type Words = readonly [says: string, method: TokenAct['method'], path: string, body?: object];

const rows = (may: readonly Account[], words: readonly Words[]): JoinTokenAct[] =>
  words.map(([says, method, path, body]) => ({ ...{ says, method, path, may }, ...(body && { body }) }));

const tokenOf = (says: string, namespace: string, account: string): Words => [
  says,
  'POST',
  `${accounts(namespace)}/${account}/token`,
  tokenFor(),
];

export const JOIN_TOKEN_ACTS: readonly JoinTokenAct[] = [
  ...rows(BOTH, [
    tokenOf('asks for a token of the agent', SPACE, 'fleetstage-agent'),
    [
      'asks for one for another audience, which RBAC cannot say',
      'POST',
      `${accounts(SPACE)}/fleetstage-agent/token`,
      tokenFor('elsewhere'),
    ],
  ]),
  ...rows(AGENT, [
    ['reads its InternalMemberCluster', 'GET', own(CLUSTER, `internalmemberclusters/${BRANCH}`)],
    [
      'writes its status',
      'PATCH',
      own(CLUSTER, `internalmemberclusters/${BRANCH}/status`),
      { status: { agentStatus: [] } },
    ],
    ['lists its Works', 'GET', own(PLACEMENT, 'works')],
    ['lists Events', 'GET', own('/api/v1', 'events')],
  ]),
  ...rows(
    [],
    [
      tokenOf('asks for a join token', SPACE, 'fleetstage-join'),
      tokenOf('asks for a token of another account there', SPACE, 'default'),
      tokenOf('asks for a token of the agent of another', 'fleet-member-rival', 'fleetstage-agent'),
      tokenOf('asks for a join token of another', 'fleet-member-rival', 'fleetstage-join'),
      tokenOf('asks for a token of an agent elsewhere', 'fleet-agents', 'rival-agent'),
      tokenOf('asks for a token of Fleetstage', 'fleetstage', 'fleetstage'),
      tokenOf('asks for a token of the system', 'kube-system', 'default'),
      ['reads the account of the agent', 'GET', `${accounts(SPACE)}/fleetstage-agent`],
      ['creates an account', 'POST', accounts(SPACE), ACCOUNT],
      ['deletes the account of the join token', 'DELETE', `${accounts(SPACE)}/fleetstage-join`],
      ['lists Secrets in its namespace', 'GET', own('/api/v1', 'secrets')],
      ['lists all Secrets', 'GET', '/api/v1/secrets'],
      ['reads the role of its tokens', 'GET', own(RBAC, 'roles/fleetstage-agent-token')],
      ['widens it', 'PATCH', own(RBAC, 'roles/fleetstage-agent-token'), { rules: ALL_RULES }],
      ['opens it to others', 'PATCH', own(RBAC, 'rolebindings/fleetstage-agent-token'), { subjects: [] }],
      ['reads its MemberCluster', 'GET', `${CLUSTER}/memberclusters/${BRANCH}`],
      [
        'says whose identity it has',
        'PATCH',
        `${CLUSTER}/memberclusters/${BRANCH}`,
        { spec: { identity: { kind: 'User', name: 'me' } } },
      ],
      [
        'writes the status of its MemberCluster',
        'PATCH',
        `${CLUSTER}/memberclusters/${BRANCH}/status`,
        { status: {} },
      ],
      ['creates a MemberCluster', 'POST', `${CLUSTER}/memberclusters`, MEMBER],
      ['deletes its MemberCluster', 'DELETE', `${CLUSTER}/memberclusters/${BRANCH}`],
      ['lists the Works of another', 'GET', `${PLACEMENT}/namespaces/fleet-member-rival/works`],
      ['lists all Works', 'GET', `${PLACEMENT}/works`],
      ['lists placements', 'GET', `${PLACEMENT}/clusterresourceplacements`],
      ['lists namespaces', 'GET', '/api/v1/namespaces'],
    ],
  ),
  {
    ...{ says: 'acts as Fleetstage', method: 'GET', path: `${CLUSTER}/memberclusters`, may: [] },
    headers: { 'impersonate-user': 'system:serviceaccount:fleetstage:fleetstage' },
  },
];
