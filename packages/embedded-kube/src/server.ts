import { createSecureServer, type Http2SecureServer, type Http2ServerRequest } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import type { Authority } from './access/authority';
import { handle, type Served } from './http/handle';

export interface RunningServer {
  readonly url: string;
  stop(): Promise<void>;
}

export interface ServerOptions {
  readonly certificate: Authority;
  /** 0: any that is free. */
  readonly port: number;
  readonly served: Served;
}

/** The one listener of the fleet: HTTP/2, and HTTP/1.1 for those who do not speak it. */
export async function startServer({ certificate, port, served }: ServerOptions): Promise<RunningServer> {
  const server = createSecureServer(
    { allowHTTP1: true, key: certificate.keyPem, cert: certificate.certPem },
    (request: Http2ServerRequest, response) => {
      handle(served, request, response).catch(error => {
        served.onError(error, `${request.method} ${request.url}`);
        response.destroy();
      });
    },
  );
  const sockets = new Set<Socket>();
  server.on('secureConnection', (socket: Socket) => {
    sockets.add(socket);
    // Small answers must not wait for more to come.
    socket.setNoDelay(true);
    socket.once('close', () => sockets.delete(socket));
  });
  // A client that breaks off is its own affair.
  server.on('sessionError', () => undefined);
  server.on('tlsClientError', () => undefined);
  await listen(server, port);
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise(done => {
        server.close(() => done());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function listen(server: Http2SecureServer, port: number): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      fail(
        error.code === 'EADDRINUSE'
          ? new Error(
              `port ${port} of 127.0.0.1 is taken: end the program that listens there, or choose another port`,
            )
          : error,
      ),
    );
    server.listen(port, '127.0.0.1', () => done());
  });
}
