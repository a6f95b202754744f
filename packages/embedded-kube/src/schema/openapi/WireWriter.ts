const VARINT = 0;
const FIXED64 = 1;
const CHUNK = 2;

/** Writes protobuf's wire format. Parts are collected and joined once. */
export class WireWriter {
  private readonly parts: Buffer[] = [];

  text(field: number, value: string): this {
    return this.bytes(field, Buffer.from(value, 'utf8'));
  }

  bytes(field: number, value: Buffer): this {
    this.parts.push(varint((field << 3) | CHUNK), varint(value.length), value);
    return this;
  }

  flag(field: number, value: boolean): this {
    this.parts.push(varint((field << 3) | VARINT), varint(value ? 1 : 0));
    return this;
  }

  /** Negative numbers would take another form; bounds of lengths are never negative. */
  whole(field: number, value: number): this {
    this.parts.push(varint((field << 3) | VARINT), varint(value));
    return this;
  }

  double(field: number, value: number): this {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleLE(value);
    this.parts.push(varint((field << 3) | FIXED64), bytes);
    return this;
  }

  finish(): Buffer {
    return Buffer.concat(this.parts);
  }
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
  return Buffer.from(bytes);
}
