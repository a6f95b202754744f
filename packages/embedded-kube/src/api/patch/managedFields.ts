/** Who owns which field after an update; server-side apply is in apply.ts. */
import type { KubeObject } from '../../contracts';
import { difference, emptySet, isEmpty, union } from './fieldSet';
import { withoutServerOwned } from './ignoredFields';
import {
  keyOf,
  ofKnownVersions,
  parseManagers,
  withManagers,
  withoutManagers,
  type Manager,
  type Managers,
} from './managers';
import { apiVersionOf, compareWrite, type Write } from './trackWrites';
import type { Comparison } from './typedSets';

export { serverSideApply } from './apply';
export { FORGOTTEN } from './managers';

/** `next` is as it will be stored, its `managedFields` as the client sent them or absent. */
export interface UpdateRequest extends Write {
  readonly manager: string;
  /** RFC 3339 in seconds. */
  readonly now: string;
}

/** What others own and this writer changed is theirs no longer. */
function takeFromOthers(managers: Managers, { written, removed }: Comparison): Map<string, Manager> {
  const left = new Map<string, Manager>();
  for (const [key, manager] of managers) {
    const fields = difference(difference(manager.fields, written), removed);
    if (!isEmpty(fields)) left.set(key, { ...manager, fields });
  }
  return left;
}

/** A subresource says nothing of managers; who names none, or some that cannot be read, leaves them as they are. */
function knownManagers({ live, next, subresource }: UpdateRequest): Managers {
  const own = subresource && live ? undefined : parseManagers(next.metadata.managedFields);
  return own ?? parseManagers(live?.metadata.managedFields) ?? new Map<string, Manager>();
}

/** `next` with the fields that this update wrote noted as its manager's; a write that changes nothing notes nothing. */
export function trackUpdate(request: UpdateRequest): KubeObject {
  const { live, next, manager: name, type, subresource, now } = request;
  const recorded = knownManagers(request);
  // Whose managers were forgotten is not managed again before somebody applies it.
  if (live && recorded.size === 0) return withoutManagers(next);
  const known = ofKnownVersions(recorded, type);
  const compared = compareWrite(request);
  const managers = takeFromOthers(known, compared);
  const fields = withoutServerOwned(compared.written);
  if (!isEmpty(fields)) {
    const writer = {
      name,
      operation: 'Update',
      apiVersion: apiVersionOf(type),
      ...(subresource && { subresource }),
    } as const;
    const key = keyOf(writer);
    managers.set(key, {
      ...writer,
      // A real server notes no time for what came through the scale of an object.
      ...(subresource !== 'scale' && { time: now }),
      fields: union(managers.get(key)?.fields ?? emptySet, fields),
    });
  }
  return withManagers(next, managers);
}
