import type { ApiError } from '../../contracts';
import { explainSubdomain } from '../../schema/names';
import type { Attributes, ResourceAttributes } from '../attributes';
import { shownList } from '../rbac/coverage';
import { refuse } from '../refuse';
import {
  accountGroups,
  ANONYMOUS,
  AUTHENTICATED,
  MASTERS,
  parseAccount,
  UNAUTHENTICATED,
  type User,
} from '../user';

/** One who wants to be another for one request. */
export interface Attempt {
  readonly requestor: User;
  readonly wanted: User;
  readonly asked: Attributes;
  /** A refusal; `undefined`: he may. */
  readonly check: (attributes: Attributes) => ApiError | undefined;
}

/** The user that he becomes, a refusal, or `undefined` where the mode does not fit whom he wants to be. */
export type Mode = (attempt: Attempt) => User | ApiError | undefined;

const AUTHENTICATION = 'authentication.k8s.io';
const NODE_PREFIX = 'system:node:';
/** From here on a right to all is asked for before each is. */
const MANY = 4;

interface Verbs {
  readonly verb: string;
  /** Of users, groups and accounts; what else there is has one group always. */
  readonly group: string;
  readonly isConstrained: boolean;
}

const isNode = (name: string) =>
  name.startsWith(NODE_PREFIX) && explainSubdomain(name.slice(NODE_PREFIX.length)).length === 0;

const isOnlyNamed = ({ uid, groups, extra }: User) => !uid && groups.length === 0 && extra === undefined;

/** Who may do so little as somebody else needs rights to both: the action, and the one he becomes. */
const constrained =
  (mode: string, fits: (attempt: Attempt) => boolean): Mode =>
  attempt => {
    if (!fits(attempt)) return undefined;
    const { asked, check } = attempt;
    return (
      check({ ...asked, verb: `impersonate-on:${mode}:${asked.verb}` }) ??
      become(attempt, { verb: `impersonate:${mode}`, group: AUTHENTICATION, isConstrained: true })
    );
  };

/** In the order in which they are tried; the last is the one of old. */
export const MODES: readonly Mode[] = [
  constrained('associated-node', ({ wanted, requestor }) => {
    const nodes = requestor.extra?.['authentication.kubernetes.io/node-name'] ?? [];
    const isOwn = nodes.length === 1 && wanted.username === `${NODE_PREFIX}${nodes[0]}`;
    return (
      isOnlyNamed(wanted) &&
      isNode(wanted.username) &&
      isOwn &&
      parseAccount(requestor.username) !== undefined
    );
  }),
  constrained('arbitrary-node', ({ wanted }) => isOnlyNamed(wanted) && isNode(wanted.username)),
  constrained(
    'serviceaccount',
    ({ wanted }) => isOnlyNamed(wanted) && parseAccount(wanted.username) !== undefined,
  ),
  constrained(
    'user-info',
    ({ wanted }) => !isNode(wanted.username) && parseAccount(wanted.username) === undefined,
  ),
  attempt => become(attempt, { verb: 'impersonate', group: '', isConstrained: false }),
];

/** Each part of the wanted user is a separate right. */
function become(attempt: Attempt, verbs: Verbs): User | ApiError {
  const { wanted } = attempt;
  const account = parseAccount(wanted.username);
  const refusal =
    checkName(attempt, verbs) ??
    checkUid(attempt, verbs) ??
    checkGroups(attempt, verbs) ??
    checkExtra(attempt, verbs);
  if (refusal) return refusal;
  const isFixed = verbs.isConstrained && isNode(wanted.username);
  const known = account && wanted.groups.length === 0 ? accountGroups(account.namespace) : wanted.groups;
  const groups = isFixed ? ['system:nodes'] : known;
  return { ...wanted, groups: withGeneralGroup(wanted.username, groups) };
}

function withGeneralGroup(username: string, groups: readonly string[]): readonly string[] {
  if (username === ANONYMOUS.username) return withGroup(groups, UNAUTHENTICATED);
  return groups.includes(UNAUTHENTICATED) ? groups : withGroup(groups, AUTHENTICATED);
}

const withGroup = (groups: readonly string[], group: string) =>
  groups.includes(group) ? groups : [...groups, group];

const attributesFor = (
  { verb }: Verbs,
  what: Pick<ResourceAttributes, 'group' | 'resource' | 'name'> & Partial<ResourceAttributes>,
): ResourceAttributes => ({
  kind: 'resource',
  verb,
  version: 'v1',
  subresource: '',
  namespace: '',
  ...what,
});

function checkName({ wanted, check }: Attempt, verbs: Verbs): ApiError | undefined {
  const { username } = wanted;
  const { group } = verbs;
  const account = parseAccount(username);
  if (account) {
    const { namespace, name } = account;
    return check(attributesFor(verbs, { group, resource: 'serviceaccounts', namespace, name }));
  }
  if (verbs.isConstrained && isNode(username)) {
    const own = verbs.verb.endsWith('associated-node');
    const name = own ? '*' : username.slice(NODE_PREFIX.length);
    return check(attributesFor(verbs, { group, resource: 'nodes', name }));
  }
  return check(attributesFor(verbs, { group, resource: 'users', name: username }));
}

function checkUid({ wanted, check }: Attempt, verbs: Verbs): ApiError | undefined {
  if (!wanted.uid) return undefined;
  return check(attributesFor(verbs, { group: AUTHENTICATION, resource: 'uids', name: wanted.uid }));
}

function checkGroups({ requestor, wanted, check }: Attempt, verbs: Verbs): ApiError | undefined {
  const { groups } = wanted;
  const asking = (name: string) => attributesFor(verbs, { group: verbs.group, resource: 'groups', name });
  if (verbs.isConstrained) {
    if (groups.includes(''))
      return refuse(requestor, asking(''), 'impersonating the empty string group is not allowed');
    if (groups.includes(MASTERS))
      return refuse(requestor, asking(MASTERS), `impersonating the ${MASTERS} group is not allowed`);
    if (groups.length >= MANY && !check(asking('*'))) return undefined;
  }
  return firstOf(groups.map(name => () => check(asking(name))));
}

function checkExtra({ requestor, wanted, check }: Attempt, verbs: Verbs): ApiError | undefined {
  const entries = Object.entries(wanted.extra ?? {});
  const asking = (subresource: string, name: string) =>
    attributesFor(verbs, { group: AUTHENTICATION, resource: 'userextras', subresource, name });
  if (verbs.isConstrained) {
    const why = entries.map(explainExtra).find(text => text !== undefined);
    if (why !== undefined) return refuse(requestor, asking('', ''), why);
    const count = entries.reduce((sum, [, values]) => sum + values.length, 0);
    if (count >= MANY && !check(asking('*', '*'))) return undefined;
  }
  return firstOf(entries.flatMap(([key, values]) => values.map(value => () => check(asking(key, value)))));
}

/** What is wrong with one of them, where only what is well formed is let through. */
function explainExtra([key, values]: [string, readonly string[]]): string | undefined {
  if (key === '') return 'impersonating the empty string key in extra is not allowed';
  if (!/^[^/]+\/.+$/.test(key))
    return `impersonating an invalid key in extra is not allowed: extra.key: Invalid value: ${shownList([key]).slice(1, -1)}: must be a domain-prefixed path (such as "acme.io/foo")`;
  if (values.includes('')) return 'impersonating the empty string value in extra is not allowed';
  return undefined;
}

function firstOf(checks: readonly (() => ApiError | undefined)[]): ApiError | undefined {
  for (const check of checks) {
    const refusal = check();
    if (refusal) return refusal;
  }
  return undefined;
}
