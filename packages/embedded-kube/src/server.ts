import { createSecureServer, type Http2SecureServer, type Http2ServerRequest } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Authority } from './access/authority';
import { urlOf, type ListenAddress } from './access/listenAddress';
import { handle, type Served } from './http/handle';
import { limit, MOST_STREAMS, SESSION_MB } from './http/limits';

export interface RunningServer {
  readonly url: string;
  /** Breaks all connections and refuses new ones for so many milliseconds. Resolves when it listens again. */
  restart(downMs: number): Promise<void>;
  stop(): Promise<void>;
}

export interface ServerOptions {
  readonly certificate: Authority;
  readonly address: ListenAddress;
  /** 0: any that is free. */
  readonly port: number;
  readonly served: Served;
}

/** The one listener of the fleet: HTTP/2, and HTTP/1.1 for those who do not speak it. */
export async function startServer({
  certificate,
  address,
  port,
  served,
}: ServerOptions): Promise<RunningServer> {
  const server = createSecureServer(
    {
      allowHTTP1: true,
      key: certificate.keyPem,
      cert: certificate.certPem,
      settings: { maxConcurrentStreams: MOST_STREAMS },
      maxSessionMemory: SESSION_MB,
    },
    (request: Http2ServerRequest, response) => {
      handle(served, request, response).catch(error => {
        served.onError(error, `${request.method} ${request.url}`);
        response.destroy();
      });
    },
  );
  limit(server);
  const sockets = new Set<Socket>();
  server.on('secureConnection', (socket: Socket) => {
    sockets.add(socket);
    // Small answers must not wait for more to come.
    socket.setNoDelay(true);
    socket.once('close', () => sockets.delete(socket));
    if ((socket as TLSSocket).alpnProtocol !== 'h2') readInTurn(socket);
  });
  // A client that breaks off is its own affair.
  server.on('sessionError', () => undefined);
  server.on('tlsClientError', () => undefined);
  await listen(server, address.host, port);
  const { port: ownPort } = server.address() as AddressInfo;
  const stop = () =>
    new Promise<void>(done => {
      server.close(() => done());
      for (const socket of sockets) socket.destroy();
    });
  let isEnded = false;
  return {
    url: urlOf(address, ownPort),
    restart: async downMs => {
      await stop();
      await new Promise(done => {
        setTimeout(done, downMs);
      });
      if (!isEnded) await listen(server, address.host, ownPort);
    },
    stop: () => {
      isEnded = true;
      return stop();
    },
  };
}

/**
 * Over HTTP/1.1 Node stops its parser while an answer waits for its reader, but hands it what is decrypted behind its back
 * ("Parse Error: Paused"): the connection of whoever sends the next question in pieces was cut. With a listener the bytes
 * take the way through the stream, which keeps them until then.
 */
function readInTurn(socket: Socket): void {
  socket.on('data', () => undefined);
}

function listen(server: Http2SecureServer, host: string, port: number): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) => fail(explain(error, host, port)));
    server.listen(port, host, () => done());
  });
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE')
    return new Error(
      `port ${port} of ${host} is taken: end the program that listens there, or choose another port`,
    );
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new Error(`${host} is no address of this machine: choose one that it has, or 0.0.0.0 for all`);
  return error;
}
