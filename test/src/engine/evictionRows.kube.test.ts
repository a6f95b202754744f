import { FLEET_HOOK_MS, startFleet, type Fleet } from '../story/startFleet';
import { startEngine, type EngineProcess } from '../engineChild/startEngine';
import { apply, conditionsOf, engineOn, list, memberYaml, read, soonWith } from './fleet';

const MEMBERS = ['member-1', 'member-2', 'member-3', 'member-4', 'member-5'];
const PARENT = 'kubernetes-fleet.io/parent-CRP';
const HOLD = { metadata: { finalizers: ['story.fleetstage.io/hold'] } };
const RELEASE = { metadata: { finalizers: null } };
const HERE = { status: { loadBalancer: { ingress: [{ ip: '192.0.2.1' }] } } };
const AWAY = { status: { loadBalancer: { ingress: null } } };

interface Wanted {
  readonly policy?: object;
  readonly strategy?: object;
}

interface Row {
  readonly id: string;
  /** n of C §2.5; absent: PickAll. */
  readonly desired?: number;
  readonly total: number;
  readonly available: number;
  readonly budget: object;
  readonly isPermitted: boolean;
}

const max = (maxUnavailable: number | string) => ({ maxUnavailable });
const min = (minAvailable: number | string) => ({ minAvailable });

/** The reference matrix of C §2.5. */
const ROWS = (
  [
    ['DB-101', 1, 1, 1, max(0), false],
    ['DB-102', 1, 1, 0, max(0), false],
    ['DB-103', 1, 1, 0, max(1), false],
    ['DB-104', 2, 1, 1, max(1), true],
    ['DB-105', 2, 2, 1, max(1), false],
    ['DB-106', 1, 2, 2, max(1), true],
    ['DB-107', 1, 3, 3, max(1), true],
    ['DB-108', 4, 4, 2, max(2), false],
    ['DB-109', 3, 3, 2, max(2), true],
    ['DB-110', 4, 4, 2, max(10), true],
    ['DB-111', 2, 2, 2, max('0%'), false],
    ['DB-112', 1, 1, 0, max('10%'), false],
    ['DB-113', 1, 1, 1, max('10%'), true],
    ['DB-114', 4, 4, 2, max('40%'), false],
    ['DB-115', 3, 3, 2, max('50%'), true],
    ['DB-116', 10, 5, 3, max('100%'), true],
    ['DB-117', 2, 2, 0, max('100%'), false],
    ['DB-118', 4, 4, 2, max('100%'), true],
    ['DB-119', 2, 1, 0, min(0), false],
    ['DB-120', 2, 1, 1, min(0), true],
    ['DB-121', 1, 1, 0, min(1), false],
    ['DB-122', 2, 1, 1, min(1), false],
    ['DB-123', 1, 2, 1, min(1), false],
    ['DB-124', 2, 2, 2, min(1), true],
    ['DB-125', 1, 3, 3, min(1), true],
    ['DB-126', 2, 2, 2, min(2), false],
    ['DB-127', 4, 4, 3, min(2), true],
    ['DB-128', 1, 3, 3, min(3), false],
    ['DB-129', 5, 5, 3, min(10), false],
    ['DB-130', 2, 2, 0, min('0%'), false],
    ['DB-131', 3, 3, 3, min('0%'), true],
    ['DB-132', 1, 1, 0, min('10%'), false],
    ['DB-133', 2, 2, 2, min('10%'), true],
    ['DB-134', 3, 3, 2, min('40%'), false],
    ['DB-135', 3, 3, 3, min('40%'), true],
    ['DB-136', 10, 2, 2, min('100%'), false],
    ['DB-137', 3, 3, 3, min('100%'), false],
    ['DB-138', 2, 3, 3, min('100%'), true],
    ['DB-139', undefined, 1, 1, min(0), true],
    ['DB-140', undefined, 1, 1, min(1), false],
    ['DB-141', undefined, 3, 3, min(2), true],
  ] as const
).map(([id, desired, total, available, budget, isPermitted]): Row => ({
  ...{ id, total, available, budget, isPermitted },
  ...(desired !== undefined && { desired }),
}));

const nameOf = ({ id }: Row) => id.toLowerCase();
/** More clusters than wanted: the policy was lowered, and the run that removes the others has not come. */
const isLowered = ({ desired, total }: Row) => desired !== undefined && desired < total;
/** The first `count` members are eligible. */
const among = (count: number) => ({
  affinity: {
    clusterAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        clusterSelectorTerms: [{ labelSelector: { matchLabels: { [`among-${count}`]: 'yes' } } }],
      },
    },
  },
});
const labelsOf = (member: number) =>
  Object.fromEntries(MEMBERS.flatMap((_, i) => (member <= i ? [[`among-${i + 1}`, 'yes']] : [])));

