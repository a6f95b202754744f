import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { clusterNames } from './clusterNames';
import { ago } from './moments';
import { checkoutRows, detail, rowsOfRun, track, wellRows } from './placements';
import { stuckRun } from './smallRuns';

type Blocker = Schemas['Blocker'];

/** Deleted, its objects stay on their clusters. */
export const keeping = {
  manifest: { spec: { strategy: { deleteStrategy: { propagationPolicy: 'Abandon' } } } },
};
const { manifest } = detail('checkout-web').placement;
/** Statuses of its objects are copied back. */
export const reporting = {
  manifest: {
    ...manifest,
    spec: {
      ...(manifest.spec as object),
      strategy: { type: 'External', reportBackStrategy: { type: 'Mirror', destination: 'WorkAPI' } },
    },
  },
};
/** Deleted, and two clusters have not let go. */
export const going = {
  state: 'deleting' as const,
  isDeleting: true,
  picked: 2,
  causes: [{ cause: 'Leaving', clusters: 2 }],
  snapshots: [{ index: '8', clusters: 2 }],
  withSnapshot: 2,
  leaving: {
    askedAt: ago(12),
    keepsObjects: false,
    clusters: [
      {
        cluster: 'aks-weu-prd-01',
        memberState: 'unreachable' as const,
        message: 'no answer from 10.2.0.4:443: connecting timed out',
      },
      { cluster: 'eks-use-prd-02', memberState: 'healthy' as const },
    ],
  },
};
/** The copy of its status cannot be written. */
export const withCopy = {
  statusCopy: {
    name: 'checkout-web',
    namespace: 'checkout',
    state: 'failed' as const,
    message:
      'Failed to create or update ClusterResourcePlacementStatus: the quota of namespace "checkout" is used up',
  },
};
export const NOT_SERVED = 'Selector 1 asks for Widget of example.com/v1, which the hub does not serve.';
/** Its first selector cannot be read, so that nothing was placed. */
export const uncaptured = detail('checkout-web', {
  state: 'invalid',
  resources: [],
  resourcesProblem: NOT_SERVED,
  ...{ picked: 0, available: 0, snapshots: [], withSnapshot: 0, latestSnapshot: undefined },
  ...{ history: [], runs: [], runsTotal: 0 },
});
/** Rows of {@link going}. */
export const leavingRows = checkoutRows.slice(0, 2).map((row, i): (typeof checkoutRows)[number] => ({
  ...row,
  ...{ isPicked: false, cause: 'Leaving', reason: 'The placement is being deleted.' },
  state: 'deleting',
  trouble: { state: 'stuck', actor: 'operator' },
  since: ago(12),
  ...(i === 0 && { memberState: 'unreachable' }),
}));
/** A run that is stuck on one cluster, and the clusters as it has left them. */
const stuck = { ...stuckRun(), placement: 'payments-api' };
export const stuckRows = rowsOfRun(
  stuck.pipeline.filter(({ isRemoval }) => !isRemoval).flatMap(({ clusters }) => clusters),
);
export const heldByStuck = {
  run: stuck.name,
  runs: [{ ...stuck, waitsFor: stuck.blockers[0] }],
  snapshots: ['14', '13'].map(index => ({
    index,
    clusters: stuckRows.filter(({ snapshot }) => snapshot === index).length,
  })),
  available: stuckRows.filter(({ state }) => state === 'available').length,
};

/** One cluster of six does not answer. */
export const withSilent = detail('cert-manager', {
  ...{ total: 6, wanted: 6, picked: 6, available: 5, silent: 1 },
  snapshots: [{ index: '16', clusters: 6 }],
  causes: [{ cause: 'Picked', clusters: 6 }],
});
export const silentRows = wellRows(6, '16').map((row, i): (typeof checkoutRows)[number] =>
  i === 0 ? { ...row, memberState: 'noHeartbeat', silentSince: ago(9) } : row,
);

const NODE_EXPORTER = clusterNames('prd', 48);
/** The last of those that have moved is at this place, the others wait. */
const MOVED = 18;
const BROKEN = NODE_EXPORTER.slice(0, 10);
const [SILENT, SETTLING] = NODE_EXPORTER.slice(10);
const named = (names: readonly string[]) => ({ clusters: names.slice(0, 20), clusterCount: names.length });

