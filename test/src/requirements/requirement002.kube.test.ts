import { FLEET_HOOK_MS, startFleet, type Fleet, type FleetCluster } from '../story/startFleet';
import { startBackend, type BackendProcess } from '../story/startBackend';
import { eventually } from '../eventually';
import { applyYaml, exists, joinMembers, paths, read, waitForCondition, workloadYaml } from '../story/hub';
import { availableIn, holding, watchFleet, type FleetWatch } from '../story/watchFleet';

jest.setTimeout(120_000);

let fleet: Fleet;
let engine: BackendProcess;
let hub: FleetCluster;

beforeAll(async () => {
  fleet = await startFleet({ members: ['cluster-1', 'cluster-2', 'cluster-3', 'cluster-4'] });
  hub = fleet.hub;
  engine = await startBackend({ fleet });
  await joinMembers(
    hub,
    [1, 2, 3, 4].map(n => ({ name: `cluster-${n}`, labels: { env: 'prod', loc: n <= 2 ? 'west' : 'east' } })),
  );
}, FLEET_HOOK_MS);

afterAll(async () => {
  await engine?.stop();
  await fleet?.stop();
}, 60_000);

interface PlacementStory {
  readonly name: string;
  readonly namespace: string;
  readonly count: number;
  readonly label: Readonly<Record<string, string>>;
  readonly rollingUpdate: Readonly<Record<string, number>>;
}

const placement = ({ name, namespace, count, label, rollingUpdate }: PlacementStory) =>
  JSON.stringify({
    apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
    kind: 'ClusterResourcePlacement',
    metadata: { name },
    spec: {
      resourceSelectors: [{ group: '', kind: 'Namespace', version: 'v1', name: namespace }],
      policy: {
        placementType: 'PickN',
        numberOfClusters: count,
        affinity: {
          clusterAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              clusterSelectorTerms: [{ labelSelector: { matchLabels: label } }],
            },
          },
        },
      },
      strategy: { rollingUpdate },
    },
  });

const available = (name: string) =>
  waitForCondition(hub, paths.placement(name), { type: 'ClusterResourcePlacementAvailable', status: 'True' });

/** The samples from the first one at which all of `clusters` were available. */
async function watchFrom(namespace: string, clusters: readonly string[]): Promise<FleetWatch> {
  const watch = watchFleet(fleet.members, namespace);
  await eventually(`${clusters} are seen available`, () => {
    expect(availableIn(watch.samples[watch.samples.length - 1])).toEqual(clusters);
  });
  (watch.samples as unknown[]).splice(0, watch.samples.length - 1);
  return watch;
}

