import { aRun, aRunState, aStage, minutesBefore, NOON } from '../testing/builders';
import { projectRun } from '../status/projectRun';
import { buildRunModel, summarizeRun } from '../view/viewRun';
import { runTrouble } from '../view/fleetTrouble';
import { approval, busy, decide, inTheMiddle, started } from './decideRun.testing';
import { planRun } from './planRun';
import { newProgress } from './progress';

const forms = [
  { of: 'the cluster', namespace: {}, prefix: 'Cluster', placement: 'ClusterResourcePlacement', scope: '_' },
  {
    of: 'a namespace',
    namespace: { namespace: 'shop' },
    prefix: '',
    placement: 'ResourcePlacement',
    scope: 'shop',
  },
] as const;

describe.each(forms)('C/UR-008: a run of $of', ({ namespace, prefix, placement, scope }) => {
  const run = aRun(namespace);
  const times = { seenAt: minutesBefore(1), now: NOON };

  it('names the kind of the placement that it lacks', () => {
    expect(planRun(aRunState({ run, placement: undefined }), times)).toEqual({
      kind: 'failed',
      message: `spec.placementName: ${placement} "web" does not exist; create it, then create a new run`,
    });
  });

  it('names the kind of the strategy that it lacks', () => {
    expect(planRun(aRunState({ run, strategy: undefined }), times)).toEqual({
      kind: 'failed',
      message: `spec.stagedRolloutStrategyName: ${prefix}StagedUpdateStrategy "strategy" does not exist; create it, then create a new run`,
    });
  });

  const stage = aStage('staging', { afterStageTasks: [approval] });
  const asked = busy([], {
    updatedAt: started,
    after: [{ kind: 'Approval', request: 'run-1-staging', requestedAt: started }],
  });
  const state = inTheMiddle([stage], [asked], { run });

  it('names the kind of the approval that it waits for', () => {
    const { blockers } = decide(state);
    expect(blockers.map(({ message }) => message).join()).toContain(
      `waits for the approval of ${prefix}ApprovalRequest "run-1-staging"`,
    );
  });

  it('says in its status what has been initialized', () => {
    const { conditions } = projectRun(run, state.progress ?? newProgress);
    expect(conditions?.[0]?.message).toBe(`${prefix}StagedUpdateRun initialized successfully`);
  });

  it('is shown in its scope, and so is what holds it', () => {
    const model = buildRunModel({ ...state, blockers: [] }, NOON);
    expect(summarizeRun(model)).toMatchObject({ scope, name: 'run-1', placement: 'web' });
    const trouble = {
      cause: 'ClusterStuck',
      state: 'stuck',
      message: '',
      clusters: [] as string[],
      clusterCount: 1,
    } as const;
    expect(runTrouble([{ ...model, blockers: [{ ...trouble, actor: 'appOwner' }] }])).toMatchObject([
      { subject: { kind: 'run', scope, name: 'run-1' } },
    ]);
  });
});
