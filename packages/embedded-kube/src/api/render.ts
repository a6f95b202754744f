import type { KubeObject, ResourceType } from '../contracts';
import type { Form } from '../http/negotiate';
import { StoredObject } from '../storage/StoredObject';
import { toPartialMetadata, toTable, type TableOptions } from './table';
import { apiVersionOf } from './request';
import { objectSeen, viewOf } from './view';

const partials = new WeakMap<StoredObject, string>();

/** JSON of one object in the form asked for. */
export function renderObject(
  type: ResourceType,
  stored: StoredObject,
  form: Form,
  now: number,
  withColumns = true,
): string {
  if (form.kind === 'object') return viewOf(type, stored).text(apiVersionOf(type));
  if (form.kind === 'partial') return partialText(stored, form.version);
  const { includeObject, version } = form;
  const resourceVersion = String(stored.revision);
  return JSON.stringify(
    toTable(type, [objectSeen(type, stored)], { includeObject, version, resourceVersion, now, withColumns }),
  );
}

/** The same for an object that is stored nowhere. */
export function renderLoose(type: ResourceType, object: KubeObject, form: Form, now: number): string {
  return renderObject(type, new StoredObject(type.storageKey, 0, object), form, now);
}

export interface RenderedList {
  readonly stored: readonly StoredObject[];
  readonly resourceVersion: string;
  readonly continue?: string;
  readonly remaining?: number;
}

export function renderList(type: ResourceType, list: RenderedList, form: Form, now: number): string {
  if (form.kind === 'table') return renderTable(type, list, { ...form, now });
  const metadata = {
    resourceVersion: list.resourceVersion,
    ...continueOf(type, list, form),
    ...(list.remaining ? { remainingItemCount: list.remaining } : {}),
  };
  const isPartial = form.kind === 'partial';
  const version = isPartial ? form.version : undefined;
  const kind = isPartial ? 'PartialObjectMetadataList' : type.listKind;
  const apiVersion = isPartial ? `meta.k8s.io/${version ?? 'v1'}` : apiVersionOf(type);
  const texts = list.stored.map(stored =>
    isPartial ? partialText(stored, version) : itemText(type, stored),
  );
  // A real server omits empty lists of metadata.
  const items = isPartial && texts.length === 0 ? 'null' : `[${texts.join(',')}]`;
  return `{"kind":${JSON.stringify(kind)},"apiVersion":${JSON.stringify(apiVersion)},"metadata":${JSON.stringify(metadata)},"items":${items}}`;
}

/** Lists of custom resources name it always. */
const continueOf = (type: ResourceType, list: RenderedList, form: Form) =>
  list.continue || (type.isCustom && form.kind === 'object') ? { continue: list.continue ?? '' } : {};

function renderTable(
  type: ResourceType,
  list: RenderedList,
  { includeObject, version, now }: Pick<TableOptions, 'includeObject' | 'version' | 'now'>,
): string {
  const objects = list.stored.map(stored => objectSeen(type, stored));
  const { resourceVersion, remaining } = list;
  return JSON.stringify(
    toTable(type, objects, {
      includeObject,
      version,
      now,
      resourceVersion,
      remaining,
      continue: list.continue,
    }),
  );
}

/** Lists of built-in kinds name the kind once, at the top. */
const itemText = (type: ResourceType, stored: StoredObject) =>
  type.isCustom ? viewOf(type, stored).text(apiVersionOf(type)) : viewOf(type, stored).bareText();

function partialText(stored: StoredObject, version?: 'v1beta1'): string {
  if (version) return JSON.stringify(toPartialMetadata(stored.object, version));
  const known = partials.get(stored);
  if (known !== undefined) return known;
  const text = JSON.stringify(toPartialMetadata(stored.object));
  partials.set(stored, text);
  return text;
}
