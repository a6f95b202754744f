/** An address as Go reads it from a request line: with a scheme, or a path from the root. */
export interface GoUrl {
  readonly scheme: string;
  /** With the port. */
  readonly host: string;
  readonly path: string;
  readonly query: string;
}

const ADDRESS = /^(?:([a-zA-Z][a-zA-Z0-9+.-]*):)?(?:\/\/([^/?]*))?([^?]*)(?:\?(.*))?$/s;
const CONTROL = /[\p{Cc}]/u;
const HOST = /^(?:[^@]*@)?(\[[^\]]*\]|[^:[\]\s"<>]*)(?::(\d*))?$/;
const quoted = (text: string) => JSON.stringify(text);

/** Why it is none, in Go's words. */
export function explainUrl(text: string): string | undefined {
  const refuse = (why: string) => `parse ${quoted(text)}: ${why}`;
  if (text === '') return refuse('empty url');
  if (CONTROL.test(text)) return refuse('net/url: invalid control character in URL');
  if (text.startsWith(':')) return refuse('missing protocol scheme');
  const [, scheme, host, path] = ADDRESS.exec(text) ?? [];
  if (scheme === undefined && !text.startsWith('/')) return refuse('invalid URI for request');
  if (host !== undefined && !HOST.test(host)) {
    if (/\s/.test(host)) return refuse(`invalid character ${quoted(/\s/.exec(host)![0])} in host name`);
    const port = /:([^:\]]*)$/.exec(host);
    return refuse(`invalid port ${quoted(port ? `:${port[1]}` : host)} after host`);
  }
  const escape = /%(?![0-9a-fA-F]{2}).{0,2}/.exec(path ?? '');
  return escape ? refuse(`invalid URL escape ${quoted(escape[0])}`) : undefined;
}

export function parseUrl(text: string): GoUrl | undefined {
  if (explainUrl(text) !== undefined) return undefined;
  const [, scheme = '', host = '', path = '', query = ''] = ADDRESS.exec(text)!;
  return { scheme: scheme.toLowerCase(), host: host.replace(/^[^@]*@/, ''), path, query };
}

/** What Go leaves as it is in a path. */
const escapeChar = (char: string) => (/[\w\-.~$&+,/:;=@%!'()*]/.test(char) ? char : encodeURIComponent(char));

export const escapedPath = ({ path }: GoUrl): string => [...path].map(escapeChar).join('');

/** In the order of their names, as all that Go shows of a map. */
export function queryOf({ query }: GoUrl): Map<string, string[]> {
  const parts = new URLSearchParams(query);
  return new Map([...new Set(parts.keys())].map(key => [key, parts.getAll(key)]));
}
