import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../eventually';
import { repoPath } from '../crds/repoPath';
import { startEngine } from '../engineChild/startEngine';
import { workloadYaml } from '../story/hub';
import type { RecordSession } from './recordSession';

const MEMBERS = [
  { name: 'member-1', labels: { environment: 'staging' } },
  { name: 'member-2', labels: { environment: 'production' } },
];

const memberYaml = ({ name, labels }: (typeof MEMBERS)[number]) =>
  JSON.stringify({
    apiVersion: 'cluster.kubernetes-fleet.io/v1beta1',
    kind: 'MemberCluster',
    metadata: { name, labels },
    spec: { identity: { kind: 'User', name: `agent-${name}`, apiGroup: 'rbac.authorization.k8s.io' } },
  });

const STORY = `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata: { name: shop }
spec:
  resourceSelectors: [{ group: '', version: v1, kind: Namespace, name: shop }]
  policy: { placementType: PickAll }
  strategy: { type: External }
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterStagedUpdateStrategy
metadata: { name: two-stages }
spec:
  stages:
    - name: staging
      labelSelector: { matchLabels: { environment: staging } }
      afterStageTasks: [{ type: Approval }]
    - name: production
      labelSelector: { matchLabels: { environment: production } }
      afterStageTasks: [{ type: TimedWait, waitTime: 1s }]
`;

const run = (name: string, index: string) => `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterStagedUpdateRun
metadata: { name: ${name} }
spec: { placementName: shop, stagedRolloutStrategyName: two-stages, resourceSnapshotIndex: '${index}' }
`;

/** The engine's own traffic through a placement with two runs, with the kubectl calls of the journeys around it. */
export async function playEngine(session: RecordSession): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'fleetstage-record-engine-'));
  const { kubeconfigPath: kubeconfig, kubectl } = session;
  const engine = await startEngine({
    database: { client: 'better-sqlite3', connection: { filename: join(folder, 'rows.sqlite') } },
    fleetstage: {
      hubs: [{ name: 'hub', kubeconfig, context: 'hub' }],
      members: MEMBERS.map(({ name }) => ({ name, kubeconfig, context: name })),
    },
  });
  const nodes = startStatusWriter(session);
  try {
    const apply = (stdin: string) => kubectl('hub', ['apply', '-f', '-'], { stdin });
    await eventually('the hub knows MemberClusters', () => apply(MEMBERS.map(memberYaml).join('\n---\n')));
    await kubectl('hub', ['wait', '--for=condition=Joined', 'membercluster', '--all', '--timeout=60s']);
    await apply(workloadYaml('shop', { image: 'registry.example/web:v1' }));
    await apply(STORY);
    await kubectl('hub', [
      'wait',
      '--for=create',
      'clusterresourcesnapshot/shop-0-snapshot',
      '--timeout=30s',
    ]);
    await playRun(session, 'first', '0');
    await apply(workloadYaml('shop', { image: 'registry.example/web:v2', replicas: 2 }));
    await kubectl('hub', [
      'wait',
      '--for=create',
      'clusterresourcesnapshot/shop-1-snapshot',
      '--timeout=30s',
    ]);
    await playRun(session, 'second', '1');
    for (const args of [
      'get memberclusters',
      'get crp,csur,careq -o wide',
      'describe csur second',
      'describe crp shop',
    ]) {
      await kubectl('hub', args.split(' '));
    }
    await kubectl('hub', ['delete', 'csur', 'first', 'second', '--timeout=30s']);
    await kubectl('hub', ['delete', 'crp', 'shop', '--timeout=60s']);
    await kubectl('member-1', ['wait', '--for=delete', 'namespace/shop', '--timeout=60s']);
    await kubectl('hub', ['delete', 'membercluster', 'member-2', '--timeout=60s']);
  } finally {
    nodes.stop();
    await engine.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function playRun({ kubectl }: RecordSession, name: string, index: string): Promise<void> {
  await kubectl('hub', ['apply', '-f', '-'], { stdin: run(name, index) });
  await kubectl('hub', ['wait', '--for=create', `careq/${name}-staging`, '--timeout=60s']);
  const script = readFileSync(repoPath('test/fixtures/requirement000/approve.sh'), 'utf8');
  const [, patch] = /-p '(.*)' --subresource/s.exec(script) ?? [];
  const filled = patch.replace(/'\$\(date[^)]*\)'/, '2026-11-21T12:00:00Z');
  await kubectl('hub', [
    ...['patch', 'clusterapprovalrequests', `${name}-staging`, '--type=merge', '-p', filled],
    '--subresource=status',
  ]);
  await kubectl('hub', ['wait', '--for=condition=Succeeded', `csur/${name}`, '--timeout=60s']);
}

const WEB = '/apis/apps/v1/namespaces/shop/deployments/web';

/** Plays the controllers of the members: whatever Deployment they have is available. */
function startStatusWriter({ behind, send }: RecordSession) {
  let isStopped = false;
  const check = async (member: string) => {
    const args = ['get', '--raw', WEB];
    const { stdout, exitCode } = await behind(member).kubectl(args, { allowFailure: true });
    if (exitCode !== 0) return;
    const { metadata, spec, status } = JSON.parse(stdout);
    if (status?.observedGeneration === metadata.generation || metadata.deletionTimestamp) return;
    const counts = ['replicas', 'updatedReplicas', 'readyReplicas', 'availableReplicas'].map(field => [
      field,
      spec.replicas,
    ]);
    const body = { status: { observedGeneration: metadata.generation, ...Object.fromEntries(counts) } };
    await send(member, {
      method: 'PATCH',
      path: `${WEB}/status?fieldManager=nodes`,
      body,
      contentType: 'application/merge-patch+json',
    });
  };
  void (async () => {
    while (!isStopped) {
      for (const { name } of MEMBERS) await check(name).catch(() => undefined);
      await new Promise(resolve => setTimeout(resolve, 200));
    }
  })();
  return {
    stop() {
      isStopped = true;
    },
  };
}
