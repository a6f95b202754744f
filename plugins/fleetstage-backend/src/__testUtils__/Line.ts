import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';

/** A line to a server that may be slow, or cut: what comes over it is passed on as it is. */
export class Line {
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;
  private isCut = false;
  private isFrozen = false;
  /** Of a new connection, until its first byte goes on. */
  delayMs = 0;

  private constructor(private readonly target: URL) {
    this.server = createServer({ pauseOnConnect: true }, socket => this.accept(socket));
  }

  static async to(address: string): Promise<Line> {
    const line = new Line(new URL(address));
    await new Promise<void>(resolve => line.server.listen(0, '127.0.0.1', resolve));
    return line;
  }

  /** The target's address over this line. */
  get address(): string {
    const url = new URL(this.target);
    url.port = String((this.server.address() as AddressInfo).port);
    return url.toString();
  }

  cut(): void {
    this.isCut = true;
    this.sockets.forEach(socket => socket.destroy());
  }

  /** Connections stay open and new ones are taken, and nothing comes over them any more. */
  freeze(): void {
    this.isFrozen = true;
    this.sockets.forEach(socket => socket.unpipe().pause());
  }

  /** What was frozen stays silent for good, as where a router has forgotten it; new connections work. */
  mend(): void {
    this.isCut = false;
    this.isFrozen = false;
  }

  async close(): Promise<void> {
    const closed = new Promise<void>(resolve => this.server.close(() => resolve()));
    this.cut();
    await closed;
  }

  private accept(socket: Socket): void {
    this.keep(socket);
    if (this.isCut) {
      socket.destroy();
      return;
    }
    if (this.isFrozen) return;
    setTimeout(() => {
      if (socket.destroyed) return;
      const onward = this.keep(connect(Number(this.target.port), this.target.hostname));
      socket.once('close', () => onward.destroy());
      onward.once('close', () => socket.destroy());
      socket.pipe(onward);
      onward.pipe(socket);
      socket.resume();
    }, this.delayMs);
  }

  private keep(socket: Socket): Socket {
    this.sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => this.sockets.delete(socket));
    return socket;
  }
}