describe('requirement 002, example 1: a bad image goes to one cluster and stays there', () => {
  const story: PlacementStory = {
    name: 'example-1',
    namespace: 'test-ns',
    count: 3,
    label: { env: 'prod' },
    rollingUpdate: { maxUnavailable: 1, maxSurge: 1 },
  };
  /** "Let's say we pick cluster-1, cluster-2 & cluster-3": which three is the scheduler's choice (A/SCH-081). */
  let picked: string[];
  let spare: string;

  it('picks three of four and rolls out to all of them', async () => {
    await applyYaml(hub, workloadYaml('test-ns', { image: 'registry.example/web:v1' }));
    await applyYaml(hub, placement(story));
    const { status } = await available(story.name);
    picked = status.placementStatuses.map((entry: any) => entry.clusterName).sort();
    expect(picked).toHaveLength(3);
    spare = fleet.members.map(member => member.name).find(name => !picked.includes(name))!;
    await expect(
      exists(
        fleet.members.find(({ name }) => name === spare)!,
        paths.namespace('test-ns'),
      ),
    ).resolves.toBe(false);
  }, 90_000);

  it('never has two clusters on the bad image, never fewer than two available, never uses the fourth cluster', async () => {
    const watch = await watchFrom('test-ns', picked);
    await applyYaml(hub, workloadYaml('test-ns', { image: 'registry.example/web:bad-1' }));
    await eventually('one cluster holds the bad image, is unavailable, and the others wait', async () => {
      const last = watch.samples[watch.samples.length - 1];
      expect(holding(last, 'bad-1')).toHaveLength(1);
      const { status } = await read(hub, paths.placement(story.name));
      const marks = status.placementStatuses.map((entry: any) =>
        entry.conditions.find((c: any) => c.type === 'RolloutStarted'),
      );
      expect(marks.map((mark: any) => mark.reason).sort()).toEqual([
        'RolloutNotStartedYet',
        'RolloutNotStartedYet',
        'RolloutStarted',
      ]);
    });
    const settledAt = watch.samples.length;
    await eventually('nothing moves for 5 s', () =>
      expect(watch.samples.length).toBeGreaterThan(settledAt + 45),
    );
    await watch.stop();
    for (const sample of watch.samples) {
      expect(holding(sample, 'bad-1').length).toBeLessThanOrEqual(1);
      expect(availableIn(sample).length).toBeGreaterThanOrEqual(2);
      expect(sample.members[spare]).toBeUndefined();
    }
  }, 90_000);

  it('recovers with a good image: the broken cluster first, one at a time, never fewer than two available', async () => {
    const watch = watchFleet(fleet.members, 'test-ns');
    await eventually('there is a first sample', () => expect(watch.samples.length).toBeGreaterThan(0));
    const broken = holding(watch.samples[0], 'bad-1');
    await applyYaml(hub, workloadYaml('test-ns', { image: 'registry.example/web:v2' }));
    await eventually(
      'all three run v2',
      () => {
        const last = watch.samples[watch.samples.length - 1];
        expect(holding(last, 'v2')).toEqual(picked);
        expect(availableIn(last)).toEqual(picked);
      },
      { timeoutMs: 60_000 },
    );
    await watch.stop();
    for (const sample of watch.samples) expect(availableIn(sample).length).toBeGreaterThanOrEqual(2);
    const firstOnV2 = watch.samples.map(sample => holding(sample, 'v2')).find(names => names.length > 0);
    expect(firstOnV2).toEqual(broken);
  }, 90_000);
});

describe('requirement 002, example 2: a move from west to east', () => {
  const story: PlacementStory = {
    name: 'example-2',
    namespace: 'move-ns',
    count: 2,
    label: { loc: 'west' },
    rollingUpdate: { maxSurge: 2 },
  };

  it('starts in the west', async () => {
    await applyYaml(hub, workloadYaml('move-ns', { image: 'registry.example/web:v1' }));
    await applyYaml(hub, placement(story));
    await available(story.name);
    await expect(exists(fleet.members[2], paths.namespace('move-ns'))).resolves.toBe(false);
  }, 90_000);

  it('writes both new clusters before it removes an old one, and keeps at least one available', async () => {
    const watch = await watchFrom('move-ns', ['cluster-1', 'cluster-2']);
    await applyYaml(hub, placement({ ...story, label: { loc: 'east' } }));
    await eventually(
      'only the east has it',
      () => expect(availableIn(watch.samples[watch.samples.length - 1])).toEqual(['cluster-3', 'cluster-4']),
      { timeoutMs: 60_000 },
    );
    await eventually('the west is clean', async () => {
      for (const member of fleet.members.slice(0, 2))
        await expect(exists(member, paths.namespace('move-ns'))).resolves.toBe(false);
    });
    await watch.stop();
    for (const sample of watch.samples) expect(availableIn(sample).length).toBeGreaterThanOrEqual(1);
    // Both old clusters were never taken down together while the new ones were not yet serving.
    const withoutEast = watch.samples.filter(sample => availableIn(sample).every(name => name < 'cluster-3'));
    for (const sample of withoutEast) expect(availableIn(sample).length).toBeGreaterThanOrEqual(1);
    await available(story.name);
  }, 90_000);
});