const limitOf = (ready: number, unavailable: number): Blocker => ({
  cause: 'MaxUnavailable',
  state: 'waiting',
  actor: 'engine',
  message: `${ready} of 48 clusters ready, at most ${unavailable} may be unavailable; waiting for resource snapshot 43: ${NODE_EXPORTER.slice(MOVED, MOVED + 3).join(', ')} and 27 more.`,
  ...named(NODE_EXPORTER.slice(MOVED)),
  since: ago(9),
});
const silent: Blocker = {
  cause: 'ClusterUnreachable',
  state: 'stuck',
  actor: 'clusterOwner',
  message: `${SILENT} does not answer: connecting timed out.`,
  ...named([SILENT]),
  since: ago(14),
};
const settling: Blocker = {
  cause: 'ClusterSettling',
  state: 'waiting',
  actor: 'engine',
  message: `${SETTLING}: availability is not trackable, so time has to pass.`,
  ...named([SETTLING]),
  since: ago(1),
  until: ago(-1),
};
const IMAGE =
  'DaemonSet monitoring/node-exporter: 0 of 3 ready; ImagePullBackOff: image node-exporter:1.9 not found.';
const broken: Blocker = {
  cause: 'ClusterUnavailable',
  state: 'stuck',
  actor: 'appOwner',
  message: `${BROKEN[0]}: ${IMAGE}`,
  ...named(BROKEN),
  since: ago(21),
};

const rollingOut = {
  causes: [{ cause: 'Picked', clusters: 48 }],
  snapshots: [
    { index: '43', clusters: MOVED },
    { index: '42', clusters: 48 - MOVED },
  ],
  latestSnapshot: '43',
  runs: [],
  runsTotal: 0,
};

/** A rolling update that a silent cluster holds, and one that settles: 30 wait for them. */
export const heldRollout = detail('node-exporter', {
  ...rollingOut,
  state: 'held',
  trouble: { state: 'stuck', actor: 'clusterOwner' },
  strategyInWords: 'Rolling update, at most 2 unavailable',
  message: `${SILENT} does not answer: connecting timed out. And 1 more cluster. This holds the rollout to 30 more clusters: 46 of 48 clusters ready, at most 2 may be unavailable.`,
  since: ago(9),
  available: 47,
  blockers: [silent, limitOf(46, 2), settling],
});
/** The same where an image cannot be pulled: what is broken comes before what waits. */
export const brokenRollout = detail('node-exporter', {
  ...rollingOut,
  state: 'notAvailable',
  trouble: { state: 'stuck', actor: 'appOwner' },
  strategyInWords: 'Rolling update, at most 12 unavailable',
  message: `${BROKEN[0]}: ${IMAGE} And 9 more clusters. This holds the rollout to 30 more clusters.`,
  since: ago(21),
  available: 37,
  blockers: [broken, silent, limitOf(36, 12), settling],
});

type Row = (typeof checkoutRows)[number];
const trouble = { state: 'stuck', actor: 'appOwner' } as const;

/** Each as its cluster has it: trouble first. */
const rolloutRows = (brokenOnes: readonly string[]): Row[] => {
  const rows = wellRows(48, '42').map((row, i): Row => {
    const { cluster } = row;
    if (i >= MOVED)
      return { ...row, state: 'held', wantedSnapshot: '43', conditions: track('TF'), since: ago(9), trouble };
    const moved = { ...row, snapshot: '43', wantedSnapshot: '43', since: ago(30 - i) };
    if (cluster === SILENT)
      return {
        ...moved,
        ...{ state: 'working', conditions: track('TTTU'), memberState: 'unreachable', silentSince: ago(14) },
        ...{ observedAt: undefined, verifiedAt: undefined, since: ago(15) },
      };
    return brokenOnes.includes(cluster)
      ? { ...moved, state: 'notAvailable', conditions: track('TTTTTF', IMAGE), message: IMAGE, trouble }
      : moved;
  });
  const rank = ({ state, memberState }: Row) =>
    state === 'notAvailable' ? 0 : memberState === 'unreachable' ? 1 : state === 'held' ? 2 : 3;
  return rows.sort((a, b) => rank(a) - rank(b));
};
export const heldRolloutRows = rolloutRows([]);
export const brokenRolloutRows = rolloutRows(BROKEN);

/** More causes than the bar has room for: the last ones are in a menu. */
export const CAUSES_OF_1000 = [
  'Picked',
  'AffinityMismatch',
  'UntoleratedTaint',
  'NotEligible',
  'Leaving',
  'NotYetEligible',
  'Left',
  'Held',
].map((cause, i) => ({ cause, clusters: [940, 30, 12, 8, 4, 3, 2, 1][i] }));
