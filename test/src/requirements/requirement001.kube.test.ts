import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { FLEET_HOOK_MS, startFleet, type Fleet, type FleetCluster } from '../story/startFleet';
import { startBackend, type BackendProcess } from '../story/startBackend';
import { eventually } from '../eventually';
import { applyYaml, exists, joinMembers, paths, read, waitForCondition } from '../story/hub';
import { asPrinted, parseDescribedEvents, parseDescribedStatus, withoutIgnored } from './describeOutput';
import { asWrittenNow, ignoredInDescribe001, renamedReasons } from './ignored001';

jest.setTimeout(120_000);

const PLACEMENT_API = '/apis/placement.kubernetes-fleet.io/v1beta1';
const LATEST = 'kubernetes-fleet.io/is-latest-snapshot';
const MEMBERS = ['kind-cluster-1', 'kind-cluster-2', 'kind-cluster-3'];

const fixture = (name: string) =>
  readFileSync(path.resolve(__dirname, '../../fixtures/requirement001', name), 'utf8');

/** The document's manifest, with other values where the story needs them. */
const manifest = (name: string, ...edits: readonly (readonly [string | RegExp, string])[]) =>
  edits.reduce((text, [from, to]) => text.replace(from, to), fixture(name));

/** Which clusters are picked is the scheduler's choice: of the two in prod the last by name (A/SCH-081). */
const PICKED = ['kind-cluster-1', 'kind-cluster-3'];

/** A sample as the document prints it, on the members of this story. */
// The samples are whole objects of several kinds; what is read is the type.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
const sample = (name: string): any =>
  parseAllDocuments(
    fixture(name).replaceAll('aks-member-1', PICKED[0]).replaceAll('aks-member-2', PICKED[1]),
  )[0].toJS();

let fleet: Fleet;
let engine: BackendProcess;
let hub: FleetCluster;

beforeAll(async () => {
  fleet = await startFleet({ members: MEMBERS });
  hub = fleet.hub;
  engine = await startBackend({ fleet });
  await joinMembers(hub, [
    { name: 'kind-cluster-1', labels: { env: 'canary', region: 'west', tier: 'gold' } },
    { name: 'kind-cluster-2', labels: { env: 'prod', region: 'east' } },
    { name: 'kind-cluster-3', labels: { env: 'prod', region: 'east' } },
  ]);
}, FLEET_HOOK_MS);

afterAll(async () => {
  await engine?.stop();
  await fleet?.stop();
}, 60_000);

const namespaceYaml = (name: string, configMap: string, data: Record<string, string>) =>
  [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name } },
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: configMap, namespace: name }, data },
  ]
    .map(object => JSON.stringify(object))
    .join('\n---\n');

/** A placement of the namespace `application-1`, as the paragraphs on policies describe them. */
const placementYaml = (name: string, policy: object, spec: object = {}) =>
  JSON.stringify({
    apiVersion: 'placement.kubernetes-fleet.io/v1',
    kind: 'ClusterResourcePlacement',
    metadata: { name },
    spec: {
      resourceSelectors: [{ group: '', kind: 'Namespace', version: 'v1', name: 'application-1' }],
      policy,
      ...spec,
    },
  });

const scheduled = (name: string, status = 'True') =>
  waitForCondition(hub, paths.placement(name), { type: 'ClusterResourcePlacementScheduled', status });

const pickedFor = async (name: string): Promise<string[]> => {
  const { status } = await read(hub, paths.placement(name));
  const named = (status.placementStatuses ?? []) as {
    clusterName?: string;
    conditions: { status: string }[];
  }[];
  return named.flatMap(({ clusterName, conditions }) =>
    clusterName !== undefined && conditions[0]?.status === 'True' ? [clusterName] : [],
  );
};

const untilPicked = (name: string, clusters: readonly string[]) =>
  eventually(`${name} is on ${clusters}`, async () => expect(await pickedFor(name)).toEqual(clusters));

const latest = async (plural: string, placement: string) => {
  const { items } = await read(hub, `${PLACEMENT_API}/${plural}`);
  return items.find(
    ({ metadata }: { metadata: { name: string; labels: Record<string, string> } }) =>
      metadata.name.startsWith(`${placement}-`) && metadata.labels[LATEST] === 'true',
  );
};

const patch = (name: string, type: 'merge' | 'json', body: unknown) =>
  hub.kubectl(['patch', 'crp', name, `--type=${type}`, '-p', JSON.stringify(body)]);

const patchMember = (name: string, body: unknown) =>
  hub.kubectl(['patch', 'membercluster', name, '--type=merge', '-p', JSON.stringify(body)]);

