/** A document that the operations of a JSON patch change, found by pointers (RFC 6901) as Go's library reads them. */
import { isDeepEqual, ownField, setField } from '../../schema/jsonValues';

/** The operation does not fit the document. */
export class MisfitError extends Error {}

type Container = Record<string, unknown> | unknown[];

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;

const unescape = (token: string) => token.replace(/~[01]/g, escaped => (escaped === '~1' ? '/' : '~'));

/** What comes before the first slash is not read. */
function tokensOf(path: string): readonly string[] {
  const tokens = path.split('/').slice(1).map(unescape);
  if (tokens.length === 0) throw new MisfitError('a path without a slash');
  return tokens;
}

/** Signs and leading zeros are fine; a negative index counts from the end. @param places how many there are */
function indexOf(token: string, places: number): number {
  const index = /^[+-]?\d{1,15}$/.test(token) ? Number(token) : NaN;
  const counted = index < 0 ? index + places : index;
  if (counted >= 0 && counted < places) return counted;
  throw new MisfitError(`no place ${token}`);
}

/** What is absent from an object is null. */
const childOf = (parent: Container, token: string): unknown =>
  Array.isArray(parent) ? parent[indexOf(token, parent.length)] : (ownField(parent, token) ?? null);

interface Spot {
  readonly parent: Container;
  readonly token: string;
}

/** The value that it begins with stays as it is: containers are copied when they are first written to. */
export class JsonDocument {
  private readonly copied = new WeakSet<object>();

  constructor(private root: unknown) {}

  get value(): unknown {
    return this.root;
  }

  /** @throws MisfitError; so do the others */
  read(path: string): unknown {
    const tokens = tokensOf(path);
    return tokens.reduce<unknown>((parent, token) => {
      if (!isContainer(parent)) throw new MisfitError(`no container before ${token}`);
      return childOf(parent, token);
    }, this.root);
  }

  holds(path: string, value: unknown): boolean {
    return isDeepEqual(path === '' ? this.root : this.read(path), value);
  }

  add(path: string, value: unknown): void {
    const { parent, token } = this.spotOf(path);
    if (!Array.isArray(parent)) setField(parent, token, value);
    else if (token === '-') parent.push(value);
    else parent.splice(indexOf(token, parent.length + 1), 0, value);
  }

  /** Adds the field where an object does not have it. */
  replace(path: string, value: unknown): void {
    if (path === '') {
      if (!isContainer(value)) throw new MisfitError('a document that is no container');
      this.root = value;
      return;
    }
    const { parent, token } = this.spotOf(path);
    if (Array.isArray(parent)) parent[indexOf(token, parent.length)] = value;
    else setField(parent, token, value);
  }

  /** @returns what was there */
  remove(path: string): unknown {
    const { parent, token } = this.spotOf(path);
    if (Array.isArray(parent)) return parent.splice(indexOf(token, parent.length), 1)[0];
    if (!Object.hasOwn(parent, token)) throw new MisfitError(`no field ${token}`);
    const value = parent[token];
    delete parent[token];
    return value;
  }

  private spotOf(path: string): Spot {
    const tokens = tokensOf(path);
    let parent = this.ownCopy(this.root);
    this.root = parent;
    for (const token of tokens.slice(0, -1)) {
      const child = this.ownCopy(childOf(parent, token));
      if (Array.isArray(parent)) parent[indexOf(token, parent.length)] = child;
      else setField(parent, token, child);
      parent = child;
    }
    return { parent, token: tokens[tokens.length - 1] };
  }

  private ownCopy(value: unknown): Container {
    if (!isContainer(value)) throw new MisfitError('a path through a scalar');
    if (this.copied.has(value)) return value;
    const copy = Array.isArray(value) ? [...value] : { ...value };
    this.copied.add(copy);
    return copy;
  }
}
