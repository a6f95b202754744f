import type { Environment } from '@marcbachmann/cel-js';
import { escapedPath, explainUrl, parseUrl, queryOf, type GoUrl } from './goUrl';
import { Cidr, IpAddress } from './IpAddress';

class Url {
  constructor(readonly parts: GoUrl) {}
}

class IpNamespace {}

function url(text: string): Url {
  const why = explainUrl(text);
  if (why !== undefined) throw new Error(`URL parse error during conversion from string: ${why}`);
  return new Url(parseUrl(text)!);
}

const hostname = ({ host }: GoUrl) => host.replace(/:\d*$/, '').replace(/^\[|\]$/g, '');
const port = ({ host }: GoUrl) => /:(\d*)$/.exec(host)?.[1] ?? '';

function registerUrls(environment: Environment): void {
  environment.registerType('URL', Url);
  environment.registerFunction('url(string): URL', url);
  environment.registerFunction('isURL(string): bool', (text: string) => explainUrl(text) === undefined);
  environment.registerOperator('URL == URL', (a: Url, b: Url) => JSON.stringify(a) === JSON.stringify(b));
  environment.registerFunction('URL.getScheme(): string', ({ parts }: Url) => parts.scheme);
  environment.registerFunction('URL.getHost(): string', ({ parts }: Url) => parts.host);
  environment.registerFunction('URL.getHostname(): string', ({ parts }: Url) => hostname(parts));
  environment.registerFunction('URL.getPort(): string', ({ parts }: Url) => port(parts));
  environment.registerFunction('URL.getEscapedPath(): string', ({ parts }: Url) => escapedPath(parts));
  environment.registerFunction('URL.getQuery(): map<string, list<string>>', ({ parts }: Url) =>
    queryOf(parts),
  );
}

function registerAddresses(environment: Environment): void {
  environment.registerType('IP', IpAddress);
  environment.registerType('IpNamespace', IpNamespace);
  environment.registerConstant('ip', 'IpNamespace', new IpNamespace());
  environment.registerFunction('ip(string): IP', (text: string) => IpAddress.of(text));
  environment.registerFunction('isIP(string): bool', (text: string) => IpAddress.parse(text) !== undefined);
  environment.registerFunction(
    'IpNamespace.isCanonical(string): bool',
    (_: unknown, text: string) => IpAddress.of(text).toString() === text,
  );
  environment.registerOperator('IP == IP', (a: IpAddress, b: IpAddress) => a.isEqual(b));
  environment.registerFunction('string(IP): string', (a: IpAddress) => a.toString());
  environment.registerFunction('IP.family(): int', (a: IpAddress) => BigInt(a.version));
  for (const name of [
    'isUnspecified',
    'isLoopback',
    'isLinkLocalMulticast',
    'isLinkLocalUnicast',
    'isGlobalUnicast',
  ] as const)
    environment.registerFunction(`IP.${name}(): bool`, (a: IpAddress) => a[name]());
}

function registerNetworks(environment: Environment): void {
  environment.registerType('CIDR', Cidr);
  environment.registerFunction('cidr(string): CIDR', (text: string) => Cidr.of(text));
  environment.registerFunction('isCIDR(string): bool', (text: string) => Cidr.parse(text) !== undefined);
  environment.registerOperator('CIDR == CIDR', (a: Cidr, b: Cidr) => a.isEqual(b));
  environment.registerFunction('string(CIDR): string', (a: Cidr) => a.toString());
  environment.registerFunction('CIDR.containsIP(IP): bool', (a: Cidr, b: IpAddress) => a.contains(b));
  environment.registerFunction('CIDR.containsIP(string): bool', (a: Cidr, b: string) =>
    a.contains(IpAddress.of(b)),
  );
  environment.registerFunction('CIDR.containsCIDR(CIDR): bool', (a: Cidr, b: Cidr) => a.containsNetwork(b));
  environment.registerFunction('CIDR.containsCIDR(string): bool', (a: Cidr, b: string) =>
    a.containsNetwork(Cidr.of(b)),
  );
  environment.registerFunction('CIDR.ip(): IP', (a: Cidr) => a.address);
  environment.registerFunction('CIDR.masked(): CIDR', (a: Cidr) => a.masked());
  environment.registerFunction('CIDR.prefixLength(): int', (a: Cidr) => BigInt(a.length));
}

/** `url(self).getHost()`, `ip(self).family()`, `cidr(self).containsIP('10.0.0.1')` and the like. */
export function registerNetworkFunctions(environment: Environment): void {
  registerUrls(environment);
  registerAddresses(environment);
  registerNetworks(environment);
}
