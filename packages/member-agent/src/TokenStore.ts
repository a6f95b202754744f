import { NotFoundError, type ApiResource, type KubeClient, type ObjectName } from '@fleetstage/kube-client';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from './UserError';

/** Where the agent's token for the hub outlives its process. */
export interface TokenStore {
  /** What was saved last, unexamined; `undefined`: nothing that can be read. */
  load(): Promise<unknown>;
  save(token: object): Promise<void>;
}

/** A file that only this user reads. Its name has no ending: the folder holds Works, which do. */
export function tokenFile(folder: string): TokenStore {
  const file = path.join(folder, 'hub-token');
  return {
    load: async () => parse(await readFile(file, 'utf8').catch(() => '')),
    async save(token) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(`${file}.new`, JSON.stringify(token), { mode: 0o600 });
      await rename(`${file}.new`, file);
    },
  };
}

const SECRET: ApiResource = {
  ...{ group: '', version: 'v1', kind: 'Secret', plural: 'secrets' },
  namespaced: true,
};
const KEY = 'hub-token';

/** A Secret on the agent's own cluster, which outlives its pod. It exists already: so the agent needs no right to create any. */
export function tokenSecret(own: KubeClient, secret: ObjectName): TokenStore {
  return {
    async load() {
      const found = await own.find(SECRET, secret);
      const text = (found?.data as Readonly<Record<string, unknown>> | undefined)?.[KEY];
      return typeof text === 'string' ? parse(Buffer.from(text, 'base64').toString('utf8')) : undefined;
    },
    async save(token) {
      const data = { [KEY]: Buffer.from(JSON.stringify(token)).toString('base64') };
      try {
        await own.patch(SECRET, secret, { patch: { type: 'merge', body: { data } } });
      } catch (error) {
        if (!(error instanceof NotFoundError)) throw error;
        throw new UserError(
          `Secret ${secret.namespace}/${secret.name} of --hub-token-secret does not exist; create it, empty`,
        );
      }
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