/** Available when it has an address; no controller gives it one, as the class is that of the story. */
const serviceYaml = (name: string) => `
apiVersion: v1
kind: Namespace
metadata: { name: ${name} }
---
apiVersion: v1
kind: Service
metadata: { name: web, namespace: ${name} }
spec: { type: LoadBalancer, loadBalancerClass: story.fleetstage.io/hand, ports: [{ port: 80 }] }
---
`;
const placementYaml = (name: string, { policy, strategy }: Wanted) => `${serviceYaml(name)}
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata: { name: ${name} }
spec: ${JSON.stringify({
  resourceSelectors: [{ group: '', version: 'v1', kind: 'Namespace', name }],
  ...(policy && { policy }),
  strategy: strategy ?? {
    type: 'RollingUpdate',
    rollingUpdate: { maxUnavailable: '100%', maxSurge: '100%', unavailablePeriodSeconds: 1 },
  },
})}
---
`;
const policyOf = ({ desired, total }: Row) =>
  desired === undefined
    ? { placementType: 'PickAll', ...among(total) }
    : { placementType: 'PickN', numberOfClusters: Math.max(desired, total), ...among(total) };
const yamlOf = (row: Row) =>
  placementYaml(nameOf(row), {
    policy: policyOf(row),
    ...(isLowered(row) && { strategy: { type: 'External' } }),
  });
const placementKind = (kind: string, name: string, spec: object) => `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ${kind}
metadata: { name: ${name} }
spec: ${JSON.stringify(spec)}
---
`;
const runYaml = (name: string) =>
  placementKind('ClusterStagedUpdateRun', name, {
    ...{ placementName: name, stagedRolloutStrategyName: 'all', state: 'Run' },
  });
const budgetYaml = (name: string, spec: object) =>
  placementKind('ClusterResourcePlacementDisruptionBudget', name, spec);
const evictionYaml = (name: string, clusterName: string) =>
  placementKind('ClusterResourcePlacementEviction', name, { placementName: name, clusterName });

interface PublishedBinding {
  readonly metadata: { readonly labels: Readonly<Record<string, string>> };
  readonly spec: { readonly targetCluster: string; readonly state: string };
  readonly status?: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] };
}

const isAvailable = ({ status }: PublishedBinding) =>
  status?.conditions?.some(one => one.type === 'Available' && one.status === 'True') ?? false;

jest.setTimeout(240_000);

