import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { HANGS, Reply, type FixtureApi, type Picture } from './fixtures';
import { LOST_HUB } from './data/hub';
import { ago } from './data/moments';
import { refused } from './data/people';
import { frozenRun } from './data/frozenRun';
import { bigRun, CHECKS, gateDetail, runApi } from './data/run';
import { aRun, asked, counted, overStages, PERMITS, type Run } from './data/runParts';
import {
  failingRun,
  removingRun,
  soakingRun,
  stuckRun,
  succeededRun,
  updatingRun,
  upgradingRun,
  waitingRun,
} from './data/smallRuns';
import { makeCompact } from './views';

const MOBILE = { width: 390, height: 844 };
const at = (run: Run, query = '') => `/fleetstage/runs/${run.scope}/${run.name}${query}`;

function picture(name: string, run: Run, more: Partial<Picture> & { query?: string } = {}): Picture {
  const { query = '', ...rest } = more;
  return { name, path: at(run, query), api: runApi(run), ...rest };
}

const NOT_YOU = refused('You started this run, so another person has to approve', 'fleetstage.run.approve');
const NO_RIGHT = refused(
  'You need the permission fleetstage.run.control for run payments-2-14-0',
  'fleetstage.run.control',
);
const REPLANNED =
  'The placement was scheduled anew while this run was under way: the policy is now snapshot 3, not 2. ' +
  'Clusters that were updated keep what they have; create a new run for the clusters of now.';

const forbiddenActs = (): Run =>
  waitingRun(
    { ...asked(47), mayApprove: NOT_YOU },
    {
      may: {
        ...PERMITS,
        approve: NOT_YOU,
        stop: NO_RIGHT,
        resume: NO_RIGHT,
        retry: NO_RIGHT,
        start: NO_RIGHT,
        create: NO_RIGHT,
      },
    },
  );

/** The history of a run whose object was deleted. */
const withEnd = (timeline: unknown): unknown => {
  const { items, ...rest } = timeline as Schemas['TimelinePage'];
  const end = { id: '900', event: 'gone', at: ago(12), actor: { ref: 'engine' } };
  return { ...rest, items: [end, ...items] };
};

const readyRun = () => {
  const run = waitingRun({});
  const stages = run.pipeline.map(stage => ({
    ...stage,
    state: 'notStarted' as const,
    proof: undefined,
    clusters: stage.clusters.map(({ name, orderValue }) => ({
      name,
      orderValue,
      state: 'notStarted' as const,
      snapshot: '13',
    })),
    ...counted({ notStarted: stage.total }),
    gatesAfter: stage.gatesAfter.map(gate => ({
      ...gate,
      state: gate.kind === 'wait' ? ('notBegun' as const) : ('notAsked' as const),
    })),
  }));
  return aRun(run.name, 'readyToStart', stages, {
    startedAt: undefined,
    createdAt: ago(6),
  });
};

/** What was in flight has finished: 4 clusters of production keep what they have. */
const halted = (state: 'stopped' | 'failed', more: Partial<Run>) => {
  const { name, pipeline } = updatingRun();
  const stages = pipeline.map(stage => {
    if (stage.name !== 'production') return stage;
    const clusters = stage.clusters.map(cluster =>
      cluster.state === 'updating'
        ? {
            ...cluster,
            state: 'updated' as const,
            startedAt: ago(13),
            endedAt: ago(11),
            snapshot: '14',
            cause: undefined,
            isInFlight: undefined,
          }
        : cluster,
    );
    return { ...stage, state, clusters, ...counted({ updated: 8, notStarted: 4 }) };
  });
  const rollBack = { from: '14', to: '13', touched: 14, verified: 14, others: [] };
  return aRun(name, state, state === 'failed' ? overStages(stages, 'failed') : stages, { rollBack, ...more });
};

const stoppedRun = () =>
  halted('stopped', {
    stateChange: {
      to: 'Stop',
      at: ago(12),
      actor: { ref: 'user:default/tomas.ferreira' },
      reason: 'pager: checkout errors in weu',
    },
    blockers: [
      {
        cause: 'Stopped',
        state: 'waiting',
        message: 'The run is stopped.',
        clusters: [],
        clusterCount: 0,
        since: ago(10),
        actor: 'operator',
      },
    ],
  });

/** Without a plan nobody knows what would change. */
const UNPLANNED = { startedAt: undefined, changeCount: undefined, previousSnapshot: undefined } as const;

const failure =
  'Preparing failed: 1 cluster is in two stages: eks-use-can-01 carries environment=canary and tier=gold. Correct the labels or the strategy, then create another run.';

/** A name, a message and labels at their longest. */
const longest = () => {
  const name = `${'checkout-service-of-the-european-storefront-'.repeat(2).slice(0, 62)}x`;
  const run = failingRun({
    blockers: failingRun().blockers.map(one => ({
      ...one,
      message: `${one.message}. `.repeat(9).slice(0, 1000),
    })),
  });
  return {
    ...run,
    name,
    pipeline: run.pipeline.map(stage => ({
      ...stage,
      clusters: stage.clusters.map((cluster, i) => ({ ...cluster, name: `${name.slice(0, 58)}-${i}` })),
    })),
  };
};

const worse: Schemas['Check'][] = CHECKS.map(check =>
  check.id === 'plan'
    ? {
        ...check,
        level: 'blocks',
        needsNewRun: true,
        text: `The run would fail: ${REPLANNED}`,
      }
    : check,
);
const WOULD_FAIL = {
  kind: 'nothing',
  clusterCount: 0,
  reason: `The run would fail: ${REPLANNED}`,
} as const;

