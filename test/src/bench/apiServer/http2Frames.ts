/** The little of HTTP/2 that a load needs (RFC 9113), and of its compressed heads (RFC 7541) only how to write them. */

export const FRAME = { data: 0, headers: 1, reset: 3, settings: 4, ping: 6, goAway: 7, window: 8 } as const;
export const FRAME_HEAD = 9;
export const END_STREAM = 0x1;
export const ACK = 0x1;
const END_HEADERS = 0x4;

export interface FrameParts {
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
  readonly payload: Buffer;
}

export function toFrame({ type, flags, stream, payload }: FrameParts): Buffer {
  const frame = Buffer.allocUnsafe(FRAME_HEAD + payload.length);
  frame.writeUIntBE(payload.length, 0, 3);
  frame[3] = type;
  frame[4] = flags;
  frame.writeUInt32BE(stream, 5);
  payload.copy(frame, FRAME_HEAD);
  return frame;
}

/** As large as the protocol allows: a load does not hold the server back. */
const LARGEST_WINDOW = 0x7fff_ffff;
const INITIAL_WINDOW = 65_535;
const SETTING = { push: 2, window: 4 } as const;

export function windowFrame(stream: number, bytes: number): Buffer {
  const payload = Buffer.alloc(4);
  payload.writeUInt32BE(bytes);
  return toFrame({ type: FRAME.window, flags: 0, stream, payload });
}

/** What a client says first. */
export function openingBytes(): Buffer {
  const settings = Buffer.alloc(12);
  settings.writeUInt16BE(SETTING.push, 0);
  settings.writeUInt16BE(SETTING.window, 6);
  settings.writeUInt32BE(LARGEST_WINDOW, 8);
  return Buffer.concat([
    Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
    toFrame({ type: FRAME.settings, flags: 0, stream: 0, payload: settings }),
    windowFrame(0, LARGEST_WINDOW - INITIAL_WINDOW),
  ]);
}

/** Indexes of the static table. */
const NAME = {
  authority: 1,
  method: 2,
  path: 4,
  accept: 19,
  authorization: 23,
  contentType: 31,
  userAgent: 58,
};
const WHOLE_FIELD: Readonly<Record<string, number>> = { GET: 0x82, POST: 0x83 };
const SCHEME_HTTPS = 0x87;
/** Entries of the dynamic table count from here, the newest first. */
const FIRST_DYNAMIC = 62;

function integer(value: number, prefixBits: number, firstByte: number): number[] {
  const most = 2 ** prefixBits - 1;
  if (value < most) return [firstByte | value];
  const bytes = [firstByte | most];
  let rest = value - most;
  for (; rest >= 0x80; rest >>= 7) bytes.push((rest & 0x7f) | 0x80);
  return [...bytes, rest];
}

const literal = (nameIndex: number, value: string, how: { prefixBits: number; firstByte: number }) =>
  Buffer.concat([
    Buffer.from(integer(nameIndex, how.prefixBits, how.firstByte)),
    Buffer.from(integer(value.length, 7, 0)),
    Buffer.from(value, 'latin1'),
  ]);
const REMEMBERED = { prefixBits: 6, firstByte: 0x40 };
const PASSING = { prefixBits: 4, firstByte: 0 };

/** Writes heads of one connection: what all requests share is sent with the first one and referred to from then on. */
export class HeadWriter {
  private readonly known = new Map<string, Buffer>();
  private shared: Buffer;

  constructor({ authority, token, userAgent }: { authority: string; token: string; userAgent: string }) {
    this.shared = Buffer.concat([
      literal(NAME.authority, authority, REMEMBERED),
      literal(NAME.authorization, `Bearer ${token}`, REMEMBERED),
      literal(NAME.userAgent, userAgent, REMEMBERED),
      literal(NAME.accept, 'application/json', REMEMBERED),
    ]);
  }

  headers(stream: number, method: string, path: string, contentType: string | undefined): Buffer {
    // What begins with a colon has to come first.
    const first = [this.methodField(method), literal(NAME.path, path, PASSING)];
    const payload = Buffer.concat([...first, this.shared, this.contentField(contentType)]);
    this.shared = Buffer.from([3, 2, 1, 0].map(age => 0x80 | (FIRST_DYNAMIC + age)));
    const flags = END_HEADERS | (contentType === undefined ? END_STREAM : 0);
    return toFrame({ type: FRAME.headers, flags, stream, payload });
  }

  private methodField(method: string): Buffer {
    return this.kept(method, () =>
      Buffer.concat([
        WHOLE_FIELD[method] === undefined
          ? literal(NAME.method, method, PASSING)
          : Buffer.from([WHOLE_FIELD[method]]),
        Buffer.from([SCHEME_HTTPS]),
      ]),
    );
  }

  private contentField(contentType = ''): Buffer {
    return this.kept(contentType, () =>
      contentType === '' ? Buffer.alloc(0) : literal(NAME.contentType, contentType, PASSING),
    );
  }

  private kept(key: string, make: () => Buffer): Buffer {
    const known = this.known.get(key) ?? make();
    this.known.set(key, known);
    return known;
  }
}
