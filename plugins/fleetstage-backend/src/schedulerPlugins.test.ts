import { createBackendModule } from '@backstage/backend-plugin-api';
import { AuthorizeResult } from '@backstage/plugin-permission-common';
import { type KubeObject, type PlacementStatus } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { FilterPlugin } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { schedulerPluginsExtensionPoint } from '@fleetstage/backstage-plugin-fleetstage-node';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
// eslint-disable-next-line @backstage/no-relative-monorepo-imports -- what is documented is what is installed
import maintenanceAndCost from '../../../examples/scheduler-plugin/maintenanceAndCost';
import { createTestDatabases } from './__testUtils__/databases';
import { eventually } from './__testUtils__/eventually';
import { startFleetBackend } from './__testUtils__/fleetBackend';
import { aMemberObject, aPlacementObject } from './__testUtils__/objects';
import { StubFleet } from './__testUtils__/stubFleet';

const databases = createTestDatabases();
const [SQLITE] = databases.eachSupportedId()[0];
const ROOT = resolve(__dirname, '../../..');
const EXAMPLE = 'examples/scheduler-plugin/maintenanceAndCost.ts';

const moduleWith = (filter: FilterPlugin) =>
  createBackendModule({
    pluginId: 'fleetstage',
    moduleId: 'another',
    register(env) {
      env.registerInit({
        deps: { scheduler: schedulerPluginsExtensionPoint },
        init: async ({ scheduler }) => scheduler.addFilter(filter),
      });
    },
  });

/** Fails on placements with an affinity. */
const brittle: FilterPlugin = {
  name: 'Brittle',
  prepare: ({ policy }) => ({
    ok: true,
    value: () => {
      if (policy.affinity) throw new Error('the price list is empty');
      return { ok: true };
    },
  }),
};

describe('filters and scores that modules add', () => {
  let fleet: StubFleet;
  let backend: Awaited<ReturnType<typeof startFleetBackend>> | undefined;

  beforeEach(async () => {
    fleet = await StubFleet.start();
    fleet.put(aMemberObject('c1', { 'example.com/cost-class': 'low' }));
    fleet.put(aMemberObject('c2', { 'example.com/maintenance': 'true' }));
  });
  afterEach(async () => {
    await backend?.stop();
    backend = undefined;
    await fleet.stop();
  });

  const start = async (...modules: Parameters<typeof startFleetBackend>[0]['modules'] & object) => {
    backend = await startFleetBackend({
      knex: await databases.init(SQLITE),
      settings: fleet.settings,
      policy: () => ({ result: AuthorizeResult.ALLOW }),
      modules,
    });
  };
  const scheduled = async (name: string, isThere: (message: string) => boolean) => {
    const read = () => {
      const { status } = (fleet.find('ClusterResourcePlacement', name) ?? {}) as KubeObject & {
        status?: PlacementStatus;
      };
      return status?.conditions?.find(({ type }) => type === 'ClusterResourcePlacementScheduled');
    };
    return eventually(read, found => isThere(found?.message ?? ''), 30_000);
  };

  it('the example is the one of the documentation', async () => {
    const page = await readFile(resolve(ROOT, 'docs/extending.md'), 'utf8');
    expect(page).toContain(`\`\`\`ts\n${await readFile(resolve(ROOT, EXAMPLE), 'utf8')}\`\`\``);
  });

  it('the example keeps a cluster in maintenance away and ranks the others', async () => {
    await start(maintenanceAndCost);
    fleet.put(aPlacementObject('web', { policy: { placementType: 'PickN', numberOfClusters: 2 } }));
    const condition = await scheduled('web', message => message.includes('in maintenance'));
    expect(condition).toMatchObject({
      status: 'False',
      message: expect.stringContaining('1/2 clusters are picked: 1 are in maintenance'),
    });
    const { status } = fleet.find('ClusterResourcePlacement', 'web') as KubeObject & {
      status: PlacementStatus;
    };
    expect(status.placementStatuses?.map(({ clusterName }) => clusterName)).toContain('c1');
    const { body } = await backend!.as('user:default/ada').get('/placements/_/web/clusters/c1');
    expect(JSON.stringify(body)).toContain('cost class low');
  });

  it('one that fails holds the placement it was asked about, by name, and no other', async () => {
    await start(moduleWith(brittle));
    const clusterSelectorTerms = [{ labelSelector: { matchLabels: {} } }];
    fleet.put(
      aPlacementObject('held', {
        policy: {
          placementType: 'PickAll',
          affinity: {
            clusterAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { clusterSelectorTerms } },
          },
        },
      }),
    );
    fleet.put(aPlacementObject('free'));
    const held = await scheduled('held', message => message.includes('Brittle'));
    expect(held).toMatchObject({
      status: 'Unknown',
      reason: 'SchedulePending',
      message: expect.stringContaining('filter Brittle failed on cluster "c1": the price list is empty'),
    });
    const free = await scheduled('free', message => message.includes('found 2 cluster(s)'));
    expect(free?.status).toBe('True');
  });

  it('a name of our own ends the start with a sentence', async () => {
    await expect(start(moduleWith({ ...brittle, name: 'TaintToleration' }))).rejects.toThrow(
      /scheduler filter TaintToleration has the name of one of Fleetstage's own; choose another name/,
    );
  });
});
