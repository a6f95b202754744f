import { FLEET_HOOK_MS, startFleet, type Fleet } from '../story/startFleet';
import { letAgentsPlace } from '../story/memberAgents';
import { startEngine, type EngineProcess } from '../engineChild/startEngine';
import { ONE_SNAPSHOT_PER_APPLY } from '../story/hub';
import { apply, conditionsOf, engineOn, memberYaml, read, readWhole, soonWith } from './fleet';

/* kubectl's JSON is read with the eyes of the test: what is missing fails the expectation. */
/* eslint-disable @typescript-eslint/no-explicit-any */

interface Setting {
  /** Also the name of the placement, of its namespace and of all its objects. */
  readonly name: string;
  readonly mode: 'Always' | 'IfNotDrifted' | 'ReportDiff';
  readonly comparison: 'PartialComparison' | 'FullComparison';
}

const SETTINGS: readonly Setting[] = (['Always', 'IfNotDrifted', 'ReportDiff'] as const).flatMap(mode =>
  (['PartialComparison', 'FullComparison'] as const).map(comparison => ({
    name: `${mode}-${comparison.slice(0, 4)}`.toLowerCase(),
    mode,
    comparison,
  })),
);

const objects = (name: string) => `
apiVersion: v1
kind: Namespace
metadata: { name: ${name} }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: ${name}, namespace: ${name} }
data: { a: hub }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name}, namespace: ${name} }
spec:
  replicas: 2
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: "web:1" }] }
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: { name: ${name} }
rules: [{ apiGroups: [""], resources: [configmaps], verbs: [get] }]
---`;

const placement = (name: string, strategy: object) => `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata: { name: ${name} }
spec:
  resourceSelectors:
    - { group: "", version: v1, kind: Namespace, name: ${name} }
    - { group: rbac.authorization.k8s.io, version: v1, kind: ClusterRole, name: ${name} }
  policy: { placementType: PickAll }
  strategy: { type: RollingUpdate, applyStrategy: ${JSON.stringify(strategy)} }
---`;

const strategyOf = ({ mode, comparison }: Setting) =>
  mode === 'ReportDiff'
    ? { type: 'ReportDiff', comparisonOption: comparison, whenToTakeOver: 'Never' }
    : { comparisonOption: comparison, whenToApply: mode };

/** What somebody does on the member: to a field that the hub sets, and to one that it does not. */
const KINDS = [
  {
    kind: 'ConfigMap',
    managed: { data: { a: 'member' } },
    path: '/data/a',
    hub: 'hub',
    member: 'member',
    valueOf: (live: any) => live.data.a,
  },
  {
    kind: 'Deployment',
    managed: { spec: { replicas: 3 } },
    path: '/spec/replicas',
    hub: '2',
    member: '3',
    valueOf: (live: any) => String(live.spec.replicas),
  },
  {
    kind: 'ClusterRole',
    managed: { rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['list'] }] },
    path: '/rules/0/verbs/0',
    hub: 'get',
    member: 'list',
    valueOf: (live: any) => live.rules[0].verbs[0],
  },
] as const;
type Kind = (typeof KINDS)[number];
const UNMANAGED = { metadata: { labels: { theirs: 'x' } } };
const UNMANAGED_PATH = '/metadata/labels';

/** Issue 18: seen within this, nine of ten. */
const SEEN_MS = 5_000;

jest.setTimeout(180_000);

