import type { TLSSocket } from 'node:tls';
import {
  ACK,
  END_STREAM,
  FRAME,
  FRAME_HEAD,
  HeadWriter,
  openingBytes,
  toFrame,
  windowFrame,
} from './http2Frames';
import {
  BODY_START,
  USER_AGENT,
  type Answered,
  type LoadConnection,
  type LoadRequest,
  type LoadTarget,
} from './LoadConnection';

interface OpenStream {
  readonly answered: Answered;
  readonly onBody: ((bytes: Buffer) => void) | undefined;
  bodyStart: string | undefined;
}

/** Of the window that the server has for all streams together, this much is given back at once. */
const WINDOW_STEP = 256 * 1024 * 1024;
const NOTHING = Buffer.alloc(0);

/**
 * HTTP/2 with many requests at a time. It does not count the server's window: bodies in flight are far below the 64 KB
 * that every server begins with, and servers give back what they read.
 */
export class Http2LoadConnection implements LoadConnection {
  private readonly base: string;
  private readonly heads: HeadWriter;
  private readonly streams = new Map<number, OpenStream>();
  private received: Buffer = NOTHING;
  private nextStream = 1;
  private unreturned = 0;

  constructor(
    private readonly socket: TLSSocket,
    { url, token }: LoadTarget,
  ) {
    const { host, pathname } = new URL(url);
    this.base = pathname === '/' ? '' : pathname;
    this.heads = new HeadWriter({ authority: host, token, userAgent: USER_AGENT });
    socket.write(openingBytes());
    socket.on('data', chunk => this.take(chunk));
    socket.on('close', () => this.fail(new Error('the server closed the connection')));
  }

  send(
    { method, path, body, contentType }: LoadRequest,
    answered: Answered,
    onBody?: (bytes: Buffer) => void,
  ): void {
    const stream = this.nextStream;
    this.nextStream += 2;
    this.streams.set(stream, { answered, onBody, bodyStart: undefined });
    const head = this.heads.headers(
      stream,
      method,
      this.base + path,
      body === undefined ? undefined : contentType,
    );
    if (body === undefined) {
      this.socket.write(head);
      return;
    }
    const payload = Buffer.from(body, 'latin1');
    const data = toFrame({ type: FRAME.data, flags: END_STREAM, stream, payload });
    this.socket.write(Buffer.concat([head, data]));
  }

  close(): void {
    this.socket.destroy();
  }

  private take(chunk: Buffer): void {
    const bytes = this.received.length === 0 ? chunk : Buffer.concat([this.received, chunk]);
    let at = 0;
    while (bytes.length - at >= FRAME_HEAD) {
      const end = at + FRAME_HEAD + bytes.readUIntBE(at, 3);
      if (bytes.length < end) break;
      this.takeFrame(bytes, at, end);
      at = end;
    }
    this.received = at === bytes.length ? NOTHING : bytes.subarray(at);
  }

  private takeFrame(bytes: Buffer, at: number, end: number): void {
    const type = bytes[at + 3];
    const flags = bytes[at + 4];
    const stream = bytes.readUInt32BE(at + 5);
    const payloadAt = at + FRAME_HEAD;
    if (type === FRAME.data) {
      this.giveBack(end - payloadAt);
      this.takeData(stream, bytes.subarray(payloadAt, end));
    } else if (type === FRAME.settings && (flags & ACK) === 0) {
      this.socket.write(toFrame({ type, flags: ACK, stream: 0, payload: NOTHING }));
    } else if (type === FRAME.ping && (flags & ACK) === 0) {
      this.socket.write(toFrame({ type, flags: ACK, stream: 0, payload: bytes.subarray(payloadAt, end) }));
    } else if (type === FRAME.reset) this.settle(stream, new Error('the server reset the stream'));
    else if (type === FRAME.goAway) this.fail(new Error('the server ends the connection'));
    if ((type === FRAME.data || type === FRAME.headers) && (flags & END_STREAM) !== 0)
      this.settle(stream, this.streams.get(stream)?.bodyStart ?? '');
  }

  private takeData(stream: number, payload: Buffer): void {
    const open = this.streams.get(stream);
    if (!open || payload.length === 0) return;
    open.bodyStart ??= payload.toString('latin1', 0, BODY_START);
    open.onBody?.(payload);
  }

  private giveBack(bytes: number): void {
    this.unreturned += bytes;
    if (this.unreturned < WINDOW_STEP) return;
    this.socket.write(windowFrame(0, this.unreturned));
    this.unreturned = 0;
  }

  private settle(stream: number, outcome: string | Error): void {
    const open = this.streams.get(stream);
    this.streams.delete(stream);
    open?.answered(outcome);
  }

  private fail(error: Error): void {
    for (const stream of [...this.streams.keys()]) this.settle(stream, error);
  }
}
