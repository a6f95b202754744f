import { clusterNames } from './clusterNames';
import { ago, ahead } from './moments';
import { JONAS, PRIYA } from './people';
import {
  approval,
  aRun,
  asked,
  ORDERS,
  stage,
  updated,
  wait,
  waiting,
  type Gate,
  type Run,
  type RunCluster,
  type Stage,
} from './runParts';

const NAME = 'payments-2-14-0';

const staging = () =>
  stage(
    1,
    'staging',
    'done',
    updated(['aks-neu-stg-01', 'aks-weu-stg-01', 'eks-use-stg-01'], [112, 100, 185], 117),
    {
      updatedAt: ago(117),
      endedAt: ago(57),
      proof: { snapshot: '14', available: 3, total: 3, unbrokenSince: ago(117) },
      gatesAfter: [
        wait('staging', 60, { state: 'elapsed', beganAt: ago(117), endsAt: ago(57), doneAt: ago(57) }),
      ],
    },
  );

const canary = (gate: Partial<Gate>, state: Stage['state'] = 'waitingForApproval') =>
  stage(
    2,
    'canary',
    state,
    updated(['aks-neu-can-01', 'aks-weu-can-01', 'eks-use-can-01'], [130, 118, 321], 47),
    {
      proof: { snapshot: '14', available: 3, total: 3, unbrokenSince: ago(47) },
      gatesAfter: [approval(NAME, 'canary', gate)],
    },
  );

const production = (
  clusters = waiting(clusterNames('prd', 12), '13', ORDERS),
  more: Partial<Stage> = {},
  state: Stage['state'] = 'notStarted',
) =>
  stage(3, 'production', state, clusters, {
    concurrency: '3',
    slots: 3,
    sortingLabel: 'order',
    gatesAfter: [wait('production', 60), approval(NAME, 'production')],
    ...more,
  });

const removal = (state: Stage['state'] = 'notStarted', cluster: RunCluster['state'] = 'notStarted') =>
  stage(4, 'removal', state, [{ name: 'gke-asw-prd-91', state: cluster, snapshot: '13' }], {
    isRemoval: true,
    selector: undefined,
  });

/** Canary waits for a person. */
export const waitingRun = (gate: Partial<Gate> = asked(47), more: Partial<Run> = {}) =>
  aRun(NAME, 'waitingForApproval', [staging(), canary(gate), production(), removal()], more);

/** All but the last cluster of production are done; the removal is under way. */
export const removingRun = () => aRun(NAME, 'updating', lastStages('underWay'), LONG_AGO);

/** Everything is done, the removal too. */
export const succeededRun = () =>
  aRun(NAME, 'succeeded', lastStages('over'), { ...LONG_AGO, isOver: true, endedAt: ago(2) });

/** A run that has been through the wait of production began this much earlier than the others. */
const EARLIER = 70;
const LONG_AGO = { createdAt: ago(126 + EARLIER), startedAt: ago(124 + EARLIER) };

const MOMENT = /^\d{4}-\d\d-\d\dT/;

/** The same stage, with all that happened in it earlier. */
const earlier = (one: Stage): Stage =>
  JSON.parse(JSON.stringify(one), (_, value: unknown) =>
    typeof value === 'string' && MOMENT.test(value)
      ? new Date(Date.parse(value) - EARLIER * 60_000).toISOString().replace('.000Z', 'Z')
      : value,
  ) as Stage;

const lastStages = (removalIs: 'underWay' | 'over'): Stage[] => {
  const done = inOrder(updated(clusterNames('prd', 12), [130, 95, 204], 64));
  const gates = [
    wait('production', 60, { state: 'elapsed', beganAt: ago(64), endsAt: ago(4), doneAt: ago(4) }),
    approval(NAME, 'production', {
      state: 'approved',
      actor: PRIYA,
      doneAt: ago(3),
      comment: 'Error rate flat for an hour',
    }),
  ];
  return [
    earlier(staging()),
    earlier(
      canary(
        { state: 'approved', actor: PRIYA, doneAt: ago(102 - EARLIER), comment: 'Dashboards checked' },
        'done',
      ),
    ),
    production(
      done,
      { gatesAfter: gates, proof: { snapshot: '14', available: 12, total: 12, unbrokenSince: ago(64) } },
      'done',
    ),
    removalIs === 'over' ? removal('done', 'removed') : removal('updating', 'removing'),
  ];
};

export const updatingRun = (more: Partial<Run> = {}) =>
  aRun(
    NAME,
    'updating',
    [
      staging(),
      canary(
        {
          state: 'approved',
          actor: PRIYA,
          doneAt: ago(19),
          comment: 'Canary error rate flat for 45 min, dashboards checked',
          mayWithdraw: { isAllowed: false },
        },
        'done',
      ),
      production(inProduction(), {}, 'updating'),
      removal(),
    ],
    more,
  );

const inOrder = (clusters: readonly RunCluster[]): RunCluster[] =>
  clusters.map((cluster, index) => ({ ...cluster, orderValue: ORDERS[index] }));

