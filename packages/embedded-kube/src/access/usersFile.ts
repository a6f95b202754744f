import { AUTHENTICATED, type User } from './user';

/** Somebody whom every cluster of a fleet knows by a token. */
export interface FleetUser {
  readonly name: string;
  readonly token: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
}

export const toUser = ({ name, uid, groups = [] }: FleetUser): User => ({
  username: name,
  ...(uid ? { uid } : {}),
  groups: [...groups.filter(group => group !== AUTHENTICATED), AUTHENTICATED],
});

/**
 * Reads lines as kube-apiserver's `--token-auth-file` has them: `token,user,uid,"group1,group2"`.
 *
 * @param file names the file in messages
 * @throws Error that names the file and the line
 */
export function parseUsers(text: string, file: string): FleetUser[] {
  const users: FleetUser[] = [];
  const lines = new Map<string, number>();
  text.split(/\r?\n/).forEach((line, index) => {
    if (line.trim() === '') return;
    const fail = (why: string) => new Error(`${file}, line ${index + 1}: ${why}`);
    const columns = splitColumns(line);
    if (!columns) throw fail('a quote is not closed, or stands within a column');
    const [token, name, uid, groups] = columns;
    if (columns.length < 3)
      throw fail(`give token, user and uid, and groups in quotes; there are ${columns.length} columns`);
    if (columns.length > 4) throw fail('put several groups in quotes: "group1,group2"');
    if (token === '' || name === '') throw fail('token and user must not be empty');
    const earlier = lines.get(token);
    if (earlier !== undefined) throw fail(`the token is that of line ${earlier} already`);
    lines.set(token, index + 1);
    users.push({ name, token, uid, ...(groups === undefined ? {} : { groups: groups.split(',') }) });
  });
  return users;
}

/** Columns of one line; in quotes a column may hold commas, and quotes as two. `undefined`: the quotes do not match. */
function splitColumns(line: string): string[] | undefined {
  const columns: string[] = [];
  let rest = line;
  for (;;) {
    const found = /^(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/.exec(rest);
    if (!found) return undefined;
    columns.push(found[1] === undefined ? found[2] : found[1].replaceAll('""', '"'));
    rest = rest.slice(found[0].length);
    if (found[3] === '') return columns;
  }
}