const deletePlacement = (name: string) => hub.kubectl(['delete', 'crp', name, '--timeout=60s']);

describe('requirement 001, "Placement status"', () => {
  beforeAll(async () => {
    await applyYaml(hub, namespaceYaml('application-1', 'app-config-1', { data: 'test' }));
    await applyYaml(
      hub,
      placementYaml(
        'crp-1',
        { placementType: 'PickAll' },
        {
          revisionHistoryLimit: 10,
          strategy: {
            type: 'RollingUpdate',
            rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%', unavailablePeriodSeconds: 2 },
          },
        },
      ),
    );
    await waitForCondition(hub, paths.placement('crp-1'), {
      type: 'ClusterResourcePlacementAvailable',
      status: 'True',
    });
  }, 120_000);
  afterAll(() => deletePlacement('crp-1'), 120_000);

  it('prints conditions, clusters, index and selected resources as the document does', async () => {
    const text = Object.entries(renamedReasons).reduce(
      (document, [before, now]) => document.replaceAll(before, now),
      fixture('pick-all.describe.txt'),
    );
    const printed = parseDescribedStatus(text);
    const ours = parseDescribedStatus((await hub.kubectl(['describe', 'crp', 'crp-1'])).stdout);
    expect(withoutIgnored(asPrinted(ours, printed), ignoredInDescribe001)).toEqual(
      withoutIgnored(printed, ignoredInDescribe001),
    );
  });

  it('A/DOC-16: prints the events as the document does (RUL 35)', async () => {
    const printed = parseDescribedEvents(fixture('pick-all.describe.txt'));
    await eventually('the events are published', async () => {
      const ours = parseDescribedEvents((await hub.kubectl(['describe', 'crp', 'crp-1'])).stdout);
      expect(ours.map(event => event.reason)).toEqual(expect.arrayContaining(printed.map(e => e.reason)));
      expect(ours).toEqual(expect.arrayContaining(printed));
    });
  });

  it('applies what it says it has applied', async () => {
    for (const member of fleet.members) {
      const configMap = await read(member, '/api/v1/namespaces/application-1/configmaps/app-config-1');
      expect(configMap.data).toEqual({ data: 'test' });
    }
  });
});

