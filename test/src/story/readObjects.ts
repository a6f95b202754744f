import { ask } from './ask';
import type { FleetCluster } from './startFleet';

/* Objects are read with the eyes of the test: what is missing fails the expectation. */
/* eslint-disable @typescript-eslint/no-explicit-any */

/** Which objects of a kind; all of them in all namespaces where nothing is said. */
export interface Selection {
  readonly namespace?: string;
  readonly labels?: string;
  readonly fields?: string;
}

/** Where a cluster serves a kind. */
export interface ServedKind {
  readonly apiVersion: string;
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
}

interface DiscoveredGroup {
  readonly metadata?: { readonly name?: string };
  readonly versions: readonly {
    readonly version: string;
    readonly resources?: readonly {
      readonly resource: string;
      readonly responseKind: { readonly kind: string };
      readonly scope: 'Namespaced' | 'Cluster';
      readonly singularResource?: string;
      readonly shortNames?: readonly string[];
    }[];
  }[];
}

const DISCOVERY = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';

type Kinds = ReadonlyMap<string, ServedKind>;
const kindsOf = new WeakMap<FleetCluster, Kinds>();

/**
 * What a word for a kind means on a cluster: `crp`, `deployment`, `works.v1beta1.placement.kubernetes-fleet.io`. It is looked up
 * again where it is unknown: its definition may have come since.
 */
export async function resolveKind(plane: FleetCluster, word: string): Promise<ServedKind> {
  const known = kindsOf.get(plane)?.get(word.toLowerCase());
  if (known) return known;
  const kinds = await discover(plane);
  kindsOf.set(plane, kinds);
  const found = kinds.get(word.toLowerCase());
  if (found) return found;
  throw new Error(`${plane.name} has no resource type "${word}"`);
}

async function discover(plane: FleetCluster): Promise<Kinds> {
  const lists = await Promise.all(
    ['/api', '/apis'].map(async path => {
      const { status, body } = await ask(plane, { path, headers: { accept: DISCOVERY } });
      if (status >= 300) throw new Error(`GET ${path} on ${plane.name}: ${status} ${body}`);
      return (JSON.parse(body) as { items: readonly DiscoveredGroup[] }).items;
    }),
  );
  return wordsOf(lists.flat());
}

/** As kubectl: the first group and version that has a word, and a name before a short name. */
function wordsOf(groups: readonly DiscoveredGroup[]): Kinds {
  const [names, shortNames] = [new Map<string, ServedKind>(), new Map<string, ServedKind>()];
  const note = (words: Map<string, ServedKind>, found: ServedKind, all: readonly (string | undefined)[]) => {
    for (const word of all) if (word && !words.has(word.toLowerCase())) words.set(word.toLowerCase(), found);
  };
  for (const { metadata: { name: group = '' } = {}, versions } of groups)
    for (const { version, resources = [] } of versions)
      for (const { resource: plural, responseKind, scope, singularResource, ...more } of resources) {
        const { kind } = responseKind;
        const apiVersion = group === '' ? version : `${group}/${version}`;
        const found = { apiVersion, kind, plural, namespaced: scope === 'Namespaced' };
        note(names, found, [plural, singularResource, kind, `${plural}.${group}`]);
        note(names, found, [`${plural}.${version}.${group}`, `${kind}.${version}.${group}`]);
        note(shortNames, found, more.shortNames ?? []);
      }
  return new Map([...shortNames, ...names]);
}

/** The path of a kind's objects, in a namespace or in all. */
export function pathOf({ apiVersion, plural, namespaced }: ServedKind, namespace?: string): string {
  const api = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  return `${api}${namespaced && namespace !== undefined ? `/namespaces/${namespace}` : ''}/${plural}`;
}

/** @returns undefined where the cluster says that there is no such object */
async function get(plane: FleetCluster, kind: ServedKind, path: string): Promise<any> {
  const { status, body } = await ask(plane, { path });
  if (status < 300) return JSON.parse(body);
  if (status === 404 && body.includes('"kind":"Status"')) return undefined;
  // Definitions come and go while a story runs.
  if (status === 404) kindsOf.delete(plane);
  throw new Error(`GET ${path} (${kind.kind}) on ${plane.name}: ${status} ${body}`);
}

async function findWhole(
  plane: FleetCluster,
  word: string,
  name: string,
  namespace = 'default',
): Promise<any> {
  const kind = await resolveKind(plane, word);
  return get(plane, kind, `${pathOf(kind, namespace)}/${name}`);
}

/** One object with its managed fields, as {@link read}. */
export async function readWhole(
  plane: FleetCluster,
  word: string,
  name: string,
  namespace?: string,
): Promise<any> {
  const object = await findWhole(plane, word, name, namespace);
  if (object !== undefined) return object;
  throw new Error(`${word} "${name}" not found on ${plane.name}`);
}

/** One object, as `kubectl get -o json` has it; throws when it is not there. */
export const read = async (
  plane: FleetCluster,
  word: string,
  name: string,
  namespace?: string,
): Promise<any> => withoutManagedFields(await readWhole(plane, word, name, namespace));

/** As {@link read}; nothing where there is no such object. */
export async function find(
  plane: FleetCluster,
  word: string,
  name: string,
  namespace?: string,
): Promise<any> {
  const object = await findWhole(plane, word, name, namespace);
  return object && withoutManagedFields(object);
}

/** All objects of one kind or of several, `crp,works`; of one kind as the server has them, by namespace and name. */
export async function list(plane: FleetCluster, words: string, selection: Selection = {}): Promise<any[]> {
  const { namespace, labels: labelSelector, fields: fieldSelector } = selection;
  const query = new URLSearchParams({
    ...(labelSelector !== undefined && { labelSelector }),
    ...(fieldSelector !== undefined && { fieldSelector }),
  });
  const lists = await Promise.all(
    words.split(',').map(async word => {
      const found = await resolveKind(plane, word);
      const { apiVersion, kind } = found;
      const answer = await get(plane, found, `${pathOf(found, namespace)}?${query}`);
      return answer.items.map((item: any) => withoutManagedFields({ apiVersion, kind, ...item }));
    }),
  );
  return lists.flat();
}

/** The names of those, in order. */
export const namesOf = async (
  plane: FleetCluster,
  words: string,
  selection?: Selection,
): Promise<readonly string[]> =>
  (await list(plane, words, selection)).map(({ metadata }) => metadata.name as string).sort();

function withoutManagedFields({ metadata: { managedFields, ...metadata }, ...object }: any): any {
  return { ...object, metadata };
}
