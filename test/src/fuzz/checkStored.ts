import { isDeepStrictEqual } from 'node:util';
import type { Send } from './send';

interface Resource {
  readonly name: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
}

interface Item {
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly finalizers?: readonly string[];
  };
}

export interface StoredItem {
  readonly path: string;
  readonly item: Item;
  readonly isHeld: boolean;
}

/** Objects of each kind that are read one by one, too. */
const SAMPLES = 5;
/** Some kinds take names that no path has room for. */
const LONGEST_NAME = 1_000;

class Reader {
  readonly problems: string[] = [];

  constructor(private readonly send: Send) {}

  async read(path: string): Promise<unknown> {
    const { code, text } = await this.send({ method: 'GET', path, headers: {} });
    if (code === 200) return JSON.parse(text);
    this.problems.push(`GET ${path} is answered with ${code}: ${text.slice(0, 200)}`);
    return undefined;
  }

  /** Collections of everything that can be listed. */
  async collections(): Promise<readonly { readonly root: string; readonly resource: Resource }[]> {
    const { groups } = (await this.read('/apis')) as {
      groups: readonly { versions: readonly { groupVersion: string }[] }[];
    };
    const versions = groups.flatMap(group =>
      group.versions.map(({ groupVersion }) => `/apis/${groupVersion}`),
    );
    const found = [];
    for (const root of ['/api/v1', ...versions]) {
      const { resources } = (await this.read(root)) as { resources: readonly Resource[] };
      const listed = resources.filter(({ verbs }) => verbs.includes('list'));
      found.push(...listed.map(resource => ({ root, resource })));
    }
    return found;
  }

  async items(root: string, { name: plural, namespaced }: Resource): Promise<readonly StoredItem[]> {
    const list = (await this.read(`${root}/${plural}`)) as { items: readonly Item[] } | undefined;
    const items = (list?.items ?? []).filter(({ metadata }) => metadata.name.length < LONGEST_NAME);
    return items.map(item => {
      const { name, namespace, finalizers = [] } = item.metadata;
      const folder = namespaced ? `${root}/namespaces/${namespace}/${plural}` : `${root}/${plural}`;
      return { path: `${folder}/${encodeURIComponent(name)}`, item, isHeld: finalizers.length > 0 };
    });
  }
}

export async function readStored(send: Send): Promise<readonly StoredItem[]> {
  const reader = new Reader(send);
  const found: StoredItem[] = [];
  for (const { root, resource } of await reader.collections())
    found.push(...(await reader.items(root, resource)));
  return found;
}

/** Reads everything that is stored: each list is JSON, and each object that it names is there and the same. */
export async function checkStored(send: Send): Promise<string[]> {
  const reader = new Reader(send);
  for (const { root, resource } of await reader.collections()) {
    for (const { path, item } of (await reader.items(root, resource)).slice(0, SAMPLES)) {
      const single = (await reader.read(path)) as Readonly<Record<string, unknown>>;
      // Lists of built-in kinds name the kind once, at the top.
      const same = { kind: single?.kind, apiVersion: single?.apiVersion, ...item };
      if (!isDeepStrictEqual({ ...single }, same))
        reader.problems.push(`${path} is not what the list returned of it`);
    }
  }
  return reader.problems;
}
