import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readMemory } from '../bench/readMemory';
import { readAuditLog, type AuditEvent } from '../controlPlane/readAuditLog';
import { repoPath } from '../crds/repoPath';
import { apply, conditionsOf, find, read } from '../engine/fleet';
import { eventually } from '../eventually';
import { FLEET_HOOK_MS, startFleet, type Fleet, type FleetCluster } from '../story/startFleet';
import { configMapOf, deploymentOf, joinHub, namespaceOf, setMembership, workOf } from './hubObjects';
import { bundleAgent, startAgent, type AgentProcess } from '../story/startAgent';

const MEMBER = 'member-1';
const SPACE = `fleet-member-${MEMBER}`;
const MAY_HOLD_MB = 80;

jest.setTimeout(300_000);
let fleet: Fleet;
let hub: FleetCluster;
let member: FleetCluster;
let agent: AgentProcess;
let folder: string;
let flags: Record<string, string>;

beforeAll(async () => {
  bundleAgent();
  fleet = await startFleet({ members: [MEMBER] });
  hub = fleet.hub;
  [member] = fleet.members;
  const { token } = await joinHub(hub, MEMBER);
  folder = mkdtempSync(path.join(tmpdir(), 'fleetstage-agent-'));
  const fileOf = (name: string, text: string) => {
    writeFileSync(path.join(folder, name), text, { mode: 0o600 });
    return path.join(folder, name);
  };
  await apply(member, readFileSync(repoPath('examples/member-agent.yaml'), 'utf8'));
  flags = {
    'member': MEMBER,
    'hub-url': hub.url,
    'hub-ca': fileOf('ca.crt', hub.caPem),
    'hub-token-file': fileOf('token', token),
    'kubeconfig': fileOf('own.yaml', await ownKubeconfig()),
    'state-dir': path.join(folder, 'state'),
    'log-level': 'debug',
  };
  agent = startAgent({ flags });
}, FLEET_HOOK_MS);

afterAll(async () => {
  fleet?.hub.thaw();
  await agent?.stop();
  await fleet?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
}, 60_000);

/** With the rights of the example, and no more. */
async function ownKubeconfig(): Promise<string> {
  const { stdout } = await member.kubectl(['create', 'token', 'member-agent', '-n', 'fleetstage-agent']);
  const ca = Buffer.from(member.caPem).toString('base64');
  return JSON.stringify({
    'current-context': 'own',
    'clusters': [{ name: 'own', cluster: { 'server': member.url, 'certificate-authority-data': ca } }],
    'users': [{ name: 'own', user: { token: stdout.trim() } }],
    'contexts': [{ name: 'own', context: { cluster: 'own', user: 'own' } }],
  });
}

/** Waits for a state; what the agent logged is in the error when it does not come. */
const soon = <T>(what: string, probe: () => Promise<T>, timeoutMs = 40_000) =>
  eventually(what, probe, { timeoutMs }).catch(error => {
    throw new Error(`${error.message}\n--- agent:\n${agent.logs().slice(-6000)}`);
  });
// Of v1, which kubectl prefers, some fields are missing.
const membership = () =>
  read(hub, 'internalmemberclusters.v1beta1.cluster.kubernetes-fleet.io', MEMBER, SPACE);
const work = (placement: string) =>
  read(hub, 'works.v1beta1.placement.kubernetes-fleet.io', `${placement}-work`, SPACE);
const configMap = (namespace: string, name: string) => read(member, 'configmap', name, namespace);
const isGone = async (plane: FleetCluster, kind: string, name: string, namespace?: string) =>
  expect(await find(plane, kind, name, namespace)).toBeUndefined();
const setData = (namespace: string, name: string, data: object) =>
  member.kubectl([
    'patch',
    'configmap',
    name,
    '-n',
    namespace,
    '--type=merge',
    '-p',
    JSON.stringify({ data }),
  ]);
const put = (placement: string, spec: Parameters<typeof workOf>[2]) =>
  apply(hub, workOf(MEMBER, placement, spec));

/** The status of a Work is complete for its newest generation. */
async function settled(placement: string, expected: Record<string, string>) {
  return soon(`the status of ${placement}`, async () => {
    const found = await work(placement);
    expect(conditionsOf(found.status)).toEqual(expected);
    for (const one of found.status.conditions) expect(one.observedGeneration).toBe(found.metadata.generation);
    return found;
  });
}
const AVAILABLE = { Applied: 'True/AllManifestsApplied', Available: 'True/AllManifestsAvailable' };