describe('requirement 001, a placement by env with its snapshots and bindings', () => {
  const edit = (...edits: readonly (readonly [string | RegExp, string])[]) =>
    applyYaml(hub, manifest('by-env.placement.yaml', ['name: test-deployment', 'name: test'], ...edits));

  beforeAll(async () => {
    const data = (last: number) =>
      Object.fromEntries(Array.from({ length: last }, (_, i) => [`key${i + 1}`, `value${i + 1}`]));
    await applyYaml(hub, namespaceYaml('test', 'test-1', { key0: 'value0' }));
    // Another key first, so that the policy of the document is the second one, as its sample says.
    await edit(['topologyKey: "env"', 'topologyKey: region'], ['Limit: 100', 'Limit: 10']);
    await scheduled('crp-1');
    await edit(['Limit: 100', 'Limit: 10']);
    await edit(['Limit: 100', 'Limit: 20']);
    await edit(['Limit: 100', 'Limit: 50']);
    await edit();
    for (const [i, content] of [{ key0: 'again' }, data(1), data(2), data(3)].entries()) {
      const replaced = {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'test-1', namespace: 'test' },
      };
      await hub.kubectl(['replace', '-f', '-'], { stdin: JSON.stringify({ ...replaced, data: content }) });
      await eventually(`snapshot ${i + 1} is taken`, async () => {
        const snapshot = await latest('clusterresourcesnapshots', 'crp-1');
        expect(snapshot.metadata.name).toBe(`crp-1-${i + 1}-snapshot`);
      });
    }
    await eventually('the newest snapshot is everywhere', async () => {
      const { status, metadata } = await read(hub, paths.placement('crp-1'));
      expect([status.observedResourceIndex, metadata.generation]).toEqual(['4', 5]);
      const available = status.conditions.find(
        ({ type }: { type: string }) => type === 'ClusterResourcePlacementAvailable',
      );
      expect(available).toMatchObject({ status: 'True', observedGeneration: 5 });
    });
  }, 120_000);
  afterAll(() => deletePlacement('crp-1'), 120_000);

  it('A/SNP-002: the resource snapshot, as the document prints it', async () => {
    const printed = sample('resource-snapshot.yaml');
    const ours = await latest('clusterresourcesnapshots', 'crp-1');
    const { [RESOURCE_HASH]: hash, ...annotations } = ours.metadata.annotations;
    const { [RESOURCE_HASH]: __, ...annotationsPrinted } = printed.metadata.annotations;
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(annotations).toMatchObject(annotationsPrinted);
    expect(ours.metadata.labels).toEqual(printed.metadata.labels);
    expect(ours.metadata.name).toBe(printed.metadata.name);
    expect(ours.metadata.ownerReferences).toEqual([
      { ...printed.metadata.ownerReferences[0], apiVersion: expect.any(String), uid: await uidOf('crp-1') },
    ]);
    expect(ours.spec).toEqual(printed.spec);
  });

  it('A/POL-015: the policy snapshot, as the document prints it', async () => {
    const printed = sample('policy-snapshot.yaml');
    const ours = await latest('clusterschedulingpolicysnapshots', 'crp-1');
    expect(ours.metadata).toMatchObject({
      name: printed.metadata.name,
      annotations: printed.metadata.annotations,
      labels: printed.metadata.labels,
    });
    expect(ours.spec.policy.placementType).toBe(printed.spec.policy.placementType);
    expect(Buffer.from(ours.spec.policyHash, 'base64').toString()).toMatch(/^[0-9a-f]{64}$/);
    expect(ours.status.observedCRPGeneration).toBe(printed.status.observedCRPGeneration);
    expect(ours.status.conditions.map(stated)).toEqual(printed.status.conditions.map(stated));
    const decided = ({ selected, clusterName, clusterScore }: Record<string, unknown>) => ({
      selected,
      clusterName,
      ...(selected === true && { affinityScore: (clusterScore as { affinityScore: number }).affinityScore }),
    });
    expect(ours.status.targetClusters.map(decided)).toEqual(printed.status.targetClusters.map(decided));
  });

  it('RUL 34: the binding, as the document prints it', async () => {
    const printed = sample('binding.yaml');
    const { clusterDecision, ...spec } = printed.spec;
    // Bindings are published once things have settled.
    await eventually('the binding says that it is applied', async () => {
      const { items } = await read(hub, `${PLACEMENT_API}/clusterresourcebindings`);
      const ours = items.find(
        ({ spec: { targetCluster } }: { spec: { targetCluster: string } }) =>
          targetCluster === printed.spec.targetCluster,
      );
      expect(ours.metadata.labels).toMatchObject(printed.metadata.labels);
      expect(ours.metadata.name).toMatch(/^crp-1-kind-cluster-1-/);
      expect(ours.spec).toMatchObject(spec);
      expect(ours.spec.clusterDecision).toMatchObject({
        clusterName: clusterDecision.clusterName,
        selected: true,
        reason: expect.stringContaining(clusterDecision.reason),
      });
      const result = ours.status.conditions.map(stated);
      const { generation: observedGeneration } = ours.metadata;
      for (const condition of printed.status.conditions.map(asWrittenNow))
        expect(result).toContainEqual({ ...stated(condition), observedGeneration });
    });
  });

  it('spreads over env, and leaves the other cluster alone', async () => {
    expect(await pickedFor('crp-1')).toEqual(PICKED);
    await expect(exists(fleet.members[1], paths.namespace('test'))).resolves.toBe(false);
  });
});

const RESOURCE_HASH = 'kubernetes-fleet.io/resource-hash';
const uidOf = async (name: string) => (await read(hub, paths.placement(name))).metadata.uid;
const stated = ({ type, status, reason, observedGeneration }: Record<string, unknown>) => ({
  type,
  status,
  reason,
  observedGeneration,
});

