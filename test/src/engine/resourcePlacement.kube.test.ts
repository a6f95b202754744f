import { FLEET_HOOK_MS, startFleet, type Fleet } from '../story/startFleet';
import { startEngine, type EngineProcess } from '../engineChild/startEngine';
import { apply, conditionsOf, engineOn, memberYaml, namesOf, read, soonWith } from './fleet';

const namespaceYaml = (name: string) => `
apiVersion: v1
kind: Namespace
metadata: { name: ${name} }
---`;

const configMapYaml = (namespace: string, name: string, color: string) => `
apiVersion: v1
kind: ConfigMap
metadata: { name: ${name}, namespace: ${namespace}, labels: { app: web } }
data: { color: ${color} }
---`;

/** Three placements called `web`: two in namespaces, and a cluster-wide one that selects its own namespace. */
const CRP = `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata: { name: web }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: whole }]
  policy: { placementType: PickAll }
---`;
const rpYaml = (
  namespace: string,
  selector = '{ group: "", version: v1, kind: ConfigMap, name: settings }',
) => `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourcePlacement
metadata: { name: web, namespace: ${namespace} }
spec:
  resourceSelectors: [${selector}]
  policy: { placementType: PickAll }
  strategy: { rollingUpdate: { unavailablePeriodSeconds: 1 } }
---`;

const AVAILABLE = {
  ResourcePlacementScheduled: 'True/SchedulingPolicyFulfilled',
  ResourcePlacementRolloutStarted: 'True/RolloutStarted',
  ResourcePlacementOverridden: 'True/NoOverrideSpecified',
  ResourcePlacementWorkSynchronized: 'True/WorkSynchronized',
  ResourcePlacementApplied: 'True/ApplySucceeded',
  ResourcePlacementAvailable: 'True/ResourceAvailable',
};

const MEMBERS = ['member-1', 'member-2'];

jest.setTimeout(120_000);

