import { connect as connectHttp2 } from 'node:http2';
import { connect, type TLSSocket } from 'node:tls';
import { gzipSync } from 'node:zlib';
import type { Random } from './random';
import type { Server } from './send';

const ANSWER_MS = 10_000;

/** What no client library would send, as bytes of HTTP/1.1. `PATH` and `AUTH` are filled in. */
const RAW: readonly ((random: Random) => string | Buffer)[] = [
  () => 'GET PATH/api HTTP/1.1\r\n\r\n',
  () => 'GET PATH/api HTTP/9.9\r\nhost: x\r\n\r\n',
  () => 'G\u0000T PATH/api HTTP/1.1\r\nhost: x\r\n\r\n',
  () => `GET PATH/${'a'.repeat(300_000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
  () => `GET PATH/api/v1/pods HTTP/1.1\r\nhost: x\r\n${'x-a: b\r\n'.repeat(3_000)}\r\n`,
  () => `GET PATH/api HTTP/1.1\r\nhost: x\r\nAUTHx-long: ${'b'.repeat(200_000)}\r\n\r\n`,
  () =>
    'GET PATH/api HTTP/1.1\r\nhost: x\r\nAUTHhost: y\r\ncontent-length: 3\r\ncontent-length: 4\r\n\r\nabcd',
  () => 'POST PATH/api/v1/namespaces HTTP/1.1\r\nhost: x\r\nAUTHtransfer-encoding: chunked\r\n\r\nzz\r\n',
  () =>
    'POST PATH/api/v1/namespaces HTTP/1.1\r\nhost: x\r\nAUTHtransfer-encoding: chunked\r\ncontent-length: 5\r\n\r\n0\r\n\r\n',
  () => 'GET http://evil.example/api HTTP/1.1\r\nhost: evil.example\r\nAUTHconnection: close\r\n\r\n',
  () => 'GET //evil.example/clusters/hub/api HTTP/1.1\r\nhost: x\r\nAUTHconnection: close\r\n\r\n',
  () => 'OPTIONS * HTTP/1.1\r\nhost: x\r\nAUTHconnection: close\r\n\r\n',
  () => 'CONNECT evil.example:443 HTTP/1.1\r\nhost: x\r\nAUTH\r\n',
  () => 'GET PATH/api HTTP/1.1\r\nhost: x\r\nAUTHconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
  () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  () => 'GET PATH/api/v1/namespaces/\u00ff\u0001 HTTP/1.1\r\nhost: x\r\nAUTH\r\n',
  () => 'GET PATH/api HTTP/1.1\r\nhost: x\r\nAUTHexpect: the-impossible\r\nconnection: close\r\n\r\n',
  () => `GET PATH/api HTTP/1.1\r\nhost: x\r\nAUTH\r\n`.repeat(200),
  random => Buffer.from(Array.from({ length: 1 + random.below(2_000) }, () => random.below(256))),
  random =>
    'GET PATH/api/v1/configmaps HTTP/1.1\r\nhost: x\r\nAUTHconnection: close\r\n\r\n'.slice(
      0,
      random.below(60),
    ),
  () => {
    const body = gzipSync('{"metadata":{"name":"zipped"}}');
    const head = `POST PATH/api/v1/namespaces HTTP/1.1\r\nhost: x\r\nAUTHcontent-encoding: gzip\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n`;
    return Buffer.concat([Buffer.from(head), body]);
  },
];

const fill = ({ url, token }: Server, text: string) =>
  text.replaceAll('PATH', new URL(url).pathname).replaceAll('AUTH', `authorization: Bearer ${token}\r\n`);

function open({ url, caPem }: Server): TLSSocket {
  const { hostname, port } = new URL(url);
  return connect({ host: hostname, port: Number(port), ca: caPem, ALPNProtocols: ['http/1.1'] });
}

/** Sends the bytes. @returns what is wrong with what came of it: nothing came, and the connection stays */
export function sendRaw(server: Server, random: Random): Promise<string | undefined> {
  const drawn = random.pick(RAW)(random);
  const bytes = typeof drawn === 'string' ? Buffer.from(fill(server, drawn), 'latin1') : drawn;
  // Whoever says less than a request has to go away himself.
  const isWhole = bytes.includes('\r\n\r\n');
  return new Promise(done => {
    const socket = open(server);
    const end = (problem?: string) => {
      clearTimeout(deadline);
      socket.destroy();
      done(problem);
    };
    const deadline = setTimeout(
      () =>
        end(isWhole ? `raw ${JSON.stringify(bytes.toString('latin1').slice(0, 80))}: no answer` : undefined),
      isWhole ? ANSWER_MS : 200,
    );
    socket
      .on('error', () => end())
      .on('close', () => end())
      .on('data', () => end());
    socket.on('secureConnect', () => socket.write(bytes));
  });
}

/** Requests that are begun and never finished, for as long as the fleet is tried. @returns lets them go */
export function holdHalfSent(server: Server, count: number): () => void {
  const head = fill(
    server,
    'POST PATH/api/v1/namespaces HTTP/1.1\r\nhost: x\r\nAUTHcontent-length: 100\r\n\r\n{"a":',
  );
  const sockets = Array.from({ length: count }, () => {
    const socket = open(server);
    socket.on('error', () => undefined).on('secureConnect', () => socket.write(head));
    return socket;
  });
  const session = connectHttp2(new URL(server.url).origin, { ca: server.caPem });
  session.on('error', () => undefined);
  for (let i = 0; i < count; i += 1) {
    const path = `${new URL(server.url).pathname}/api/v1/namespaces`;
    const stream = session.request({
      ':method': 'POST',
      ':path': path,
      'authorization': `Bearer ${server.token}`,
    });
    stream.on('error', () => undefined);
    stream.write('{"a":');
  }
  return () => {
    for (const socket of sockets) socket.destroy();
    session.destroy();
  };
}
