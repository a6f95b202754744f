/** Reads protobuf's wire format. @throws RangeError where the bytes end too soon */
export class WireReader {
  private at = 0;

  constructor(private readonly bytes: Buffer) {}

  get isAtEnd(): boolean {
    return this.at >= this.bytes.length;
  }

  tag(): { readonly field: number; readonly wire: number } {
    const tag = Number(this.varint());
    return { field: tag >>> 3, wire: tag & 7 };
  }

  /** Negative numbers are ten bytes long: two's complement in 64 bits. */
  varint(): bigint {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.bytes.readUInt8(this.at++);
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asIntN(64, value);
    }
    throw new RangeError('a number of more than ten bytes');
  }

  double(): number {
    const value = this.bytes.readDoubleLE(this.at);
    this.at += 8;
    return value;
  }

  chunk(): Buffer {
    const length = Number(this.varint());
    const end = this.at + length;
    if (length < 0 || end > this.bytes.length) throw new RangeError('the message ends too soon');
    const chunk = this.bytes.subarray(this.at, end);
    this.at = end;
    return chunk;
  }

  skip(wire: number): void {
    if (wire === 0) this.varint();
    else if (wire === 1) this.double();
    else if (wire === 2) this.chunk();
    else if (wire === 5) this.at += 4;
    else throw new RangeError(`unknown wire type ${wire}`);
  }
}