const inProduction = (trouble?: RunCluster): RunCluster[] => {
  const names = clusterNames('prd', 12);
  const moving: RunCluster[] = [
    {
      name: names[5],
      state: 'updating',
      startedAt: ago(1.4),
      since: ago(1.4),
      snapshot: '13',
      cause: '2 of 3 Deployments are ready',
      orderValue: '2',
    },
    {
      name: names[6],
      state: 'updating',
      startedAt: ago(0.6),
      since: ago(0.6),
      snapshot: '13',
      cause: 'Applied, waits for its objects to be available',
      orderValue: '3',
    },
    trouble ?? {
      name: names[7],
      state: 'updating',
      startedAt: ago(0.2),
      since: ago(0.2),
      snapshot: '13',
      cause: 'Sent to the cluster',
      orderValue: '3',
    },
  ];
  return [
    ...inOrder(updated(names.slice(0, 5), [104, 131, 96], 2)),
    ...moving,
    ...waiting(names.slice(8), '13', ORDERS.slice(8)),
  ];
};

/** What came before production is done. */
const upToProduction = (clusters: RunCluster[], state: Stage['state']): Stage[] => [
  staging(),
  canary({ state: 'approved', actor: PRIYA, doneAt: ago(19) }, 'done'),
  production(clusters, {}, state),
  removal(),
];

export const failingRun = (more: Partial<Run> = {}) => {
  const message = 'Apply refused: Deployment payments/api: field spec.replicas is owned by kubectl-edit';
  const failing: RunCluster = {
    name: 'gke-asw-prd-02',
    state: 'failing',
    startedAt: ago(11),
    since: ago(11),
    snapshot: '13',
    cause: message,
    orderValue: '3',
  };
  return aRun(NAME, 'failing', upToProduction(inProduction(failing), 'failing'), {
    blockers: [
      {
        cause: 'ClusterFailing',
        state: 'failing',
        message,
        stage: 'production',
        clusters: [failing.name],
        clusterCount: 1,
        since: ago(11),
        actor: 'appOwner',
      },
    ],
    ...more,
  });
};

/** A cluster that says nothing of an error, and does not finish either. */
export const stuckRun = () => {
  const message = 'Not available: 2 of 3 pods of Deployment payments/api wait for a node';
  const stuck: RunCluster = {
    name: 'gke-asw-prd-02',
    state: 'stuck',
    startedAt: ago(14),
    since: ago(14),
    snapshot: '13',
    cause: message,
    orderValue: '3',
  };
  return aRun(NAME, 'stuck', upToProduction(inProduction(stuck), 'stuck'), {
    blockers: [
      {
        cause: 'ClusterStuck',
        state: 'stuck',
        message,
        stage: 'production',
        clusters: [stuck.name],
        clusterCount: 1,
        since: ago(14),
        actor: 'clusterOwner',
      },
    ],
  });
};

/** The last two clusters of production are being upgraded, with `holdWorkloads`. */
export const upgradingRun = () => {
  const names = clusterNames('prd', 12);
  const rollout = 'prod-nodes-1-34-1';
  const cause = (name: string) =>
    `${name}: node pools are being upgraded to v1.34.1 (rollout "${rollout}"); its workloads wait.`;
  const upgrading = names.slice(10).map((name, i) => ({
    ...{ name, state: 'waiting' as const, snapshot: '13', since: ago(9), orderValue: ORDERS[10 + i] },
    cause: cause(name),
  }));
  const clusters = [...inOrder(updated(names.slice(0, 10), [104, 131, 96], 10)), ...upgrading];
  const blockers = upgrading.map(({ name }): Run['blockers'][number] => ({
    ...{ cause: 'ClusterUpgrading', state: 'waiting', actor: 'engine', stage: 'production' },
    ...{ message: cause(name), clusters: [name], clusterCount: 1, since: ago(9) },
    subject: { kind: 'version-rollout', name: rollout },
  }));
  return aRun(NAME, 'waiting', upToProduction(clusters, 'waiting'), { blockers, waitsFor: blockers[0] });
};

/** A clock holds staging; an approval is asked before production; 48 clusters. */
export function soakingRun(): Run {
  const name = 'cert-manager-1-17';
  const first = stage(1, 'staging', 'waiting', updated(clusterNames('stg', 8), [48, 51, 47, 62], 22, '17'), {
    concurrency: '4',
    slots: 4,
    proof: { snapshot: '17', available: 8, total: 8, unbrokenSince: ago(22) },
    gatesAfter: [wait('staging', 60, { state: 'counting', beganAt: ago(22), endsAt: ahead(38) })],
  });
  const second = stage(2, 'canary', 'notStarted', waiting(clusterNames('can', 8), '16'), {
    concurrency: '2',
    slots: 2,
    gatesAfter: [approval(name, 'canary')],
  });
  const third = stage(3, 'production', 'notStarted', waiting(clusterNames('prd', 32), '16', ORDERS), {
    concurrency: '25%',
    slots: 8,
    sortingLabel: 'order',
    gatesBefore: [approval(name, 'production', { task: 'before' })],
    gatesAfter: [wait('production', 30)],
  });
  return aRun(name, 'waiting', [first, second, third], {
    placement: 'cert-manager',
    strategy: 'ring-by-ring',
    snapshot: '17',
    previousSnapshot: '16',
    createdAt: ago(48),
    startedAt: ago(46),
    startedBy: JONAS,
    changeCount: 2,
  });
}
