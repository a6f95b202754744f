import { ApiError } from '../contracts';
import type { StoredObject } from '../storage/StoredObject';
import { compareText } from '../text';
import { badRequest, expired } from './errors';
import type { RenderedList } from './render';
import type { Place } from './request';
import type { Selection } from './select';

export interface ListRequest {
  readonly selection: Selection;
  /** 0: all. */
  readonly limit: number;
  readonly continue?: string;
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: string;
}

const TOO_OLD =
  'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter.';

/** One page; all pages show the collection as it was when the first was read. @throws ApiError */
export function listObjects(place: Place, request: ListRequest): RenderedList {
  const { cluster } = place;
  const token = request.continue ? parseToken(request.continue) : undefined;
  const revision = token?.revision ?? exactRevision(request) ?? cluster.revision;
  if (!token) checkVersion(request.resourceVersion, cluster.revision);
  const all = readAt(place, revision).filter(stored => request.selection.isSelected(stored));
  const rest = token ? all.slice(firstAfter(all, token.key)) : all;
  const resourceVersion = String(revision);
  if (request.limit === 0 || rest.length <= request.limit) return { stored: rest, resourceVersion };
  const stored = rest.slice(0, request.limit);
  const next = { revision, key: keyOf(stored[stored.length - 1]) };
  return {
    stored,
    resourceVersion,
    continue: Buffer.from(JSON.stringify(next)).toString('base64url'),
    ...(request.selection.isEverything ? { remaining: rest.length - stored.length } : {}),
  };
}

export const allOf = ({ cluster, type, namespace }: Place): StoredObject[] =>
  cluster.objects.list(type.storageKey, type.isNamespaced && namespace === '' ? undefined : namespace);

/** A version that this server has not reached comes from another one, or from before a loss of data. */
export function checkVersion(asked: string | undefined, present: number): void {
  if (!asked || asked === '0') return;
  if (!/^\d+$/.test(asked))
    throw badRequest(`resourceVersion: Invalid value: ${JSON.stringify(asked)}: must be a number`);
  if (Number(asked) <= present) return;
  throw new ApiError(504, 'Timeout', `Too large resource version: ${asked}, current: ${present}`, {
    causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version', field: '' }],
    retryAfterSeconds: 1,
  });
}

function readAt(place: Place, revision: number): readonly StoredObject[] {
  const { cluster, type, namespace } = place;
  const present = allOf(place);
  if (revision === cluster.revision) return present;
  const past = cluster.history.rewind(present, revision, type.storageKey);
  if (past === undefined) throw expired(TOO_OLD);
  return past
    .filter(stored => namespace === '' || stored.namespace === namespace)
    .sort((a, b) => compareText(keyOf(a), keyOf(b)));
}

function exactRevision({ resourceVersion, resourceVersionMatch }: ListRequest): number | undefined {
  if (resourceVersionMatch !== 'Exact') return undefined;
  if (!resourceVersion || resourceVersion === '0')
    throw badRequest('resourceVersionMatch "Exact" is forbidden for resourceVersion "0"');
  return Number(resourceVersion);
}

function parseToken(text: string): { readonly revision: number; readonly key: string } {
  try {
    const { revision, key } = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (typeof revision === 'number' && typeof key === 'string') return { revision, key };
  } catch {
    // Not one of ours: refused below.
  }
  throw badRequest('continue key is not valid: it does not come from this server');
}

const keyOf = ({ namespace, name }: StoredObject) => `${namespace}/${name}`;

function firstAfter(sorted: readonly StoredObject[], key: string): number {
  const index = sorted.findIndex(stored => keyOf(stored) > key);
  return index === -1 ? sorted.length : index;
}
