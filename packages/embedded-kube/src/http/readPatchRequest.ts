import type { PatchRequest } from '../api/patch';
import { isPatchOf, unsupportedPatch } from '../api/patch/applyPatch';
import { isFlag } from '../text';
import type { ResourceCall } from './CallContext';
import { mediaTypeOf } from './readBody';

/** What is no patch is refused before anything is asked of the object. @throws ApiError 415 */
export async function readPatchRequest({
  readBody,
  headers,
  query,
  type,
}: ResourceCall): Promise<PatchRequest> {
  const contentType = mediaTypeOf(headers['content-type']);
  if (!isPatchOf(type, contentType)) throw unsupportedPatch(type);
  const text = (await readBody()).toString('utf8');
  return { contentType, text, isForced: isFlag(query.get('force')) };
}
