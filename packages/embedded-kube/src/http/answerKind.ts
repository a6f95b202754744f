import { withAdvice } from '../api/errors';
import { ApiError } from '../contracts';
import { withWarnings, type Answer } from './Answer';
import type { ResourceCall } from './CallContext';
import { answerResource } from './resources';

/** Every verb but watch; who uses a deprecated version is warned, whatever comes of it. @throws ApiError */
export async function answerKind(call: ResourceCall): Promise<Answer> {
  const { deprecation } = call.type;
  if (deprecation === undefined) return answerResource(call);
  try {
    return withWarnings(await answerResource(call), [deprecation]);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw withAdvice(error, [deprecation, ...(error.warnings ?? [])]);
  }
}
