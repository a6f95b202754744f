import { FLEET_HOOK_MS, startFleet, type Fleet } from '../story/startFleet';
import { startEngine, type EngineProcess } from '../engineChild/startEngine';
import { apply, conditionsOf, engineOn, find, list, memberYaml, read, soonWith } from './fleet';

const MEMBERS = ['member-1', 'member-2', 'member-3'];
const CORDON = { key: 'cordon-key', value: 'cordon-value', effect: 'NoSchedule' };
const EXECUTED = 'True/ClusterResourcePlacementEvictionExecuted';

/** A placement of a namespace of its name, with a ConfigMap in it. */
const placementYaml = (name: string, policy: object) => `
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
  strategy: { type: RollingUpdate }
---
`;
const budgetYaml = (name: string, minAvailable: number) => `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacementDisruptionBudget
metadata: { name: ${name} }
spec: { minAvailable: ${minAvailable} }
---
`;
const PICK_ALL = { placementType: 'PickAll' };
const PICK_2 = { placementType: 'PickN', numberOfClusters: 2 };

interface EvictionObject {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly placementName: string; readonly clusterName: string };
  readonly status?: Parameters<typeof conditionsOf>[0];
}

jest.setTimeout(120_000);

describe('a drain of one of three members (C/TE-036)', () => {
  let fleet: Fleet;
  let engine: EngineProcess;
  let options: ReturnType<typeof engineOn>;
  let onLine: (line: string) => void = () => {};

  beforeAll(async () => {
    fleet = await startFleet({ members: MEMBERS });
    options = engineOn(fleet, { publish: { bindings: true } });
    engine = await start();
    await apply(fleet.hub, MEMBERS.map(name => memberYaml(name)).join(''));
    await apply(
      fleet.hub,
      placementYaml('every', PICK_ALL) +
        placementYaml('guarded', PICK_ALL) +
        budgetYaml('guarded', 3) +
        placementYaml('two', PICK_2) +
        placementYaml('fixed', { placementType: 'PickFixed', clusterNames: MEMBERS.slice(0, 1) }),
    );
    for (const [name, count] of Object.entries({ every: 3, guarded: 3, two: 2, fixed: 1 }))
      await soon(`${name} is available on ${count} clusters`, async () => {
        const { status } = await read(fleet.hub, 'crp', name);
        expect(conditionsOf(status)).toMatchObject({
          ClusterResourcePlacementAvailable: 'True/ResourceAvailable',
        });
        expect(await holders(name)).toHaveLength(count);
      });
  }, FLEET_HOOK_MS);

  afterAll(async () => {
    await engine?.stop();
    await fleet?.stop();
  }, 60_000);

  const start = () => startEngine({ ...options, onLine: line => onLine(line) });
  const soon = soonWith(() => engine);

  /** The members that have the namespace of a placement. */
  async function holders(name: string): Promise<string[]> {
    const found = await Promise.all(
      fleet.members.map(async (member, i) => {
        return (await find(member, 'namespace', name)) ? [MEMBERS[i]] : [];
      }),
    );
    return found.flat();
  }
  const gone = (name: string, cluster: string) =>
    soon(`${name} is gone from ${cluster}`, async () => expect(await holders(name)).not.toContain(cluster));
  const kubectl = (...args: string[]) => fleet.hub.kubectl(args);
  const taint = (cluster: string, taints: readonly object[]) =>
    kubectl('patch', 'membercluster', cluster, '--type=merge', '-p', JSON.stringify({ spec: { taints } }));
  const drain = async (cluster: string) => {
    await taint(cluster, [CORDON]);
    await kubectl('annotate', 'membercluster', cluster, 'fleetstage.io/drain=new kernel');
  };
  const uncordon = async (cluster: string) => {
    await taint(cluster, []);
    await kubectl('annotate', 'membercluster', cluster, 'fleetstage.io/drain-');
  };
  const evictionsFrom = async (cluster: string): Promise<EvictionObject[]> => {
    // The API server lists them by name.
    const items = await list(fleet.hub, 'crpe');
    return (items as EvictionObject[]).filter(({ spec }) => spec.clusterName === cluster);
  };

  it('C/DR-003: the taint alone cordons, and the annotation alone waits: nothing is evicted', async () => {
    await taint('member-3', [CORDON]);
    await kubectl('annotate', 'membercluster', 'member-2', 'fleetstage.io/drain=too early');
    await apply(fleet.hub, placementYaml('late', PICK_ALL));
    await soon('late is where the taint is not', async () =>
      expect(await holders('late')).toEqual(['member-1', 'member-2']),
    );
    expect(await evictionsFrom('member-3')).toEqual([]);
    expect(await evictionsFrom('member-2')).toEqual([]);
    await kubectl('annotate', 'membercluster', 'member-2', 'fleetstage.io/drain-');
    await taint('member-3', []);
    await soon('late is everywhere', async () => expect(await holders('late')).toEqual(MEMBERS));
  });

  it('C/DR-004, DR-006, EV-033: evicts what budgets allow; workloads move to other clusters', async () => {
    const before = await holders('two');
    expect(before).toHaveLength(2);
    await drain('member-1');
    await gone('every', 'member-1');
    await gone('late', 'member-1');
    await soon('two is on the other clusters', async () =>
      expect(await holders('two')).toEqual(['member-2', 'member-3']),
    );
    const found = await evictionsFrom('member-1');
    const wanted = ['every', 'late', ...(before.includes('member-1') ? ['two'] : [])];
    expect(found.map(({ spec }) => spec.placementName).sort()).toEqual(wanted);
    for (const { metadata, spec } of found)
      expect(metadata.name).toMatch(
        new RegExp(`^drain-eviction-${spec.placementName}-member-1-[0-9a-f]{8}$`),
      );
  });

  it('C/EV-026, DR-011: what a budget blocks stays, and what is named by its policy', async () => {
    expect(await holders('guarded')).toEqual(MEMBERS);
    expect(await holders('fixed')).toEqual(['member-1']);
    const names = (await evictionsFrom('member-1')).map(({ spec }) => spec.placementName);
    expect(names).not.toContain('guarded');
    expect(names).not.toContain('fixed');
  });

  it('C/EV-011: edited, the budget lets it go', async () => {
    await apply(fleet.hub, budgetYaml('guarded', 2));
    await gone('guarded', 'member-1');
    const [last] = (await evictionsFrom('member-1')).filter(({ spec }) => spec.placementName === 'guarded');
    await soon('its eviction says so', async () => {
      const { status } = await read(fleet.hub, 'crpe', last.metadata.name);
      expect(conditionsOf(status)).toMatchObject({ Executed: EXECUTED });
    });
    expect(await holders('fixed')).toEqual(['member-1']);
  });

  it('C/DR-015: uncordoned, the scheduler brings back what picks all clusters', async () => {
    await uncordon('member-1');
    for (const name of ['every', 'guarded', 'late'])
      await soon(`${name} is back`, async () => expect(await holders(name)).toEqual(MEMBERS));
    expect(await holders('two')).toEqual(['member-2', 'member-3']);
  });

  it.each([
    ['member-2', 'drain-cluster'],
    ['member-3', 'settle-eviction'],
  ])(
    'killed while %s is drained, at a line of %s, it goes on and evicts nothing twice',
    async (cluster, pass) => {
      let killed: Promise<void> | undefined;
      onLine = line => {
        if (line.includes(`"pass":"${pass}"`)) killed ??= engine.kill();
      };
      await drain(cluster);
      await soon('the engine is killed', async () => expect(killed).toBeDefined());
      await killed;
      onLine = () => {};
      engine = await start();
      for (const name of ['every', 'guarded', 'late']) await gone(name, cluster);
      await soon('all evictions are executed, each once', async () => {
        const found = await evictionsFrom(cluster);
        const placements = found.map(({ spec }) => spec.placementName);
        expect(new Set(placements).size).toBe(placements.length);
        for (const { status } of found) expect(conditionsOf(status!)).toMatchObject({ Executed: EXECUTED });
      });
      await uncordon(cluster);
      for (const name of ['every', 'guarded', 'late'])
        await soon(`${name} is back`, async () => expect(await holders(name)).toEqual(MEMBERS));
    },
  );
});
