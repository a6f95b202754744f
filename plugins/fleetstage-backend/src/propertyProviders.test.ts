import { AuthorizeResult } from '@backstage/plugin-permission-common';
import type {
  Condition,
  KubeObject,
  MemberClusterStatus,
} from '@fleetstage/backstage-plugin-fleetstage-common';
// What is documented is what is installed here.
// eslint-disable-next-line @backstage/no-relative-monorepo-imports
import clusterCostModule from '../../../examples/property-provider/clusterCost';
import { createTestDatabases } from './__testUtils__/databases';
import { eventually } from './__testUtils__/eventually';
import { startFleetBackend } from './__testUtils__/fleetBackend';
import { StubFleet } from './__testUtils__/stubFleet';

const databases = createTestDatabases();
const [SQLITE] = databases.eachSupportedId()[0];

describe('the property provider of the examples, installed as a module', () => {
  let fleet: StubFleet;
  let backend: Awaited<ReturnType<typeof startFleetBackend>>;

  beforeAll(async () => {
    fleet = await StubFleet.start();
    fleet.putFleet();
    fleet.api.cluster('c1').put(
      { group: '', version: 'v1', plural: 'configmaps' },
      {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { namespace: 'kube-system', name: 'cluster-cost' },
        data: { perHour: '0.25' },
      },
    );
    backend = await startFleetBackend({
      knex: await databases.init(SQLITE),
      settings: fleet.settings,
      policy: () => ({ result: AuthorizeResult.ALLOW }),
      modules: [clusterCostModule],
    });
  });
  afterAll(async () => {
    await backend?.stop();
    await fleet?.stop();
  });

  const statusOf = async (member: string, isThere: (status: MemberClusterStatus) => boolean) => {
    const read = () => (fleet.find('MemberCluster', member) as KubeObject | undefined)?.status ?? {};
    return eventually(
      read,
      status => isThere(status as MemberClusterStatus),
      30_000,
    ) as Promise<MemberClusterStatus>;
  };
  const conditionOf = ({ conditions = [] }: MemberClusterStatus, type: string): Condition | undefined =>
    conditions.find(condition => condition.type === type);
  const COLLECTED = 'ClusterPropertyCollectionSucceeded';

  it('A/PL-076, PL-080: shows what it reports of a member', async () => {
    const status = await statusOf(
      'c1',
      ({ properties }) => properties?.['example.com/cost-per-hour'] !== undefined,
    );
    expect(status.properties?.['example.com/cost-per-hour']).toEqual({
      value: '0.25',
      observationTime: expect.any(String),
    });
    expect(conditionOf(status, 'ClusterPropertyProviderStarted')).toMatchObject({
      status: 'True',
      reason: 'Started',
    });
    expect(conditionOf(status, COLLECTED)).toMatchObject({ status: 'True', reason: 'PropertiesCollected' });
  });

  it('A/PL-080: names it where it fails, and the core properties are there all the same', async () => {
    const status = await statusOf('c2', one => conditionOf(one, COLLECTED) !== undefined);
    expect(conditionOf(status, COLLECTED)).toMatchObject({
      status: 'False',
      reason: 'FleetstageCollectionFailed',
      message: expect.stringContaining(
        'cluster-cost failed: ConfigMap kube-system/cluster-cost has no perHour',
      ),
    });
    expect(status.properties?.['kubernetes-fleet.io/node-count']).toBeDefined();
  });

  it('A/PL-078, PL-081: reports the namespaces of a member', async () => {
    const status = await statusOf('c1', ({ namespaces }) => namespaces !== undefined);
    expect(conditionOf(status, 'NamespaceCollectionSucceeded')).toMatchObject({
      status: 'True',
      reason: 'Succeeded',
    });
  });
});
