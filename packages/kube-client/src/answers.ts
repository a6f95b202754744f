import { AnswerTooLargeError, InvalidError, UnexpectedAnswerError } from './kubeErrors';
import { gvkOf, type ApiResource, type KubeObject, type ResourceTarget } from './kubeObject';
import { isTooHeavy } from './weight';

/** What was asked for; `name` is absent for a new object that the server names, and for the objects of a list. */
export interface Asked {
  readonly resource: ApiResource;
  /** Absent: all namespaces, or the kind is cluster-scoped. */
  readonly namespace?: string;
  readonly name?: string;
  readonly metadataOnly?: boolean;
  readonly subresource?: string;
}

/**
 * The JSON of an answer. Neither it nor a parser's error, which quotes it, goes into a message.
 *
 * @throws UnexpectedAnswerError, and AnswerTooLargeError before it is parsed
 */
export function parseAnswer(text: string, what: string, maxBytes: number): unknown {
  if (isTooHeavy(text, maxBytes)) throw new AnswerTooLargeError(what, maxBytes, { isRead: true });
  try {
    return JSON.parse(text);
  } catch {
    throw unexpected(what, 'is no JSON');
  }
}

/**
 * The object that was asked for. What answers may be a proxy, or a member that nobody trusts with other clusters'
 * names: an object of another kind, name or namespace is nobody's business and is thrown away.
 *
 * @throws UnexpectedAnswerError
 */
export function ensureObject(value: unknown, asked: Asked): KubeObject {
  const what = describe(asked);
  if (!isObject(value) || !isObject(value.metadata)) throw unexpected(what, 'is no object');
  const { metadata } = value;
  if (!isOfKind(value, asked)) throw unexpected(what, 'is of another kind');
  if (!isVersioned(metadata as Fields)) throw unexpected(what, 'has a uid or a generation that is none');
  if (asked.name !== undefined && metadata.name !== asked.name) throw unexpected(what, 'has another name');
  if (!isInScope(metadata, asked)) throw unexpected(what, 'is in another namespace');
  return value as unknown as KubeObject;
}

/** As `ensureObject`; a deletion may also be answered with a Status of success. */
export function ensureDeletion(value: unknown, asked: Asked): void {
  if (isObject(value) && value.kind === 'Status' && value.status === 'Success') return;
  ensureObject(value, asked);
}

/** One page of a list. */
export interface ListAnswer {
  readonly items: readonly KubeObject[];
  readonly metadata?: { readonly continue?: string; readonly resourceVersion?: string };
}

/** The page that was asked for; its items come with apiVersion and kind. @throws UnexpectedAnswerError */
export function ensureList(value: unknown, asked: Asked): ListAnswer {
  const what = describe(asked);
  if (!isObject(value)) throw unexpected(what, 'is no list');
  // A definition may call its lists as it likes; then every item has to say what it is.
  const isNamedSo = value.kind === `${asked.resource.kind}List` || value.kind === PARTIAL_LIST;
  const items = value.items ?? (isNamedSo ? [] : undefined);
  if (!Array.isArray(items) || value.kind === 'Status') throw unexpected(what, 'is no list');
  const [group] = [groupOf(value)];
  if (group !== asked.resource.group && !(asked.metadataOnly && group === PARTIAL_GROUP))
    throw unexpected(what, 'is a list of another kind');
  const type = isNamedSo && !asked.metadataOnly ? typeOf(asked.resource) : {};
  const metadata = isObject(value.metadata) ? (value.metadata as ListAnswer['metadata']) : undefined;
  return { items: items.map(item => ensureObject({ ...type, ...item }, asked)), metadata };
}

/**
 * The object of a body is the one of its path.
 *
 * @throws InvalidError
 */
export function ensureSameObject(body: unknown, { resource, name, namespace }: Asked): void {
  if (!isObject(body)) return;
  const metadata = isObject(body.metadata) ? body.metadata : {};
  const isSame =
    (body.kind === undefined || body.kind === resource.kind) &&
    (body.apiVersion === undefined || groupOf(body) === resource.group) &&
    (metadata.name === undefined || metadata.name === name) &&
    (!metadata.namespace || !resource.namespaced || metadata.namespace === namespace);
  if (isSame) return;
  throw new InvalidError(
    `the body of a request for ${describe({ resource, name, namespace })} is of another object: give both the same kind, name and namespace`,
  );
}

const PARTIAL_GROUP = 'meta.k8s.io';
const PARTIAL = 'PartialObjectMetadata';
const PARTIAL_LIST = 'PartialObjectMetadataList';

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const groupOf = ({ apiVersion }: Fields) => gvkOf({ apiVersion: String(apiVersion ?? ''), kind: '' }).group;

const typeOf = ({ group, version, kind }: ApiResource) => ({
  apiVersion: group === '' ? version : `${group}/${version}`,
  kind,
});

function isOfKind(value: Fields, { resource, metadataOnly, subresource }: Asked): boolean {
  if (subresource === 'scale') return value.kind === 'Scale';
  if (metadataOnly && value.kind === PARTIAL) return groupOf(value) === PARTIAL_GROUP;
  return value.kind === resource.kind && groupOf(value) === resource.group;
}

/** They are kept longer than the object: they must be what they are taken for, and no more. */
const isVersioned = ({ uid, generation, resourceVersion }: Fields) =>
  (uid === undefined || (typeof uid === 'string' && uid.length <= MAX_UID)) &&
  (resourceVersion === undefined ||
    (typeof resourceVersion === 'string' && resourceVersion.length <= MAX_UID)) &&
  (generation === undefined || typeof generation === 'number');

/** A UUID has 36 characters. */
const MAX_UID = 128;

function isInScope({ namespace }: Fields, asked: Asked): boolean {
  if (!asked.resource.namespaced) return !namespace;
  return asked.namespace ? namespace === asked.namespace : true;
}

function describe({ resource, name, namespace }: Asked): string {
  const where = resource.namespaced && namespace ? ` in namespace ${namespace}` : '';
  return `${resource.kind}${name === undefined ? '' : ` ${name}`}${where}`;
}

const unexpected = (what: string, fault: string) =>
  new UnexpectedAnswerError(
    `the answer to a request for ${what} ${fault}; nothing of it is used: check the proxy in front of the API server`,
    { isClusterWide: false },
  );

/** For the catch of an accepted deletion: only its answer, which has the whole object, can be too large; refusals are cut. */
export function unlessTooLarge(error: unknown): void {
  if (!(error instanceof AnswerTooLargeError)) throw error;
}

export const listTooLarge = (
  { kind }: ResourceTarget,
  maxBytes: number,
  how?: { readonly isRead: boolean },
): AnswerTooLargeError => new AnswerTooLargeError(`the list of kind ${kind}`, maxBytes, how);
