import { badRequest } from '../../api/errors';
import type { User } from '../user';

const PREFIX = 'impersonate-';
const EXTRA = 'impersonate-extra-';

/** Whom a request wants to be, as its headers say it: names and values in turn. `undefined`: nobody else. @throws ApiError 400 */
export function readWantedUser(rawHeaders: readonly string[]): User | undefined {
  const wanted = { name: '', uid: '', groups: [] as string[], extra: new Map<string, string[]>() };
  let isAsked = false;
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at].toLowerCase();
    if (!name.startsWith(PREFIX)) continue;
    isAsked = true;
    const value = rawHeaders[at + 1];
    if (name === 'impersonate-user') wanted.name ||= value;
    else if (name === 'impersonate-uid') wanted.uid ||= value;
    else if (name === 'impersonate-group') wanted.groups.push(value);
    else if (name.startsWith(EXTRA)) addTo(wanted.extra, unescaped(name.slice(EXTRA.length)), value);
  }
  if (!isAsked) return undefined;
  if (wanted.name !== '') return toWanted(wanted);
  if (wanted.uid === '' && wanted.groups.length === 0 && wanted.extra.size === 0) return undefined;
  throw badRequest(`requested ${shown(wanted)} without impersonating a user name`);
}

interface Wanted {
  readonly name: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: ReadonlyMap<string, readonly string[]>;
}

const toWanted = ({ name, uid, groups, extra }: Wanted): User => ({
  username: name,
  ...(uid === '' ? {} : { uid }),
  groups,
  ...(extra.size === 0 ? {} : { extra: Object.fromEntries(extra) }),
});

function addTo(lists: Map<string, string[]>, key: string, value: string): void {
  lists.set(key, [...(lists.get(key) ?? []), value]);
}

function unescaped(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}

const quoted = (text: string) => JSON.stringify(text);
const shownList = (list: readonly string[]) => `[]string{${list.map(quoted).join(', ')}}`;

/** As Go shows the struct. */
function shown({ name, uid, groups, extra }: Wanted): string {
  const entries = [...extra].sort(([a], [b]) => (a < b ? -1 : 1));
  const extras = entries.map(([key, values]) => `${quoted(key)}:${shownList(values)}`).join(', ');
  const shownGroups = groups.length === 0 ? '[]string(nil)' : shownList(groups);
  const shownExtra = extra.size === 0 ? 'map[string][]string(nil)' : `map[string][]string{${extras}}`;
  return `&user.DefaultInfo{Name:${quoted(name)}, UID:${quoted(uid)}, Groups:${shownGroups}, Extra:${shownExtra}}`;
}
