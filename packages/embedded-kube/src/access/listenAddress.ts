import { hostname, networkInterfaces } from 'node:os';
import { isIP, isIPv4, isIPv6 } from 'node:net';

/** Where a fleet listens. */
export interface ListenAddress {
  /** As it is bound: a name, or an address without brackets. */
  readonly host: string;
  /** Nobody but this machine reaches it. */
  readonly isLoopback: boolean;
  /** By which it is known to clients: names and addresses for its certificate. */
  readonly names: readonly string[];
  /** For the URL: what a client of another machine can use, too. */
  readonly advertised: string;
}

const OWN_NAMES = ['localhost', '127.0.0.1', '::1'];
const EVERYWHERE = ['0.0.0.0', '::'];
const HOST_NAME = /^[A-Za-z0-9]([-A-Za-z0-9.]{0,251}[A-Za-z0-9])?$/;

/** @throws Error for what is neither an address nor a name */
export function readListenAddress(text = '127.0.0.1'): ListenAddress {
  const host = text.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) === 0 && !HOST_NAME.test(host))
    throw new Error(
      `${JSON.stringify(text)} is no address to listen on: give an IP address or a name of this machine`,
    );
  const isEverywhere = EVERYWHERE.includes(host);
  const found = isEverywhere ? [hostname(), ...outerAddresses()] : [host];
  return {
    host,
    isLoopback: isLoopback(host),
    names: [...new Set([...OWN_NAMES, ...found])],
    advertised: isEverywhere ? (found.find(isIPv4) ?? found[0]) : host,
  };
}

/** A name may lead anywhere tomorrow; only what cannot leave the machine counts. */
const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));

const outerAddresses = (): readonly string[] =>
  Object.values(networkInterfaces())
    .flatMap(addresses => addresses ?? [])
    .filter(({ internal, address }) => !internal && !address.startsWith('fe80:'))
    .map(({ address }) => address);

export const urlOf = ({ advertised }: ListenAddress, port: number): string =>
  `https://${isIPv6(advertised) ? `[${advertised}]` : advertised}:${port}`;
