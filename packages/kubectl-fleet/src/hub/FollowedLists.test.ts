import { fixedCredentials, KubeClient, type ApiResource, type KubeObject } from '@fleetstage/kube-client';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FollowedLists } from './FollowedLists';
import { Hub } from './Hub';

const KIND: ApiResource = {
  ...{ group: 'placement.kubernetes-fleet.io', version: 'v1beta1', kind: 'ResourceBinding' },
  ...{ plural: 'resourcebindings', namespaced: true },
};
const binding = (name: string, version = '1'): KubeObject => ({
  apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
  kind: 'ResourceBinding',
  metadata: { name, namespace: 'shop', resourceVersion: version },
});

/** A hub with two bindings; a watch is answered as the test says. */
async function startHub(onWatch: (response: ServerResponse) => void) {
  let lists = 0;
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.url?.includes('watch=true')) {
      onWatch(response);
      return;
    }
    lists += 1;
    const items = [binding('b'), binding('a')];
    const apiVersion = 'placement.kubernetes-fleet.io/v1beta1';
    response.end(
      JSON.stringify({ apiVersion, kind: 'ResourceBindingList', metadata: { resourceVersion: '1' }, items }),
    );
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = new KubeClient({ server: url, credentials: fixedCredentials({}) });
  const stop = new AbortController();
  const hub = new Hub(client, { name: 'hub', endpoint: { server: url } });
  return {
    followed: new FollowedLists(hub, stop.signal),
    lists: () => lists,
    async stop() {
      stop.abort();
      await client.close();
      server.closeAllConnections();
      await new Promise(done => server.close(done));
    },
  };
}

const namesOf = (objects: readonly KubeObject[]) => objects.map(({ metadata }) => metadata.name);

async function until(what: string, isSo: () => Promise<unknown>): Promise<void> {
  const deadline = performance.now() + 10_000;
  for (;;) {
    const seen = await isSo();
    if (seen === true) return;
    if (performance.now() > deadline) throw new Error(`${what}: ${JSON.stringify(seen)}`);
    await new Promise(resolve => setTimeout(resolve, 20));
  }
}

describe('lists that are read again and again', () => {
  it('are listed for the first answer and for the watch, and follow it from then on', async () => {
    let session: ServerResponse | undefined;
    const hub = await startHub(response => {
      response.flushHeaders();
      session = response;
    });
    const send = (type: string, object: KubeObject) =>
      session!.write(`${JSON.stringify({ type, object })}\n`);
    try {
      expect(namesOf(await hub.followed.list(KIND))).toEqual(['b', 'a']);
      await until('it is watched', async () => session !== undefined);
      await until('they come from the watch', async () => {
        const before = hub.lists();
        const names = namesOf(await hub.followed.listServed(KIND));
        return (hub.lists() === before && names.join() === 'a,b') || names;
      });
      const lists = hub.lists();
      send('ADDED', binding('c', '2'));
      send('DELETED', binding('a', '3'));
      await until('the events are seen', async () => {
        const names = namesOf(await hub.followed.list(KIND));
        return names.join() === 'b,c' || names;
      });
      for (let i = 0; i < 5; i += 1) await hub.followed.list(KIND);
      expect(hub.lists()).toBe(lists);
    } finally {
      await hub.stop();
    }
  });

  it('are listed each time by who may not watch', async () => {
    const forbidden = { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'Forbidden', code: 403 };
    let asked = 0;
    const hub = await startHub(response => {
      asked += 1;
      response.statusCode = 403;
      response.end(JSON.stringify(forbidden));
    });
    try {
      await hub.followed.list(KIND);
      await until('the watch is refused', async () => asked > 0);
      await until('it is listed each time', async () => {
        const before = hub.lists();
        expect(namesOf(await hub.followed.list(KIND)).sort()).toEqual(['a', 'b']);
        return hub.lists() > before || before;
      });
    } finally {
      await hub.stop();
    }
  });
});
