import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { mkdtempSync, rmSync } from 'node:fs';
import { parse, stringify } from 'yaml';
import { apply, conditionsOf, engineOn, memberYaml, read, soonWith, workloadYaml } from '../engine/fleet';
import { startEngine, type EngineOptions, type EngineProcess } from '../engineChild/startEngine';
import { FLEET_HOOK_MS, startFleet, type Fleet, type FleetCluster } from '../story/startFleet';

const PICK_ALL = `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata: { name: shop }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: shop }]
  policy: { placementType: PickAll }
`;

interface Kubeconfig {
  readonly contexts: { name: string; context: { cluster: string; user: string } }[];
  readonly users: { name: string; user: object }[];
}

/** An account that does what a member's account does, and may not read the namespace that identifies the cluster. */
const BLIND = `
apiVersion: v1
kind: ServiceAccount
metadata: { name: blind, namespace: default }
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: { name: blind }
rules:
  - { nonResourceURLs: [/readyz, /version], verbs: [get] }
  - { apiGroups: [placement.kubernetes-fleet.io], resources: [appliedworks], verbs: ['*'] }
  - { apiGroups: [apiextensions.k8s.io], resources: [customresourcedefinitions], verbs: ['*'] }
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: { name: blind }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: blind }
subjects: [{ kind: ServiceAccount, name: blind, namespace: default }]
`;
const SEES_WHO_IT_IS = `
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: { name: blind, namespace: kube-system }
rules: [{ apiGroups: [''], resources: [namespaces], resourceNames: [kube-system], verbs: [get] }]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: { name: blind, namespace: kube-system }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: Role, name: blind }
subjects: [{ kind: ServiceAccount, name: blind, namespace: default }]
`;

jest.setTimeout(180_000);

