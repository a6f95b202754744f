import { KubeClient, fixedCredentials } from '@fleetstage/kube-client';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { observeMember } from './observeMember';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const heapInUse = () => {
  collectGarbage();
  return process.memoryUsage().heapUsed;
};

const MIB = 1024 * 1024;
const PAGES = 8;
/** Of the shortest JSON that costs memory: 3 bytes of text are about 40 of a heap. */
const DENSE = `[${'[],'.repeat(500_000)}[]]`;
const container = '{"resources":{"requests":{"cpu":"500m","memory":"1Gi"}}}';
const POD = `{"metadata":{"name":"p","namespace":"n"},"spec":{"nodeName":"n","containers":[${container}],"x":${DENSE}}}`;
const NODE = '{"metadata":{"name":"n"},"status":{"allocatable":{"cpu":"8","memory":"16Gi"}}}';

const list = (kind: string, item: string, next = '') =>
  `{"kind":"${kind}List","apiVersion":"v1","metadata":{"continue":"${next}"},"items":[${item}]}`;

describe('a member that sends lists without end', () => {
  it('C/PP-007: costs the memory of a page, and its pods count all the same', async () => {
    const before = heapInUse();
    let most = 0;
    const server = createServer(({ url = '' }, response) => {
      const page = Number(new URL(url, 'http://member').searchParams.get('continue') ?? 0);
      const next = page + 1 < PAGES ? String(page + 1) : '';
      if (url.includes('/pods')) most = Math.max(most, heapInUse());
      response.setHeader('content-type', 'application/json');
      if (url.includes('/pods')) response.end(list('Pod', POD, next));
      else if (url.includes('/nodes')) response.end(list('Node', NODE));
      else response.end(url === '/version' ? '{"gitVersion":"v1.36.3"}' : list('Namespace', ''));
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const client = new KubeClient({
      server: `http://127.0.0.1:${port}`,
      credentials: fixedCredentials({}),
    });
    try {
      const { seen } = await observeMember(client, 30_000);
      expect((most - before) / MIB).toBeLessThan(60);
      expect([seen.nodes.count, seen.requested.cpu.nanos]).toEqual([1, 4_000_000_000n]);
    } finally {
      await client.close();
      await new Promise(resolve => server.close(resolve));
    }
  }, 60_000);
});
