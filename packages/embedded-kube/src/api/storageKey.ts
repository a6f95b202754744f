import { ApiError, type ResourceType } from '../contracts';
import { badRequest } from './errors';

interface Collection {
  readonly type: Pick<ResourceType, 'group' | 'plural' | 'isCustom'>;
  readonly namespace: string;
}

/** What the storage takes for no part of a key. */
export function explainSegment(value: string): string | undefined {
  if (value === '.' || value === '..') return `may not be '${value}'`;
  const character = ['/', '%'].find(each => value.includes(each));
  return character && `may not contain '${character}'`;
}

/** @throws ApiError 400, 500 where no object can be stored under this name */
export function checkObjectKey(place: Collection & { readonly name: string }): void {
  const problem = explainSegment(place.name);
  if (problem !== undefined) throw badRequest(`Name parameter invalid: "${place.name}": ${problem}`);
  checkCollectionKey(place, `/${place.name}`);
}

/** @throws ApiError 500 where nothing can be stored in this namespace */
export function checkCollectionKey({ type, namespace }: Collection, below = ''): void {
  if (namespace !== '.' && namespace !== '..') return;
  const root = type.isCustom ? `/${type.group}/${type.plural}` : `/${type.plural}`;
  throw new ApiError(500, '', `invalid key: "${root}/${namespace}${below}"`);
}

/** @throws ApiError 500 where a namespace can have no such name */
export function checkNamespaceName(name: string): void {
  const problem = explainSegment(name);
  if (problem === undefined) return;
  const message = `invalid resource name "${name}": [${problem}]`;
  throw new ApiError(500, 'InternalError', `Internal error occurred: ${message}`, {
    causes: [{ reason: '', message, field: '' }],
  });
}
