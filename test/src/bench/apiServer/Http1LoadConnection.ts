import type { TLSSocket } from 'node:tls';
import {
  BODY_START,
  USER_AGENT,
  type Answered,
  type LoadConnection,
  type LoadRequest,
  type LoadTarget,
} from './LoadConnection';

const HEAD_END = Buffer.from('\r\n\r\n');
const CLOSED = new Error('the server closed the connection');
const LAST_CHUNK = Buffer.from('0\r\n\r\n');

/** HTTP/1.1 with one request at a time: no client of Kubernetes pipelines. */
export class Http1LoadConnection implements LoadConnection {
  private readonly head: string;
  private readonly base: string;
  private received: Buffer = Buffer.alloc(0);
  private answered: Answered | undefined;
  private onBody: ((bytes: Buffer) => void) | undefined;
  private isStreaming = false;

  constructor(
    private readonly socket: TLSSocket,
    { url, token }: LoadTarget,
  ) {
    const { host, pathname } = new URL(url);
    this.base = pathname === '/' ? '' : pathname;
    this.head = ` HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${token}\r\nuser-agent: ${USER_AGENT}\r\naccept: application/json\r\n`;
    socket.on('data', chunk => this.take(chunk));
    socket.on('close', () => this.settle(CLOSED));
  }

  send(
    { method, path, body, contentType }: LoadRequest,
    answered: Answered,
    onBody?: (bytes: Buffer) => void,
  ): void {
    this.answered = answered;
    this.onBody = onBody;
    if (this.socket.closed) {
      this.settle(CLOSED);
      return;
    }
    const first = `${method} ${this.base}${path}${this.head}`;
    this.socket.write(
      body === undefined
        ? `${first}\r\n`
        : `${first}content-type: ${contentType}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      'latin1',
    );
  }

  close(): void {
    this.socket.destroy();
  }

  private take(chunk: Buffer): void {
    if (this.isStreaming) {
      this.onBody?.(chunk);
      return;
    }
    this.received = this.received.length === 0 ? chunk : Buffer.concat([this.received, chunk]);
    const headEnd = this.received.indexOf(HEAD_END);
    if (headEnd === -1) return;
    const bodyAt = headEnd + HEAD_END.length;
    if (this.onBody) {
      this.isStreaming = true;
      this.onBody(this.received.subarray(bodyAt));
      return;
    }
    const head = this.received.toString('latin1', 0, headEnd);
    const length = /\r\ncontent-length: (\d+)/i.exec(head);
    // A real server sends long bodies in chunks; the first one begins behind its length.
    const isWhole = length
      ? this.received.length >= bodyAt + Number(length[1])
      : this.received.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK);
    if (!isWhole) return;
    const startAt = length ? bodyAt : this.received.indexOf('\r\n', bodyAt) + 2;
    this.settle(this.received.toString('latin1', startAt, startAt + BODY_START));
  }

  private settle(outcome: string | Error): void {
    const { answered } = this;
    this.received = Buffer.alloc(0);
    this.answered = undefined;
    answered?.(outcome);
  }
}
