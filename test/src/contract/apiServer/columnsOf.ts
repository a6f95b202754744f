import type { Api } from './Api';

const TABLE = 'application/json;as=Table;g=meta.k8s.io;v=v1';
const MERGE = { contentType: 'application/merge-patch+json' };

interface Shown {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly [field: string]: unknown;
}

async function must(api: Api, method: string, path: string, body: unknown, how = {}): Promise<void> {
  const { status, text } = await api.quietly(method, path, body, how);
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
}

/** Creates objects of a kind, each with its status, and notes the table of them, rows only where columns are known. */
export async function showTable(api: Api, resource: string, objects: readonly Shown[]): Promise<void> {
  for (const object of objects) {
    await must(api, 'POST', api.in(resource), object);
    if (object.status === undefined) continue;
    const path = api.in(resource, object.metadata.name, 'status');
    await must(api, 'PATCH', path, { status: object.status }, MERGE);
  }
  await api.get(`${api.in(resource)}?includeObject=None`, { accept: TABLE });
}

/** The same of a kind without namespaces: one object, under a name of the case's own. */
export async function showOne(
  api: Api,
  resource: string,
  object: Omit<Shown, 'metadata'> & { readonly metadata?: { readonly name?: string } },
): Promise<void> {
  const name = object.metadata?.name ?? api.namespace;
  api.leave(api.at(resource, name));
  await must(api, 'POST', api.at(resource), { ...object, metadata: { ...object.metadata, name } });
  if (object.status !== undefined)
    await must(api, 'PATCH', api.at(resource, name, 'status'), { status: object.status }, MERGE);
  await api.get(`${api.at(resource, name)}?includeObject=None`, { accept: TABLE });
}
