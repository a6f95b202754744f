import {
  annotationKeys,
  isJsonObject,
  type JsonObject,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { isCollection, isScalar, LineCounter, parseDocument, type Document } from 'yaml';
import { quoteRisky, toYaml } from '../yaml';

/** Steps from the top of the object: `['spec', 'resourceSelectors', 0, 'name']`. */
export type FieldPath = readonly (string | number)[];

export interface YamlFault {
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

export type ReadText =
  | { readonly ok: true; readonly manifest: JsonObject }
  | { readonly ok: false; readonly faults: readonly YamlFault[] };

/** Which objects an editor takes. */
export interface AcceptedKinds {
  readonly kinds: readonly string[];
  readonly versions: readonly string[];
}

const KINDS = ['ClusterResourcePlacement', 'ResourcePlacement'];
export const VERSIONS = ['placement.kubernetes-fleet.io/v1beta1', 'placement.kubernetes-fleet.io/v1'];
const PLACEMENTS: AcceptedKinds = { kinds: KINDS, versions: VERSIONS };

/** The document as an object, or why it is none of the accepted kinds; admission's other rules are not checked. */
export function readText(text: string, { kinds, versions } = PLACEMENTS): ReadText {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const lineOf = (offset: number) => Math.max(1, lines.linePos(offset).line);
  if (document.errors.length > 0)
    return refuse(document.errors.map(({ pos, message }) => ({ line: lineOf(pos[0]), message })));
  const manifest = toObject(document);
  if (typeof manifest === 'string') return refuse([{ line: 1, message: manifest }]);
  const lineAt = (key: string) => {
    const node = document.get(key, true) as { range?: readonly number[] } | undefined;
    return node?.range ? lineOf(node.range[0]) : 1;
  };
  const faults = [
    ...oneOf(manifest.apiVersion, 'apiVersion', versions),
    ...oneOf(manifest.kind, 'kind', kinds),
    ...['metadata', 'spec'].filter(key => !isJsonObject(manifest[key])).map(key => mustBeMap(key)),
  ];
  if (faults.length > 0) return refuse(faults.map(({ key, message }) => ({ line: lineAt(key), message })));
  return { ok: true, manifest };
}

const refuse = (faults: readonly YamlFault[]): ReadText => ({ ok: false, faults });

/** The object, or a sentence about what is there instead. */
function toObject(document: Document): JsonObject | string {
  try {
    const value: unknown = document.toJS();
    return isJsonObject(value)
      ? value
      : 'The text is no object; begin with apiVersion, kind, metadata and spec';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const oneOf = (value: unknown, key: string, allowed: readonly string[]) =>
  allowed.some(one => one === value) ? [] : [{ key, message: `${key} has to be ${allowed.join(' or ')}` }];

const mustBeMap = (key: string) => ({ key, message: `${key} has to be a map of fields` });

/**
 * The text with another value at the path; `undefined` takes the field away, and what is empty without it. Comments and the
 * order of the other fields stay.
 */
export function editText(text: string, path: FieldPath, value: unknown): string {
  const document = parseDocument(text);
  if (value === undefined) removeAt(document, path);
  else {
    openWay(document, path);
    const isPlain = value === null || typeof value !== 'object';
    document.setIn(path, isPlain ? value : document.createNode(value));
    quoteRisky(document.getIn(path, true));
  }
  return document.toString({ lineWidth: 0 });
}

/** What is null on the way becomes a map or a list. */
function openWay(document: Document, path: FieldPath): void {
  for (let depth = 1; depth < path.length; depth += 1) {
    const way = path.slice(0, depth);
    if (!isScalar(document.getIn(way, true))) continue;
    document.setIn(way, document.createNode(typeof path[depth] === 'number' ? [] : {}));
  }
}

function removeAt(document: Document, path: FieldPath): void {
  if (!document.hasIn(path)) return;
  document.deleteIn(path);
  const parent = path.slice(0, -1);
  if (parent.length < 2) return;
  const node = document.getIn(parent, true);
  if (isCollection(node) && node.items.length === 0) removeAt(document, parent);
}

/** A text for a placement that nobody has created. */
export const newText = (name = ''): string =>
  toYaml({
    apiVersion: VERSIONS[0],
    kind: KINDS[0],
    metadata: { name },
    spec: {
      resourceSelectors: [],
      policy: { placementType: 'PickAll' },
      strategy: { type: 'RollingUpdate' },
    },
  });

/** Kept by kubectl for itself; not for people. */
const LAST_APPLIED = annotationKeys.kubectlLastApplied;

/** What people have authored of an object that is on the hub. */
export function textOf(manifest: JsonObject): string {
  const metadata = isJsonObject(manifest.metadata) ? manifest.metadata : {};
  const { name, namespace, labels } = metadata;
  const annotations = withoutOwn(metadata.annotations);
  return toYaml({
    apiVersion: manifest.apiVersion,
    kind: manifest.kind,
    metadata: {
      name,
      ...(namespace !== undefined && { namespace }),
      ...(labels !== undefined && { labels }),
      ...(annotations && { annotations }),
    },
    spec: manifest.spec,
  });
}

function withoutOwn(annotations: unknown): JsonObject | undefined {
  if (!isJsonObject(annotations)) return undefined;
  const { [LAST_APPLIED]: _, ...rest } = annotations;
  return Object.keys(rest).length > 0 ? rest : undefined;
}

/** The annotations to write: the edited ones, and those that were not shown. */
export const withHidden = (edited: JsonObject, live: unknown): JsonObject => ({
  ...edited,
  ...(isJsonObject(live) && live[LAST_APPLIED] !== undefined && { [LAST_APPLIED]: live[LAST_APPLIED] }),
});
