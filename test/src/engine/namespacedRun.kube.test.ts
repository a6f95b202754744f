import { eventually } from '../eventually';
import { FLEET_HOOK_MS, startFleet, type Fleet } from '../story/startFleet';
import { apply, conditionsOf, list, memberYaml, namesOf, read } from './fleet';
import { startPlugin, type StartedPlugin } from './startPlugin';

const MEMBERS = ['member-1', 'member-2'];
const STAGES = ['staging', 'production'];

const namespaceYaml = (name: string) => `
apiVersion: v1
kind: Namespace
metadata: { name: ${name} }
---`;

const configYaml = (namespace: string, color: string) => `
apiVersion: v1
kind: ConfigMap
metadata: { name: settings, namespace: ${namespace} }
data: { color: ${color} }
---`;

const stages = `
  stages:
    - name: staging
      labelSelector: { matchLabels: { environment: staging } }
      afterStageTasks: [{ type: TimedWait, waitTime: 1s }, { type: Approval }]
    - name: production
      labelSelector: { matchLabels: { environment: production } }
---`;

/** Both of one name, and each with a strategy of one name. */
const PLACEMENTS = `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterStagedUpdateStrategy
metadata: { name: careful }
spec: ${stages}
apiVersion: placement.kubernetes-fleet.io/v1
kind: StagedUpdateStrategy
metadata: { name: careful, namespace: shop }
spec: ${stages}
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata: { name: web }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: whole }]
  policy: { placementType: PickAll }
  strategy: { type: External }
---
apiVersion: placement.kubernetes-fleet.io/v1
kind: ResourcePlacement
metadata: { name: web, namespace: shop }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: ConfigMap, name: settings }]
  policy: { placementType: PickAll }
  strategy: { type: External }
---`;

const runYaml = (kind: string, name: string, namespace?: string) => `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ${kind}
metadata: { name: ${name}${namespace ? `, namespace: ${namespace}` : ''} }
spec: { placementName: web, stagedRolloutStrategyName: careful, state: Run }
---`;

const overrideYaml = (color: string) => `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourceOverride
metadata: { name: color, namespace: shop }
spec:
  placement: { name: web, scope: Namespaced }
  resourceSelectors: [{ group: "", version: v1, kind: ConfigMap, name: settings }]
  policy:
    overrideRules:
      - clusterSelector: { clusterSelectorTerms: [] }
        jsonPatchOverrides: [{ op: replace, path: /data/color, value: "${color}" }]
---`;

/** A person of the team that owns the namespace, and nothing else. */
const DEV = `
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: { name: releases, namespace: shop }
rules:
  - apiGroups: [placement.kubernetes-fleet.io]
    resources: [stagedupdateruns, approvalrequests, approvalrequests/status]
    verbs: [get, list, create, patch]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: { name: releases, namespace: shop }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: Role, name: releases }
subjects: [{ apiGroup: rbac.authorization.k8s.io, kind: User, name: dev }]
---`;

const approved = () =>
  JSON.stringify({
    status: {
      conditions: [
        {
          ...{ type: 'Approved', status: 'True', reason: 'lgtm', message: 'lgtm', observedGeneration: 1 },
          lastTransitionTime: new Date().toISOString(),
        },
      ],
    },
  });

jest.setTimeout(180_000);

