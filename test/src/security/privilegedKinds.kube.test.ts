import { annotationKeys } from '@fleetstage/backstage-plugin-fleetstage-common';
import { startEngine, type EngineProcess } from '../engineChild/startEngine';
import { apply, conditionsOf, engineOn, memberYaml, read, soonWith } from '../engine/fleet';
import { FLEET_HOOK_MS, startFleet, type Fleet } from '../story/startFleet';

const MEMBER = 'member-1';
const AUTHOR = 'configmap-author';

/** The platform places the namespace; the author may write ConfigMaps in it, and nothing else anywhere. */
const SETUP = `
${memberYaml(MEMBER)}
apiVersion: v1
kind: Namespace
metadata: { name: shop }
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: { name: write-configmaps }
rules: [{ apiGroups: [""], resources: [configmaps], verbs: [get, create, update, patch] }]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: { name: author, namespace: shop }
subjects: [{ kind: User, name: ${AUTHOR}, apiGroup: rbac.authorization.k8s.io }]
roleRef: { kind: ClusterRole, name: write-configmaps, apiGroup: rbac.authorization.k8s.io }
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata: { name: shop }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: shop }]
  policy: { placementType: PickAll }
  strategy: { rollingUpdate: { unavailablePeriodSeconds: 1 } }
`;

const takeOverYaml = `
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: { name: take-over, namespace: shop }
subjects: [{ kind: User, name: ${AUTHOR}, apiGroup: rbac.authorization.k8s.io }]
roleRef: { kind: ClusterRole, name: cluster-admin, apiGroup: rbac.authorization.k8s.io }
`;

const envelopeJson = JSON.stringify({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {
    name: 'settings',
    namespace: 'shop',
    annotations: { [annotationKeys.envelopeConfigMap]: 'true' },
  },
  data: { 'binding.yaml': takeOverYaml },
});

jest.setTimeout(180_000);

describe('the right to write ConfigMaps is the right to write ConfigMaps', () => {
  let fleet: Fleet;
  let engine: EngineProcess;

  beforeAll(async () => {
    fleet = await startFleet({ members: [MEMBER] });
    engine = await startEngine(engineOn(fleet));
  }, FLEET_HOOK_MS);

  afterAll(async () => {
    await engine?.stop();
    await fleet?.stop();
  }, 60_000);

  const soon = soonWith(() => engine);
  const member = () => fleet.members[0];
  const asAuthor = (yaml: string) =>
    fleet.hub.kubectl(['create', '-f', '-', `--as=${AUTHOR}`], { stdin: yaml });
  const bindingsOnMember = async () =>
    (await member().kubectl(['get', 'rolebindings', '-n', 'shop', '-o', 'name'])).stdout.trim();
  const warningOf = async (name: string) => {
    const { status } = await read(fleet.hub, 'crp', name);
    return status.conditions.find(({ type }: { type: string }) => type === 'FleetstageWarning');
  };

  it('RUL 54 places an annotated ConfigMap as it is, and says which setting opens it', async () => {
    await apply(fleet.hub, SETUP);
    await soon('the author may write', () => asAuthor(envelopeJson));
    await expect(asAuthor(takeOverYaml)).rejects.toThrow('forbidden');
    await soon('the ConfigMap is placed', () => read(member(), 'configmap', 'settings', 'shop'));
    await soon('the warning', async () => {
      const warning = await warningOf('shop');
      expect(warning?.message).toContain('fleetstage.capture.configMapEnvelopes');
      expect(warning?.message).toContain('fleetstage-envelopes');
      expect(warning?.message).toContain('ConfigMap shop/settings');
    });
    expect(await bindingsOnMember()).toBe('');
  });

  it('leaves the RBAC objects of a selected namespace on the hub, and says which setting places them', async () => {
    await soon('the warning', async () => {
      const warning = await warningOf('shop');
      expect(warning?.reason).toBe('FleetstageSeveralWarnings');
      expect(warning?.message).toContain('fleetstage.capture.privilegedKinds');
      expect(warning?.message).toContain('RoleBinding shop/author');
    });
    await soon('the rest is applied', async () => {
      const { status } = await read(fleet.hub, 'crp', 'shop');
      expect(conditionsOf(status).ClusterResourcePlacementApplied).toBe('True/ApplySucceeded');
    });
    expect(await bindingsOnMember()).toBe('');
  });

  it('refuses an RBAC object in a ResourceEnvelope, and removes nothing for it', async () => {
    const envelope = {
      apiVersion: 'placement.kubernetes-fleet.io/v1beta1',
      kind: 'ResourceEnvelope',
      metadata: { name: 'roles', namespace: 'shop' },
      data: {
        'binding.yaml': {
          apiVersion: 'rbac.authorization.k8s.io/v1',
          kind: 'RoleBinding',
          metadata: { name: 'enveloped', namespace: 'shop' },
          roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
        },
      },
    };
    await apply(fleet.hub, JSON.stringify(envelope));
    await soon('the refusal', async () => {
      const { status } = await read(fleet.hub, 'crp', 'shop');
      const [cluster] = status.placementStatuses;
      const refused = cluster.failedPlacements?.find(
        ({ name }: { name: string }) => name === 'enveloped',
      )?.condition;
      expect(refused?.reason).toBe('FleetstageEntryRefused');
      expect(refused?.message).toContain('fleetstage.capture.privilegedKinds');
    });
    expect(await bindingsOnMember()).toBe('');
    await read(member(), 'configmap', 'settings', 'shop');
  });
});