describe('what somebody changes on a member', () => {
  let fleet: Fleet;
  let engine: EngineProcess;
  const elapsed: number[] = [];

  beforeAll(async () => {
    fleet = await startFleet({ members: ['member-1'] });
    await letAgentsPlace(fleet, { 'rbac.authorization.k8s.io': ['clusterroles'] });
    const capture = { ...ONE_SNAPSHOT_PER_APPLY.capture, privilegedKinds: ['rbac.authorization.k8s.io'] };
    engine = await startEngine(engineOn(fleet, { capture }));
    await apply(fleet.hub, memberYaml('member-1'));
    const [member] = fleet.members;
    const compared = SETTINGS.filter(({ mode }) => mode === 'ReportDiff');
    await apply(member, compared.map(({ name }) => objects(name)).join(''));
    await apply(fleet.hub, SETTINGS.map(({ name }) => objects(name)).join(''));
    await apply(fleet.hub, SETTINGS.map(setting => placement(setting.name, strategyOf(setting))).join(''));
  }, FLEET_HOOK_MS);

  afterAll(async () => {
    await engine?.stop();
    await fleet?.stop();
  }, 60_000);

  const soon = soonWith(() => engine);
  const statusOf = async (name: string): Promise<any> => {
    const { status } = await read(fleet.hub, 'crp', name);
    return status.placementStatuses[0];
  };
  const scopeOf = (name: string, { kind }: Kind) => (kind === 'ClusterRole' ? [] : ['-n', name]);
  const onMember = (name: string, { kind }: Kind): Promise<any> =>
    readWhole(fleet.members[0], kind, name, name);
  async function change(name: string, kind: Kind, patch: object): Promise<number> {
    const args = [kind.kind, name, ...scopeOf(name, kind), '--type=merge', '-p', JSON.stringify(patch)];
    await fleet.members[0].kubectl(['patch', ...args]);
    return Date.now();
  }
  const within = async (since: number, what: string, probe: () => Promise<void>) => {
    await soon(what, probe);
    elapsed.push(Date.now() - since);
  };
  const entryOf = (list: any[] | undefined, kind: string) => list?.find(entry => entry.kind === kind);
  const untilApplied = (name: string) =>
    soon(`${name} is applied`, async () => {
      expect(conditionsOf(await statusOf(name)).Applied).toMatch(/^True/);
    });

  const applied = SETTINGS.filter(({ mode }) => mode !== 'ReportDiff');

  describe.each(applied)('$mode, $comparison', setting => {
    const { name, mode, comparison } = setting;
    beforeAll(() => untilApplied(name));

    it.each(KINDS)('B §4.8 a managed field of a $kind', async kind => {
      const since = await change(name, kind, kind.managed);
      if (mode === 'Always') {
        await within(since, 'it is repaired', async () => {
          expect(kind.valueOf(await onMember(name, kind))).toBe(kind.hub);
        });
        return;
      }
      await within(since, 'it is reported', async () => {
        const status = await statusOf(name);
        const drift = entryOf(status.driftedPlacements, kind.kind);
        expect(drift?.observedDrifts).toEqual([
          { path: kind.path, valueInHub: kind.hub, valueInMember: kind.member },
        ]);
        expect(entryOf(status.failedPlacements, kind.kind).condition).toMatchObject({
          type: 'Applied',
          status: 'False',
          reason: 'FoundDrifts',
        });
        for (const time of [drift.firstDriftedObservedTime, drift.observationTime])
          expect(Date.parse(time)).toBeGreaterThan(since - 5_000);
      });
      expect(kind.valueOf(await onMember(name, kind))).toBe(kind.member);
      await change(name, kind, revert(kind));
      await soon('what was taken back is reported no more', async () => {
        expect(entryOf((await statusOf(name)).driftedPlacements, kind.kind)).toBeUndefined();
      });
    });

    it.each(KINDS)('B/WA-135 a $kind that is deleted is created again', async kind => {
      const { metadata } = await onMember(name, kind);
      await fleet.members[0].kubectl(['delete', kind.kind, name, ...scopeOf(name, kind)]);
      await within(Date.now(), 'it is there again', async () => {
        expect((await onMember(name, kind)).metadata.uid).not.toBe(metadata.uid);
      });
    });

    it.each(KINDS)('B §4.8 a field of others on a $kind', async kind => {
      await untilApplied(name);
      const since = await change(name, kind, UNMANAGED);
      if (comparison === 'FullComparison')
        await within(since, 'it is reported', async () => {
          const status = await statusOf(name);
          const drift = entryOf(status.driftedPlacements, kind.kind);
          expect(drift?.observedDrifts).toMatchObject([{ path: UNMANAGED_PATH }]);
          const isApplied = mode === 'Always' ? 'True' : 'False';
          expect(conditionsOf(status).Applied).toMatch(new RegExp(`^${isApplied}`));
        });
      else {
        // A drift that is repaired or reported in its place says that the label was seen.
        const later = await change(name, kind, kind.managed);
        await within(later, 'what was done after it is seen', async () => {
          if (mode === 'Always') expect(kind.valueOf(await onMember(name, kind))).toBe(kind.hub);
          else
            expect(
              entryOf((await statusOf(name)).driftedPlacements, kind.kind)?.observedDrifts,
            ).toMatchObject([{ path: kind.path }]);
        });
        if (mode !== 'Always') await change(name, kind, revert(kind));
      }
      expect((await onMember(name, kind)).metadata.labels).toMatchObject({ theirs: 'x' });
      await change(name, kind, { metadata: { labels: { theirs: null } } });
    });
  });

  const compared = SETTINGS.filter(({ mode }) => mode === 'ReportDiff');

  describe.each(compared)('$mode, $comparison', ({ name, comparison }) => {
    beforeAll(() =>
      soon(`${name} is compared`, async () => {
        expect(conditionsOf(await statusOf(name)).DiffReported).toMatch(/^True/);
      }),
    );

    it.each(KINDS)('B/WA-089 a $kind is reported, and nothing is written', async kind => {
      const managed = await change(name, kind, kind.managed);
      const { metadata } = await onMember(name, kind);
      await within(managed, 'the field of the hub is reported', async () => {
        const { diffedPlacements } = await statusOf(name);
        expect(entryOf(diffedPlacements, kind.kind)?.observedDiffs).toEqual([
          { path: kind.path, valueInHub: kind.hub, valueInMember: kind.member },
        ]);
      });
      const now = await onMember(name, kind);
      expect(now.metadata.ownerReferences).toBeUndefined();
      expect(now.metadata.managedFields.map(({ manager }: any) => manager)).not.toContain('work-api-agent');
      if (kind.kind !== 'Deployment') expect(now.metadata.resourceVersion).toBe(metadata.resourceVersion);
      const unmanaged = await change(name, kind, UNMANAGED);
      if (comparison === 'FullComparison')
        await within(unmanaged, 'the field of others is reported', async () => {
          const { diffedPlacements } = await statusOf(name);
          const { observedDiffs = [] } = entryOf(diffedPlacements, kind.kind) ?? {};
          expect(observedDiffs.map(({ path }: any) => path)).toEqual([UNMANAGED_PATH, kind.path].sort());
        });
    });
  });

  it('issue 18: nine of ten changes were seen or repaired within five seconds', () => {
    const sorted = [...elapsed].sort((a, b) => a - b);
    expect(sorted[Math.floor(0.9 * sorted.length)]).toBeLessThanOrEqual(SEEN_MS);
  });
});

/** What the hub has. */
function revert({ kind }: Kind): object {
  if (kind === 'ConfigMap') return { data: { a: 'hub' } };
  if (kind === 'Deployment') return { spec: { replicas: 2 } };
  return { rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get'] }] };
}
