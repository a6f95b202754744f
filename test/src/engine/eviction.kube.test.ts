import { FLEET_HOOK_MS, startFleet, type Fleet } from '../story/startFleet';
import { startEngine, type EngineProcess } from '../engineChild/startEngine';
import { apply, conditionsOf, engineOn, find, list, memberYaml, read, soonWith } from './fleet';

const MEMBERS = ['member-1', 'member-2', 'member-3', 'member-4'];
const VALID = 'True/ClusterResourcePlacementEvictionValid';
const INVALID = 'False/ClusterResourcePlacementEvictionInvalid';
const EXECUTED = 'True/ClusterResourcePlacementEvictionExecuted';
const BLOCKED = 'False/ClusterResourcePlacementEvictionNotExecuted';

interface Verdict {
  readonly Valid?: string;
  readonly Executed?: string;
  readonly message: string;
}

interface Wanted {
  readonly policy: object;
  readonly strategy?: object;
}

/** A placement of a namespace of its name, with a ConfigMap in it. */
const placementYaml = (name: string, { policy, strategy = { type: 'RollingUpdate' } }: Wanted) => `
apiVersion: v1
kind: Namespace
metadata: { name: ${name} }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: app, namespace: ${name} }
data: { a: b }
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata: { name: ${name} }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: ${name} }]
  policy: ${JSON.stringify(policy)}
  strategy: ${JSON.stringify(strategy)}
`;
const budgetYaml = (name: string, spec: object) => `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacementDisruptionBudget
metadata: { name: ${name} }
spec: ${JSON.stringify(spec)}
---
`;
const evictionYaml = (name: string, placement: string, cluster: string) => `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacementEviction
metadata: { name: ${name} }
spec: { placementName: ${placement}, clusterName: ${cluster} }
---
`;
const strategyYaml = `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterStagedUpdateStrategy
metadata: { name: all }
spec: { stages: [{ name: all, labelSelector: {}, maxConcurrency: 4 }] }
---
`;
const runYaml = (name: string, placement: string) => `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterStagedUpdateRun
metadata: { name: ${name} }
spec: { placementName: ${placement}, stagedRolloutStrategyName: all, state: Run }
---
`;
const pickN = (numberOfClusters: number) => ({ placementType: 'PickN', numberOfClusters });
const PICK_ALL = { placementType: 'PickAll' };

jest.setTimeout(120_000);

