import type { KubeObject, ResourceType } from '../contracts';
import type { Form } from '../http/negotiate';
import { StoredObject } from '../storage/StoredObject';
import { toPartialMetadata, toTable } from './table';
import { apiVersionOf } from './request';

const partials = new WeakMap<StoredObject, string>();

/** JSON of one object in the form asked for. */
export function renderObject(type: ResourceType, stored: StoredObject, form: Form, now: number): string {
  if (form.kind === 'object') return stored.text(apiVersionOf(type));
  if (form.kind === 'partial') return partialText(stored);
  const { includeObject } = form;
  const resourceVersion = String(stored.revision);
  return JSON.stringify(
    toTable(type, [stored.in(apiVersionOf(type))], { includeObject, resourceVersion, now }),
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
  if (form.kind === 'table') return renderTable(type, list, { includeObject: form.includeObject, now });
  const metadata = {
    resourceVersion: list.resourceVersion,
    ...continueOf(type, list, form),
    ...(list.remaining ? { remainingItemCount: list.remaining } : {}),
  };
  const isPartial = form.kind === 'partial';
  const kind = isPartial ? 'PartialObjectMetadataList' : type.listKind;
  const apiVersion = isPartial ? 'meta.k8s.io/v1' : apiVersionOf(type);
  const texts = list.stored.map(stored => (isPartial ? partialText(stored) : itemText(type, stored)));
  // A real server tells an empty list of metadata as none at all.
  const items = isPartial && texts.length === 0 ? 'null' : `[${texts.join(',')}]`;
  return `{"kind":${JSON.stringify(kind)},"apiVersion":${JSON.stringify(apiVersion)},"metadata":${JSON.stringify(metadata)},"items":${items}}`;
}

/** Lists of custom resources name it always. */
const continueOf = (type: ResourceType, list: RenderedList, form: Form) =>
  list.continue || (type.isCustom && form.kind === 'object') ? { continue: list.continue ?? '' } : {};

function renderTable(
  type: ResourceType,
  list: RenderedList,
  how: { readonly includeObject: 'None' | 'Metadata' | 'Object'; readonly now: number },
): string {
  const objects = list.stored.map(stored => stored.in(apiVersionOf(type)));
  const { resourceVersion, remaining } = list;
  return JSON.stringify(
    toTable(type, objects, { ...how, resourceVersion, remaining, continue: list.continue }),
  );
}

/** Lists of built-in kinds name the kind once, at the top. */
const itemText = (type: ResourceType, stored: StoredObject) =>
  type.isCustom ? stored.text(apiVersionOf(type)) : stored.bareText();

function partialText(stored: StoredObject): string {
  const known = partials.get(stored);
  if (known !== undefined) return known;
  const text = JSON.stringify(toPartialMetadata(stored.object));
  partials.set(stored, text);
  return text;
}
