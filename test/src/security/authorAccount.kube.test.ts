import { readFileSync } from 'node:fs';
import path from 'node:path';
import { startEngine, type EngineProcess } from '../engineChild/startEngine';
import { apply, conditionsOf, engineOn, memberYaml, read, soonWith } from '../engine/fleet';
import { FLEET_HOOK_MS, startFleet, type Fleet } from '../story/startFleet';
import { bindAccounts } from './hardenedFleet';

const MEMBER = 'member-1';
const ACCOUNT = 'system:serviceaccount:shop:fleetstage';
const AUTHORS = readFileSync(path.resolve(__dirname, '../../../examples/rbac/member-authors.yaml'), 'utf8');

const NAMESPACE = `
apiVersion: v1
kind: Namespace
metadata: { name: shop }
---`;

/** Fleetstage's own account on the member may do what these do; the account of the authors may not. */
const POWERFUL = `
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: { name: powerful }
subjects: [{ kind: ServiceAccount, name: fleetstage, namespace: fleetstage }]
roleRef: { kind: ClusterRole, name: cluster-admin, apiGroup: rbac.authorization.k8s.io }
---`;

const BIND_IMPERSONATION = `
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: { name: fleetstage-author-accounts, namespace: shop }
subjects: [{ kind: ServiceAccount, name: fleetstage, namespace: fleetstage }]
roleRef: { kind: Role, name: fleetstage-author-accounts, apiGroup: rbac.authorization.k8s.io }
---`;

const HUB = `${NAMESPACE}
apiVersion: v1
kind: ConfigMap
metadata: { name: settings, namespace: shop }
data: { a: b }
---
apiVersion: v1
kind: ResourceQuota
metadata: { name: quota, namespace: shop }
spec: { hard: { pods: "100" } }
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourcePlacement
metadata: { name: web, namespace: shop }
spec:
  resourceSelectors:
    - { group: "", version: v1, kind: ConfigMap, name: settings }
    - { group: "", version: v1, kind: ResourceQuota, name: quota }
  policy: { placementType: PickAll }
`;

jest.setTimeout(180_000);

describe('fleetstage.authorAccount', () => {
  let fleet: Fleet;
  let engine: EngineProcess;

  afterEach(async () => {
    await engine?.stop();
    await fleet?.stop();
  }, 60_000);

  const soon = soonWith(() => engine);
  const start = async (settings: Readonly<Record<string, unknown>>) => {
    fleet = await startFleet({ members: [MEMBER] });
    const kubeconfigPath = await bindAccounts(fleet);
    engine = await startEngine(engineOn({ ...fleet, kubeconfigPath }, settings));
    await apply(fleet.members[0], `${NAMESPACE}${POWERFUL}${BIND_IMPERSONATION}${AUTHORS}`);
    await apply(fleet.hub, memberYaml(MEMBER) + HUB);
  };

  it(
    'a ResourcePlacement has at most the rights of the account of its namespace; the rest of it is placed',
    async () => {
      await start({ authorAccount: 'system:serviceaccount:{namespace}:fleetstage' });
      const [member] = fleet.members;
      await soon('the refusal', async () => {
        const { status } = await read(fleet.hub, 'rp', 'web', 'shop');
        const [cluster] = status.placementStatuses;
        expect(cluster.failedPlacements).toHaveLength(1);
        const [failed] = cluster.failedPlacements;
        expect(failed).toMatchObject({ kind: 'ResourceQuota', name: 'quota', namespace: 'shop' });
        expect(failed.condition.message).toContain(`User "${ACCOUNT}" cannot`);
      });
      expect((await read(member, 'configmap', 'settings', 'shop')).data).toEqual({ a: 'b' });
      await expect(read(member, 'resourcequota', 'quota', 'shop')).rejects.toThrow('not found');
      // The member's own words of who may, not ours: with the right it goes on by itself.
      await apply(
        member,
        `
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: { name: fleetstage-admin, namespace: shop }
subjects: [{ kind: ServiceAccount, name: fleetstage, namespace: shop }]
roleRef: { kind: ClusterRole, name: quotas, apiGroup: rbac.authorization.k8s.io }
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: { name: quotas }
rules: [{ apiGroups: [""], resources: [resourcequotas], verbs: [get, create, patch] }]
`,
      );
      await soon('the quota is placed', async () => {
        await read(member, 'resourcequota', 'quota', 'shop');
        const { status } = await read(fleet.hub, 'rp', 'web', 'shop');
        expect(conditionsOf(status).ResourcePlacementApplied).toBe('True/ApplySucceeded');
      });
    },
    FLEET_HOOK_MS + 120_000,
  );

  it(
    'without it everything is written as Fleetstage',
    async () => {
      await start({});
      await soon('the quota is placed', () => read(fleet.members[0], 'resourcequota', 'quota', 'shop'));
    },
    FLEET_HOOK_MS + 120_000,
  );
});