describe('requirement 001, IgnoredDuringExecution: what is placed stays', () => {
  const TAINT = { key: 'maintenance', effect: 'NoSchedule' };

  beforeAll(() => applyYaml(hub, namespaceYaml('application-1', 'app-config-1', { data: 'test' })));

  it('A/SCH-111: a taint keeps new placements away and takes nothing; taken off, the cluster is picked', async () => {
    await applyYaml(hub, placementYaml('placed-before', { placementType: 'PickAll' }));
    await untilPicked('placed-before', MEMBERS);
    await patchMember('kind-cluster-2', { spec: { taints: [TAINT] } });
    await applyYaml(hub, placementYaml('placed-after', { placementType: 'PickAll' }));
    await untilPicked('placed-after', ['kind-cluster-1', 'kind-cluster-3']);
    expect(await pickedFor('placed-before')).toEqual(MEMBERS);
    await applyYaml(
      hub,
      placementYaml('placed-fixed', { placementType: 'PickFixed', clusterNames: ['kind-cluster-2'] }),
    );
    await untilPicked('placed-fixed', ['kind-cluster-2']);
    await patchMember('kind-cluster-2', { spec: { taints: [] } });
    await untilPicked('placed-after', MEMBERS);
    for (const name of ['placed-before', 'placed-after', 'placed-fixed']) await deletePlacement(name);
  });

  it('A/SCH-110, SCH-013: a label lets a cluster in; taken off, it moves nothing', async () => {
    const terms = [{ labelSelector: { matchLabels: { tier: 'gold' } } }];
    const affinity = {
      clusterAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { clusterSelectorTerms: terms } },
    };
    await applyYaml(
      hub,
      placementYaml('by-label', { placementType: 'PickN', numberOfClusters: 2, affinity }),
    );
    const short = await scheduled('by-label', 'False');
    expect(short.status.conditions[0].reason).toBe('SchedulingPolicyUnfulfilled');
    await patchMember('kind-cluster-3', { metadata: { labels: { tier: 'gold' } } });
    await untilPicked('by-label', ['kind-cluster-1', 'kind-cluster-3']);
    await scheduled('by-label');
    await patchMember('kind-cluster-3', { metadata: { labels: { tier: null } } });
    await patch('by-label', 'merge', { spec: { revisionHistoryLimit: 5 } });
    await waitForGeneration('by-label', 2);
    expect(await pickedFor('by-label')).toEqual(['kind-cluster-1', 'kind-cluster-3']);
    await deletePlacement('by-label');
  });

  it('A/SCH-104, POL-012: a scale-out adds clusters to the policy snapshot that there is', async () => {
    await applyYaml(hub, placementYaml('growing', { placementType: 'PickN', numberOfClusters: 1 }));
    await scheduled('growing');
    const [first] = await pickedFor('growing');
    await patch('growing', 'merge', { spec: { policy: { numberOfClusters: 2 } } });
    await eventually('two are picked', async () => expect(await pickedFor('growing')).toHaveLength(2));
    expect(await pickedFor('growing')).toContain(first);
    await eventually('its policy snapshot says so', async () => {
      const { metadata } = await latest('clusterschedulingpolicysnapshots', 'growing');
      expect([metadata.name, metadata.annotations['kubernetes-fleet.io/number-of-clusters']]).toEqual([
        'growing-0',
        '2',
      ]);
    });
    await deletePlacement('growing');
  });

  it('tolerations may be added, and neither changed nor removed', async () => {
    const tolerations = [{ key: 'gpu', operator: 'Exists' }];
    await applyYaml(hub, placementYaml('tolerant', { placementType: 'PickAll', tolerations }));
    const more = [...tolerations, { key: 'other', operator: 'Exists' }];
    await patch('tolerant', 'merge', { spec: { policy: { tolerations: more } } });
    await expect(patch('tolerant', 'merge', { spec: { policy: { tolerations } } })).rejects.toThrow(
      /tolerations/,
    );
    await deletePlacement('tolerant');
  });
});

/** The status speaks of this generation. */
const waitForGeneration = (name: string, generation: number) =>
  eventually(`${name} is scheduled at generation ${generation}`, async () => {
    const { status } = await read(hub, paths.placement(name));
    expect(status.conditions[0].observedGeneration).toBe(generation);
  });

describe('requirement 001, "Properties"', () => {
  it('A/PL-076…078, PL-081: a MemberCluster shows its node count, its use and its namespaces', async () => {
    await eventually('the properties are published', async () => {
      const { status } = await read(hub, paths.member('kind-cluster-1'));
      expect(status.properties['kubernetes-fleet.io/node-count']).toEqual({
        value: expect.stringMatching(/^\d+$/),
        observationTime: expect.any(String),
      });
      for (const amount of ['capacity', 'allocatable', 'available'])
        expect(Object.keys(status.resourceUsage[amount]).sort()).toEqual(['cpu', 'memory']);
      expect(status.namespaces).toMatchObject({ default: '' });
      const collected = status.conditions.find(
        ({ type }: { type: string }) => type === 'NamespaceCollectionSucceeded',
      );
      expect(collected).toMatchObject({ status: 'True', reason: 'Succeeded' });
    });
  });

  it('A/PL-014: kubectl lists the members with what they have', async () => {
    const { stdout } = await hub.kubectl(['get', 'memberclusters']);
    const [header] = stdout.split('\n');
    expect(header.trim().split(/\s+/)).toEqual([
      'NAME',
      'JOINED',
      'AGE',
      'MEMBER-AGENT-LAST-SEEN',
      'NODE-COUNT',
      'AVAILABLE-CPU',
      'AVAILABLE-MEMORY',
    ]);
  });
});