const forbiddenApi: FixtureApi = () => Reply.error(403, 'NotAllowedError', 'You need fleetstage.view');

const dialogs = (): readonly Picture[] => {
  const run = waitingRun();
  const query = '?stage=canary&dialog=approve&gate=after';
  const api = (gate: Schemas['GateDetail']) => runApi(run, { gate });
  return [
    picture('run-approve', run, { query, waitFor: 'text=Ready to approve: 5 of 6' }),
    picture('run-approve-blocked', run, {
      query,
      api: api(gateDetail(run, { checks: worse, startsStage: WOULD_FAIL })),
      waitFor: 'text=Not ready to approve: 4 of 6 checks pass',
    }),
    picture('run-approve-mobile', run, {
      query,
      ...MOBILE,
      keepsHeight: true,
      waitFor: 'text=Ready to approve: 5 of 6',
    }),
    picture('run-reject', run, {
      query: '?stage=canary&dialog=reject&gate=after',
      waitFor: 'text=Stops the run',
    }),
    picture('run-stop', updatingRun(), { query: '?dialog=stop' }),
    picture('run-stop-too-long', updatingRun(), {
      query: '?dialog=stop',
      before: async page => page.getByLabel('Reason').fill('The pager rang. '.repeat(150)),
    }),
    picture('run-stop-over', succeededRun(), { query: '?dialog=stop', waitFor: 'text=nothing to stop' }),
    picture('run-retry', failingRun(), { query: '?dialog=retry' }),
    picture('run-drawer', failingRun(), {
      query: '?cluster=gke-asw-prd-02',
      waitFor: 'text=Earlier runs here',
    }),
    picture('run-drawer-mobile', failingRun(), {
      query: '?cluster=gke-asw-prd-02',
      waitFor: 'text=Earlier runs here',
      ...MOBILE,
      keepsHeight: true,
    }),
  ];
};

const states = (): readonly Picture[] => [
  picture('run-namespaced', waitingRun(asked(47), { scope: 'payments' })),
  picture('run-waiting', waitingRun()),
  picture('run-waiting-mobile', waitingRun(), MOBILE),
  picture('run-soaking', soakingRun()),
  picture('run-frozen', frozenRun()),
  picture('run-updating', updatingRun()),
  picture('run-failing', failingRun()),
  picture('run-stuck', stuckRun()),
  picture('run-upgrading', upgradingRun()),
  picture('run-removing', removingRun()),
  picture('run-succeeded', succeededRun()),
  picture('run-ready', readyRun()),
  picture('run-stopped', stoppedRun()),
  picture(
    'run-preparing',
    aRun('payments-2-14-0', 'preparing', [], {
      ...UNPLANNED,
      createdAt: ago(0.2),
    }),
  ),
  picture('run-not-prepared', aRun('payments-2-14-0', 'couldNotPrepare', [], { ...UNPLANNED, failure })),
  picture(
    'run-failed',
    halted('failed', {
      isOver: true,
      failure: REPLANNED,
      endedAt: ago(10),
    }),
  ),
  picture('run-forbidden-acts', forbiddenActs()),
  picture('run-longest', longest()),
];

const tabs = (): readonly Picture[] => [
  picture('run-clusters', failingRun(), { query: '?tab=clusters' }),
  picture('run-clusters-compact', failingRun(), { query: '?tab=clusters', before: makeCompact }),
  picture('run-clusters-mobile', failingRun(), { query: '?tab=clusters', ...MOBILE }),
  picture('run-changes', waitingRun(), { query: '?tab=changes' }),
  picture('run-timeline', waitingRun(), { query: '?tab=timeline' }),
  picture('run-timeline-event', waitingRun(), { query: '?tab=timeline&event=4' }),
  picture('run-plan', waitingRun(), { query: '?tab=plan' }),
];

const troubles = (): readonly Picture[] => [
  picture('run-loading', waitingRun(), { api: () => HANGS, waitFor: '[aria-busy="true"]' }),
  picture('run-partial', waitingRun(), {
    api: request =>
      request.path.endsWith('/timeline')
        ? Reply.error(500, 'Error', 'the database did not answer in time')
        : runApi(waitingRun())(request),
    waitFor: 'text=Could not load events',
  }),
  picture('run-forbidden', waitingRun(), { api: forbiddenApi }),
  picture('run-not-installed', waitingRun(), { api: () => new Reply(404, '') }),
  picture('run-gone', waitingRun(), {
    api: request => (request.path.endsWith('/timeline') ? withEnd(runApi(waitingRun())(request)) : undefined),
    waitFor: 'text=Run deleted',
  }),
  picture('run-hub-lost', waitingRun(), { hub: LOST_HUB }),
];

const many = (): readonly Picture[] => [
  picture('run-200', bigRun(0.2)),
  picture('run-1000', bigRun()),
  picture('run-1000-filter', bigRun(), { query: '?state=failing,stuck' }),
  picture('run-1000-regions', bigRun(), { query: '?group=region' }),
  picture('run-1000-columns', bigRun(), { query: '?view=columns' }),
  picture('run-1000-mobile', bigRun(), MOBILE),
];

export const pictures: readonly Picture[] = [...states(), ...dialogs(), ...tabs(), ...troubles(), ...many()];
