import { FLEET_HOOK_MS, startFleet, type Fleet } from '../story/startFleet';
import { letAgentsPlace } from '../story/memberAgents';
import { startEngine, type EngineProcess } from '../engineChild/startEngine';
import { ONE_SNAPSHOT_PER_APPLY } from '../story/hub';
import { apply, conditionsOf, engineOn, memberYaml, read, soonWith } from './fleet';

const HUB_YAML = `
apiVersion: v1
kind: Namespace
metadata: { name: application-1 }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: app-config-1, namespace: application-1 }
data: { data: test }
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: { name: secret-reader, labels: {} }
rules: [{ apiGroups: [""], resources: [configmaps], verbs: [get] }]
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata: { name: crp-example }
spec:
  resourceSelectors:
    - { group: "", version: v1, kind: Namespace, name: application-1 }
    - { group: rbac.authorization.k8s.io, version: v1, kind: ClusterRole, name: secret-reader }
  policy: { placementType: PickAll }
  strategy: { type: RollingUpdate, rollingUpdate: { maxUnavailable: 1, maxSurge: 0, unavailablePeriodSeconds: 1 } }
`;

/** Requirement 001 §8, as printed but for what a server sets. */
const CRO_1 = `
apiVersion: placement.kubernetes-fleet.io/v1alpha1
kind: ClusterResourceOverride
metadata: { name: cro-1 }
spec:
  placement:
    name: crp-example
  clusterResourceSelectors:
    - group: ""
      kind: Namespace
      name: application-1
      version: v1
  policy:
    overrideRules:
      - clusterSelector:
          clusterSelectorTerms: []
        jsonPatchOverrides:
          - op: add
            path: /metadata/annotations
            value:
              cro-test-annotation: cro-test-annotation-val
`;
const EXAMPLE_CRO = `
apiVersion: placement.kubernetes-fleet.io/v1alpha1
kind: ClusterResourceOverride
metadata:
  name: example-cro
spec:
  placement:
    name: crp-example
  clusterResourceSelectors:
    - group: rbac.authorization.k8s.io
      kind: ClusterRole
      version: v1
      name: secret-reader
  policy:
    overrideRules:
      - clusterSelector:
          clusterSelectorTerms:
            - labelSelector:
                matchLabels:
                  env: prod
        jsonPatchOverrides:
          - op: add
            path: /metadata/labels
            value:
              {"cluster-name":"\${MEMBER-CLUSTER-NAME}"}
`;
const ro1 = (patch: string) => `
apiVersion: placement.kubernetes-fleet.io/v1alpha1
kind: ResourceOverride
metadata: { name: ro-1, namespace: application-1 }
spec:
  placement:
    name: crp-example
  policy:
    overrideRules:
    - clusterSelector:
        clusterSelectorTerms: []
      jsonPatchOverrides:
      - ${patch}
  resourceSelectors:
  - group: ""
    kind: ConfigMap
    name: app-config-1
    version: v1
`;
const ANNOTATE = `{ op: add, path: /metadata/annotations, value: { ro-test-annotation: ro-test-annotation-val } }`;
const FAIL = `{ op: remove, path: /data/nothing }`;

const EXTERNAL = `
apiVersion: v1
kind: Namespace
metadata: { name: external }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: app, namespace: external }
data: { a: hub }
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterStagedUpdateStrategy
metadata: { name: all }
spec: { stages: [{ name: all, labelSelector: {}, maxConcurrency: 2 }] }
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata: { name: external }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: external }]
  policy: { placementType: PickAll }
  strategy: { type: External }
`;
const roOfRun = (value: string) => `
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourceOverride
metadata: { name: ro-2, namespace: external }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: ConfigMap, name: app }]
  policy:
    overrideRules:
      - clusterSelector: { clusterSelectorTerms: [] }
        jsonPatchOverrides: [{ op: replace, path: /data/a, value: ${value} }]
`;
const run = (name: string, state: string) => `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterStagedUpdateRun
metadata: { name: ${name} }
spec: { placementName: external, stagedRolloutStrategyName: all, state: ${state} }
`;

jest.setTimeout(120_000);