describe('placements of one name, in two namespaces and without one (A/PL-004, A/PL-069)', () => {
  let fleet: Fleet;
  let engine: EngineProcess;

  beforeAll(async () => {
    fleet = await startFleet({ members: MEMBERS });
    engine = await startEngine(engineOn(fleet));
  }, FLEET_HOOK_MS);

  afterAll(async () => {
    await engine?.stop();
    await fleet?.stop();
  }, 60_000);

  const soon = soonWith(() => engine);
  const available = (namespace: string) =>
    soon(`${namespace}/web is available`, async () => {
      const placement = await read(fleet.hub, 'rp', 'web', namespace);
      expect(conditionsOf(placement.status)).toEqual(AVAILABLE);
      // With one member joined before the other, it is available on the first before it is on both.
      expect(placement.status.placementStatuses.map((entry: any) => entry.clusterName)).toEqual(MEMBERS);
      return placement;
    });
  const namesOnHub = (kind: string, namespace?: string) =>
    namesOf(fleet.hub, kind, namespace === undefined ? {} : { namespace });
  const worksOn = (member: Fleet['members'][number]) => namesOf(member, 'appliedworks');

  it('A/SEL-019 places what each selects in its own namespace', async () => {
    await apply(fleet.hub, MEMBERS.map(name => memberYaml(name)).join(''));
    await apply(fleet.hub, ['blue', 'green', 'whole'].map(namespaceYaml).join('\n'));
    // A ResourcePlacement brings objects, not their namespace.
    for (const member of fleet.members) await apply(member, ['blue', 'green'].map(namespaceYaml).join('\n'));
    await apply(
      fleet.hub,
      ['blue', 'green', 'whole'].map(name => configMapYaml(name, 'settings', name)).join('\n') + CRP,
    );
    await apply(fleet.hub, rpYaml('blue') + rpYaml('green'));
    for (const namespace of ['blue', 'green']) {
      const { status, metadata } = await available(namespace);
      expect(metadata.finalizers.sort()).toEqual([
        'kubernetes-fleet.io/crp-cleanup',
        'kubernetes-fleet.io/scheduler-cleanup',
      ]);
      expect(status.observedResourceIndex).toBe('0');
      expect(status.selectedResources).toEqual([
        { version: 'v1', kind: 'ConfigMap', namespace, name: 'settings' },
      ]);
    }
    await soon('the cluster-wide one is available', async () => {
      const { status } = await read(fleet.hub, 'crp', 'web');
      expect(conditionsOf(status).ClusterResourcePlacementAvailable).toBe('True/ResourceAvailable');
      expect(status.placementStatuses).toHaveLength(MEMBERS.length);
    });
    for (const member of fleet.members) {
      for (const namespace of ['blue', 'green', 'whole'])
        expect((await read(member, 'configmap', 'settings', namespace)).data.color).toBe(namespace);
    }
  });

  it('A/PL-064 keeps an AppliedWork of each on every member', async () => {
    for (const member of fleet.members) {
      expect(await worksOn(member)).toEqual(['blue.web-work', 'green.web-work', 'web-work']);
      for (const [namespace, owner] of [
        ['blue', 'blue.web-work'],
        ['whole', 'web-work'],
      ]) {
        const { metadata } = await read(member, 'configmap', 'settings', namespace);
        expect(metadata.ownerReferences).toMatchObject([{ kind: 'AppliedWork', name: owner }]);
      }
    }
  });

  it('A/PL-007, A/PL-009, A/PL-011, A/PL-040, A/PL-067, A/PL-068 shows what it made of each beside it', async () => {
    await soon('snapshots and bindings are there', async () => {
      for (const namespace of ['blue', 'green']) {
        expect(await namesOnHub('sps', namespace)).toEqual(['web-0']);
        expect(await namesOnHub('resourcesnapshots', namespace)).toEqual(['web-0-snapshot']);
        expect(await namesOnHub('rb', namespace)).toHaveLength(2);
      }
      expect([await namesOnHub('csps'), await namesOnHub('crs')]).toEqual([['web-0'], ['web-0-snapshot']]);
      expect(await namesOnHub('crb')).toHaveLength(2);
    });
    const owner = await read(fleet.hub, 'rp', 'web', 'blue');
    for (const [kind, name] of [
      ['sps', 'web-0'],
      ['resourcesnapshots', 'web-0-snapshot'],
    ]) {
      const { metadata } = await read(fleet.hub, kind, name, 'blue');
      expect(metadata.labels['kubernetes-fleet.io/parent-CRP']).toBe('web');
      expect(metadata.ownerReferences).toMatchObject([
        { kind: 'ResourcePlacement', name: 'web', uid: owner.metadata.uid, controller: true },
      ]);
    }
    const [binding] = await namesOnHub('rb', 'blue');
    const { metadata, spec } = await read(fleet.hub, 'rb', binding, 'blue');
    expect(metadata).toMatchObject({ labels: { 'kubernetes-fleet.io/parent-CRP': 'web' } });
    expect(metadata.ownerReferences).toBeUndefined();
    expect(spec).toMatchObject({
      state: 'Bound',
      resourceSnapshotName: 'web-0-snapshot',
      schedulingPolicySnapshotName: 'web-0',
    });
  });

  it('A/PL-016 shows kubectl get and describe its state', async () => {
    const { stdout: table } = await fleet.hub.kubectl(['get', 'rp', '-A']);
    expect(table.split('\n')[0].split(/\s+/)).toEqual(
      expect.arrayContaining(['NAMESPACE', 'NAME', 'GEN', 'SCHEDULED', 'AVAILABLE']),
    );
    expect(table).toMatch(/blue +web +1 +True +1 +True +1/);
    const { stdout } = await fleet.hub.kubectl(['describe', 'rp', 'web', '-n', 'blue']);
    expect(stdout).toMatch(/Kind: +ResourcePlacement\n/);
    expect(stdout).toMatch(/Type: +ResourcePlacementAvailable\n/);
    expect(stdout).not.toContain('ClusterResourcePlacement');
  });

  it('A/SEL-081 captures what changes in the namespace, for the placement of that namespace', async () => {
    await apply(fleet.hub, configMapYaml('blue', 'settings', 'navy'));
    for (const member of fleet.members) {
      await soon(`${member.name} has the change`, async () =>
        expect((await read(member, 'configmap', 'settings', 'blue')).data.color).toBe('navy'),
      );
    }
    await soon('the status reports it', async () =>
      expect((await read(fleet.hub, 'rp', 'web', 'blue')).status.observedResourceIndex).toBe('1'),
    );
    expect((await read(fleet.hub, 'rp', 'web', 'green')).status.observedResourceIndex).toBe('0');
    expect((await read(fleet.hub, 'crp', 'web')).status.observedResourceIndex).toBe('0');
  });

  it('A/SEL-012 is refused with a Namespace among its selectors', async () => {
    const selector = '{ group: "", version: v1, kind: Namespace, name: green }';
    await expect(apply(fleet.hub, rpYaml('green', selector))).rejects.toThrow(/no Namespace/);
  });

  it('A/SEL-018, A/SEL-024 says that it cannot select what is cluster-scoped, and keeps what is placed', async () => {
    await apply(
      fleet.hub,
      rpYaml('green', '{ group: rbac.authorization.k8s.io, version: v1, kind: ClusterRole, name: view }'),
    );
    await soon('the condition says so', async () => {
      const { status } = await read(fleet.hub, 'rp', 'web', 'green');
      const scheduled = status.conditions.find((one: any) => one.type === 'ResourcePlacementScheduled');
      expect(scheduled).toMatchObject({ status: 'False', reason: 'InvalidResourceSelectors' });
      expect(scheduled.message).toMatch(
        /green\/web: cannot select cluster-scoped resource .*ClusterRole in a resourcePlacement/,
      );
      expect(status.selectedResources).toHaveLength(1);
    });
    for (const member of fleet.members)
      expect((await read(member, 'configmap', 'settings', 'green')).data.color).toBe('green');
    await apply(fleet.hub, rpYaml('green'));
    await available('green');
  });

  it('takes them over when its database is lost: nothing moves, and indexes go on', async () => {
    const bindings = await namesOnHub('rb', 'blue');
    await engine.stop();
    engine = await startEngine(engineOn(fleet));
    await apply(fleet.hub, configMapYaml('blue', 'settings', 'teal'));
    await soon('the status reports the next snapshot', async () => {
      const { status } = await read(fleet.hub, 'rp', 'web', 'blue');
      expect(status.observedResourceIndex).toBe('2');
      expect(conditionsOf(status)).toEqual(AVAILABLE);
    });
    expect(await namesOnHub('rb', 'blue')).toEqual(bindings);
    for (const member of fleet.members) {
      expect((await read(member, 'configmap', 'settings', 'blue')).data.color).toBe('teal');
      expect(await worksOn(member)).toEqual(['blue.web-work', 'green.web-work', 'web-work']);
    }
  });

  it('lets one go and keeps the others', async () => {
    await fleet.hub.kubectl(['delete', 'rp', 'web', '-n', 'blue', '--wait=true', '--timeout=60s']);
    for (const member of fleet.members) {
      await soon(`${member.name} holds nothing of it`, async () =>
        expect(await worksOn(member)).toEqual(['green.web-work', 'web-work']),
      );
      expect((await read(member, 'configmap', 'settings', 'green')).data.color).toBe('green');
    }
    await soon('what was shown of it is gone', async () => {
      for (const kind of ['sps', 'resourcesnapshots', 'rb'])
        expect(await namesOnHub(kind, 'blue')).toEqual([]);
    });
    expect(await namesOnHub('rb', 'green')).toHaveLength(2);
    expect(await namesOnHub('crb')).toHaveLength(2);
    await available('green');
  });

  it('lets go with its namespace', async () => {
    await fleet.hub.kubectl(['delete', 'namespace', 'green', '--wait=true', '--timeout=60s']);
    for (const member of fleet.members) {
      await soon(`${member.name} holds the cluster-wide one alone`, async () =>
        expect(await worksOn(member)).toEqual(['web-work']),
      );
    }
  });
});
