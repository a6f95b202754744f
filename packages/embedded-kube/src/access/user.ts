import { explainDnsLabel, explainSubdomain } from '../schema/names';

/** Somebody who asks, as a server knows him. */
export interface User {
  readonly username: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

export const AUTHENTICATED = 'system:authenticated';
export const UNAUTHENTICATED = 'system:unauthenticated';
export const MASTERS = 'system:masters';

export const ADMIN: User = { username: 'embedded-admin', groups: [MASTERS, AUTHENTICATED] };
export const ANONYMOUS: User = { username: 'system:anonymous', groups: [UNAUTHENTICATED] };

/** Members of this group may do everything, whatever any rule says. */
export const isMaster = ({ groups }: User): boolean => groups.includes(MASTERS);

const ACCOUNT = /^system:serviceaccount:([^:]+):([^:]+)$/;

/** `system:serviceaccount:<namespace>:<name>`; `undefined`: the user is no account. */
export function parseAccount(username: string): AccountName | undefined {
  const [, namespace, name] = ACCOUNT.exec(username) ?? [];
  if (namespace === undefined || explainDnsLabel(namespace).length > 0) return undefined;
  return explainSubdomain(name).length > 0 ? undefined : { namespace, name };
}

export interface AccountName {
  readonly namespace: string;
  readonly name: string;
}

export const accountUsername = ({ namespace, name }: AccountName) =>
  `system:serviceaccount:${namespace}:${name}`;

export const accountGroups = (namespace: string): readonly string[] => [
  'system:serviceaccounts',
  `system:serviceaccounts:${namespace}`,
];