describe('overrides of a placement on two members', () => {
  let fleet: Fleet;
  let engine: EngineProcess;

  beforeAll(async () => {
    fleet = await startFleet({ members: ['member-1', 'member-2'] });
    await letAgentsPlace(fleet, { 'rbac.authorization.k8s.io': ['clusterroles'] });
    const capture = { ...ONE_SNAPSHOT_PER_APPLY.capture, privilegedKinds: ['rbac.authorization.k8s.io'] };
    engine = await startEngine(engineOn(fleet, { capture }));
    await apply(fleet.hub, memberYaml('member-1') + memberYaml('member-2'));
    await apply(fleet.hub, HUB_YAML);
  }, FLEET_HOOK_MS);

  afterAll(async () => {
    await engine?.stop();
    await fleet?.stop();
  }, 60_000);

  const soon = soonWith(() => engine);
  const onMember = (i: number, ...what: string[]) => read(fleet.members[i], ...(what as [string, string]));
  const config = async (i: number) => {
    const { stdout } = await fleet.members[i].kubectl(
      'get -n application-1 configmap app-config-1 -o json'.split(' '),
    );
    const { annotations = {} } = JSON.parse(stdout).metadata;
    return Object.keys(annotations).filter(key => key.endsWith('-test-annotation'));
  };
  const available = () =>
    soon('the placement is available', async () => {
      const { status } = await read(fleet.hub, 'crp', 'crp-example');
      expect(conditionsOf(status)).toMatchObject({
        ClusterResourcePlacementAvailable: 'True/ResourceAvailable',
      });
      return status;
    });

  it('B/OV-001: the sample of a ClusterResourceOverride reaches the ConfigMap of each member', async () => {
    await available();
    await apply(fleet.hub, CRO_1);
    const status = await soon('both are overridden', async () => {
      for (const i of [0, 1]) expect(await config(i)).toEqual(['cro-test-annotation']);
      const placement = await read(fleet.hub, 'crp', 'crp-example');
      expect(conditionsOf(placement.status)).toMatchObject({
        ClusterResourcePlacementOverridden: 'True/OverriddenSucceeded',
        ClusterResourcePlacementAvailable: 'True/ResourceAvailable',
      });
      return placement.status;
    });
    for (const entry of status.placementStatuses) {
      expect(entry.applicableClusterResourceOverrides).toEqual(['cro-1-0']);
      expect(conditionsOf(entry)).toMatchObject({ Overridden: 'True/OverriddenSucceeded' });
    }
  });

  it('B/OV-010, B/OV-015: shows its snapshot, and holds the override', async () => {
    await soon('the snapshot is there', async () => {
      const snapshot = await read(fleet.hub, 'clusterresourceoverridesnapshots', 'cro-1-0');
      expect(snapshot.metadata.labels).toEqual({
        'kubernetes-fleet.io/override-index': '0',
        'kubernetes-fleet.io/is-latest-snapshot': 'true',
        'kubernetes-fleet.io/parent-resource-override': 'cro-1',
      });
      const override = await read(fleet.hub, 'clusterresourceoverrides', 'cro-1');
      expect(override.metadata.finalizers).toEqual(['kubernetes-fleet.io/override-cleanup']);
    });
  });

  it('B/OV-063: the sample of a ResourceOverride wins', async () => {
    await apply(fleet.hub, ro1(ANNOTATE));
    await soon('both have the annotation of the ResourceOverride', async () => {
      for (const i of [0, 1]) expect(await config(i)).toEqual(['ro-test-annotation']);
    });
  });

  it('RUL 18, B/OV-036: a label brings the sample with a variable to its cluster alone', async () => {
    const labels = async (i: number) => (await onMember(i, 'clusterrole', 'secret-reader')).metadata.labels;
    const version = async () => (await onMember(1, 'clusterrole', 'secret-reader')).metadata.resourceVersion;
    await apply(fleet.hub, EXAMPLE_CRO);
    const before = await version();
    await fleet.hub.kubectl('label membercluster member-1 env=prod'.split(' '));
    await soon('member-1 has its name', async () => {
      expect(await labels(0)).toMatchObject({ 'cluster-name': 'member-1' });
    });
    expect(await labels(1)).toBeUndefined();
    await fleet.hub.kubectl('label membercluster member-1 env-'.split(' '));
    await soon('member-1 has it no more', async () => expect(await labels(0)).toBeUndefined());
    expect(await version()).toBe(before);
  });

  it('B/OV-070, B/OV-T20: one that fails stops at the first cluster, and changes nothing there', async () => {
    await apply(fleet.hub, ro1(FAIL));
    const entries = await soon('one cluster says why', async () => {
      const { status } = await read(fleet.hub, 'crp', 'crp-example');
      const failing = status.placementStatuses.filter(
        (entry: any) => conditionsOf(entry).Overridden === 'False/OverriddenFailed',
      );
      expect(failing).toHaveLength(1);
      return failing;
    });
    const { message } = entries[0].conditions.find(({ type }: any) => type === 'Overridden');
    expect(message).toBe(
      'Failed to apply the override rules on the resources: ResourceOverrideSnapshot application-1/ro-1-1 cannot be applied ' +
        'to ConfigMap "app-config-1" in namespace "application-1": rule 1, remove /data/nothing: there is no field "nothing"',
    );
    for (const i of [0, 1]) expect(await config(i)).toEqual(['ro-test-annotation']);
  });

  it('B/OV-016: one that goes is taken back, and its snapshots go', async () => {
    await fleet.hub.kubectl('delete resourceoverride ro-1 -n application-1 --wait=false'.split(' '));
    await fleet.hub.kubectl('delete clusterresourceoverride cro-1 --wait=false'.split(' '));
    await soon('nothing is overridden', async () => {
      for (const i of [0, 1]) expect(await config(i)).toEqual([]);
      const { stdout } = await fleet.hub.kubectl(
        'get clusterresourceoverride,resourceoverride,clusterresourceoverridesnapshot,resourceoverridesnapshot -A -o name'.split(
          ' ',
        ),
      );
      expect(stdout).not.toMatch(/cro-1|ro-1/);
    });
    const status = await available();
    expect(conditionsOf(status)).toMatchObject({
      ClusterResourcePlacementOverridden: 'True/NoOverrideSpecified',
    });
  });

  it('B/OV-012: one that is made anew under its name begins again', async () => {
    await apply(fleet.hub, ro1(ANNOTATE));
    await soon('its snapshot is that of the new one', async () => {
      const override = await read(fleet.hub, 'resourceoverrides', 'ro-1', 'application-1');
      const snapshot = await read(fleet.hub, 'resourceoverridesnapshots', 'ro-1-0', 'application-1');
      expect(snapshot.metadata.ownerReferences[0].uid).toBe(override.metadata.uid);
      for (const i of [0, 1]) expect(await config(i)).toEqual(['ro-test-annotation']);
    });
  });

  it('C/UR-048, C/UR-086: a run brings what it froze, whatever the override says meanwhile', async () => {
    await apply(fleet.hub, EXTERNAL);
    await apply(fleet.hub, roOfRun('frozen'));
    await apply(fleet.hub, run('run-1', 'Initialize'));
    const shown = async (name: string) => {
      const { status } = await read(fleet.hub, 'csur', name);
      return status.stagesStatus[0].clusters.map((one: any) => one.resourceOverrideSnapshots?.[0].name);
    };
    await soon('the run has frozen the first snapshot', async () => {
      expect(await shown('run-1')).toEqual(['ro-2-0', 'ro-2-0']);
    });
    await apply(fleet.hub, roOfRun('later'));
    await soon('the next snapshot is there', async () => {
      await read(fleet.hub, 'resourceoverridesnapshots', 'ro-2-1', 'external');
    });
    await apply(fleet.hub, run('run-1', 'Run'));
    const value = async (i: number) => {
      const { stdout } = await fleet.members[i].kubectl('get -n external configmap app -o json'.split(' '));
      return JSON.parse(stdout).data.a;
    };
    const succeeded = (name: string) =>
      soon(`${name} has succeeded`, async () => {
        const { status } = await read(fleet.hub, 'csur', name);
        expect(conditionsOf(status).Succeeded).toMatch(/^True/);
      });
    await succeeded('run-1');
    expect([await value(0), await value(1)]).toEqual(['frozen', 'frozen']);
    await apply(fleet.hub, run('run-2', 'Run'));
    await succeeded('run-2');
    expect([await value(0), await value(1)]).toEqual(['later', 'later']);
  });
});
