import { startEngine, type EngineProcess } from '../engineChild/startEngine';
import {
  apply,
  conditionsOf,
  engineOn,
  find,
  memberYaml,
  read,
  soonWith,
  workloadYaml,
} from '../engine/fleet';
import { approval } from '../faults/stagedStory';
import { FLEET_HOOK_MS, startFleet, type Fleet } from '../story/startFleet';

const PLACEMENT = `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterStagedUpdateStrategy
metadata: { name: careful }
spec:
  stages:
    - name: canary
      labelSelector: { matchLabels: { stage: canary } }
      afterStageTasks: [{ type: Approval }]
    - name: production
      labelSelector: { matchLabels: { stage: production } }
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterStagedUpdateStrategy
metadata: { name: fast }
spec:
  stages:
    - name: all
      labelSelector: {}
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata:
  name: guarded
  annotations: { fleetstage.io/accepted-strategies: careful }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: guarded }]
  policy: { placementType: PickAll }
  strategy: { type: External }
`;

const runYaml = (name: string, strategy: string, state = 'Run') => `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterStagedUpdateRun
metadata: { name: ${name} }
spec: { placementName: guarded, stagedRolloutStrategyName: ${strategy}, state: ${state} }
`;

/** As the engine would make it; whoever may create requests may write all of this. */
const REQUEST = `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterApprovalRequest
metadata:
  name: slow-canary
  labels: { kubernetes-fleet.io/targetUpdateRun: slow, kubernetes-fleet.io/isLatestUpdateRunApproval: "true" }
spec: { parentStageRollout: slow, targetStage: canary }
`;

jest.setTimeout(120_000);

describe('ways round the approval of a stage, with kubectl', () => {
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

  const soon = soonWith(() => engine);
  const hasNamespace = async (index: number) =>
    (await find(fleet.members[index], 'ns', 'guarded')) !== undefined;

  it('is no strategy without one that the placement does not accept', async () => {
    await apply(
      fleet.hub,
      memberYaml('member-1', { stage: 'canary' }) + memberYaml('member-2', { stage: 'production' }),
    );
    await apply(fleet.hub, workloadYaml('guarded', 'web:1') + PLACEMENT);
    await soon('two clusters are scheduled', async () => {
      const { status } = await read(fleet.hub, 'crp', 'guarded');
      expect(status.placementStatuses).toHaveLength(2);
    });
    await apply(fleet.hub, runYaml('quick', 'fast'));
    await soon('the run says why it cannot be prepared', async () => {
      const { status } = await read(fleet.hub, 'csur', 'quick');
      expect(conditionsOf(status)).toEqual({ Initialized: 'False/UpdateRunInitializedFailed' });
      expect(status.conditions[0].message).toMatch(
        /placement "guarded" does not accept strategy "fast": its annotation .* names careful; use one of them/,
      );
    });
    expect([await hasNamespace(0), await hasNamespace(1)]).toEqual([false, false]);
  });

  it('is no request that is there, and approved, before the run asks', async () => {
    await apply(fleet.hub, runYaml('slow', 'careful', 'Initialize'));
    await soon('the run is planned', async () => {
      const { status } = await read(fleet.hub, 'csur', 'slow');
      expect(conditionsOf(status).Initialized).toBe('True/UpdateRunInitializedSuccessfully');
    });
    await apply(fleet.hub, REQUEST);
    await fleet.hub.kubectl(approval('slow-canary', '2026-11-21T00:00:00Z'));
    const early = await read(fleet.hub, 'careq', 'slow-canary');
    await apply(fleet.hub, runYaml('slow', 'careful', 'Run'));
    await soon('the run asks for an approval of its own', async () => {
      const { metadata, status } = await read(fleet.hub, 'careq', 'slow-canary');
      expect(metadata.uid).not.toBe(early.metadata.uid);
      expect(conditionsOf(status ?? {})).toEqual({});
    });
    expect([await hasNamespace(0), await hasNamespace(1)]).toEqual([true, false]);
  });

  it('is frozen with the plan: what the placement accepts from now on is for later runs', async () => {
    await fleet.hub.kubectl([
      'annotate',
      'crp',
      'guarded',
      'fleetstage.io/accepted-strategies=fast',
      '--overwrite',
    ]);
    await fleet.hub.kubectl(approval('slow-canary', new Date().toISOString()));
    await soon('the run has succeeded', async () => {
      const { status } = await read(fleet.hub, 'csur', 'slow');
      expect(conditionsOf(status).Succeeded).toBe('True/UpdateRunSucceeded');
    });
    await apply(fleet.hub, runYaml('later', 'careful'));
    await soon('a later run is refused', async () => {
      const { status } = await read(fleet.hub, 'csur', 'later');
      expect(conditionsOf(status)).toEqual({ Initialized: 'False/UpdateRunInitializedFailed' });
    });
  });
});
