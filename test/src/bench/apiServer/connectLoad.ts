import { once } from 'node:events';
import { connect } from 'node:tls';
import { Http1LoadConnection } from './Http1LoadConnection';
import { Http2LoadConnection } from './Http2LoadConnection';
import type { LoadConnection, LoadTarget } from './LoadConnection';

export type Protocol = 'HTTP/1.1' | 'HTTP/2';

const ALPN: Readonly<Record<Protocol, string>> = { 'HTTP/1.1': 'http/1.1', 'HTTP/2': 'h2' };

/** A TLS connection that speaks the protocol. @throws Error when the server does not */
export async function connectTls(target: LoadTarget, protocol: Protocol) {
  const { hostname, port } = new URL(target.url);
  const wanted = ALPN[protocol];
  const socket = connect({ host: hostname, port: Number(port), ca: target.caPem, ALPNProtocols: [wanted] });
  await once(socket, 'secureConnect');
  socket.setNoDelay(true);
  if (protocol === 'HTTP/2' && socket.alpnProtocol !== wanted)
    throw new Error(`${target.url} does not speak ${protocol}`);
  return socket;
}

export async function connectLoad(target: LoadTarget, protocol: Protocol): Promise<LoadConnection> {
  const socket = await connectTls(target, protocol);
  return protocol === 'HTTP/2'
    ? new Http2LoadConnection(socket, target)
    : new Http1LoadConnection(socket, target);
}