describe('evictions from four members (C/TE-037)', () => {
  let fleet: Fleet;
  let engine: EngineProcess;
  let options: ReturnType<typeof engineOn>;
  let onLine: (line: string) => void = () => {};

  beforeAll(async () => {
    fleet = await startFleet({ members: MEMBERS });
    options = engineOn(fleet, { publish: { bindings: true } });
    engine = await start();
    await apply(fleet.hub, MEMBERS.map(name => memberYaml(name)).join('') + strategyYaml);
  }, FLEET_HOOK_MS);

  afterAll(async () => {
    await engine?.stop();
    await fleet?.stop();
  }, 60_000);

  const start = () => startEngine({ ...options, onLine: line => onLine(line) });
  const soon = soonWith(() => engine);
  const member = (name: string) => fleet.members[MEMBERS.indexOf(name)];

  /** Uid of the namespace of a placement on a member; nothing where it is not there. */
  async function placedAs(cluster: string, name: string): Promise<string | undefined> {
    return (await find(member(cluster), 'namespace', name))?.metadata.uid;
  }
  const holders = async (name: string) => {
    const found = await Promise.all(
      MEMBERS.map(async cluster => ((await placedAs(cluster, name)) ? [cluster] : [])),
    );
    return found.flat();
  };
  const available = (name: string, count: number) =>
    soon(`${name} is available on ${count} clusters`, async () => {
      const { status } = await read(fleet.hub, 'crp', name);
      expect(conditionsOf(status)).toMatchObject({
        ClusterResourcePlacementAvailable: 'True/ResourceAvailable',
      });
      expect(await holders(name)).toHaveLength(count);
      return holders(name);
    });
  const place = async (name: string, wanted: Wanted, count: number) => {
    await apply(fleet.hub, placementYaml(name, wanted));
    return available(name, count);
  };
  /** The conditions of an eviction that is over, and the message of the last. */
  const verdict = (name: string): Promise<Verdict> =>
    soon(`eviction ${name} is over`, async () => {
      const { status } = await read(fleet.hub, 'crpe', name);
      const found = conditionsOf(status);
      expect(found.Executed ?? (found.Valid === INVALID || undefined)).toBeDefined();
      return { ...found, message: status.conditions.at(-1).message as string };
    });
  const evict = async (name: string, placement: string, cluster: string) => {
    await apply(fleet.hub, evictionYaml(name, placement, cluster));
    return verdict(name);
  };
  const taint = (cluster: string, taints: readonly object[]) =>
    fleet.hub.kubectl([
      'patch',
      'membercluster',
      cluster,
      '--type=merge',
      '-p',
      JSON.stringify({ spec: { taints } }),
    ]);

  it('C/EV-023b, EV-031…033: without a budget and a taint, the cluster is cleaned and picked again', async () => {
    await place('again', { policy: PICK_ALL }, 4);
    const before = await placedAs('member-1', 'again');
    expect(await evict('again-1', 'again', 'member-1')).toEqual({
      Valid: VALID,
      Executed: EXECUTED,
      message: 'Eviction is allowed, no ClusterResourcePlacementDisruptionBudget specified',
    });
    await soon('it was removed, and is there again', async () => {
      const now = await placedAs('member-1', 'again');
      expect(now).toBeDefined();
      expect(now).not.toBe(before);
    });
    await available('again', 4);
  });

  it('C/EV-032, EV-033: tainted before, the cluster is replaced by another one', async () => {
    const picked = await place('moved', { policy: pickN(2) }, 2);
    const [gone, kept] = picked;
    await taint(gone, [{ key: 'drain', value: 'true', effect: 'NoSchedule' }]);
    expect(await evict('moved-1', 'moved', gone)).toMatchObject({ Executed: EXECUTED });
    await soon('another cluster has it', async () => {
      const now = await holders('moved');
      expect(now).toHaveLength(2);
      expect(now).toContain(kept);
      expect(now).not.toContain(gone);
    });
    await available('moved', 2);
    await taint(gone, []);
  });

  it.each([
    ['C/EV-026: minAvailable as a number', { minAvailable: 3 }, 'min-number'],
    ['C/EV-026: minAvailable as a share', { minAvailable: '67%' }, 'min-share'],
    ['C/EV-026: maxUnavailable as a number', { maxUnavailable: 0 }, 'max-number'],
    ['C/EV-026: maxUnavailable as a share', { maxUnavailable: '0%' }, 'max-share'],
  ])('%s blocks', async (_, spec, name) => {
    const [cluster] = await place(name, { policy: pickN(3) }, 3);
    const uid = await placedAs(cluster, name);
    await apply(fleet.hub, budgetYaml(name, spec));
    expect(await evict(`${name}-1`, name, cluster)).toEqual({
      Valid: VALID,
      Executed: BLOCKED,
      message:
        'Eviction is blocked by specified ClusterResourcePlacementDisruptionBudget, availablePlacements: 3, totalPlacements: 3',
    });
    expect(await placedAs(cluster, name)).toBe(uid);
  });

  it('C/EV-011, EV-012, DB-007: of two at once one passes; a later one goes by the budget of then', async () => {
    const clusters = await place('two', { policy: pickN(3) }, 3);
    await apply(fleet.hub, budgetYaml('two', { maxUnavailable: 1 }));
    await apply(
      fleet.hub,
      evictionYaml('two-1', 'two', clusters[0]) + evictionYaml('two-2', 'two', clusters[1]),
    );
    const both = [await verdict('two-1'), await verdict('two-2')];
    expect(both.map(({ Executed }) => Executed).sort()).toEqual([BLOCKED, EXECUTED]);
    await available('two', 3);
    await apply(fleet.hub, budgetYaml('two', { maxUnavailable: '100%' }));
    const [next] = await holders('two');
    expect(await evict('two-3', 'two', next)).toMatchObject({ Executed: EXECUTED });
    expect([await verdict('two-1'), await verdict('two-2')]).toEqual(both);
  });

  it('C/EV-019, EV-019a, EV-019c, EV-020: what cannot be evicted is invalid', async () => {
    await place('fixed', { policy: { placementType: 'PickFixed', clusterNames: ['member-2'] } }, 1);
    expect(await evict('fixed-1', 'fixed', 'member-2')).toEqual({
      Valid: INVALID,
      message: 'Found ClusterResourcePlacement with PickFixed placement type targeted by eviction',
    });
    expect(await evict('nothing-1', 'nothing', 'member-2')).toEqual({
      Valid: INVALID,
      message: 'Failed to find ClusterResourcePlacement targeted by eviction',
    });
    expect(await evict('again-2', 'again', 'member-9')).toEqual({
      Valid: INVALID,
      message: 'Failed to find scheduler decision for placement in cluster targeted by eviction',
    });
  });

  it('C/EV-024: a budget that PickAll cannot have blocks', async () => {
    await place('every', { policy: PICK_ALL }, 4);
    await apply(fleet.hub, budgetYaml('every', { maxUnavailable: 4 }));
    expect(await evict('every-1', 'every', 'member-1')).toMatchObject({
      Executed: BLOCKED,
      message: expect.stringContaining('blocked by misconfigured ClusterResourcePlacementDisruptionBudget'),
    });
    await fleet.hub.kubectl(['delete', 'crpdb', 'every']);
    await apply(fleet.hub, budgetYaml('every', { minAvailable: 3 }));
    expect(await evict('every-2', 'every', 'member-1')).toMatchObject({ Executed: EXECUTED });
  });

  it('C/EV-034: under External the replacement waits for a run', async () => {
    await apply(fleet.hub, placementYaml('staged', { policy: PICK_ALL, strategy: { type: 'External' } }));
    await apply(fleet.hub, runYaml('staged-1', 'staged'));
    await available('staged', 4);
    expect(await evict('staged-e', 'staged', 'member-3')).toMatchObject({ Executed: EXECUTED });
    await soon('the binding is scheduled, and nothing is there', async () => {
      const items = await list(fleet.hub, 'crb', { labels: 'kubernetes-fleet.io/parent-CRP=staged' });
      const binding = items.find(
        (one: { spec: { targetCluster: string } }) => one.spec.targetCluster === 'member-3',
      );
      expect(binding?.spec.state).toBe('Scheduled');
      expect(await holders('staged')).toEqual(['member-1', 'member-2', 'member-4']);
    });
    await apply(fleet.hub, runYaml('staged-2', 'staged'));
    await available('staged', 4);
  });

  it.each([
    ['member-1', 'settle-eviction'],
    ['member-2', 'apply-work'],
    ['member-3', 'publish-eviction'],
  ])(
    'C/EV-017: killed while it evicts from %s, at a line of %s, it ends as executed',
    async (cluster, pass) => {
      const name = `killed-${cluster}`;
      const before = await placedAs(cluster, 'again');
      let killed: Promise<void> | undefined;
      // Which of the writes were made by then differs from time to time.
      onLine = line => {
        if (line.includes(`"pass":"${pass}"`) && [name, cluster].some(word => line.includes(`"${word}"`)))
          killed ??= engine.kill();
      };
      await apply(fleet.hub, evictionYaml(name, 'again', cluster));
      await soon('the engine is killed', async () => expect(killed).toBeDefined());
      await killed;
      onLine = () => {};
      engine = await start();
      expect(await verdict(name)).toMatchObject({ Valid: VALID, Executed: EXECUTED });
      await soon('the cluster was cleaned, and has it again', async () => {
        const now = await placedAs(cluster, 'again');
        expect(now).toBeDefined();
        expect(now).not.toBe(before);
      });
      await available('again', 4);
    },
  );
});
