import { FLEET_HOOK_MS, startFleet, type Fleet } from '../story/startFleet';
import { letAgentsPlace } from '../story/memberAgents';
import { startEngine, type EngineProcess } from '../engineChild/startEngine';
import { apply, conditionsOf, engineOn, memberYaml, read, soonWith, workloadYaml } from './fleet';

const PLACEMENT = `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata: { name: shop }
spec:
  resourceSelectors:
    - { group: "", version: v1, kind: Namespace, name: shop }
    - { group: example.com, version: v1, kind: Tenant, name: shop }
  policy:
    placementType: PickAll
    affinity:
      clusterAffinity:
        requiredDuringSchedulingIgnoredDuringExecution:
          clusterSelectorTerms: [{ labelSelector: { matchLabels: { environment: prod } } }]
  strategy: { type: RollingUpdate }
---`;

const TENANTS = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: tenants.example.com }
spec:
  group: example.com
  scope: Cluster
  names: { kind: Tenant, plural: tenants, singular: tenant, listKind: TenantList }
  versions:
    - name: v1
      served: true
      storage: true
      schema: { openAPIV3Schema: { type: object, x-kubernetes-preserve-unknown-fields: true } }
---`;

const TENANT = `
apiVersion: example.com/v1
kind: Tenant
metadata: { name: shop }
---`;

jest.setTimeout(180_000);

describe('what happened while nobody watched', () => {
  let fleet: Fleet;
  let engine: EngineProcess;
  let options: ReturnType<typeof engineOn>;

  beforeAll(async () => {
    fleet = await startFleet({ members: ['member-1', 'member-2'] });
    await letAgentsPlace(fleet, { 'example.com': ['tenants'] });
    options = engineOn(fleet);
    engine = await startEngine(options);
  }, FLEET_HOOK_MS);

  afterAll(async () => {
    await engine?.stop();
    await fleet?.stop();
  }, 60_000);

  const soon = soonWith(() => engine, 60_000);
  const clusters = async () =>
    ((await read(fleet.hub, 'crp', 'shop')).status.placementStatuses ?? [])
      .map((entry: any) => entry.clusterName)
      .filter((name: unknown) => name !== undefined);

  it('finds a kind that came after the placement that selects it', async () => {
    const [member] = fleet.members;
    await apply(
      fleet.hub,
      memberYaml('member-1', { environment: 'prod' }) + memberYaml('member-2', { environment: 'test' }),
    );
    await apply(fleet.hub, workloadYaml('shop', 'web:1') + PLACEMENT);
    await soon('the placement says that there is no such kind', async () => {
      const { status } = await read(fleet.hub, 'crp', 'shop');
      expect(JSON.stringify(status.conditions)).toContain('no matches for kind');
    });
    await apply(member, TENANTS);
    await apply(fleet.hub, TENANTS);
    await fleet.hub.kubectl(['wait', '--for=condition=Established', 'crd/tenants.example.com']);
    await apply(fleet.hub, TENANT);
    await soon('the tenant is on the member', () => read(member, 'tenant', 'shop'));
    await soon('the placement is available', async () => {
      const { status } = await read(fleet.hub, 'crp', 'shop');
      expect(conditionsOf(status).ClusterResourcePlacementAvailable).toBe('True/ResourceAvailable');
    });
  });

  it('finds the label of a member that was set while it was down', async () => {
    await engine.stop();
    await fleet.hub.kubectl(['label', 'membercluster', 'member-2', 'environment=prod', '--overwrite']);
    engine = await startEngine(options);
    await soon('the cluster is picked', async () =>
      expect(await clusters()).toEqual(['member-1', 'member-2']),
    );
  });

  it('lets a member leave, and a deleted placement go with it', async () => {
    await fleet.hub.kubectl(['delete', 'membercluster', 'member-1', '--wait=true', '--timeout=30s']);
    await soon('the cluster is let go', async () => expect(await clusters()).toEqual(['member-2']));
    await fleet.hub.kubectl(['delete', 'crp', 'shop', '--wait=true', '--timeout=30s']);
  });
});
