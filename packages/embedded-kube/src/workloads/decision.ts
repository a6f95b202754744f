import { isDeepStrictEqual } from 'node:util';
import type { KubeObject } from '../contracts';
import type { Node, Pod } from './objects';

/** One write that a controller or a node wants; the runner carries it out and repeats it when it was overtaken. */
export type Write =
  | { readonly kind: 'create' | 'update' | 'updateStatus' | 'delete'; readonly object: KubeObject }
  | { readonly kind: 'bind'; readonly object: KubeObject; readonly nodeName: string }
  | { readonly kind: 'event'; readonly about: KubeObject; readonly event: EventText };

export interface EventText {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
  readonly component: string;
}

/** What to write now, and the time at which the decision changes without an event. */
export interface Decision {
  readonly writes: readonly Write[];
  readonly wakeAt?: number;
}

/** What a controller may read besides its object; lists are sorted by name. */
export interface View {
  readonly cluster: string;
  readonly now: number;
  /** Factor on all delays; 1 is as written. */
  readonly pace: number;
  /** Time at which the object was first seen in this stage. */
  enteredAt(stage: string): number;
  owned(owner: KubeObject, kind: string): readonly KubeObject[];
  pods(namespace: string): readonly Pod[];
  nodes(): readonly Node[];
  find(kind: string, namespace: string | undefined, name: string): KubeObject | undefined;
}

export type Controller = (object: KubeObject, view: View) => Decision;

export const nothing: Decision = { writes: [] };

/** Joins what several parts of one controller want. */
export function joinDecisions(...parts: readonly Decision[]): Decision {
  const wakes = parts.map(({ wakeAt }) => wakeAt).filter(at => at !== undefined);
  return {
    writes: parts.flatMap(({ writes }) => writes),
    ...(wakes.length > 0 && { wakeAt: Math.min(...wakes) }),
  };
}

/** A status write, unless the object says the same already. */
export function writeStatus(object: KubeObject, status: Readonly<Record<string, unknown>>): readonly Write[] {
  const next = withoutUndefined(status);
  if (isDeepStrictEqual(object.status ?? {}, next)) return [];
  return [{ kind: 'updateStatus', object: { ...object, status: next } }];
}

const withoutUndefined = (value: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined));

/** Text that is the same for values that are the same, whatever the order of their keys. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : Number(a > b))))
      : inner,
  );
}
