import { fixedCredentials, KubeClient } from '@fleetstage/kube-client';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { silentLog } from '../observe/log';
import { eventually } from '../__testUtils__/eventually';
import { listObjectNames } from '../database/mirrorStore';
import { ServedKinds } from '../kube/ServedKinds';
import { systemPorts } from '../loop/systemPorts';
import { HubIngest } from './HubIngest';

const placement = {
  apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
  kind: 'ClusterResourcePlacement',
  metadata: { name: 'web', uid: 'p1', resourceVersion: '7', generation: 1 },
  spec: { resourceSelectors: [] },
};
const member = {
  apiVersion: 'cluster.kubernetes-fleet.io/v1beta1',
  kind: 'MemberCluster',
  metadata: { name: 'member-1', uid: 'm1', resourceVersion: '8', generation: 1 },
  spec: {},
};

/** A hub with one placement and one member, whose list of members can be held back. */
class SlowHub {
  readonly asked: string[] = [];
  private waiting: (() => void)[] | undefined = [];

  answer(url: URL, response: ServerResponse): void {
    const plural = url.pathname.split('/').pop() ?? '';
    const isWatch = url.searchParams.get('watch') !== null;
    this.asked.push(`${isWatch ? 'watch' : 'list'} ${plural}`);
    response.writeHead(200, { 'content-type': 'application/json' });
    // A watch in which nothing happens.
    if (isWatch) return response.flushHeaders();
    const items =
      plural === 'memberclusters' ? [member] : plural === 'clusterresourceplacements' ? [placement] : [];
    const send = () => response.end(JSON.stringify({ metadata: { resourceVersion: '10' }, items }));
    if (plural === 'memberclusters' && this.waiting) this.waiting.push(send);
    else send();
    return undefined;
  }

  listMembersNow(): void {
    const held = this.waiting ?? [];
    this.waiting = undefined;
    held.forEach(send => send());
  }
}

describe('HubIngest on an empty database', () => {
  const databases = createTestDatabases();
  const hub = new SlowHub();
  const server = createServer((request, response) =>
    hub.answer(new URL(request.url ?? '/', 'http://hub'), response),
  );

  beforeAll(() => new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it('sees all members before the first placement: to a pass a cluster that is not there has left', async () => {
    const { database } = await openTestDatabase(databases, 'SQLITE_3');
    const { port } = server.address() as AddressInfo;
    const client = new KubeClient({ server: `http://127.0.0.1:${port}`, credentials: fixedCredentials({}) });
    const ingest = new HubIngest({
      hub: 'hub',
      database,
      client: async () => client,
      prepare: async () => undefined,
      servedKinds: new ServedKinds(
        async () => client,
        () => systemPorts.clock.now(),
      ),
      capture: { debounceMs: 1, maxMs: 10 },
      ports: systemPorts,
      log: silentLog,
    });
    const names = (kind: string) => database.transact(tx => listObjectNames(tx, 'hub', kind));
    ingest.start();

    await eventually(
      () => hub.asked,
      asked => asked.includes('list memberclusters'),
    );
    await eventually(
      () => hub.asked,
      asked => asked.some(call => call.endsWith('customresourcedefinitions')),
    );
    expect(hub.asked).not.toContain('watch clusterresourceplacements');
    expect(await names('ClusterResourcePlacement')).toEqual([]);

    hub.listMembersNow();
    await eventually(
      () => names('ClusterResourcePlacement'),
      found => found.length === 1,
    );
    expect(await names('MemberCluster')).toHaveLength(1);

    await ingest.stop();
    await client.close();
  });
});
