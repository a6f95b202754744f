/* eslint-disable @backstage/no-forbidden-package-imports -- its certificates are no part of what the package publishes */
import { fixedCredentials, KubeClient, MEMBER_LIMITS } from '@fleetstage/kube-client';
import { createAuthority, issueServerCertificate } from '@fleetstage/embedded-kube/src/access/authority';
import { createSecureServer } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:https';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

const MIB = 1024 * 1024;
const ANSWER_BYTES = 1_500 * MIB;
/** What lies in the buffers of both sides when the reader has left. */
const IN_FLIGHT = 16 * MIB;
const NAMESPACE = { group: '', version: 'v1', kind: 'Namespace' };

/** Answers everything with 1.5 GB, and counts what is taken off its hands. */
const flood = (status: number) => (_: IncomingMessage, response: ServerResponse) => {
  let left = ANSWER_BYTES;
  const chunk = Buffer.alloc(MIB, 'x');
  response.writeHead(status, { 'content-type': 'application/json' });
  response.on('error', () => undefined);
  const write = () => {
    while (left > 0) {
      if (response.destroyed) return;
      left -= chunk.byteLength;
      if (!response.write(chunk)) {
        response.once('drain', write);
        return;
      }
    }
    response.end();
  };
  write();
};

async function startServer(protocol: 'HTTP/1.1' | 'HTTP/2', listener: RequestListener) {
  const authority = await createAuthority(new Date());
  const { certPem: cert, keyPem: key } = await issueServerCertificate(authority, {
    names: ['127.0.0.1'],
    now: new Date(),
  });
  const server =
    protocol === 'HTTP/2'
      ? createSecureServer({ cert, key }, listener as unknown as Parameters<typeof createSecureServer>[1])
      : createServer({ cert, key }, listener);
  const sockets = new Set<Socket>();
  server.on('secureConnection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: {
      server: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
      ca: authority.certPem,
      credentials: fixedCredentials({}),
    },
    sent: () => [...sockets].reduce((sum, socket) => sum + socket.bytesWritten, 0),
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

describe.each(['HTTP/1.1', 'HTTP/2'] as const)('a member that answers with 1.5 GB, on %s', protocol => {
  it.each<{ call: string; status?: number; mayTake: number; ask: (client: KubeClient) => Promise<unknown> }>([
    { call: '/readyz', mayTake: 0, ask: client => client.raw('/readyz') },
    { call: 'a refusal', status: 500, mayTake: 0, ask: client => client.raw('/readyz') },
    { call: 'an object', mayTake: 4 * MIB, ask: client => client.get(NAMESPACE, { name: 'kube-system' }) },
    // 16 MiB for the page, and again for ever smaller ones: 500, 63, 8, 1.
    { call: 'a list', mayTake: 4 * 16 * MIB, ask: client => client.list(NAMESPACE) },
  ])(
    'is left after a bounded part of it: $call',
    async ({ status = 200, mayTake, ask }) => {
      const server = await startServer(protocol, flood(status));
      const client = new KubeClient(server.endpoint, { limits: MEMBER_LIMITS });
      try {
        await expect(ask(client)).rejects.toThrow();
        expect(server.sent()).toBeLessThan(mayTake + 4 * IN_FLIGHT);
      } finally {
        await client.close();
        await server.stop();
      }
    },
    60_000,
  );
});
