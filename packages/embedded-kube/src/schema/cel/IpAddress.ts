import { isIPv4, isIPv6 } from 'node:net';

const BITS = { 4: 32, 6: 128 } as const;
type Version = keyof typeof BITS;

function valueOfV4(text: string): bigint {
  return text.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n);
}

function groupsOf(text: string): string[] {
  if (text === '') return [];
  return text.split(':').flatMap(part => {
    if (!part.includes('.')) return [part];
    const value = valueOfV4(part);
    return [(value >> 16n).toString(16), (value & 0xffffn).toString(16)];
  });
}

function valueOfV6(text: string): bigint {
  const [head, tail] = text.split('::');
  const before = groupsOf(head);
  const after = tail === undefined ? [] : groupsOf(tail);
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after];
  return groups.reduce((sum, group) => (sum << 16n) + BigInt(`0x${group}`), 0n);
}

const quoted = (text: string) => JSON.stringify(text);

/** An IP address; those of version 4 written as of version 6 are none here, nor those with a zone. */
export class IpAddress {
  private constructor(
    readonly version: Version,
    readonly value: bigint,
  ) {}

  static parse(text: string): IpAddress | undefined {
    if (isIPv4(text)) return new IpAddress(4, valueOfV4(text));
    if (!isIPv6(text) || text.includes('%')) return undefined;
    const value = valueOfV6(text);
    return value >> 32n === 0xffffn ? undefined : new IpAddress(6, value);
  }

  /** @throws Error in Go's words */
  static of(text: string): IpAddress {
    const address = IpAddress.parse(text);
    if (address) return address;
    const why = /^[\d.]+$/.test(text) ? explainV4(text) : `ParseAddr(${quoted(text)}): unable to parse IP`;
    throw new Error(`IP Address ${quoted(text)} parse error during conversion from string: ${why}`);
  }

  /** The first `bits` bits, and zeros. */
  masked(bits: number): IpAddress {
    const rest = BigInt(BITS[this.version] - bits);
    return new IpAddress(this.version, (this.value >> rest) << rest);
  }

  get bits(): number {
    return BITS[this.version];
  }

  isIn(network: string, bits: number): boolean {
    const other = IpAddress.parse(network);
    return other?.version === this.version && this.masked(bits).value === other.value;
  }

  isEqual(other: IpAddress): boolean {
    return this.version === other.version && this.value === other.value;
  }

  isUnspecified(): boolean {
    return this.value === 0n;
  }

  isLoopback(): boolean {
    return this.isIn('127.0.0.0', 8) || this.isIn('::1', 128);
  }

  isLinkLocalMulticast(): boolean {
    return this.isIn('224.0.0.0', 24) || (this.version === 6 && ((this.value >> 112n) & 0xff0fn) === 0xff02n);
  }

  isLinkLocalUnicast(): boolean {
    return this.isIn('169.254.0.0', 16) || this.isIn('fe80::', 10);
  }

  isGlobalUnicast(): boolean {
    const isMulticast = this.isIn('224.0.0.0', 4) || this.isIn('ff00::', 8);
    const isBroadcast = this.version === 4 && this.value === 0xffffffffn;
    return !(
      this.isUnspecified() ||
      this.isLoopback() ||
      isMulticast ||
      isBroadcast ||
      this.isLinkLocalUnicast()
    );
  }

  /** The one way of writing it. */
  toString(): string {
    const width = this.version === 4 ? 8n : 16n;
    const count = this.version === 4 ? 4 : 8;
    const parts = Array.from(
      { length: count },
      (_, i) => (this.value >> (width * BigInt(count - 1 - i))) & ((1n << width) - 1n),
    );
    if (this.version === 4) return parts.join('.');
    const text = parts.map(part => part.toString(16)).join(':');
    const zeros = [...text.matchAll(/(?:^|:)0(?::0)+(?=:|$)/g)].map(([found]) => found);
    const longest = zeros.reduce((best, next) => (next.length > best.length ? next : best), '');
    return longest === ''
      ? text
      : text
          .replace(longest, text.startsWith(longest) || text.endsWith(longest) ? '::' : ':')
          .replace(/:::?/, '::');
  }
}

function explainV4(text: string): string {
  const leading = /(?:^|\.)0\d/.test(text)
    ? 'IPv4 field has octet with leading zero'
    : 'IPv4 field has value >255';
  return `ParseAddr(${quoted(text)}): ${leading}`;
}

/** A network: an address and how many of its bits count. */
export class Cidr {
  private constructor(
    readonly address: IpAddress,
    readonly length: number,
  ) {}

  static parse(text: string): Cidr | undefined {
    const match = /^([^/]*)\/(0|[1-9]\d*)$/.exec(text);
    const address = match ? IpAddress.parse(match[1]) : undefined;
    const length = Number(match?.[2]);
    return address && length <= address.bits ? new Cidr(address, length) : undefined;
  }

  /** @throws Error in Go's words */
  static of(text: string): Cidr {
    const parsed = Cidr.parse(text);
    if (parsed) return parsed;
    const why = text.includes('/')
      ? `ParseAddr(${quoted(text.split('/')[0])}): unable to parse IP`
      : "no '/'";
    throw new Error(
      `network address parse error during conversion from string: netip.ParsePrefix(${quoted(text)}): ${why}`,
    );
  }

  contains(address: IpAddress): boolean {
    return (
      address.version === this.address.version &&
      address.masked(this.length).isEqual(this.address.masked(this.length))
    );
  }

  containsNetwork(other: Cidr): boolean {
    return other.length >= this.length && this.contains(other.address);
  }

  masked(): Cidr {
    return new Cidr(this.address.masked(this.length), this.length);
  }

  isEqual(other: Cidr): boolean {
    return this.length === other.length && this.address.isEqual(other.address);
  }

  toString(): string {
    return `${this.address.toString()}/${this.length}`;
  }
}
