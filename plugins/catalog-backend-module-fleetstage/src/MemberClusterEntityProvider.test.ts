import { mockServices } from '@backstage/backend-test-utils';
import type { EntityProviderConnection, EntityProviderMutation } from '@backstage/plugin-catalog-node';
import { FleetClient, type Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MemberClusterEntityProvider } from './MemberClusterEntityProvider';

const cluster = (name: string): Schemas['ClusterSummary'] => ({
  name,
  state: 'healthy',
  carrier: 'push',
  labels: {},
  taints: [],
  placements: 0,
  available: 0,
});

describe('MemberClusterEntityProvider, with a backend that answers over HTTP', () => {
  let server: Server;
  let hub: Schemas['HubState'];
  /** By the cursor that was asked for. */
  let pages: Record<string, { items: Schemas['ClusterSummary'][]; nextCursor?: string }>;
  const mutations: EntityProviderMutation[] = [];
  const logger = mockServices.logger.mock();

  beforeEach(async () => {
    mutations.length = 0;
    logger.warn.mockClear();
    hub = { name: 'hub', isReachable: true };
    pages = {
      first: { items: [cluster('member-1')], nextCursor: 'next' },
      next: { items: [cluster('member-2')] },
    };
    server = createServer((request, response) => {
      const cursor = new URL(request.url ?? '/', 'http://localhost').searchParams.get('cursor') ?? 'first';
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ asOf: '2026-11-22T06:00:00Z', hub, total: 2, ...pages[cursor] }));
    });
    await new Promise<void>(resolve => {
      server.listen(0, '127.0.0.1', resolve);
    });
  });
  afterEach(() => new Promise(resolve => server.close(resolve)));

  const provider = () => {
    const { port } = server.address() as AddressInfo;
    const fleet = new FleetClient({
      discoveryApi: { getBaseUrl: async () => `http://127.0.0.1:${port}` },
      fetchApi: { fetch },
    });
    return new MemberClusterEntityProvider({
      fleet,
      logger,
      owner: 'group:default/platform',
      taskRunner: { run: async ({ fn }) => fn(new AbortController().signal) },
    });
  };
  const connect = (connection: EntityProviderConnection) => provider().connect(connection);
  const refresh = () =>
    provider().refresh({
      applyMutation: async mutation => {
        mutations.push(mutation);
      },
      refresh: async () => {},
    });

  const namesOf = (mutation: EntityProviderMutation) =>
    mutation.type === 'full' ? mutation.entities.map(({ entity }) => entity.metadata.name) : [];

  it('replaces the clusters of the catalog by those of every page', async () => {
    await refresh();
    expect(mutations.map(namesOf)).toEqual([['member-1', 'member-2']]);
  });

  it.each([
    ['the hub cannot be reached', { isReachable: false, reason: 'connection refused' }],
    ['the hub is not read to the end', { isReachable: true, reason: 'not mirrored yet: MemberCluster' }],
  ])('keeps what the catalog has while %s', async (_, state) => {
    hub = { name: 'hub', ...state };
    pages = { first: { items: [] } };
    await refresh();
    expect(mutations).toEqual([]);
    expect(logger.warn).toHaveBeenCalledWith(expect.stringContaining(state.reason));
  });

  it.each([
    ['why the hub is not read', { reason: 'no\nFORGED\u001b[31m' }, 'no\\u000aFORGED\\u001b[31m'],
    ['the name of a hub', { name: 'hub\u202e', isReachable: false }, 'hub\\u202e'],
  ])('reports %s in one line of the log', async (_, state, line) => {
    hub = { name: 'hub', isReachable: true, ...state };
    await refresh();
    expect(logger.warn).toHaveBeenCalledWith(expect.stringContaining(line));
  });

  it('logs in one line why clusters were not read, and which one is left out', async () => {
    pages = { first: { items: [cluster('\nFORGED')] } };
    await refresh();
    expect(logger.warn).toHaveBeenCalledWith(expect.stringContaining('\\u000aFORGED'));
    await connect({ refresh: async () => {}, applyMutation: () => Promise.reject(new Error('no\nFORGED')) });
    expect(logger.warn).toHaveBeenLastCalledWith(expect.stringContaining('no\\u000aFORGED'));
  });

  it('removes the last cluster where the hub has none', async () => {
    pages = { first: { items: [] } };
    await refresh();
    expect(mutations.map(namesOf)).toEqual([[]]);
  });
});