/** One cluster under two names, and another cluster under a name that is taken: what is there is never touched. */
describe('a MemberCluster whose credentials lead to a cluster that is not its own', () => {
  let fleet: Fleet;
  let engine: EngineProcess;
  let options: EngineOptions;
  const folder = mkdtempSync(path.join(tmpdir(), 'fleetstage-members-'));
  const kubeconfigPath = path.join(folder, 'kubeconfig');

  /** The kubeconfig of the fleet with these contexts besides, each leading to the cluster of another one. */
  async function writeKubeconfig(
    aliases: Readonly<Record<string, string>>,
    tokens: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    const config: Kubeconfig = parse(await readFile(fleet.kubeconfigPath, 'utf8'));
    const contextOf = (name: string) => config.contexts.find(one => one.name === name)!.context;
    const contexts = Object.entries(aliases).map(([name, of]) => ({
      name,
      context: { ...contextOf(of), ...(name in tokens && { user: name }) },
    }));
    const kept = config.contexts.filter(({ name }) => !(name in aliases));
    const users = Object.entries(tokens).map(([name, token]) => ({ name, user: { token } }));
    await writeFile(
      kubeconfigPath,
      stringify({ ...config, contexts: [...kept, ...contexts], users: [...config.users, ...users] }),
    );
  }

  beforeAll(async () => {
    fleet = await startFleet({ members: ['member-1', 'member-2'] });
    await writeKubeconfig({ 'member-9': 'member-1' });
    options = engineOn({ ...fleet, kubeconfigPath });
    engine = await startEngine(options);
    await apply(fleet.hub, memberYaml('member-1'));
    await soon('member-1 has joined', () => expectJoined('member-1', 'True/MemberClusterJoined'));
    await apply(fleet.hub, workloadYaml('shop', 'web:1'));
    await apply(fleet.hub, PICK_ALL);
    await soon('the placement is available', async () => {
      const { status } = await read(fleet.hub, 'crp', 'shop');
      expect(conditionsOf(status).ClusterResourcePlacementAvailable).toBe('True/ResourceAvailable');
    });
  }, FLEET_HOOK_MS + 120_000);

  afterAll(async () => {
    await engine?.stop();
    await fleet?.stop();
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  const soon = soonWith(() => engine, 60_000);

  async function expectJoined(name: string, joined: string): Promise<string> {
    const { status } = await read(fleet.hub, 'membercluster', name);
    expect(conditionsOf(status).Joined).toBe(joined);
    return status.conditions.find((condition: { type: string }) => condition.type === 'Joined').message;
  }

  const ownersOf = async (plane: FleetCluster, kind: string, name: string, namespace?: string) =>
    ((await read(plane, kind, name, namespace)).metadata.ownerReferences ?? []).map(
      (owner: { kind: string }) => owner.kind,
    );

  const clustersOf = async () =>
    (await read(fleet.hub, 'crp', 'shop')).status.placementStatuses.flatMap(
      ({ clusterName }: { clusterName?: string }) => clusterName ?? [],
    );

  it('does not join as the hub, which is not written to and keeps its originals', async () => {
    await apply(fleet.hub, memberYaml('hub'));
    const message = await soon('hub is refused', () => expectJoined('hub', 'False/FleetstageSameCluster'));
    expect(message).toContain('hub "hub"');
    expect(await clustersOf()).toEqual(['member-1']);
    expect(await ownersOf(fleet.hub, 'deployment', 'web', 'shop')).toEqual([]);
    expect((await fleet.hub.kubectl(['get', 'crd', '-o', 'name'])).stdout).not.toContain('appliedworks');
    expect(engine.logs().split('does not join').length).toBe(2);
  });

  it('does not join as another member, which keeps what it holds', async () => {
    await apply(fleet.hub, memberYaml('member-9'));
    const refused = () => expectJoined('member-9', 'False/FleetstageSameCluster');
    expect(await soon('member-9 is refused', refused)).toContain('MemberCluster member-1');
    expect(await clustersOf()).toEqual(['member-1']);
    const { spec } = await read(fleet.members[0], 'appliedwork', 'shop-work');
    expect(spec.workNamespace).toBe('fleet-member-member-1');
    await expectJoined('member-1', 'True/MemberClusterJoined');
  });

  it('does not join as another member under an account that hides which cluster it is', async () => {
    const [member] = fleet.members;
    await apply(member, BLIND);
    const { stdout: token } = await member.kubectl(['create', 'token', 'blind']);
    await writeKubeconfig({ 'member-8': 'member-1', 'member-9': 'member-1' }, { 'member-8': token.trim() });
    await apply(fleet.hub, memberYaml('member-8'));
    const hidden = () => expectJoined('member-8', 'False/FleetstageClusterUnidentified');
    expect(await soon('member-8 is refused', hidden)).toContain('get on the namespace kube-system');
    expect(await clustersOf()).toEqual(['member-1']);
    await apply(member, SEES_WHO_IT_IS);
    const seen = () => expectJoined('member-8', 'False/FleetstageSameCluster');
    expect(await soon('member-8 is distinguished from member-1', seen)).toContain('MemberCluster member-1');
    await fleet.hub.kubectl(['delete', 'membercluster', 'member-8', '--wait=true', '--timeout=60s']);
  });

  it('is refused also after a restart, until the name that came first leaves', async () => {
    await engine.stop();
    engine = await startEngine(options);
    const before = (await read(fleet.hub, 'membercluster', 'member-9')).metadata.resourceVersion;
    expect(before).toBeDefined();
    await expectJoined('member-9', 'False/FleetstageSameCluster');
    await fleet.hub.kubectl(['delete', 'membercluster', 'member-1', '--wait=true', '--timeout=60s']);
    await soon('member-9 has joined', () => expectJoined('member-9', 'True/MemberClusterJoined'));
    await soon('the placement follows', async () => {
      expect(await clustersOf()).toEqual(['member-9']);
      const { spec } = await read(fleet.members[0], 'appliedwork', 'shop-work');
      expect(spec.workNamespace).toBe('fleet-member-member-9');
    });
  });

  it('stops being used when another cluster answers under its name', async () => {
    await engine.stop();
    await writeKubeconfig({ 'member-9': 'member-2' });
    engine = await startEngine(options);
    const changed = () => expectJoined('member-9', 'False/FleetstageClusterChanged');
    expect(await soon('member-9 is refused', changed)).toContain('delete MemberCluster member-9');
    await apply(fleet.hub, workloadYaml('shop', 'web:2'));
    const { status } = await read(fleet.hub, 'crp', 'shop');
    expect(status).toBeDefined();
    expect((await fleet.members[1].kubectl(['get', 'ns', '-o', 'name'])).stdout).not.toContain('shop');
    expect((await fleet.members[1].kubectl(['get', 'crd', '-o', 'name'])).stdout).not.toContain(
      'appliedworks',
    );
    await engine.stop();
    await writeKubeconfig({ 'member-9': 'member-1' });
    engine = await startEngine(options);
    await soon('member-9 is back', () => expectJoined('member-9', 'True/MemberClusterJoined'));
    await soon('it is brought up to date', async () => {
      const deployment = await read(fleet.members[0], 'deployment', 'web', 'shop');
      expect(deployment.spec.template.spec.containers[0].image).toBe('web:2');
    });
  });

  it('leaves the sources alone when its placement is deleted', async () => {
    await fleet.hub.kubectl(['delete', 'crp', 'shop', '--wait=true', '--timeout=60s']);
    expect((await read(fleet.hub, 'ns', 'shop')).status.phase).toBe('Active');
    expect(await ownersOf(fleet.hub, 'deployment', 'web', 'shop')).toEqual([]);
  });
});
