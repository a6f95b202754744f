import { readAuditLog, type AuditEvent } from '../controlPlane/readAuditLog';
import { FLEET_HOOK_MS, startFleet, type Fleet, type FleetCluster } from '../story/startFleet';
import { startEngine, type EngineProcess } from '../engineChild/startEngine';
import { apply, conditionsOf, engineOn, memberYaml, namesOf, read, soonWith, workloadYaml } from './fleet';

const placement = (name: string, policy: string, strategy: string) => `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata: { name: ${name} }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: ${name} }]
  policy: ${policy}
  strategy: { type: ${strategy} }
---`;

const PLACEMENTS =
  placement('shop', '{ placementType: PickAll }', 'RollingUpdate') +
  placement('one', '{ placementType: PickN, numberOfClusters: 1 }', 'RollingUpdate') +
  placement('staged', '{ placementType: PickAll }', 'External');

const STRATEGY = `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterStagedUpdateStrategy
metadata: { name: all-at-once }
spec:
  stages: [{ name: all, labelSelector: {}, maxConcurrency: "100%" }]
---`;

const run = (name: string, index: number) => `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterStagedUpdateRun
metadata: { name: ${name} }
spec:
  placementName: staged
  resourceSnapshotIndex: "${index}"
  stagedRolloutStrategyName: all-at-once
---`;

/** Shown on the hub with its values masked: they cannot come back from there. */
const SECRET = `
apiVersion: v1
kind: Secret
metadata: { name: key, namespace: shop }
stringData: { key: hunter2 }
---`;

/** Applied twice before the database is lost, so that its newest snapshot is number 1. */
const override = (namespace: string, value: string) => `
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourceOverride
metadata: { name: marks, namespace: ${namespace} }
spec:
  resourceSelectors: [{ group: apps, version: v1, kind: Deployment, name: web }]
  policy:
    overrideRules:
      - clusterSelector:
          clusterSelectorTerms: [{ labelSelector: { matchExpressions: [{ key: fleet, operator: DoesNotExist }] } }]
        jsonPatchOverrides:
          - { op: add, path: /metadata/annotations, value: { mark: "${value} \${MEMBER-CLUSTER-NAME}" } }
---`;
const OVERRIDDEN = ['one', 'staged'];

/** An absence takes time to see: long enough for a probe and a resync of what is spaced. */
const IDLE_MS = 12_000;

jest.setTimeout(240_000);

/** Writes of the engine to one cluster since a moment, as `verb path`. */
async function writesSince(plane: FleetCluster, sinceMs: number): Promise<string[]> {
  const found: string[] = [];
  for await (const event of readAuditLog(plane.auditLogPath))
    if (isOurs(event, sinceMs)) found.push(describeWrite(event));
  return found;
}

/** The heartbeats of agents are due with nothing to do, too. */
const HEARTBEAT = /\/internalmemberclusters\/[^/]+\/status$/;

const isOurs = ({ userAgent, requestURI, requestReceivedTimestamp }: AuditEvent, sinceMs: number) =>
  userAgent === 'fleetstage' &&
  !HEARTBEAT.test(requestURI) &&
  Date.parse(requestReceivedTimestamp) >= sinceMs;

const describeWrite = ({ verb, requestURI, requestObject }: AuditEvent) =>
  `${verb} ${requestURI} ${JSON.stringify(requestObject)?.slice(0, 400)}`;

