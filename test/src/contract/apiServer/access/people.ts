import { eventually } from '../../../eventually';
import type { Api, How } from '../Api';

export const RBAC = 'rbac.authorization.k8s.io/v1';
const AUTHORIZATION = 'authorization.k8s.io/v1';

export interface Rule {
  readonly verbs: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
}

export interface Subject {
  readonly kind: 'User' | 'Group' | 'ServiceAccount';
  readonly name: string;
  readonly namespace?: string;
}

/** An account of the case's own: what it did before is in no other case. */
export interface Robot {
  readonly username: string;
  readonly subject: Subject;
  /** To be given to a request. */
  readonly as: How & { readonly token: string };
}

/** Makes an account in the namespace of the case, and a token for it. */
export async function createRobot(api: Api, name = 'robot'): Promise<Robot> {
  const { namespace } = api;
  await api.quietly('POST', api.in('v1/serviceaccounts'), { metadata: { name } });
  const { body } = await api.quietly('POST', api.in('v1/serviceaccounts', name, 'token'), {});
  return {
    username: `system:serviceaccount:${namespace}:${name}`,
    subject: { kind: 'ServiceAccount', name, namespace },
    as: { token: body.status.token },
  };
}

export const role = (name: string, rules: readonly Rule[], more: object = {}) => ({
  apiVersion: RBAC,
  kind: 'Role',
  metadata: { name },
  rules,
  ...more,
});

export const clusterRole = (name: string, rules: readonly Rule[], more: object = {}) => ({
  ...role(name, rules, more),
  kind: 'ClusterRole',
});

const refOf = (kind: 'Role' | 'ClusterRole', name: string) => ({
  apiGroup: 'rbac.authorization.k8s.io',
  kind,
  name,
});

export const binding = (
  name: string,
  subject: Subject,
  ref: { kind: 'Role' | 'ClusterRole'; name: string },
) => ({
  apiVersion: RBAC,
  kind: 'RoleBinding',
  metadata: { name },
  roleRef: refOf(ref.kind, ref.name),
  subjects: [subject],
});

export const clusterBinding = (name: string, subject: Subject, clusterRoleName: string) => ({
  ...binding(name, subject, { kind: 'ClusterRole', name: clusterRoleName }),
  kind: 'ClusterRoleBinding',
});

/** Lets somebody do it in the namespace of the case; returns when the server knows. */
export async function allow(
  api: Api,
  subject: Subject,
  rules: readonly Rule[],
  name = 'allowed',
): Promise<void> {
  await api.quietly('POST', api.in(`${RBAC}/roles`), role(name, rules));
  await api.quietly('POST', api.in(`${RBAC}/rolebindings`), binding(name, subject, { kind: 'Role', name }));
  await untilDecided(api, { subject, rule: rules[0], isAllowed: true, namespace: api.namespace });
}

/** The same everywhere. */
export async function allowEverywhere(
  api: Api,
  subject: Subject,
  rules: readonly Rule[],
  name = 'allowed',
): Promise<string> {
  const whole = `${api.namespace}-${name}`;
  await createClusterWide(api, 'clusterroles', clusterRole(whole, rules));
  await createClusterWide(api, 'clusterrolebindings', clusterBinding(whole, subject, whole));
  await untilDecided(api, { subject, rule: rules[0], isAllowed: true });
  return whole;
}

/** An object without a namespace goes when the case ends. */
export async function createClusterWide(
  api: Api,
  plural: string,
  object: { readonly metadata: { readonly name: string } },
): Promise<void> {
  api.leave(api.at(`${RBAC}/${plural}`, object.metadata.name));
  await api.quietly('POST', api.at(`${RBAC}/${plural}`), object);
}

interface Expected {
  readonly subject: Subject;
  readonly rule: Rule;
  readonly isAllowed: boolean;
  readonly namespace?: string;
}

/** A real server hears of its own roles a moment later. */
export async function untilDecided(api: Api, expected: Expected): Promise<void> {
  const { subject, rule, isAllowed, namespace = '' } = expected;
  const { kind, name } = subject;
  const user = kind === 'ServiceAccount' ? `system:serviceaccount:${subject.namespace}:${name}` : name;
  const who = kind === 'Group' ? { groups: [name] } : { user };
  const spec = { ...who, ...attributesOf(rule, namespace) };
  await eventually(
    `${name} is ${isAllowed ? '' : 'not '}allowed to`,
    async () => {
      const { text, body } = await api.quietly('POST', api.at(`${AUTHORIZATION}/subjectaccessreviews`), {
        spec,
      });
      if (body.status?.allowed !== isAllowed) throw new Error(text);
    },
    { intervalMs: 20 },
  );
}

function attributesOf(
  { verbs, apiGroups, resources, resourceNames, nonResourceURLs }: Rule,
  namespace: string,
) {
  const verb = verbs[0];
  if (nonResourceURLs) return { nonResourceAttributes: { verb, path: nonResourceURLs[0] } };
  const [resource, subresource = ''] = (resources?.[0] ?? '').split('/');
  const [group, name] = [apiGroups?.[0] ?? '', resourceNames?.[0] ?? ''];
  return { resourceAttributes: { verb, group, resource, subresource, name, namespace } };
}
