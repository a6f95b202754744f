import { parseAllDocuments } from 'yaml';
import { ask, type Question } from '../story/ask';
import { pathOf, resolveKind } from '../story/readObjects';
import type { FleetCluster } from '../story/startFleet';

/** What a cluster has answered to a call of kubectl. */
export interface Verdict {
  readonly isGranted: boolean;
  /** The words of a refusal. */
  readonly said: string;
}

interface Call {
  readonly hub: FleetCluster;
  /** Without flags, the verb first. */
  readonly words: readonly string[];
  readonly flags: ReadonlyMap<string, readonly string[]>;
  readonly stdin: string;
}

/**
 * Sends what kubectl would send for these arguments, the look at what it patches included: a table of thousands of calls is as many
 * processes otherwise. It knows the calls of the acts, no others.
 */
export async function askAs(hub: FleetCluster, args: readonly string[], stdin = ''): Promise<Verdict> {
  const call = parseCall(hub, args, stdin);
  const headers = identityOf(call.flags);
  for (const question of await questionsOf(call)) {
    const { status, body } = await ask(hub, { ...question, headers: { ...question.headers, ...headers } });
    if (status >= 300) return { isGranted: false, said: messageOf(body) };
  }
  return { isGranted: true, said: '' };
}

function parseCall(hub: FleetCluster, args: readonly string[], stdin: string): Call {
  const words: string[] = [];
  const flags = new Map<string, readonly string[]>();
  for (let i = 0; i < args.length; i++) {
    if (!args[i].startsWith('-')) {
      words.push(args[i]);
      continue;
    }
    const [name, value = args[++i]] = args[i].split(/=(.*)/s);
    flags.set(name, [...(flags.get(name) ?? []), value]);
  }
  return { hub, words, flags, stdin };
}

function identityOf(flags: Call['flags']): NonNullable<Question['headers']> {
  const [groups, [user]] = [flags.get('--as-group'), flags.get('--as') ?? []];
  if (user === undefined) throw new Error('a call without --as is of the administrator');
  return { 'impersonate-user': user, ...(groups && { 'impersonate-group': groups }) };
}

function questionsOf(call: Call): Promise<readonly Question[]> {
  const [verb, noun] = call.words;
  if (verb === 'get') return getting(call);
  if (verb === 'create' && noun === 'token') return Promise.resolve(creatingToken(call));
  if (verb === 'create') return creating(call);
  if (verb === 'patch') return patching(call);
  if (verb === 'delete') return deleting(call);
  throw new Error(`what kubectl asks for ${verb} is not known here`);
}

const namespaceOf = ({ flags }: Call) => flags.get('-n')?.[0] ?? 'default';
const isDry = ({ flags }: Call) => flags.get('--dry-run')?.[0] === 'server';
const queryOf = (call: Call, query: Readonly<Record<string, string>>) =>
  new URLSearchParams({ ...query, ...(isDry(call) && { dryRun: 'All' }) });

async function getting(call: Call): Promise<readonly Question[]> {
  const { hub, words } = call;
  const kind = await resolveKind(hub, words[1]);
  return [{ path: `${pathOf(kind, namespaceOf(call))}?limit=500` }];
}

async function creating(call: Call): Promise<readonly Question[]> {
  const { hub, stdin } = call;
  const objects = parseAllDocuments(stdin).map(document => document.toJS());
  const query = queryOf(call, { fieldManager: 'kubectl-create', fieldValidation: 'Strict' });
  return Promise.all(
    objects
      .filter(object => object !== null)
      .map(async object => {
        const [version, group = ''] = object.apiVersion.split('/').reverse();
        const kind = await resolveKind(hub, `${object.kind}.${version}.${group}`);
        const path = pathOf(kind, object.metadata.namespace ?? namespaceOf(call));
        return { method: 'POST', path: `${path}?${query}`, body: object } as const;
      }),
  );
}

function creatingToken(call: Call): readonly Question[] {
  const path = `/api/v1/namespaces/${namespaceOf(call)}/serviceaccounts/${call.words[2]}/token`;
  const spec = { audiences: call.flags.get('--audience') ?? null };
  const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec };
  return [{ method: 'POST', path, body }];
}

async function patching(call: Call): Promise<readonly Question[]> {
  const { flags } = call;
  const [[body], [type], [subresource] = []] = ['-p', '--type', '--subresource'].map(
    name => flags.get(name) ?? [],
  );
  if (type !== 'merge') throw new Error(`a patch of type ${type} is not known here`);
  const path = (await objectPath(call)) + (subresource === undefined ? '' : `/${subresource}`);
  const headers = { 'content-type': 'application/merge-patch+json' };
  const query = queryOf(call, { fieldManager: 'kubectl-patch' });
  return [{ path }, { method: 'PATCH', path: `${path}?${query}`, headers, body: JSON.parse(body) }];
}

async function deleting(call: Call): Promise<readonly Question[]> {
  const body = { propagationPolicy: 'Background', ...(isDry(call) && { dryRun: ['All'] }) };
  return [{ method: 'DELETE', path: await objectPath(call), body }];
}

async function objectPath(call: Call): Promise<string> {
  const [, word, name, ...more] = call.words;
  if (more.length > 0) throw new Error(`one object at a time: ${more}`);
  return `${pathOf(await resolveKind(call.hub, word), namespaceOf(call))}/${name}`;
}

function messageOf(body: string): string {
  const { message } = JSON.parse(body) as { message?: string };
  return message ?? body;
}
