import { ApiError } from '../contracts';
import type { StoredObject } from '../storage/StoredObject';
import { compareText } from '../text';
import { LATEST, readToken, writeToken, type Continuation } from './continueToken';
import { badRequest, expired, ExpiredPageError } from './errors';
import type { RenderedList } from './render';
import type { Place } from './request';
import type { Selection } from './select';
import { checkCollectionKey } from './storageKey';

export interface ListRequest {
  readonly selection: Selection;
  /** 0: all. */
  readonly limit: number;
  readonly continue?: string;
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: string;
}

const TOO_OLD =
  'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.';

function refuseForgotten(token: Continuation | undefined): never {
  if (!token) throw expired('The resourceVersion for the provided list is too old.');
  throw new ExpiredPageError(TOO_OLD, writeToken({ revision: LATEST, start: token.start }));
}

/** One page; all pages show the collection as it was when the first was read. @throws ApiError */
export function listObjects(place: Place, request: ListRequest): RenderedList {
  checkCollectionKey(place);
  const { cluster } = place;
  const token = request.continue ? readContinuation(request.continue, request) : undefined;
  if (!token) checkVersion(request.resourceVersion, cluster.revision);
  const wanted = token?.revision ?? exactRevision(request) ?? LATEST;
  const revision = wanted === LATEST ? cluster.revision : wanted;
  const all = readAt(place, revision) ?? refuseForgotten(token);
  const page = takePage(all, token ? firstFrom(place, all, token.start) : 0, request);
  const { stored, end } = page;
  const resourceVersion = String(revision);
  // Who asks for one name gets it without reading the others.
  const isOne = request.selection.name !== undefined && (place.namespace !== '' || !place.type.isNamespaced);
  if (end === all.length || isOne) return { stored, resourceVersion };
  // No key lies between one and the same with a zero behind it.
  const start = `${keyBelow(place, all[end - 1])}\0`;
  return {
    stored,
    resourceVersion,
    continue: writeToken({ revision, start }),
    ...(request.selection.isEverything ? { remaining: all.length - end } : {}),
  };
}

/** Up to the item that fills the page: whether others that are selected follow is not known then. */
function takePage(all: readonly StoredObject[], begin: number, { selection, ...request }: ListRequest) {
  // Version 0 is whatever is at hand, which is all of it.
  const limit = request.resourceVersion === '0' ? 0 : request.limit;
  const stored: StoredObject[] = [];
  let end = begin;
  while (end < all.length && (limit === 0 || stored.length < limit)) {
    if (selection.isSelected(all[end])) stored.push(all[end]);
    end += 1;
  }
  return { stored, end };
}

function readContinuation(text: string, { resourceVersion }: ListRequest): Continuation | undefined {
  const token = readToken(text);
  if (resourceVersion && resourceVersion !== '0')
    throw badRequest('specifying resource version is not allowed when using continue');
  return token;
}

export const allOf = ({ cluster, type, namespace }: Place): StoredObject[] =>
  cluster.objects.list(type.storageKey, type.isNamespaced && namespace === '' ? undefined : namespace);

/** A version that this server has not reached comes from another one, or from before a loss of data. */
export function checkVersion(asked: string | undefined, present: number): void {
  if (!asked || asked === '0') return;
  const problem = explainVersion(asked);
  if (problem !== undefined) throw badRequest(`invalid resource version: ${problem}`);
  if (Number(asked) <= present) return;
  throw versionTooLarge(Number(asked), present);
}

/** Why a version is none, in the words of a real server. */
export function explainVersion(asked: string): string | undefined {
  if (/^\d+$/.test(asked)) return undefined;
  const shown = JSON.stringify(asked);
  return `resourceVersion: Invalid value: ${shown}: strconv.ParseUint: parsing ${shown}: invalid syntax`;
}

export const versionTooLarge = (asked: number, present: number) =>
  new ApiError(504, 'Timeout', `Timeout: Too large resource version: ${asked}, current: ${present}`, {
    causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version', field: '' }],
    retryAfterSeconds: 1,
  });

/** `undefined`: that is forgotten, or was lost with the power. */
function readAt(place: Place, revision: number): readonly StoredObject[] | undefined {
  const { cluster, type, namespace } = place;
  if (revision > cluster.revision) return undefined;
  const present = allOf(place);
  if (revision === cluster.revision) return present;
  const past = cluster.history.rewind(present, revision, type.storageKey);
  return past
    ?.filter(stored => namespace === '' || stored.namespace === namespace)
    .sort((a, b) => compareText(keyOf(a), keyOf(b)));
}

/** A page without a required age is of just that version, too. */
function exactRevision(request: ListRequest): number | undefined {
  const { resourceVersion, resourceVersionMatch: match, limit } = request;
  if (!resourceVersion || resourceVersion === '0') return undefined;
  return match === 'Exact' || (!match && limit > 0) ? Number(resourceVersion) : undefined;
}

const keyOf = ({ namespace, name }: StoredObject) => `${namespace}/${name}`;

/** The key as tokens have it: from the collection on. */
const keyBelow = ({ namespace, type }: Place, stored: StoredObject) =>
  namespace !== '' || !type.isNamespaced ? stored.name : keyOf(stored);

function firstFrom(place: Place, sorted: readonly StoredObject[], start: string): number {
  const index = sorted.findIndex(stored => keyBelow(place, stored) >= start);
  return index === -1 ? sorted.length : index;
}