describe('staged runs of one name, of a ResourcePlacement and of a ClusterResourcePlacement (C/UR-008, DX-011, RUL 3)', () => {
  let fleet: Fleet;
  let plugin: StartedPlugin;

  beforeAll(async () => {
    fleet = await startFleet({ members: MEMBERS });
    plugin = await startPlugin(fleet);
    await eventually('the definitions are installed', () =>
      list(fleet.hub, 'memberclusters,crp,rp,csus,csur,careq,sus,sur,areq'),
    );
    const labelled = MEMBERS.map((name, i) => memberYaml(name, { environment: STAGES[i] }));
    await apply(fleet.hub, labelled.join(''));
    await apply(fleet.hub, ['shop', 'whole'].map(namespaceYaml).join('\n'));
    for (const member of fleet.members) await apply(member, namespaceYaml('shop'));
    await apply(fleet.hub, configYaml('shop', 'blue') + configYaml('whole', 'blue') + PLACEMENTS + DEV);
  }, FLEET_HOOK_MS);

  afterAll(async () => {
    await plugin?.stop();
    await fleet?.stop();
  }, 60_000);

  const soon = <T>(what: string, probe: () => Promise<T>) => eventually(what, probe, { timeoutMs: 60_000 });
  /** On each member, `-` where there is none. */
  const colors = (namespace: string) =>
    Promise.all(
      fleet.members.map(async member => {
        const found = await read(member, 'configmap', 'settings', namespace).catch(() => undefined);
        return found?.data.color ?? '-';
      }),
    );
  const status = async (kind: string, name: string, namespace?: string) =>
    (await read(fleet.hub, kind, name, namespace)).status;
  const succeeded = (kind: string, name: string, namespace?: string) =>
    soon(`${kind} ${name} has succeeded`, async () =>
      expect(conditionsOf(await status(kind, name, namespace)).Succeeded).toBe('True/UpdateRunSucceeded'),
    );
  const asks = (kind: string, name: string, namespace?: string) =>
    soon(`${kind} ${name} is there`, () => read(fleet.hub, kind, name, namespace));
  const approveByRest = async (run: string) => {
    const gate = `/runs/${run}/gates/staging/after`;
    const { requestUid } = await soon(`${run} asks for an approval`, async () => {
      const { body } = await plugin.ask(gate);
      expect(body.gate).toMatchObject({ state: 'asked', requestUid: expect.anything() });
      return body.gate;
    });
    expect(await plugin.ask(`${gate}/approve`, { requestUid })).toMatchObject({ status: 200 });
  };

  it('C/PL-008 nothing is rolled out without a run', async () => {
    for (const [kind, namespace] of [['crp'], ['rp', 'shop']])
      await soon(`${kind} is scheduled`, async () => {
        const { placementStatuses, observedResourceIndex } = await status(kind, 'web', namespace);
        expect([placementStatuses.length, observedResourceIndex]).toEqual([2, '0']);
      });
    expect(await colors('shop')).toEqual(['-', '-']);
  });

  it('C/UR-006, UR-014, UR-028, AP-004, AP-007 each asks in its own scope, one by kubectl and one through REST', async () => {
    await apply(fleet.hub, runYaml('ClusterStagedUpdateRun', 'web-1'));
    expect(
      await plugin.ask('/runs', { scope: 'shop', name: 'web-1', placement: 'web', strategy: 'careful' }),
    ).toEqual({ status: 201, body: { scope: 'shop', name: 'web-1' } });
    const request = await asks('areq', 'web-1-staging', 'shop');
    expect(request.spec).toEqual({ parentStageRollout: 'web-1', targetStage: 'staging' });
    expect(request.metadata.labels).toMatchObject({
      'kubernetes-fleet.io/targetUpdateRun': 'web-1',
      'kubernetes-fleet.io/targetUpdatingStage': 'staging',
      'kubernetes-fleet.io/taskType': 'afterStage',
    });
    expect(request.metadata).not.toHaveProperty('ownerReferences');
    expect(request.metadata.annotations).toHaveProperty(['fleetstage.io/run-uid']);
    await asks('careq', 'web-1-staging');
    const { metadata } = await read(fleet.hub, 'sur', 'web-1', 'shop');
    expect(metadata.finalizers).toEqual(['kubernetes-fleet.io/stagedupdaterun-finalizer']);
    expect([await colors('shop'), await colors('whole')]).toEqual([
      ['blue', '-'],
      ['blue', '-'],
    ]);
    const { body } = await plugin.ask('/runs');
    expect(
      body.items.map((one: { scope: string; name: string }) => `${one.scope}/${one.name}`).sort(),
    ).toEqual(['_/web-1', 'shop/web-1']);
  });

  it('C/AP-004, AP-008, AP-012, CV-029 whoever may write in the namespace alone approves there, and not cluster-wide', async () => {
    const patch = (...request: readonly string[]) => [
      ...['patch', ...request, '--subresource=status', '--type=merge', '-p', approved(), '--as=dev'],
    ];
    await expect(fleet.hub.kubectl(patch('careq', 'web-1-staging'))).rejects.toThrow(/[Ff]orbidden/);
    await fleet.hub.kubectl(patch('areq', 'web-1-staging', '-n', 'shop'));
    await succeeded('sur', 'web-1', 'shop');
    expect(await colors('shop')).toEqual(['blue', 'blue']);
    expect(conditionsOf(await status('areq', 'web-1-staging', 'shop'))).toMatchObject({
      Approved: 'True/lgtm',
      ApprovalAccepted: 'True/ApprovalRequestApprovalAccepted',
    });
    const { conditions } = await status('sur', 'web-1', 'shop');
    expect(conditions[0].message).toBe('StagedUpdateRun initialized successfully');
    expect(conditionsOf(await status('rp', 'web', 'shop')).ResourcePlacementScheduled).toBe(
      'True/SchedulingPolicyFulfilled',
    );
    expect(await colors('whole')).toEqual(['blue', '-']);
    const { body } = await plugin.ask('/runs/shop/web-1/timeline');
    expect(body.items.map((line: { event: string }) => line.event)).toEqual(
      expect.arrayContaining(['runCreated', 'approved', 'succeeded']),
    );
  });

  it('C/AP-012, RB-007 an approval through REST counts for the run of its scope', async () => {
    await approveByRest('_/web-1');
    await succeeded('csur', 'web-1');
    expect(await colors('whole')).toEqual(['blue', 'blue']);
  });

  it('C/UR-086, UR-087 the overrides of a run are frozen with its plan', async () => {
    await apply(fleet.hub, overrideYaml('green'));
    await asks('resourceoverridesnapshots', 'color-0', 'shop');
    await apply(fleet.hub, runYaml('StagedUpdateRun', 'web-2', 'shop'));
    await asks('areq', 'web-2-staging', 'shop');
    await apply(fleet.hub, overrideYaml('red'));
    await asks('resourceoverridesnapshots', 'color-1', 'shop');
    await approveByRest('shop/web-2');
    await succeeded('sur', 'web-2', 'shop');
    expect(await colors('shop')).toEqual(['green', 'green']);
  });

  it('RUL 49 a roll-back ends the run under way, and goes to the snapshot of before', async () => {
    await fleet.hub.kubectl(['delete', 'resourceoverride', 'color', '-n', 'shop']);
    await apply(fleet.hub, configYaml('shop', 'bad'));
    await soon('the change is captured', async () => {
      const { body } = await plugin.ask('/placements/shop/web');
      expect(body.placement.history[0].index).toBe('1');
    });
    await apply(fleet.hub, runYaml('StagedUpdateRun', 'web-3', 'shop'));
    await asks('areq', 'web-3-staging', 'shop');
    expect(await colors('shop')).toEqual(['bad', 'green']);
    expect(
      await plugin.ask('/runs/shop/web-3/rollback', { newName: 'web-4', snapshot: '0', reason: 'bad' }),
    ).toEqual({ status: 201, body: { scope: 'shop', name: 'web-4' } });
    await soon('web-3 is ended', async () =>
      expect(conditionsOf(await status('sur', 'web-3', 'shop')).Succeeded).toBe('False/FleetstageEnded'),
    );
    await approveByRest('shop/web-4');
    await succeeded('sur', 'web-4', 'shop');
    expect(await colors('shop')).toEqual(['blue', 'blue']);
  });

  it('C/UR-137 a deleted run takes its requests along, and those of the other scope stay', async () => {
    await fleet.hub.kubectl(['delete', 'sur', 'web-1', '-n', 'shop', '--timeout=20s']);
    await soon('its request is gone', async () => {
      expect((await namesOf(fleet.hub, 'areq', { namespace: 'shop' })).join(' ')).not.toContain(
        'web-1-staging',
      );
    });
    await read(fleet.hub, 'careq', 'web-1-staging');
  });
});
