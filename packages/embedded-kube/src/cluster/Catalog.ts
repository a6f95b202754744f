import type { CompiledCrd, ResourceType } from '../contracts';
import { RecentlyUsed } from '../RecentlyUsed';
import { builtinTypes } from '../schema/builtin';

const keyOf = (group: string, version: string, plural: string) => `${group}/${version}/${plural}`;

interface TypeIndex {
  readonly byPath: ReadonlyMap<string, ResourceType>;
  readonly byStorage: ReadonlyMap<string, ResourceType>;
}

const indexes = new WeakMap<readonly ResourceType[], TypeIndex>();

function indexOf(types: readonly ResourceType[]): TypeIndex {
  const known = indexes.get(types);
  if (known) return known;
  const byPath = new Map(types.map(type => [keyOf(type.group, type.version, type.plural), type]));
  // The first version of a kind is the preferred one.
  const byStorage = new Map([...types].reverse().map(type => [type.storageKey, type]));
  const index = { byPath, byStorage };
  indexes.set(types, index);
  return index;
}

/** More than a fleet has sets of definitions at a time; a stream of edits leaves no more behind. */
const MOST_LISTS = 500;

/**
 * Lists of types by the definitions that they come from. Clusters with the same definitions share one list, and with it
 * everything that is derived from it: a thousand members have one discovery document.
 */
class SharedLists {
  private readonly numbers = new WeakMap<CompiledCrd, number>();
  private readonly lists = new RecentlyUsed<string, readonly ResourceType[]>(MOST_LISTS);
  private next = 1;

  listOf(definitions: readonly CompiledCrd[]): readonly ResourceType[] {
    const key = definitions.map(each => this.numberOf(each)).join(' ');
    const known = this.lists.get(key);
    if (known) return known;
    const list = [...builtinTypes(), ...definitions.flatMap(({ types }) => types)];
    this.lists.set(key, list);
    return list;
  }

  private numberOf(definition: CompiledCrd): number {
    const known = this.numbers.get(definition);
    if (known !== undefined) return known;
    this.numbers.set(definition, this.next);
    return this.next++;
  }
}

const shared = new SharedLists();

/** The types that one cluster serves. */
export class Catalog {
  private readonly definitions = new Map<string, CompiledCrd>();
  private list: readonly ResourceType[] = shared.listOf([]);

  types(): readonly ResourceType[] {
    return this.list;
  }

  find(group: string, version: string, plural: string): ResourceType | undefined {
    return indexOf(this.list).byPath.get(keyOf(group, version, plural));
  }

  /** @throws Error for a kind that is built in nowhere; for paths that come from outside use {@link find} */
  builtin(group: string, version: string, plural: string): ResourceType {
    const type = this.find(group, version, plural);
    if (!type) throw new Error(`${keyOf(group, version, plural)} is not among the built-in types`);
    return type;
  }

  byStorageKey(storageKey: string): ResourceType | undefined {
    return indexOf(this.list).byStorage.get(storageKey);
  }

  definition(name: string): CompiledCrd | undefined {
    return this.definitions.get(name);
  }

  serve(definition: CompiledCrd): void {
    if (this.definitions.get(definition.name) === definition) return;
    this.definitions.set(definition.name, definition);
    this.refresh();
  }

  withdraw(name: string): void {
    if (this.definitions.delete(name)) this.refresh();
  }

  private refresh(): void {
    const sorted = [...this.definitions.keys()].sort();
    this.list = shared.listOf(sorted.map(name => this.definitions.get(name)!));
  }
}
