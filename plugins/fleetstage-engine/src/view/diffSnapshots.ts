import {
  isSameJson,
  contentHash,
  isJsonObject,
  parseApiVersion,
  type KubeObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { compareText } from '../decision';
import { maskSecret, replaceSecrets } from '../status/maskSecret';
import type { ChangeCountsView } from './views';

export interface FieldChange {
  path: string;
  before?: string;
  after?: string;
}

/** One object that differs between two snapshots; Secrets carry no values. */
export interface ObjectChangeView {
  change: 'added' | 'changed' | 'deleted';
  group?: string;
  kind: string;
  namespace?: string;
  name: string;
  fields: FieldChange[];
  before?: KubeObject;
  after?: KubeObject;
}

export interface SnapshotDiff {
  readonly counts: ChangeCountsView;
  readonly objects: readonly ObjectChangeView[];
}

const MAX_FIELDS = 200;
const MAX_CHARS = 300;
const MASK = '***';
/** Begins a text that replaces a hidden value; no value of an object begins so. */
const HIDDEN = '\u0000hidden ';

/** The objects of two snapshots side by side: deleted ones first, then added, then changed, each by identity. */
export function diffSnapshots(before: readonly KubeObject[], after: readonly KubeObject[]): SnapshotDiff {
  const old = new Map(before.map(object => [identityOf(object), object]));
  const young = new Map(after.map(object => [identityOf(object), object]));
  const keys = [...new Set([...old.keys(), ...young.keys()])].sort(compareText);
  const objects = keys.flatMap(key => compare(old.get(key), young.get(key)) ?? []);
  const count = (change: ObjectChangeView['change']) => objects.filter(one => one.change === change).length;
  const rank = ['deleted', 'added', 'changed'];
  return {
    counts: {
      added: count('added'),
      changed: count('changed'),
      deleted: count('deleted'),
      unchanged: keys.length - objects.length,
    },
    objects: objects.sort((a, b) => rank.indexOf(a.change) - rank.indexOf(b.change)),
  };
}

const identityOf = ({ apiVersion, kind, metadata }: KubeObject) =>
  [parseApiVersion(apiVersion).group, kind, metadata.namespace ?? '', metadata.name].join('/');

function compare(
  before: KubeObject | undefined,
  after: KubeObject | undefined,
): ObjectChangeView | undefined {
  const object = after ?? before;
  if (object === undefined) return undefined;
  if (before && after && isSameJson(before, after)) return undefined;
  const { group } = parseApiVersion(object.apiVersion);
  const { namespace, name } = object.metadata;
  return {
    change: before === undefined ? 'added' : after === undefined ? 'deleted' : 'changed',
    ...(group && { group }),
    kind: object.kind,
    ...(namespace !== undefined && { namespace }),
    name,
    fields: before && after ? fieldChanges(before, after) : [],
    ...(before && { before: maskSecret(before) }),
    ...(after && { after: maskSecret(after) }),
  };
}

function fieldChanges(before: KubeObject, after: KubeObject): FieldChange[] {
  const changes: FieldChange[] = [];
  walk({ before: hideSecrets(before), after: hideSecrets(after), path: '', changes });
  return changes.slice(0, MAX_FIELDS);
}

/** A value of a Secret is only ever reported to differ: equal values are hidden behind equal texts. */
const hideSecrets = (object: KubeObject) =>
  replaceSecrets(object, value => `${HIDDEN}${contentHash(value ?? null)}`);

interface Step {
  readonly before: unknown;
  readonly after: unknown;
  readonly path: string;
  readonly changes: FieldChange[];
}

function walk({ before, after, path, changes }: Step): void {
  const old = fieldsOf(before);
  const young = fieldsOf(after);
  if (old !== undefined && young !== undefined && old.isList === young.isList) {
    for (const key of [...new Set([...old.values.keys(), ...young.values.keys()])]) {
      const next = old.isList ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
      walk({ before: old.values.get(key), after: young.values.get(key), path: next, changes });
    }
  } else if (!isSameJson(before, after)) {
    changes.push({
      path,
      ...(before !== undefined && { before: show(before) }),
      ...(after !== undefined && { after: show(after) }),
    });
  }
}

interface Fields {
  readonly isList: boolean;
  readonly values: ReadonlyMap<string, unknown>;
}

/** Items of a list are matched by their names where all have one, as containers, ports and variables do. */
function fieldsOf(value: unknown): Fields | undefined {
  if (Array.isArray(value)) {
    const names = value.map(item =>
      isJsonObject(item) && typeof item.name === 'string' ? item.name : undefined,
    );
    const isNamed = value.length > 0 && !names.includes(undefined) && new Set(names).size === names.length;
    const entries = value.map((item, i): [string, unknown] => [isNamed ? String(names[i]) : String(i), item]);
    return { isList: true, values: new Map(entries) };
  }
  return isJsonObject(value) ? { isList: false, values: new Map(Object.entries(value)) } : undefined;
}

function show(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, hide) ?? '');
  if (text.startsWith(HIDDEN)) return MASK;
  return text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS)}…` : text;
}

const hide = (_: string, value: unknown) =>
  typeof value === 'string' && value.startsWith(HIDDEN) ? MASK : value;

/** A snapshot by its objects' hashes: enough to count, without their contents. */
export interface HashedObject {
  readonly key: string;
  readonly name: string;
  readonly hash: string;
}

export function countChanges(before: readonly HashedObject[], after: readonly HashedObject[]) {
  const old = new Map(before.map(object => [object.key, object]));
  const young = new Map(after.map(object => [object.key, object]));
  const deleted = before.filter(({ key }) => !young.has(key));
  const added = after.filter(({ key }) => !old.has(key));
  const changed = after.filter(({ key, hash }) => old.has(key) && old.get(key)?.hash !== hash);
  const counts: ChangeCountsView = {
    added: added.length,
    changed: changed.length,
    deleted: deleted.length,
    unchanged: after.length - added.length - changed.length,
  };
  return { counts, deleted, added, changed };
}