/** The path of a create has no name. */
const nameIn = ({ objectRef, requestObject }: AuditEvent) =>
  (requestObject as { metadata?: { name?: string } } | undefined)?.metadata?.name ?? objectRef?.name ?? '';

/** What the agent has written to its cluster so far, as `verb resource/name`. */
async function written(namespace: string): Promise<readonly string[]> {
  const events: string[] = [];
  for await (const event of readAuditLog(member.auditLogPath)) {
    const { verb, requestURI, objectRef, responseStatus } = event;
    const isOurs = requestURI.includes('fieldManager=work-api-agent') && !requestURI.includes('dryRun=');
    if (isOurs && (responseStatus?.code ?? 0) < 300 && objectRef?.namespace === namespace)
      events.push(`${verb} ${objectRef.resource}/${nameIn(event)}`);
  }
  return events;
}

describe('an agent that pulls from the hub', () => {
  it('C/MC-035…041, PP-002…020: joins, and reports health, properties and namespaces', async () => {
    const { status } = await soon('the cluster has joined', async () => {
      const found = await membership();
      const [own] = found.status?.agentStatus ?? [];
      expect(conditionsOf(own)).toEqual({
        Joined: 'True/InternalMemberClusterJoined',
        Healthy: 'True/InternalMemberClusterHealthy',
      });
      expect(conditionsOf(found.status)).toMatchObject({
        ClusterPropertyCollectionSucceeded: 'True/PropertiesCollected',
        NamespaceCollectionSucceeded: 'True/Succeeded',
      });
      return found;
    });
    expect(Number(status.properties['kubernetes-fleet.io/node-count'].value)).toBeGreaterThan(0);
    expect(status.resourceUsage.allocatable.cpu).toBeDefined();
    expect(status.namespaces).toHaveProperty('kube-system', '');
    const [{ lastReceivedHeartbeat: first }] = status.agentStatus;
    await soon('another heartbeat', async () => {
      const [{ lastReceivedHeartbeat: last }] = (await membership()).status.agentStatus;
      expect(Date.parse(last)).toBeGreaterThan(Date.parse(first));
    });
  });

  it('B/WA-006, WA-012, WA-100…109: applies a Work and reports each manifest', async () => {
    await put('web', {
      manifests: [
        deploymentOf('web', 'app', 'registry.example/app:1'),
        configMapOf('web', 'settings', { a: '1' }),
        namespaceOf('web'),
      ],
    });
    const { metadata, status } = await settled('web', AVAILABLE);
    expect(metadata.finalizers).toEqual(['kubernetes-fleet.io/work-cleanup']);
    expect(status.manifestConditions.map(({ identifier }: any) => identifier)).toEqual([
      {
        ordinal: 0,
        group: 'apps',
        version: 'v1',
        kind: 'Deployment',
        resource: 'deployments',
        namespace: 'web',
        name: 'app',
      },
      {
        ordinal: 1,
        version: 'v1',
        kind: 'ConfigMap',
        resource: 'configmaps',
        namespace: 'web',
        name: 'settings',
      },
      { ordinal: 2, version: 'v1', kind: 'Namespace', resource: 'namespaces', name: 'web' },
    ]);
    const appliedWork = await read(member, 'appliedwork', 'web-work');
    expect(appliedWork.spec).toEqual({ workName: 'web-work', workNamespace: SPACE });
    expect(appliedWork.status.appliedResources).toHaveLength(3);
    const { metadata: applied } = await configMap('web', 'settings');
    expect(applied.ownerReferences).toMatchObject([
      { kind: 'AppliedWork', name: 'web-work', uid: appliedWork.metadata.uid },
    ]);
    expect(applied.annotations).toHaveProperty(['kubernetes-fleet.io/spec-hash']);
    await soon('its namespace is reported', async () =>
      expect((await membership()).status.namespaces).toHaveProperty('web', 'web-work'),
    );
  });

  it('B §4.8: repairs a drift at once, and creates what was deleted', async () => {
    await setData('web', 'settings', { a: 'changed' });
    await soon('the drift is repaired', async () =>
      expect((await configMap('web', 'settings')).data).toEqual({ a: '1' }),
    );
    await member.kubectl(['delete', 'configmap', 'settings', '-n', 'web']);
    await soon('the object is there again', () => configMap('web', 'settings'));
    await settled('web', AVAILABLE);
  });

  it('B/WA-046, WA-102: keeps a drift where whenToApply is IfNotDrifted, and reports it', async () => {
    await put('kept', {
      manifests: [namespaceOf('kept'), configMapOf('kept', 'settings', { a: '1' })],
      applyStrategy: { whenToApply: 'IfNotDrifted' },
    });
    await settled('kept', AVAILABLE);
    await setData('kept', 'settings', { a: 'mine' });
    const { status } = await settled('kept', { Applied: 'False/SomeManifestsAreNotApplied' });
    const [, entry] = status.manifestConditions;
    expect(conditionsOf(entry)).toEqual({ Applied: 'False/FoundDrifts' });
    expect(entry.driftDetails.observedDrifts).toEqual([
      { path: '/data/a', valueInMember: 'mine', valueInHub: '1' },
    ]);
    expect((await configMap('kept', 'settings')).data).toEqual({ a: 'mine' });
    await setData('kept', 'settings', { a: '1' });
    await settled('kept', AVAILABLE);
  });

  it('B/WA-085…089, RUL 13: compares with ReportDiff and writes nothing', async () => {
    await apply(member, JSON.stringify(namespaceOf('diff')));
    await apply(member, JSON.stringify(configMapOf('diff', 'settings', { a: 'theirs' })));
    await put('diff', {
      manifests: [configMapOf('diff', 'settings', { a: '1' }), configMapOf('diff', 'missing', { a: '1' })],
      applyStrategy: { type: 'ReportDiff' },
    });
    const { status } = await settled('diff', { DiffReported: 'True/AllManifestsDiffReported' });
    expect(status.manifestConditions.map(conditionsOf)).toEqual([
      { DiffReported: 'True/FoundDiff' },
      { DiffReported: 'True/FoundDiff' },
    ]);
    expect(status.manifestConditions[1].diffDetails.observedDiffs).toEqual([
      { path: '/', valueInHub: '(the whole object)' },
    ]);
    await setData('diff', 'settings', { a: '1' });
    await soon('the difference is gone', async () =>
      expect(conditionsOf((await work('diff')).status.manifestConditions[0])).toEqual({
        DiffReported: 'True/NoDiffFound',
      }),
    );
    expect((await configMap('diff', 'settings')).metadata.ownerReferences).toBeUndefined();
    expect(await written('diff')).toEqual([]);
  });

  it('B/WA-020…045: reports what cannot be applied, and applies the others', async () => {
    await apply(member, JSON.stringify(configMapOf('default', 'theirs', { a: 'theirs' })));
    const widget = {
      apiVersion: 'example.com/v1',
      kind: 'Widget',
      metadata: { name: 'w', namespace: 'default' },
    };
    await put('partly', {
      manifests: [
        configMapOf('default', 'theirs', { a: '1' }),
        widget,
        configMapOf('default', 'ours', { a: '1' }),
      ],
      applyStrategy: { whenToTakeOver: 'Never' },
    });
    const { status } = await settled('partly', { Applied: 'False/SomeManifestsAreNotApplied' });
    expect(status.manifestConditions.map(conditionsOf)).toEqual([
      { Applied: 'False/NotTakenOver' },
      { Applied: 'False/DecodingErred' },
      { Applied: 'True/Applied', Available: 'True/Available' },
    ]);
    expect(status.manifestConditions[1].identifier).not.toHaveProperty('resource');
  });

  it('B/WA-062…064: leaves an object to the Work that has it, and takes it from one that is gone', async () => {
    await put('second', { manifests: [configMapOf('web', 'settings', { a: '2' })] });
    const { status } = await settled('second', { Applied: 'False/SomeManifestsAreNotApplied' });
    expect(conditionsOf(status.manifestConditions[0])).toEqual({ Applied: 'False/FailedToTakeOver' });
    expect((await configMap('web', 'settings')).data).toEqual({ a: '1' });
    await hub.kubectl(['delete', 'work', 'second-work', '-n', SPACE]);

    const stray = {
      apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
      kind: 'AppliedWork',
      metadata: { name: 'former-work' },
      spec: { workName: 'former-work', workNamespace: SPACE },
    };
    await apply(member, JSON.stringify(stray));
    const { metadata } = await read(member, 'appliedwork', 'former-work');
    const owner = { apiVersion: stray.apiVersion, kind: stray.kind, name: 'former-work', uid: metadata.uid };
    const left = configMapOf('default', 'left', { a: 'former' });
    await apply(
      member,
      JSON.stringify({ ...left, metadata: { ...left.metadata, ownerReferences: [owner] } }),
    );
    await put('heir', { manifests: [configMapOf('default', 'left', { a: '1' })] });
    await settled('heir', AVAILABLE);
    const { metadata: taken } = await configMap('default', 'left');
    expect(taken.ownerReferences.map(({ name }: any) => name)).toEqual(['heir-work']);
  });

  it('B/WA-140: brings statuses back where the Work asks for it', async () => {
    await put('back', {
      manifests: [namespaceOf('back'), deploymentOf('back', 'app', 'registry.example/app:1')],
      reportBackStrategy: { type: 'Mirror', destination: 'WorkAPI' },
    });
    await soon('the status is back', async () => {
      const [, entry] = (await work('back')).status.manifestConditions;
      expect(entry.backReportedStatus.observedStatus).toMatchObject({
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        status: { availableReplicas: 1 },
      });
    });
  });

  it('B/AV-002: says why a workload is not available', async () => {
    await put('stuck', {
      manifests: [namespaceOf('stuck'), deploymentOf('stuck', 'app', 'registry.example/app:bad-1')],
    });
    await soon('the cause is reported', async () => {
      const [, entry] = (await work('stuck')).status.manifestConditions;
      const available = entry.conditions.find(({ type }: any) => type === 'Available');
      expect(available).toMatchObject({ status: 'False', reason: 'ManifestNotAvailableYet' });
      expect(available.message).toContain('ImagePullBackOff');
    });
  });

  it('B/WA-032, RUL 17: follows an update, and removes what the Work has no more', async () => {
    await put('web', { manifests: [configMapOf('web', 'settings', { a: '2' }), namespaceOf('web')] });
    const { metadata, status } = await settled('web', AVAILABLE);
    expect([metadata.generation, status.manifestConditions.length]).toEqual([2, 2]);
    expect((await configMap('web', 'settings')).data).toEqual({ a: '2' });
    await soon('the Deployment is gone', () => isGone(member, 'deployment', 'app', 'web'));
  });

  it('goes on while the hub hangs, and reports afterwards; nothing is applied twice', async () => {
    const before = await written('web');
    hub.freeze();
    try {
      await setData('web', 'settings', { a: 'changed' });
      await soon('the drift is repaired without the hub', async () =>
        expect((await configMap('web', 'settings')).data).toEqual({ a: '2' }),
      );
      await setData('kept', 'settings', { a: 'mine' });
      await soon('the outage is noticed', async () =>
        expect(agent.logs()).toContain('cannot be written to the hub'),
      );
    } finally {
      hub.thaw();
    }
    const { status } = await settled('kept', { Applied: 'False/SomeManifestsAreNotApplied' });
    expect(conditionsOf(status.manifestConditions[1])).toEqual({ Applied: 'False/FoundDrifts' });
    await settled('web', AVAILABLE);
    expect(await written('web')).toEqual([...before, 'patch configmaps/settings']);
  });

  it('goes on after a kill while the hub hangs, from what it has kept', async () => {
    const before = await written('web');
    hub.freeze();
    try {
      await agent.kill();
      await setData('web', 'settings', { a: 'changed' });
      agent = startAgent({ flags });
      await soon('the drift is repaired', async () =>
        expect((await configMap('web', 'settings')).data).toEqual({ a: '2' }),
      );
    } finally {
      hub.thaw();
    }
    await settled('web', AVAILABLE);
    expect(await written('web')).toEqual([...before, 'patch configmaps/settings']);
    for (const file of ['work-web-work.json', 'state-web-work.json', 'membership.json'])
      expect(statSync(path.join(folder, 'state', file)).mode & 0o077).toBe(0);
  });

  it('goes on with a renewed token when the hub refuses the one before', async () => {
    await hub.kubectl(['delete', 'serviceaccount', 'agent', '-n', SPACE]);
    await hub.kubectl(['create', 'serviceaccount', 'agent', '-n', SPACE]);
    await soon('the hub refuses the token', async () =>
      expect(agent.logs()).toMatch(/heartbeat cannot be written to the hub {.*Unauthorized/),
    );
    const { stdout } = await hub.kubectl(['create', 'token', 'agent', '-n', SPACE]);
    writeFileSync(flags['hub-token-file'], stdout.trim());
    const since = Date.now();
    await soon('the next heartbeat', async () => {
      const [{ lastReceivedHeartbeat: last }] = (await membership()).status.agentStatus;
      expect(Date.parse(last)).toBeGreaterThan(since);
    });
  });

  it('B/WA-031: loses track of nothing when it is killed in the middle, and creates nothing twice', async () => {
    const names = Array.from({ length: 120 }, (_, i) => `part-${i}`);
    await put('parts', {
      manifests: [namespaceOf('parts'), ...names.map(name => configMapOf('parts', name, { a: '1' }))],
    });
    await eventually('it has begun', () => configMap('parts', names[0]), {
      timeoutMs: 40_000,
      intervalMs: 5,
    });
    await agent.kill();
    agent = startAgent({ flags });
    await settled('parts', AVAILABLE);
    const creates = (await written('parts')).filter(text => text.startsWith('create configmaps'));
    expect(creates.length).toBe(new Set(creates).size);
    expect(creates.length).toBe(names.length);
    expect((await read(member, 'appliedwork', 'parts-work')).status.appliedResources).toHaveLength(
      names.length + 1,
    );
  });

  it(`holds 300 objects in less than ${MAY_HOLD_MB} MB`, async () => {
    const names = Array.from({ length: 180 }, (_, i) => `more-${i}`);
    await put('more', {
      manifests: [
        namespaceOf('more'),
        ...names.map(name => configMapOf('more', name, { a: 'x'.repeat(900) })),
      ],
    });
    await settled('more', AVAILABLE);
    // What the passes over 180 new objects have left behind goes with the next collections.
    const { residentMb, peakMb } = await eventually(
      'the agent holds so little',
      () => {
        const memory = readMemory([agent.pid]);
        expect(memory.residentMb).toBeLessThan(MAY_HOLD_MB);
        return memory;
      },
      { timeoutMs: 90_000, intervalMs: 1_000 },
    );
    console.log(`the agent with 300 objects: ${residentMb} MB resident, ${peakMb} MB at most`);
  });

  it('B/WA-130, WA-132: removes what a deleted Work has placed, and leaves what others own, too', async () => {
    await apply(member, JSON.stringify(configMapOf('default', 'owner', {})));
    const { metadata } = await configMap('default', 'owner');
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: metadata.uid };
    const shared = configMapOf('default', 'shared', { a: '1' });
    await apply(
      member,
      JSON.stringify({ ...shared, metadata: { ...shared.metadata, ownerReferences: [owner] } }),
    );
    await put('web', {
      manifests: [namespaceOf('web'), configMapOf('web', 'settings', { a: '2' }), shared],
      applyStrategy: { allowCoOwnership: true },
    });
    await settled('web', AVAILABLE);
    await hub.kubectl(['delete', 'work', 'web-work', '-n', SPACE, '--timeout=60s']);
    await isGone(member, 'appliedwork', 'web-work');
    await isGone(member, 'configmap', 'settings', 'web');
    expect((await configMap('default', 'shared')).metadata.ownerReferences).toEqual([owner]);
  });

  it('C/MC-042, MC-043, MC-060: leaves, and what it has placed stays', async () => {
    await setMembership(hub, MEMBER, 'Leave');
    const left = await soon('the cluster has left', async () => {
      const found = await membership();
      expect(conditionsOf(found.status.agentStatus[0])).toEqual({
        Joined: 'False/InternalMemberClusterLeft',
      });
      return found.status.agentStatus[0].lastReceivedHeartbeat;
    });
    await hub.kubectl(['delete', 'work', 'kept-work', '-n', SPACE, '--wait=false']);
    await setData('more', 'more-0', { a: 'theirs' });
    await setMembership(hub, MEMBER, 'Join');
    await soon('the cluster is back', async () => {
      const [own] = (await membership()).status.agentStatus;
      expect(conditionsOf(own).Joined).toBe('True/InternalMemberClusterJoined');
      expect(own.lastReceivedHeartbeat).not.toBe(left);
    });
    await soon('the drift of the time between is repaired', async () =>
      expect((await configMap('more', 'more-0')).data.a).toBe('x'.repeat(900)),
    );
    await soon('the Work that was deleted meanwhile is removed', () => isGone(member, 'namespace', 'kept'));
  });

  it('C/MC-057, MC-060: keeps what it has placed when the hub lets go of it by force', async () => {
    await setMembership(hub, MEMBER, 'Leave');
    await soon('the cluster has left', async () =>
      expect(conditionsOf((await membership()).status.agentStatus[0]).Joined).toBe(
        'False/InternalMemberClusterLeft',
      ),
    );
    const patch = JSON.stringify({ metadata: { finalizers: null } });
    await hub.kubectl(['patch', 'work', 'more-work', '-n', SPACE, '--type=merge', '-p', patch]);
    await hub.kubectl(['delete', 'work', 'more-work', '-n', SPACE, '--timeout=30s']);
    await soon('the agent has forgotten the Work', async () =>
      expect(() => statSync(path.join(folder, 'state', 'work-more-work.json'))).toThrow(),
    );
    expect((await configMap('more', 'more-0')).data.a).toBe('x'.repeat(900));
  });
});
