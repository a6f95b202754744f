import { plainText, type Answer } from './Answer';
import type { Call } from './CallContext';

/** Verbs of old are in the path before a kind; without one a server does not even know what to ask its rules. */
const WITHOUT_KIND = /^\/(?:api|apis\/[^/]+)\/[^/]+\/(?:watch|proxy)\/*$/;

/** Answered before anybody is asked who he is. */
export function answerUnclear({ path, uri }: Call): Answer | undefined {
  if (!WITHOUT_KIND.test(path)) return undefined;
  const why = `unable to determine kind and namespace from url, ${uri}`;
  return plainText(
    500,
    `Internal Server Error: ${JSON.stringify(uri)}: failed to create RequestInfo: ${why}\n`,
  );
}
