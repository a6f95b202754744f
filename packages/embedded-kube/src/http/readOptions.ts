import { guardFor } from '../access/writeGuard';
import type { ListRequest } from '../api/list';
import type { WriteOptions } from '../api/request';
import { parseSelection, type Selection } from '../api/select';
import type { ResourceCall } from './CallContext';
import { readListOptions } from './listOptions';
import { readWriteOptions } from './writeOptions';

/** {@link readWriteOptions} for what is stored as an object of the type. @throws ApiError 422 */
export function readStoreOptions(call: ResourceCall): WriteOptions {
  const guard = guardFor(call.caller, call);
  return { ...readWriteOptions(call), ...(guard ? { guard } : {}) };
}

/** @throws ApiError 400 */
export const readSelection = ({ query, type, target }: ResourceCall): Selection =>
  parseSelection(type, {
    labels: query.get('labelSelector') ?? undefined,
    fields: query.get('fieldSelector') ?? undefined,
    name: target.name,
  });

/** @throws ApiError 400, 422 */
export function readListRequest(call: ResourceCall): ListRequest {
  const selection = readSelection(call);
  const options = readListOptions(call.query, false);
  return {
    limit: Math.max(0, options.limit),
    selection,
    continue: options.continue || undefined,
    resourceVersion: options.resourceVersion || undefined,
    resourceVersionMatch: options.resourceVersionMatch || undefined,
  };
}