describe('an engine whose database is lost', () => {
  let fleet: Fleet;
  let engine: EngineProcess;

  beforeAll(async () => {
    fleet = await startFleet({ members: ['member-1', 'member-2'] });
    engine = await startEngine(engineOn(fleet));
  }, FLEET_HOOK_MS);

  afterAll(async () => {
    await engine?.stop();
    await fleet?.stop();
  }, 60_000);

  const soon = soonWith(() => engine, 60_000);
  const imageOn = async (member: FleetCluster, namespace: string) =>
    (await read(member, 'deployment', 'web', namespace)).spec.template.spec.containers[0].image;
  const markOn = async (member: FleetCluster, namespace: string) =>
    (await read(member, 'deployment', 'web', namespace)).metadata.annotations?.mark;
  const snapshotsOf = async (namespace: string) => {
    const { stdout } = await fleet.hub.kubectl(
      `get resourceoverridesnapshots -n ${namespace} -o jsonpath={.items[*].metadata.name}`.split(' '),
    );
    return stdout.trim().split(' ').sort();
  };
  /** `one` is on the cluster that was picked alone. */
  const marks = async () => {
    const found = await Promise.all(
      fleet.members.flatMap(member =>
        OVERRIDDEN.filter(name => name !== 'one' || picked.includes(member.name)).map(async name => [
          `${name} on ${member.name}`,
          await markOn(member, name),
        ]),
      ),
    );
    return Object.fromEntries(found);
  };
  const clustersOf = async (name: string) =>
    (await read(fleet.hub, 'crp', name)).status.placementStatuses
      .map((entry: any) => entry.clusterName)
      .sort();
  const isAvailable = (name: string) =>
    soon(`${name} is available`, async () => {
      const { status } = await read(fleet.hub, 'crp', name);
      expect(conditionsOf(status).ClusterResourcePlacementAvailable).toBe('True/ResourceAvailable');
    });
  const hasSucceeded = (name: string) =>
    soon(`${name} has succeeded`, async () => {
      const { status } = await read(fleet.hub, 'csur', name);
      expect(conditionsOf(status).Succeeded).toBe('True/UpdateRunSucceeded');
    });

  let picked: string[];
  const expectedMarks = (value = 'second') => ({
    [`one on ${picked[0]}`]: `${value} ${picked[0]}`,
    ...Object.fromEntries(fleet.members.map(({ name }) => [`staged on ${name}`, `second ${name}`])),
  });

  it('has placed three placements, the last run of one rolled it back', async () => {
    await apply(fleet.hub, memberYaml('member-1') + memberYaml('member-2'));
    await apply(fleet.hub, ['shop', 'one', 'staged'].map(name => workloadYaml(name, 'web:1')).join('\n'));
    await apply(fleet.hub, OVERRIDDEN.map(name => override(name, 'first')).join(''));
    await apply(fleet.hub, SECRET + PLACEMENTS + STRATEGY);
    await isAvailable('shop');
    await isAvailable('one');
    await soon('the first snapshot of staged is there', async () =>
      expect((await read(fleet.hub, 'crp', 'staged')).status.observedResourceIndex).toBe('0'),
    );
    await soon('the first snapshots of the overrides are there', async () => {
      for (const name of OVERRIDDEN) expect(await snapshotsOf(name)).toEqual(['marks-0']);
    });
    await apply(fleet.hub, OVERRIDDEN.map(name => override(name, 'second')).join(''));
    await soon('the second ones are there', async () => {
      for (const name of OVERRIDDEN) expect(await snapshotsOf(name)).toEqual(['marks-0', 'marks-1']);
    });
    await apply(fleet.hub, run('first', 0));
    await hasSucceeded('first');
    await apply(fleet.hub, workloadYaml('staged', 'web:2'));
    await soon('the second snapshot is there', () =>
      read(fleet.hub, 'clusterresourcesnapshot', 'staged-1-snapshot'),
    );
    await apply(fleet.hub, run('second', 1));
    await hasSucceeded('second');
    await apply(fleet.hub, run('back', 0));
    await hasSucceeded('back');
    for (const member of fleet.members) expect(await imageOn(member, 'staged')).toBe('web:1');
    await isAvailable('staged');
    picked = await clustersOf('one');
    expect(picked).toHaveLength(1);
    await soon('all have the patch', async () => expect(await marks()).toEqual(expectedMarks()));
  });

  const quiet = async () => {
    // What settles after the last change: derived objects, spaced writes.
    await new Promise(resolve => setTimeout(resolve, 8_000));
    const since = Date.now();
    await new Promise(resolve => setTimeout(resolve, IDLE_MS));
    const writes = await Promise.all([fleet.hub, ...fleet.members].map(plane => writesSince(plane, since)));
    expect(writes.flat()).toEqual([]);
  };

  it('writes nothing while nothing happens', quiet);

  it('finds everything as it was after it began with an empty database', async () => {
    await engine.stop();
    const since = Date.now();
    engine = await startEngine(engineOn(fleet));
    for (const name of ['shop', 'one', 'staged']) await isAvailable(name);
    await quiet();
    expect(await clustersOf('one')).toEqual(picked);
    expect(await clustersOf('staged')).toEqual(['member-1', 'member-2']);
    for (const name of ['first', 'second', 'back']) await hasSucceeded(name);
    expect(await marks()).toEqual(expectedMarks());
    for (const name of OVERRIDDEN) expect(await snapshotsOf(name)).toEqual(['marks-0', 'marks-1']);
    for (const member of fleet.members) {
      expect(await imageOn(member, 'staged')).toBe('web:1');
      const writes = await writesSince(member, since);
      expect(writes.filter(write => /\/namespaces\/(shop|one|staged)/.test(write))).toEqual([]);
    }
  });

  it('rolls out what changed while the database was lost, though a Secret keeps the old content unknown', async () => {
    await engine.stop();
    await apply(fleet.hub, workloadYaml('shop', 'web:2'));
    // Its override is for clusters without the label: of an External placement, the next run may take it back, nobody else.
    const other = fleet.members.find(({ name }) => !picked.includes(name))!;
    await fleet.hub.kubectl(['label', 'membercluster', other.name, 'fleet=another']);
    engine = await startEngine(engineOn(fleet));
    for (const member of fleet.members) {
      await soon(`shop is updated on ${member.name}`, async () =>
        expect(await imageOn(member, 'shop')).toBe('web:2'),
      );
    }
    await isAvailable('shop');
    await isAvailable('staged');
    expect(await marks()).toEqual(expectedMarks());
  });

  it('B/OV-012: goes on with the next index of an override, within the strategies', async () => {
    await apply(fleet.hub, OVERRIDDEN.map(name => override(name, 'third')).join(''));
    await soon('the third snapshots are there, and the rolling update has brought its own', async () => {
      for (const name of OVERRIDDEN)
        expect(await snapshotsOf(name)).toEqual(['marks-0', 'marks-1', 'marks-2']);
      expect(await marks()).toEqual(expectedMarks('third'));
    });
  });

  it('goes on with the next index, and cleans up what an earlier life has placed', async () => {
    await apply(fleet.hub, workloadYaml('staged', 'web:3'));
    await soon('the third snapshot is there', () =>
      read(fleet.hub, 'clusterresourcesnapshot', 'staged-2-snapshot'),
    );
    await fleet.hub.kubectl(['delete', 'crp', 'shop', 'one', 'staged', '--wait=true', '--timeout=60s']);
    for (const member of fleet.members) {
      await soon(`${member.name} is clean`, async () =>
        expect(await namesOf(member, 'appliedworks')).toEqual([]),
      );
    }
  });
});
