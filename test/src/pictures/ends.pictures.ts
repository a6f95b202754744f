import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { approvalPage, forYou, gateDetail } from './data/approvals';
import { blockedRun, endedRun, endsApi, stuckWithWays } from './data/ends';
import { ago } from './data/moments';
import { overview } from './data/overview';
import type { Run } from './data/runParts';
import { otel } from './data/runs';
import { Reply, type Picture } from './fixtures';

const MOBILE = { width: 390, height: 844 };

function picture(name: string, run: Run, more: Partial<Picture> & { query?: string } = {}): Picture {
  const { query = '', ...rest } = more;
  return { name, path: `/fleetstage/runs/_/${run.name}${query}`, api: endsApi(run), ...rest };
}

const stopped = {
  kind: 'held',
  stage: 'production',
  clusterCount: 0,
  run: 'payments-2-14-0',
  runIs: 'stopped',
} as const;
const heldItem = { ...forYou[1], run: 'payments-2-14-1', startsStage: stopped };
const heldGate = { ...heldItem, gate: { ...heldItem.gate, request: 'payments-2-14-1-canary' } };

/** The run that holds the gate, and what the overview says of it. */
const stoppedRun: Run = {
  ...stuckWithWays(),
  state: 'stopped',
  counts: { ...stuckWithWays().counts, stuck: 0 },
  stages: stuckWithWays().stages.map(stage =>
    stage.name === 'production' ? { ...stage, state: 'stopped' } : stage,
  ),
  waitsFor: {
    cause: 'Stopped',
    state: 'waiting',
    actor: 'operator',
    message: 'The run is stopped.',
    clusters: [],
    clusterCount: 0,
    since: ago(26),
  },
};
const holds: Schemas['Blocker'] = {
  cause: 'HoldsRuns',
  state: 'stuck',
  actor: 'operator',
  message: 'Stopped, and holds payments-2-14-1. Resume it or end it.',
  clusters: [],
  clusterCount: 0,
  since: ago(26),
  subject: { kind: 'run', scope: '_', name: 'payments-2-14-0' },
};

const dialogs: readonly Picture[] = [
  picture('run-end', stuckWithWays(), { query: '?dialog=end', waitFor: 'text=cannot be resumed' }),
  picture('run-end-over', endedRun(), { query: '?dialog=end', waitFor: 'text=nothing to end' }),
  picture('run-roll-back', stuckWithWays(), { query: '?dialog=rollback', waitFor: 'text=api-limits' }),
  picture('run-roll-back-mobile', stuckWithWays(), {
    query: '?dialog=rollback',
    waitFor: 'text=api-limits',
    ...MOBILE,
    keepsHeight: true,
  }),
  picture('run-roll-back-ended', endedRun(), { query: '?dialog=rollback', waitFor: 'text=api-limits' }),
  picture('run-roll-back-not-planned', stuckWithWays(), {
    query: '?dialog=rollback',
    api: endsApi(
      stuckWithWays(),
      Reply.error(
        400,
        'InputError',
        'strategy "careful-three" does not exist on hub "weu"; name one that does',
      ),
    ),
    waitFor: 'text=cannot be planned',
  }),
  picture('run-delete', endedRun(), { query: '?dialog=delete', waitFor: 'text=Its timeline stays' }),
];

const held: readonly Picture[] = [
  {
    name: 'approvals-held',
    path: '/fleetstage/approvals?run=payments-2-14-1&stage=canary&gate=after',
    api: ({ path, query }) => {
      const isOthers = query.get('show') === 'others';
      if (path === '/approvals')
        return approvalPage(isOthers ? [] : [heldGate, forYou[0]], { forYou: 2, forOthers: 0 });
      return path.includes('/gates/') ? gateDetail(heldGate) : undefined;
    },
    waitFor: '#approval-details button',
  },
  {
    name: 'overview-held',
    path: '/fleetstage/overview',
    api: ({ path }) => {
      // Of the runs below none has another gate open.
      const waiting = [forYou[0]];
      if (path === '/approvals') return approvalPage(waiting, { forYou: 1, forOthers: 0 });
      const items = [otel, stoppedRun, blockedRun('Stopped')];
      const trouble = [...overview().trouble, holds];
      return path === '/overview'
        ? overview({
            runs: { total: items.length, items },
            waiting,
            waitingForYou: 1,
            waitingForOthers: 0,
            trouble,
            troubleTotal: trouble.length,
          })
        : undefined;
    },
    waitFor: 'text=Resume payments-2-14-0',
  },
];

/** Ends of a run: its dialogs, its page when it is over, and what it says of the runs behind it. */
export const pictures: readonly Picture[] = [
  picture('run-ended', endedRun()),
  picture('run-ended-mobile', endedRun(), MOBILE),
  picture('run-blocked', blockedRun('Stopped')),
  picture('run-blocked-stuck', blockedRun('Stuck')),
  picture('run-blocked-mobile', blockedRun('Stopped'), MOBILE),
  ...dialogs,
  ...held,
];
