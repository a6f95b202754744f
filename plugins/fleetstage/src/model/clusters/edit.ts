import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { isLabelValue, isQualifiedName } from '@fleetstage/backstage-plugin-fleetstage-common';
import { quote } from '../kubectl';

type Labels = Readonly<Record<string, string>>;
type Taint = Schemas['Taint'];

export interface Row {
  readonly key: string;
  readonly value: string;
}

/** Labels and taints of a member as a person edits them. */
export interface ClusterEdit {
  readonly labels: readonly Row[];
  readonly taints: readonly Row[];
}

export type RowProblem = 'key' | 'value' | 'twice';

/** The only effect that the API knows (C/MC-064). */
const EFFECT = 'NoSchedule';

/** Written by the engine, for policies and overrides that name a cluster: nobody edits it. */
const isOwn = ([key]: readonly [string, string]) => key.startsWith('kubernetes-fleet.io/');
const ownLabels = (labels: Labels) => Object.fromEntries(Object.entries(labels).filter(isOwn));

const isEmpty = ({ key, value }: Row) => key.trim() === '' && value.trim() === '';
const toRow = ([key, value]: readonly [string, string]): Row => ({ key, value });
const trimmed = ({ key, value }: Row): Row => ({ key: key.trim(), value: value.trim() });

export const editOf = (labels: Labels, taints: readonly Taint[]): ClusterEdit => ({
  labels: Object.entries(labels)
    .filter(label => !isOwn(label))
    .sort(byKey)
    .map(toRow),
  taints: taints.map(({ key, value = '' }) => ({ key, value })),
});

const byKey = ([a]: readonly [string, string], [b]: readonly [string, string]) => (a < b ? -1 : 1);

/** What is wrong with each row; rows that are empty do not count. Labels are unique by key, taints by key and value. */
export function problemsOf(rows: readonly Row[], kind: keyof ClusterEdit): (RowProblem | undefined)[] {
  const identity = (row: Row) => {
    const { key, value } = trimmed(row);
    return kind === 'labels' ? key : `${key}=${value}`;
  };
  return rows.map((row, index) => {
    if (isEmpty(row)) return undefined;
    const { key, value } = trimmed(row);
    if (!isQualifiedName(key)) return 'key';
    if (!isLabelValue(value)) return 'value';
    const isTwice = rows.some(
      (other, at) => at < index && !isEmpty(other) && identity(other) === identity(row),
    );
    return isTwice ? 'twice' : undefined;
  });
}

export const isSound = (edit: ClusterEdit) =>
  (['labels', 'taints'] as const).every(kind => problemsOf(edit[kind], kind).every(one => one === undefined));

/** As they are sent. */
export function valuesOf({ labels, taints }: ClusterEdit): {
  labels: Record<string, string>;
  taints: Taint[];
} {
  const sound = (rows: readonly Row[]) => rows.filter(row => !isEmpty(row)).map(trimmed);
  return {
    labels: Object.fromEntries(sound(labels).map(({ key, value }) => [key, value])),
    taints: sound(taints).map(({ key, value }) => ({ key, ...(value && { value }), effect: EFFECT })),
  };
}

/** Of the two only what is not as it was: what nobody touched is not written. */
export function changeOf(
  before: { readonly labels: Labels; readonly taints: readonly Taint[] },
  edit: ClusterEdit,
): { labels?: Record<string, string>; taints?: Taint[] } {
  const then = valuesOf(edit);
  const was = valuesOf(editOf(before.labels, before.taints));
  const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  const sorted = (labels: Labels) => Object.entries(labels).sort(byKey);
  return {
    ...(!isSame(sorted(then.labels), sorted(was.labels)) && {
      labels: { ...ownLabels(before.labels), ...then.labels },
    }),
    ...(!isSame(then.taints, was.taints) && { taints: then.taints }),
  };
}

/**
 * What was typed, on top of what somebody else has written meanwhile: of each key counts who has changed it, and of both the
 * typed one.
 *
 *   labels a, b; typed: a gone, c new; theirs: b gone, d new → c, d
 */
export function rebaseEdit(before: ClusterEdit, edit: ClusterEdit, theirs: ClusterEdit): ClusterEdit {
  const rebased = (kind: keyof ClusterEdit) => {
    const id = ({ key, value }: Row) => (kind === 'labels' ? key.trim() : `${key.trim()}=${value.trim()}`);
    const mapOf = (rows: readonly Row[]) =>
      new Map(rows.filter(row => !isEmpty(row)).map(row => [id(row), row]));
    const [was, mine, now] = [before[kind], edit[kind], theirs[kind]].map(mapOf);
    const isTyped = (key: string) => mine.get(key)?.value.trim() !== was.get(key)?.value.trim();
    const kept = [...now.entries()].filter(([key]) => !isTyped(key)).map(([, row]) => row);
    const typed = [...mine.entries()].filter(([key]) => isTyped(key)).map(([, row]) => row);
    return [...kept, ...typed];
  };
  return { labels: rebased('labels'), taints: rebased('taints') };
}

/** The same as one merge patch; null takes a label away. */
export function patchCommand(name: string, before: Labels, change: ReturnType<typeof changeOf>): string {
  const gone = change.labels ? Object.keys(before).filter(key => change.labels?.[key] === undefined) : [];
  const patch = {
    ...(change.labels && {
      metadata: { labels: { ...Object.fromEntries(gone.map(key => [key, null])), ...change.labels } },
    }),
    ...(change.taints && { spec: { taints: change.taints } }),
  };
  return `kubectl patch membercluster ${name} --type=merge \\\n  -p ${quote(JSON.stringify(patch))}`;
}