describe('each row of the tables of evictions', () => {
  let fleet: Fleet;
  let engine: EngineProcess;
  const soon = soonWith(() => engine, 90_000);

  beforeAll(async () => {
    fleet = await startFleet({ members: MEMBERS });
    engine = await startEngine(engineOn(fleet, { publish: { bindings: true } }));
    const stages = [{ name: 'all', labelSelector: {}, maxConcurrency: 5 }];
    await apply(
      fleet.hub,
      MEMBERS.map((name, i) => memberYaml(name, labelsOf(i))).join('') +
        placementKind('ClusterStagedUpdateStrategy', 'all', { stages }),
    );
  }, FLEET_HOOK_MS);

  afterAll(async () => {
    await engine?.stop();
    await fleet?.stop();
  }, 60_000);

  /** Patches Services of namespaces on a member, given by its number. */
  const patch = async (member: number, namespaces: readonly string[], body: object) => {
    if (namespaces.length === 0) return;
    const subresource = 'status' in body ? ['--subresource=status'] : [];
    await fleet.members[member].kubectl(
      ['patch', '-f', '-', '--type=merge', '-p', JSON.stringify(body), ...subresource],
      { stdin: namespaces.map(name => serviceYaml(name).split('---\n')[1]).join('---\n') },
    );
  };
  const bindingsByPlacement = async () => {
    const byPlacement = new Map<string, PublishedBinding[]>();
    for (const binding of (await list(fleet.hub, 'crb')) as PublishedBinding[]) {
      const name = binding.metadata.labels[PARENT];
      byPlacement.set(name, [...(byPlacement.get(name) ?? []), binding]);
    }
    return byPlacement;
  };
  const placedOn = async (member: number) => {
    const services = await list(fleet.members[member], 'services');
    return services.map(({ metadata }) => metadata.namespace as string);
  };
  const serviceOn = (member: number, name: string) => read(fleet.members[member], 'service', 'web', name);
  /** Each placement is on as many of the first members. */
  const untilPlaced = (counts: ReadonlyMap<string, number>) =>
    soon('all are placed', async () => {
      for (const member of MEMBERS.keys()) {
        const namespaces = [...counts].flatMap(([name, count]) => (count > member ? [name] : []));
        expect(await placedOn(member)).toEqual(expect.arrayContaining(namespaces));
      }
    });
  /** Valid, Executed and the message of an eviction that is over. */
  const verdict = (name: string) =>
    soon(`eviction ${name} is over`, async () => {
      const { status } = await read(fleet.hub, 'crpe', name);
      const { Valid, Executed } = conditionsOf(status);
      expect(Executed ?? (Valid.startsWith('False') || undefined)).toBeDefined();
      return [...[Valid, Executed].map(one => one?.split('/')[0]), status.conditions.at(-1).message];
    });

  describe('the reference matrix (C §2.5)', () => {
    const verdicts = new Map<string, unknown>();

    beforeAll(async () => {
      await apply(
        fleet.hub,
        ROWS.map(yamlOf).join('') +
          ROWS.filter(isLowered)
            .map(row => runYaml(nameOf(row)))
            .join(''),
      );
      await untilPlaced(new Map(ROWS.map(row => [nameOf(row), row.total])));
      for (const member of MEMBERS.keys()) {
        const isHere = (row: Row) => (isLowered(row) ? row.total : row.available) > member;
        await patch(member, ROWS.filter(isHere).map(nameOf), HERE);
      }
      await soon('the runs are over', async () => {
        for (const row of ROWS.filter(isLowered))
          expect(conditionsOf((await read(fleet.hub, 'csur', nameOf(row))).status).Succeeded).toMatch(
            /^True/,
          );
      });
      for (const row of ROWS.filter(isLowered))
        await fleet.hub.kubectl([
          ...['patch', 'crp', nameOf(row), '--type=merge', '-p'],
          JSON.stringify({ spec: { policy: { numberOfClusters: row.desired } } }),
        ]);
      const found = await soon('the others are unscheduled, and still there', async () => {
        const bindings = await bindingsByPlacement();
        for (const row of ROWS.filter(isLowered)) {
          const kept = bindings.get(nameOf(row))?.filter(({ spec }) => spec.state === 'Bound');
          expect([row.id, kept?.length]).toEqual([row.id, row.desired]);
        }
        return bindings;
      });
      for (const row of ROWS.filter(isLowered)) {
        const leaving = found.get(nameOf(row))!.filter(({ spec }) => spec.state !== 'Bound');
        for (const { spec } of leaving.slice(0, row.total - row.available))
          await patch(MEMBERS.indexOf(spec.targetCluster), [nameOf(row)], AWAY);
      }
      const bindings = await soon('as many are available', async () => {
        const now = await bindingsByPlacement();
        const counted = ROWS.map(row => {
          const all = now.get(nameOf(row)) ?? [];
          return [row.id, all.length, all.filter(isAvailable).length];
        });
        expect(counted).toEqual(ROWS.map(({ id, total, available }) => [id, total, available]));
        return now;
      });
      await apply(fleet.hub, ROWS.map(row => budgetYaml(nameOf(row), row.budget)).join(''));
      const bound = (row: Row) => bindings.get(nameOf(row))!.filter(({ spec }) => spec.state === 'Bound');
      const target = (row: Row) => (bound(row).find(isAvailable) ?? bound(row)[0]).spec.targetCluster;
      await apply(fleet.hub, ROWS.map(row => evictionYaml(nameOf(row), target(row))).join(''));
      for (const row of ROWS) verdicts.set(row.id, await verdict(nameOf(row)));
    }, 240_000);

    // Where none is available, the cluster that is evicted from is unavailable, too.
    it.each(ROWS)('C/$id, EV-025, EV-026, EV-030: $available of $total available, $budget', row => {
      const isExecuted = row.isPermitted || row.available === 0;
      expect(verdicts.get(row.id)).toEqual([
        'True',
        isExecuted ? 'True' : 'False',
        `Eviction is ${isExecuted ? 'allowed' : 'blocked'} by specified ClusterResourcePlacementDisruptionBudget, availablePlacements: ${row.available}, totalPlacements: ${row.total}`,
      ]);
    });
  });

  describe('the decision table (C §2.4), beside what the budget says', () => {
    const ON_ONE = { policy: { placementType: 'PickAll', ...among(1) } };
    const evict = async (name: string, cluster = 'member-1') => {
      await apply(fleet.hub, budgetYaml(name, min(1)) + evictionYaml(name, cluster));
      return verdict(name);
    };
    const conditionsSoon = (name: string, expected: object) =>
      soon(`${name} says so`, async () =>
        expect(conditionsOf((await read(fleet.hub, 'crp', name)).status)).toMatchObject(expected),
      );

    it('C/EV-019b: a placement that is being deleted', async () => {
      await apply(fleet.hub, placementYaml('deleted', ON_ONE));
      await untilPlaced(new Map([['deleted', 1]]));
      await patch(0, ['deleted'], HOLD);
      await fleet.hub.kubectl(['delete', 'crp', 'deleted', '--wait=false']);
      expect(await evict('deleted')).toEqual([
        ...['False', undefined, 'Found deleting ClusterResourcePlacement targeted by eviction'],
      ]);
      await patch(0, ['deleted'], RELEASE);
    });

    it('C/EV-021: a cluster that is being cleaned', async () => {
      const pick = (numberOfClusters: number) => ({
        policy: { placementType: 'PickN', numberOfClusters, ...among(2) },
      });
      await apply(fleet.hub, placementYaml('cleaned', pick(2)));
      await untilPlaced(new Map([['cleaned', 2]]));
      for (const member of [0, 1]) {
        await patch(member, ['cleaned'], HERE);
        await patch(member, ['cleaned'], HOLD);
      }
      await apply(fleet.hub, placementYaml('cleaned', pick(1)));
      const cluster = await soon('one is cleaned', async () => {
        const isBeingCleaned = await Promise.all(
          [0, 1].map(
            async member => (await serviceOn(member, 'cleaned')).metadata.deletionTimestamp !== undefined,
          ),
        );
        expect(isBeingCleaned.filter(Boolean)).toHaveLength(1);
        return MEMBERS[isBeingCleaned.indexOf(true)];
      });
      expect(await evict('cleaned', cluster)).toEqual([
        ...['True', 'True'],
        'Eviction is allowed, resources propagated by placement is currently being removed from cluster targeted by eviction',
      ]);
      for (const member of [0, 1]) await patch(member, ['cleaned'], RELEASE);
    });

    it('C/EV-022: a cluster that waits for a run', async () => {
      await apply(fleet.hub, placementYaml('waiting', { ...ON_ONE, strategy: { type: 'External' } }));
      await conditionsSoon('waiting', {
        ClusterResourcePlacementScheduled: 'True/SchedulingPolicyFulfilled',
      });
      expect(await evict('waiting')).toEqual([
        ...['True', 'False'],
        'Eviction is blocked, placement has not propagated resources to target cluster yet',
      ]);
    });

    it('C/EV-023: a placement that failed to apply', async () => {
      await apply(fleet.members[0], serviceYaml('failed'));
      const applyStrategy = { whenToTakeOver: 'Never' };
      await apply(
        fleet.hub,
        placementYaml('failed', { ...ON_ONE, strategy: { type: 'RollingUpdate', applyStrategy } }),
      );
      await conditionsSoon('failed', { ClusterResourcePlacementApplied: 'False/ApplyFailed' });
      expect(await evict('failed')).toEqual(['True', 'True', 'Eviction is allowed, placement has failed']);
    });

    it('C/EV-023, EV-029: a placement that reports differences', async () => {
      const applyStrategy = { type: 'ReportDiff' };
      await apply(
        fleet.hub,
        placementYaml('compared', { ...ON_ONE, strategy: { type: 'RollingUpdate', applyStrategy } }),
      );
      await conditionsSoon('compared', {
        ClusterResourcePlacementDiffReported: 'True/DiffReportingCompleted',
      });
      expect(await evict('compared')).toEqual(['True', 'True', 'Eviction is allowed, placement has failed']);
    });

    it('C/EV-024, EV-027: a share of a placement without a policy, which counts as PickAll', async () => {
      await apply(fleet.hub, placementYaml('without', {}) + budgetYaml('without', max('50%')));
      await untilPlaced(new Map([['without', 5]]));
      await apply(fleet.hub, evictionYaml('without', 'member-1'));
      expect(await verdict('without')).toEqual([
        ...['True', 'False'],
        'Eviction is blocked by misconfigured ClusterResourcePlacementDisruptionBudget, either MaxUnavailable is specified or MinAvailable is specified as a percentage for PickAll ClusterResourcePlacement',
      ]);
    });
  });
});
