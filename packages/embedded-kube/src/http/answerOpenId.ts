import { openIdDocument } from '../access/tokens/openid';
import type { Answer } from './Answer';
import type { Call } from './CallContext';

/** What others need to verify tokens of this server; `undefined`: the path is no such document. */
export function answerOpenId({ cluster, path, headers, access }: Call): Answer | undefined {
  const baseUrl = `https://${headers[':authority'] ?? headers.host}/clusters/${cluster.name}`;
  const document = openIdDocument(path, { signer: access.signer, baseUrl });
  if (!document) return undefined;
  const caching = { 'cache-control': 'public, max-age=3600' };
  return {
    code: 200,
    contentType: document.contentType,
    body: JSON.stringify(document.body),
    headers: caching,
  };
}
