import { isIP } from 'node:net';
import type { Environment } from '@marcbachmann/cel-js';

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) && /^[a-zA-Z][a-zA-Z0-9+.-]*:/.test(text) ? new URL(text) : undefined;
}

function url(text: string): URL {
  const parsed = parseUrl(text);
  if (!parsed)
    throw new Error(`URL parse error during conversion from string: parse ${JSON.stringify(text)}`);
  return parsed;
}

const host = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '');

/** `url(self).getHost()`, `isURL`, `isIP` and `ip.family`. */
export function registerNetworkFunctions(environment: Environment): void {
  environment.registerType('URL', URL);
  environment.registerFunction('url(string): URL', url);
  environment.registerFunction('isURL(string): bool', (text: string) => parseUrl(text) !== undefined);
  environment.registerFunction('URL.getScheme(): string', (a: URL) => a.protocol.replace(/:$/, ''));
  environment.registerFunction('URL.getHost(): string', (a: URL) => a.host);
  environment.registerFunction('URL.getHostname(): string', host);
  environment.registerFunction('URL.getPort(): string', (a: URL) => a.port);
  environment.registerFunction('URL.getEscapedPath(): string', (a: URL) => a.pathname);
  environment.registerFunction(
    'URL.getQuery(): map<string, list<string>>',
    (a: URL) => new Map([...a.searchParams.keys()].map(key => [key, a.searchParams.getAll(key)])),
  );
  environment.registerFunction('isIP(string): bool', (text: string) => isIP(text) !== 0);
}
