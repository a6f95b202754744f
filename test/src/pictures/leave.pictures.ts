import { clusterDetail } from './data/clusters';
import { evictions } from './data/evictions';
import { stamp } from './data/hub';
import { ago, ahead } from './data/moments';
import { refused } from './data/people';
import { Reply, type FixtureApi, type Picture } from './fixtures';

const NAME = 'aks-weu-prd-01';
const PAGE = `/fleetstage/clusters/${NAME}`;
const LEAVE = `${PAGE}?dialog=leave`;
const PULLED = { way: 'agent', namespace: `fleet-member-${NAME}`, forceAfterSeconds: 900 } as const;
const NARROW = { width: 390, height: 844 };

const EFFECT = {
  placements: [
    {
      scope: '_',
      name: 'fraud-scoring',
      effect: 'loses',
      why: 'The cluster leaves the fleet.',
      found: 5,
      wanted: 6,
    },
  ],
  checked: 14,
  total: 14,
  strategies: [],
};

const page =
  (reply: unknown, written: unknown = undefined): FixtureApi =>
  ({ path, method }) => {
    if (path.endsWith('/what-if')) return { ...stamp, ...EFFECT };
    if (method !== 'GET') return written;
    return path === `/clusters/${NAME}` ? reply : undefined;
  };

const leaving = clusterDetail(NAME, {
  state: 'leaving',
  since: undefined,
  carrier: 'pull',
  leave: {
    ...PULLED,
    since: ago(4),
    forcedAt: ahead(11),
    held: 'The hub refuses what its agent needs: namespaces is forbidden',
  },
});
const evicted = clusterDetail(NAME, {
  evictions: evictions.map(one => ({ ...one, placement: 'checkout-web' })),
  evictionsTotal: 4,
});

/** Somebody else writes between the opening of the dialog and the saving; in the other theme the page keeps what it has read. */
function conflict(): Pick<Picture, 'api' | 'before'> {
  let writes = 0;
  const written = () =>
    clusterDetail(NAME, {
      generation: 3 + writes,
      resourceVersion: `${77 + writes}`,
      taints: [{ key: 'maintenance', effect: 'NoSchedule' }],
    });
  return {
    api: request => {
      if (request.method === 'PUT') writes += 1;
      const refusal = Reply.error(409, 'ConflictError', 'MemberCluster was changed since you opened it');
      return page(written(), refusal)(request);
    },
    before: async tab => {
      const dialog = tab.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Add label' }).click();
      await dialog
        .getByLabel(/^Labels \d+: key$/)
        .last()
        .fill('tier');
      await dialog.getByText('1 placement changes').waitFor();
      await dialog.getByRole('button', { name: 'Save labels and taints' }).click();
      await dialog.getByRole('button', { name: 'Keep mine' }).waitFor();
    },
  };
}

export const pictures: Picture[] = [
  { name: 'cluster-leave', path: LEAVE, api: page(clusterDetail(NAME)) },
  {
    name: 'cluster-leave-pull',
    path: LEAVE,
    api: page(clusterDetail(NAME, { carrier: 'pull', leave: PULLED })),
    before: async tab => {
      await tab.getByLabel(`Type ${NAME} to confirm`).fill(NAME);
    },
  },
  {
    name: 'cluster-leave-forbidden',
    path: LEAVE,
    api: page(
      clusterDetail(NAME, {
        may: {
          ...clusterDetail(NAME).cluster.may,
          leave: refused('You need the permission fleetstage.cluster.leave'),
        },
      }),
    ),
  },
  { name: 'cluster-leave-narrow', path: LEAVE, api: page(clusterDetail(NAME)), ...NARROW, keepsHeight: true },
  { name: 'cluster-leaving', path: PAGE, api: page(leaving) },
  { name: 'cluster-evictions', path: PAGE, api: page(evicted) },
  {
    name: 'cluster-labels-conflict',
    path: `${PAGE}?dialog=labels`,
    ...conflict(),
  },
];
