import { isJson, type Exchange, type RawExchange } from './exchange';

const UID = /[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;
const MOMENTS = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g;
/** Of Services; a server draws them. */
const ADDRESS = /^10\.\d+\.\d+\.\d+$/;
/** As tables print it: `5s`, `3m20s`. */
const AGE = /^(\d+[smhdy])+$/;
const REVISION_FIELD = 'resourceVersion';
/** Also within JSON within JSON, and as what a JSON patch tests or sets. */
const REVISION_TEXT =
  /(resourceVersion\\*":\s*\\*"|"path":"\/metadata\/resourceVersion","value":")(\d+)(\\*")/g;

/** Discovery and schemas: long, cached by their hash, and compared by tests of their own. */
const DISCOVERY = /^\/(openapi\/|api(\?|$)|apis(\?|$)|api\/v1(\?|$)|apis\/[^/]+(\/[^/]+)?(\?|$))/;

export const isDiscovery = ({ path }: { readonly path: string }) => DISCOVERY.test(path);

/** Any value; what differs from moment to moment or from server to server. */
export const ANY = '<any>';

/** When something happened is compared nowhere, only that there is a moment. */
export const withoutMoments = (text: string) => text.replace(MOMENTS, '<moment>');

/**
 * Checks what is still on its way: a definition that is not established, a namespace or an owner whose objects go
 * first, a kind whose cache fills. How often a client sees that is a matter of time.
 */
export function isImpatient({ method, path, status, answerText }: RawExchange): boolean {
  if (status === 429) return true;
  if (method !== 'GET' || status !== 200) return false;
  if (answerText.includes('"foregroundDeletion"')) return true;
  if (/\/namespaces\/[^/?]+(\?|$)/.test(path)) return answerText.includes('"deletionTimestamp"');
  if (!path.includes('/customresourcedefinitions/')) return false;
  return !/"type":"Established","status":"True"/.test(answerText);
}

/** Numbers uids over all clusters and resource versions of each, in the order in which they are first seen. */
export function startNormalizing(): (raw: RawExchange) => Exchange {
  const uids = new Map<string, string>();
  const revisions = new Map<string, string>();
  const addresses = new Map<string, string>();
  const continuations = new Map<string, string>();
  const uidToken = (uid: string) => tokenOf(uids, uid, 'uid');
  const revisionToken = (cluster: string, revision: string) =>
    revision === '0' || revision === ''
      ? revision
      : tokenOf(revisions, `${cluster}/${revision}`, `rv-${cluster}`);

  const inText = (cluster: string, text: string) =>
    text
      .replace(UID, uidToken)
      .replace(
        REVISION_TEXT,
        (_, before: string, revision: string, after: string) =>
          `${before}${revisionToken(cluster, revision)}${after}`,
      );

  const inAnswer = (cluster: string, value: unknown, key?: string): unknown => {
    if (typeof value === 'string') {
      if (key === REVISION_FIELD) return revisionToken(cluster, value);
      if (key === 'continue' && value !== '') return tokenOf(continuations, value, 'continue');
      if (ADDRESS.test(value)) return tokenOf(addresses, `${cluster}/${value}`, 'ip');
      if (AGE.test(value) || value.startsWith('-----BEGIN CERTIFICATE')) return ANY;
      return withoutMoments(inText(cluster, value));
    }
    if (Array.isArray(value)) return value.map(item => inAnswer(cluster, item));
    if (value === null || typeof value !== 'object') return value;
    const known = 'generateName' in value && 'name' in value ? { ...value, name: ANY } : value;
    const entries = Object.entries(known).map(([name, inner]) => [
      name.replace(UID, uidToken),
      inAnswer(cluster, inner, name),
    ]);
    return Object.fromEntries(entries);
  };
  return ({ answerText, ...exchange }) => {
    const { cluster, path, body, contentType } = exchange;
    const parsed = isJson(contentType) ? withoutListRevision(JSON.parse(answerText)) : answerText;
    return {
      ...exchange,
      path: path
        .replace(UID, uidToken)
        .replace(
          /([?&]continue=)([^&]+)/,
          (_, key: string, value: string) =>
            `${key}${tokenOf(continuations, decodeURIComponent(value), 'continue')}`,
        ),
      ...(body !== undefined && { body: inText(cluster, body) }),
      answer: inAnswer(cluster, parsed),
    };
  };
}

function tokenOf(known: Map<string, string>, value: string, prefix: string): string {
  const token = known.get(value) ?? `<${prefix}:${known.size + 1}>`;
  known.set(value, token);
  return token;
}

/** A list's own revision is that of the whole store, which other writers move, too. */
export function withoutListRevision(answer: unknown): unknown {
  if (answer === null || typeof answer !== 'object' || !('metadata' in answer)) return answer;
  const { metadata, kind } = answer as { metadata?: Record<string, unknown>; kind?: unknown };
  const isList = typeof kind === 'string' && (kind.endsWith('List') || kind === 'Table');
  if (!isList || metadata?.[REVISION_FIELD] === undefined) return answer;
  return { ...answer, metadata: { ...metadata, [REVISION_FIELD]: ANY } };
}
