import { createBackendModule } from '@backstage/backend-plugin-api';
import { type KubeObject, type PlacementStatus } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { FilterPlugin } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { schedulerPluginsExtensionPoint } from '@fleetstage/backstage-plugin-fleetstage-node';
// eslint-disable-next-line @backstage/no-relative-monorepo-imports -- what is documented is what is installed
import maintenanceAndCost from '../../../examples/scheduler-plugin/maintenanceAndCost';
import { eventually } from './__testUtils__/eventually';
import { expectDocumented, trialOfModules } from './__testUtils__/moduleTrial';
import { aMemberObject, aPlacementObject } from './__testUtils__/objects';
import type { StubFleet } from './__testUtils__/stubFleet';

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
  const trial = trialOfModules();
  const { start } = trial;
  let fleet: StubFleet;

  beforeEach(() => {
    ({ fleet } = trial);
    fleet.put(aMemberObject('c1', { 'example.com/cost-class': 'low' }));
    fleet.put(aMemberObject('c2', { 'example.com/maintenance': 'true' }));
  });

  const scheduled = async (name: string, isThere: (message: string) => boolean) => {
    const read = () => {
      const { status } = (fleet.find('ClusterResourcePlacement', name) ?? {}) as KubeObject & {
        status?: PlacementStatus;
      };
      return status?.conditions?.find(({ type }) => type === 'ClusterResourcePlacementScheduled');
    };
    return eventually(read, found => isThere(found?.message ?? ''), 30_000);
  };

  it('the example is the one of the documentation', () => expectDocumented(EXAMPLE));

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
    const { body } = await trial.backend!.as('user:default/ada').get('/placements/_/web/clusters/c1');
    expect(JSON.stringify(body)).toContain('cost class low');
  });

  it('a failing one holds the placement it was asked about, by name, and no other', async () => {
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
