import type { Schemas } from './contract';
import { UnreadableError } from '../database/rows';
import { isUnreadable, type Unreadable } from './readEach';

type FailedPart = Schemas['FailedPart'];
type Part = FailedPart['part'];

/** Reads the parts of the overview one after another: what fails in one of them leaves the others as they are. */
export class OverviewParts {
  private asked = 0;
  private readonly missing: FailedPart[] = [];
  private readonly broken: { readonly part: Part; readonly cause: unknown }[] = [];

  /** The fields that a part brings to the answer; `undefined` where it cannot be read. */
  async read<T extends object>(part: Part, work: () => T | Promise<T>): Promise<T | undefined> {
    this.asked += 1;
    try {
      return await work();
    } catch (cause) {
      this.broken.push({ part, cause });
      return undefined;
    }
  }

  /** A part is there without these. */
  lacks(part: Part, unreadable: readonly Unreadable[]): void {
    const [first] = unreadable;
    if (first === undefined) return;
    this.missing.push({ part, message: wordsFor(first.cause), names: unreadable.map(({ name }) => name) });
  }

  /** By cause, since parts are made of the same rows. */
  causes(): ReadonlyMap<unknown, readonly Part[]> {
    const causes = new Map<unknown, Part[]>();
    for (const { part, cause } of this.broken) causes.set(cause, [...(causes.get(cause) ?? []), part]);
    return causes;
  }

  /** @throws the cause where no part could be read: it concerns the entire request */
  failed(): FailedPart[] {
    if (this.broken.length === this.asked) throw this.broken[0]?.cause;
    const parts = this.broken.map(({ part, cause }) => ({ part, message: wordsFor(cause) }));
    return [...parts, ...this.missing.filter(({ part }) => !parts.some(whole => whole.part === part))];
  }
}

/** For people who view the page: nothing about rows and statements. */
function wordsFor(cause: unknown): string {
  if (!isUnreadable(cause)) return 'Reading it failed. The log of the backend says why.';
  const what = `${whatOf(cause)} in Fleetstage's database`;
  if (cause instanceof UnreadableError && cause.isLater)
    return `${what} was written by a later release of Fleetstage. Run that release again. The log of the backend says which version it has.`;
  return `${what} is damaged. Restore the database from a backup. The log of the backend says what is wrong.`;
}

/** `The progress of run "web-1"`; a value of another shape than it had names nothing. */
function whatOf(cause: unknown): string {
  const what = cause instanceof UnreadableError ? cause.what : undefined;
  return what === undefined ? 'A record' : what.charAt(0).toUpperCase() + what.slice(1);
}

/** What several parts are made of: read once, and failed in each of them where it fails. */
export interface Source<T> {
  /** @throws why it could not be read */
  get(): T;
  /** Absent where it could not be read. */
  readonly value?: T;
}

export async function readSource<T>(work: () => Promise<T>): Promise<Source<T>> {
  const [settled] = await Promise.allSettled([work()]);
  if (settled.status === 'fulfilled') return { get: () => settled.value, value: settled.value };
  return {
    get: () => {
      throw settled.reason;
    },
  };
}