describe('an upgrade that refuses what is placed already', () => {
  let fleet: Fleet;
  let engine: EngineProcess;
  const database = (settings: Record<string, unknown>) => ({ ...engineOn(fleet, settings) });

  beforeAll(async () => {
    fleet = await startFleet({ members: [MEMBER] });
  }, FLEET_HOOK_MS);

  afterAll(async () => {
    await engine?.stop();
    await fleet?.stop();
  }, 60_000);

  it('keeps it on the members and warns', async () => {
    const soon = soonWith(() => engine);
    const [member] = fleet.members;
    const before = database({
      capture: { configMapEnvelopes: true, privilegedKinds: ['rbac.authorization.k8s.io'] },
    });
    engine = await startEngine(before);
    await apply(fleet.hub, SETUP);
    await apply(fleet.hub, envelopeJson);
    await soon('both are placed', async () => {
      await read(member, 'rolebinding', 'author', 'shop');
      await read(member, 'rolebinding', 'take-over', 'shop');
    });
    await engine.stop();
    const { capture: _, ...after } = before.fleetstage as Record<string, unknown>;
    engine = await startEngine({ ...before, fleetstage: after });
    await apply(
      fleet.hub,
      'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: later, namespace: shop }\ndata: { a: b }\n',
    );
    await soon('the next snapshot is placed', () => read(member, 'configmap', 'later', 'shop'));
    await soon('the warning', async () => {
      const { status } = await read(fleet.hub, 'crp', 'shop');
      const warning = status.conditions.find(({ type }: { type: string }) => type === 'FleetstageWarning');
      expect(warning?.message).toContain('RoleBinding shop/author stays');
      expect(warning?.message).toContain('fleetstage.capture.configMapEnvelopes');
      expect(conditionsOf(status).ClusterResourcePlacementApplied).toBe('True/ApplySucceeded');
    });
    await read(member, 'rolebinding', 'author', 'shop');
    await read(member, 'rolebinding', 'take-over', 'shop');
    // What goes from the hub goes from the members, whatever the setting.
    await fleet.hub.kubectl(['delete', 'configmap', 'settings', '-n', 'shop']);
    await soon('the envelope and what it held are gone', async () => {
      await expect(read(member, 'configmap', 'settings', 'shop')).rejects.toThrow('not found');
      await expect(read(member, 'rolebinding', 'take-over', 'shop')).rejects.toThrow('not found');
    });
    await read(member, 'rolebinding', 'author', 'shop');
  });
});
