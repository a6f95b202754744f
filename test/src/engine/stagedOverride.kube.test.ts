import { FLEET_HOOK_MS, startFleet, type Fleet } from '../story/startFleet';
import { startEngine, type EngineProcess } from '../engineChild/startEngine';
import { apply, conditionsOf, engineOn, memberYaml, read, soonWith } from './fleet';

const STAGES = ['canary', 'early', 'late'] as const;
const MEMBERS = STAGES.map(stage => `member-${stage}`);

const HUB_YAML = `
apiVersion: v1
kind: Namespace
metadata: { name: web }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: app, namespace: web }
data: { a: hub }
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterStagedUpdateStrategy
metadata: { name: three }
spec:
  stages:
    - { name: canary, labelSelector: { matchLabels: { stage: canary } }, afterStageTasks: [{ type: Approval }] }
    - { name: early, labelSelector: { matchLabels: { stage: early } }, afterStageTasks: [{ type: Approval }] }
    - { name: late, labelSelector: { matchLabels: { stage: late } } }
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata: { name: web }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: web }]
  policy: { placementType: PickAll }
  strategy: { type: External }
`;
const overrideYaml = (value: string) => `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ResourceOverride
metadata: { name: app, namespace: web }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: ConfigMap, name: app }]
  policy:
    overrideRules:
      - clusterSelector: { clusterSelectorTerms: [] }
        jsonPatchOverrides: [{ op: replace, path: /data/a, value: "${value}" }]
`;
const runYaml = (name: string) => `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterStagedUpdateRun
metadata: { name: ${name} }
spec: { placementName: web, stagedRolloutStrategyName: three, state: Run }
`;

jest.setTimeout(120_000);

describe('issue 18: an override that is staged through a run over three stages, and rolled back', () => {
  let fleet: Fleet;
  let engine: EngineProcess;

  beforeAll(async () => {
    fleet = await startFleet({ members: MEMBERS });
    engine = await startEngine(engineOn(fleet));
    await apply(fleet.hub, MEMBERS.map((name, i) => memberYaml(name, { stage: STAGES[i] })).join(''));
    await apply(fleet.hub, HUB_YAML);
  }, FLEET_HOOK_MS);

  afterAll(async () => {
    await engine?.stop();
    await fleet?.stop();
  }, 60_000);

  const soon = soonWith(() => engine);
  const configs = () => Promise.all(fleet.members.map(member => read(member, 'configmap', 'app', 'web')));
  const values = async () => (await configs()).map(({ data }) => data.a);
  const versions = async () => (await configs()).map(({ metadata }) => metadata.resourceVersion);
  const run = async (name: string) => (await read(fleet.hub, 'csur', name)).status;
  const succeeded = (name: string) =>
    soon(`${name} has succeeded`, async () =>
      expect(conditionsOf(await run(name)).Succeeded).toBe('True/UpdateRunSucceeded'),
    );
  const untilAsked = (name: string, stage: number) =>
    soon(`${name} waits after ${STAGES[stage]}`, async () => {
      const { stagesStatus } = await run(name);
      expect(conditionsOf(stagesStatus[stage]).Progressing).toBe('False/StageUpdatingWaiting');
      await read(fleet.hub, 'clusterapprovalrequest', `${name}-${STAGES[stage]}`);
    });
  /** What the clusters run once the stage asks for its approval. */
  const valuesAfter = async (name: string, stage: number) => {
    await untilAsked(name, stage);
    return values();
  };
  const approve = (name: string, stage: number) =>
    fleet.hub.kubectl([
      ...['patch', 'clusterapprovalrequest', `${name}-${STAGES[stage]}`, '--subresource=status'],
      ...['--type=merge', '-p'],
      JSON.stringify({
        status: {
          conditions: [
            {
              ...{ type: 'Approved', status: 'True', reason: 'lgtm', message: 'lgtm', observedGeneration: 1 },
              lastTransitionTime: new Date().toISOString(),
            },
          ],
        },
      }),
    ]);
  const through = async (name: string) => {
    for (const stage of [0, 1]) {
      await untilAsked(name, stage);
      await approve(name, stage);
    }
    await succeeded(name);
  };
  const untilSnapshot = (name: string) =>
    soon(`${name} is there`, () => read(fleet.hub, 'resourceoverridesnapshots', name, 'web'));

  it('what the hub says is everywhere', async () => {
    // A run of clusters that have not joined yet fails.
    await soon('all clusters are picked', async () =>
      expect((await read(fleet.hub, 'crp', 'web')).status?.placementStatuses).toHaveLength(MEMBERS.length),
    );
    await apply(fleet.hub, runYaml('first'));
    await through('first');
    expect(await values()).toEqual(['hub', 'hub', 'hub']);
  });

  it('B/RO-014, C/UR-086: the override changes a cluster when the run has reached its stage, and no other', async () => {
    const before = await versions();
    await apply(fleet.hub, overrideYaml('new'));
    await untilSnapshot('app-0');
    expect(await versions()).toEqual(before);
    await apply(fleet.hub, runYaml('second'));
    expect(await valuesAfter('second', 0)).toEqual(['new', 'hub', 'hub']);
    await approve('second', 0);
    expect(await valuesAfter('second', 1)).toEqual(['new', 'new', 'hub']);
    expect((await versions())[2]).toBe(before[2]);
  });

  it('RUL 49: ended, and the override taken back, nothing moves before the next run', async () => {
    const before = await versions();
    await fleet.hub.kubectl(['annotate', 'csur', 'second', 'fleetstage.io/end=the new value is bad']);
    await soon('it has ended', async () =>
      expect(conditionsOf(await run('second')).Succeeded).toBe('False/FleetstageEnded'),
    );
    await apply(fleet.hub, overrideYaml('hub'));
    await untilSnapshot('app-1');
    expect(await versions()).toEqual(before);
  });

  it('the next run rolls it back, stage by stage', async () => {
    await apply(fleet.hub, runYaml('third'));
    expect(await valuesAfter('third', 0)).toEqual(['hub', 'new', 'hub']);
    await approve('third', 0);
    expect(await valuesAfter('third', 1)).toEqual(['hub', 'hub', 'hub']);
    await approve('third', 1);
    await succeeded('third');
    expect(await values()).toEqual(['hub', 'hub', 'hub']);
    const { stagesStatus } = await run('third');
    for (const { clusters } of stagesStatus)
      expect(clusters[0].resourceOverrideSnapshots).toEqual([{ name: 'app-1', namespace: 'web' }]);
  });
});
