import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { countStates } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { FixtureApi } from '../fixtures';
import { clusterNames } from './clusterNames';
import { placementDetail, payments, preview } from './createRun';
import { ago } from './moments';
import { PRIYA } from './people';
import { CHANGES, runApi } from './run';
import { barsOf, counted, overStages, type Run, type Stage } from './runParts';
import { stuckRun, waitingRun } from './smallRuns';

const PRODUCTION = clusterNames('prd', 12);

const ifEnded: Schemas['EndForesight'] = {
  total: 18,
  updated: 11,
  inFlight: 3,
  kept: 4,
  keptSnapshots: ['13'],
  waiting: ['payments-2-14-1'],
};

/** Of 14 touched clusters one was never available on 13. */
const rollBack: Schemas['RollBack'] = {
  from: '14',
  to: '13',
  touched: 14,
  verified: 13,
  others: [{ cluster: PRODUCTION[4], snapshot: '12' }],
};

/** Stuck in production; another run waits behind it. */
export const stuckWithWays = (): Run => ({ ...stuckRun(), ifEnded, rollBack });

/** What was in flight when the run was ended. */
const left = (stage: Stage): Stage => ({
  ...stage,
  state: 'ended',
  ...counted({ updated: 5, ended: 3, notStarted: 4 }),
  clusters: stage.clusters.map(cluster =>
    cluster.state === 'updating' || cluster.state === 'stuck'
      ? {
          ...cluster,
          state: 'ended',
          isInFlight: undefined,
          since: ago(1),
          cause: 'The run was ended before this cluster was done.',
        }
      : cluster,
  ),
});

/** The same, ended by a person. */
export function endedRun(): Run {
  const stuck = stuckRun();
  const pipeline = overStages(
    stuck.pipeline.map(stage => (stage.name === 'production' ? left(stage) : stage)),
    'ended',
  );
  return {
    ...stuck,
    state: 'ended',
    isOver: true,
    endedAt: ago(1),
    blockers: [],
    blockedClusters: 0,
    ended: {
      at: ago(1),
      actor: { ref: 'user:default/tomas.ferreira' },
      reason: 'the image does not start on gke',
    },
    failure:
      'ended by user:default/tomas.ferreira: the image does not start on gke; ' +
      '11 of 18 clusters updated, 3 in the middle of the update, 4 keep snapshot 13',
    stages: barsOf(pipeline),
    pipeline,
    allCounts: countStates(pipeline.flatMap(({ clusters }) => clusters)),
    ...counted({ ...stuck.counts, updating: 0, stuck: 0, ended: 3 }),
    rollBack,
  };
}

/** Its first wave waits for the earlier run. */
function inLine(stage: Stage): Stage {
  const clusters = stage.clusters.map((cluster, index) =>
    index < 3
      ? {
          ...cluster,
          state: 'waiting' as const,
          since: ago(12),
          cause: 'Blocked by the earlier run payments-2-14-0.',
        }
      : cluster,
  );
  return { ...stage, state: 'waiting', clusters, ...counted(countStates(clusters)) };
}

/** Its turn in production comes after a run that is stopped, or stuck. */
export function blockedRun(state: 'Stopped' | 'Stuck'): Run {
  const name = 'payments-2-14-1';
  const words =
    state === 'Stopped' ? 'stopped. Resume or end that run.' : 'stuck. Repair its clusters, or end that run.';
  const blocker: Schemas['Blocker'] = {
    cause: `EarlierRun${state}`,
    state: 'waiting',
    actor: 'operator',
    message: `Production is blocked by the earlier run payments-2-14-0, which is ${words}`,
    stage: 'production',
    clusters: [],
    clusterCount: 0,
    since: ago(12),
    subject: { kind: 'run', scope: '_', name: 'payments-2-14-0' },
  };
  const run = waitingRun({ state: 'approved', actor: PRIYA, doneAt: ago(12) });
  const pipeline = run.pipeline.map(stage => {
    const proof = stage.proof && { ...stage.proof, snapshot: '15' };
    if (stage.name === 'production') return inLine(stage);
    return { ...stage, proof, ...(stage.name === 'canary' && { state: 'done' as const }) };
  });
  return {
    ...run,
    name,
    uid: `uid-${name}`,
    state: 'waiting',
    snapshot: '15',
    previousSnapshot: '13',
    pipeline,
    stages: barsOf(pipeline),
    ...counted(
      countStates(pipeline.filter(({ isRemoval }) => !isRemoval).flatMap(({ clusters }) => clusters)),
    ),
    waitsFor: blocker,
    blockers: [blocker],
  };
}

/** From 14 to 13: what 14 has brought, taken back. */
const CHANGES_BACK: Schemas['Changes'] = {
  ...CHANGES,
  from: '14',
  to: '13',
  counts: { ...CHANGES.counts, added: 0, deleted: 1 },
  objects: CHANGES.objects
    .map(({ after, ...object }) =>
      object.change === 'added'
        ? { ...object, change: 'deleted' as const, before: after }
        : { ...object, after },
    )
    .map(object => ({
      ...object,
      fields: object.fields.map(({ path, before, after }) => ({ path, before: after, after: before })),
    })),
};

/** The page of a run with what its dialogs ask beside it. */
export function endsApi(run: Run, planned: unknown = undefined): FixtureApi {
  const own = runApi(run);
  return request => {
    const { path } = request;
    if (path === '/runs/preview')
      return planned ?? { ...preview, suggestedName: 'payments-api-16', snapshot: '13', problems: [] };
    if (path === '/placements/_/payments-api') return placementDetail(payments);
    if (path === '/placements/_/payments-api/changes') return CHANGES_BACK;
    return own(request);
  };
}
