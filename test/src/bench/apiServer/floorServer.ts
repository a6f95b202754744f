/**
 * What the client, TLS and HTTP alone cost: Node's own server, which reads every body and answers every request with the
 * same object.
 */
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
// Its certificate has to be like that of the server it is compared with; nobody else needs to make one.
// eslint-disable-next-line @backstage/no-forbidden-package-imports
import { createAuthority, issueServerCertificate } from '@fleetstage/embedded-kube/src/access/authority';
import { configMapText } from './configMaps';
import type { LoadTarget } from './LoadConnection';

const BODY = `{"kind":"ConfigMap",${configMapText('floor', '0').slice(1)}`;

async function main(): Promise<void> {
  const now = new Date();
  const authority = await createAuthority(now);
  const { certPem: cert, keyPem: key } = await issueServerCertificate(authority, {
    names: ['127.0.0.1'],
    now,
  });
  const server = createSecureServer({ allowHTTP1: true, cert, key }, (request, response) => {
    request.resume();
    request.on('end', () => {
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(BODY),
      });
      response.end(BODY);
    });
  });
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    const value: LoadTarget = { url: `https://127.0.0.1:${port}`, caPem: authority.certPem, token: 'floor' };
    process.send?.({ id: 0, value });
  });
}

process.once('disconnect', () => process.exit(0));
main().catch(error => {
  process.stderr.write(`${error}\n`);
  process.exit(1);
});
