import { count, doneOf, regionOf, rowOf, tabs, whole, type Counted, type NumbersOnPage } from './numbersAt';
import { DIALOGS } from './numbersInDialogs';
import type { Rest } from './restOf';

/** The whole troubled fleet; a story holds that REST and the hub have these and no others. */
export const FLEET = {
  clusters: ['member-1', 'member-2', 'member-3', 'member-4', 'member-5', 'member-6'],
  placements: ['clash', 'held', 'ill', 'metrics-agent', 'short', 'web-shop'],
  runs: ['held-1', 'web-shop-2-14-0'],
  overrides: ['tiers', 'unreadable'],
} as const;

const overview: NumbersOnPage = {
  path: '/overview',
  title: 'Fleet at a glance',
  parts: [
    {
      what: 'the fleet in one line',
      at: whole,
      says: async rest => {
        const { clusters, placements, runs } = await rest('/overview');
        const words = [count(clusters.total, 'cluster'), count(placements.total, 'placement')];
        return [`${words.join(', ')}, ${count(runs.total, 'unfinished run')}`];
      },
    },
    {
      what: 'what waits',
      at: regionOf('Waiting for you'),
      says: async rest => {
        const { waiting, waitingForYou } = await rest('/overview');
        const [{ checks, startsStage }] = waiting;
        return [
          `Waiting for you ${waitingForYou}`,
          `Starts ${startsStage.stage}: ${count(startsStage.clusterCount, 'cluster')}`,
          checks.pass === checks.total
            ? `All ${checks.total} checks pass`
            : `${checks.pass} of ${checks.total} checks pass`,
        ];
      },
    },
    {
      what: 'the trouble',
      at: regionOf('Stuck or failing'),
      says: async rest => [`Stuck or failing ${(await rest('/overview')).troubleTotal}`],
    },
    {
      what: 'the runs',
      at: regionOf('Running now'),
      says: async rest => {
        const { total, items } = (await rest('/overview')).runs;
        return [`Running now ${total}`, ...items.map((run: Counted) => `${doneOf(run)} updated`)];
      },
    },
    {
      what: 'the clusters',
      at: page => page.getByRole('region', { name: 'Clusters', exact: true }),
      says: async rest => {
        const { total, healthy } = (await rest('/overview')).clusters;
        return [`${healthy} of ${total} healthy`];
      },
    },
    {
      what: 'the placements',
      at: page => page.getByRole('region', { name: 'Placements', exact: true }),
      says: async rest => {
        const { total, scheduled, applied, available, moving } = (await rest('/overview')).placements;
        return [
          `Placements ${total}`,
          `Scheduled ${scheduled} of ${total}`,
          `Applied ${applied} of ${total}`,
          `Available ${available} of ${total}`,
          moving === 1 ? 'A run is updating 1 placement.' : `Runs are updating ${moving} placements.`,
        ];
      },
    },
  ],
};

const lists: readonly NumbersOnPage[] = [
  {
    path: '/approvals',
    title: 'Approvals',
    parts: [
      {
        what: 'who waits for whom',
        at: whole,
        says: async rest => {
          const { waitingForYou, waitingForOthers } = await rest('/overview');
          return [
            `${waitingForYou} waiting for you`,
            `For you ${waitingForYou}`,
            `All waiting ${waitingForYou + waitingForOthers}`,
          ];
        },
      },
    ],
  },
  {
    path: '/clusters',
    title: 'Clusters',
    parts: [
      {
        what: 'healthy clusters',
        at: whole,
        says: async rest => {
          const { healthy, total } = await rest('/clusters');
          return [`${healthy} of ${total} healthy`];
        },
      },
      ...FLEET.clusters.map(name => ({
        what: `the row of ${name}`,
        at: rowOf(name),
        says: async (rest: Rest) => {
          const { placements, available } = (await rest(`/clusters/${name}`)).cluster;
          return placements === 0 ? [] : [`${available} of ${placements} available`];
        },
      })),
    ],
  },
  {
    path: '/placements',
    title: 'Placements',
    parts: [
      {
        what: 'all',
        at: whole,
        says: async rest => [count((await rest('/placements')).total, 'placement')],
      },
      ...FLEET.placements.map(name => ({
        what: `the row of ${name}`,
        at: rowOf(name),
        says: async (rest: Rest) => {
          const { picked, wanted, snapshots } = (await rest(`/placements/_/${name}`)).placement;
          return [
            `${picked} of ${wanted}`,
            ...snapshots.map((one: { clusters: number }) => `${one.clusters} of ${picked}`),
          ];
        },
      })),
    ],
  },
  {
    path: '/runs',
    title: 'Update runs',
    parts: [
      { what: 'all', at: whole, says: async rest => [count((await rest('/runs')).total, 'run')] },
      ...FLEET.runs.map(name => ({
        what: `the row of ${name}`,
        at: rowOf(name),
        says: async (rest: Rest) => [doneOf((await rest(`/runs/_/${name}`)).run)],
      })),
    ],
  },
  {
    path: '/strategies',
    title: 'Update strategies',
    parts: [
      {
        what: 'all',
        at: whole,
        says: async rest => [count((await rest('/strategies')).items.length, 'strategy', 'strategies')],
      },
      {
        what: 'the row of at-once',
        at: rowOf('at-once'),
        says: async rest => [
          count((await rest('/strategies/_/at-once')).strategy.placements.length, 'placement'),
        ],
      },
    ],
  },
  {
    path: '/overrides',
    title: 'Overrides',
    parts: [
      {
        what: 'all',
        at: whole,
        says: async rest => [count((await rest('/overrides')).items.length, 'override')],
      },
      ...FLEET.overrides.map(name => ({
        what: `the row of ${name}`,
        at: rowOf(name),
        says: async (rest: Rest) => {
          const { override } = await rest(`/overrides/_/${name}`);
          return [
            `${override.matched} of ${override.clusterCount}`,
            count(override.ruleCount, 'rule'),
            count(override.placements.length, 'placement'),
            stateOf(override),
          ];
        },
      })),
    ],
  },
];

/** What the chip of an override says. */
const stateOf = ({ status }: { status: { state: 'applied' | 'failed' | 'pending' } & Counts }) => {
  const words = { applied: 'Applied on', failed: 'Failed on', pending: 'Pending on' };
  return `${words[status.state]} ${count(status[status.state], 'cluster')}`;
};

interface Counts {
  readonly applied: number;
  readonly failed: number;
  readonly pending: number;
}

const runs: readonly NumbersOnPage[] = FLEET.runs.map(name => ({
  path: `/runs/_/${name}`,
  title: name,
  parts: [
    {
      what: 'the run and its stages',
      at: whole,
      says: async (rest: Rest) => {
        const { run } = await rest(`/runs/_/${name}`);
        return [
          `${doneOf(run)} clusters updated`,
          ...run.pipeline.map((stage: Counted) => `${doneOf(stage)} updated`),
        ];
      },
    },
    {
      what: 'the tabs',
      at: tabs,
      says: async (rest: Rest) => {
        const { total, changeCount, timelineCount } = (await rest(`/runs/_/${name}`)).run;
        return [`Clusters ${total}`, `Changes ${changeCount}`, `Timeline ${timelineCount}`];
      },
    },
  ],
}));

const placements: readonly NumbersOnPage[] = FLEET.placements.map(name => ({
  path: `/placements/_/${name}`,
  title: name,
  parts: [
    {
      what: 'the tabs',
      at: tabs,
      says: async (rest: Rest) => {
        const { total, resources, history, runsTotal } = (await rest(`/placements/_/${name}`)).placement;
        return [
          `Clusters ${total}`,
          `Resources ${resources.length}`,
          `Snapshots ${history.length}`,
          `Runs ${runsTotal}`,
        ];
      },
    },
    {
      what: 'its clusters and its snapshots',
      at: whole,
      says: async (rest: Rest) => {
        const { placement } = await rest(`/placements/_/${name}`);
        const { picked, decided, snapshots, wanted, state } = placement;
        return [
          `Picked ${decided.picked}`,
          ...(decided.notPicked > 0 ? [`Not picked ${decided.notPicked}`] : []),
          ...(state === 'notEnoughClusters' ? [`${picked} of ${wanted} clusters found`] : []),
          ...snapshots.map(
            (one: { index: string; clusters: number }) =>
              `Snapshot ${one.index} on ${one.clusters} of ${count(picked, 'cluster')}`,
          ),
        ];
      },
    },
  ],
}));

const clusters: readonly NumbersOnPage[] = FLEET.clusters.map(name => ({
  path: `/clusters/${name}`,
  title: name,
  parts: [
    {
      what: 'the tabs',
      at: tabs,
      says: async (rest: Rest) => {
        const { conditions, properties } = (await rest(`/clusters/${name}`)).cluster;
        return [`Conditions ${conditions.length}`, `Properties ${Object.keys(properties).length}`];
      },
    },
    {
      what: 'what is placed on it',
      at: whole,
      says: async (rest: Rest) => {
        const { placements: n, available, notAvailable, nodes } = (await rest(`/clusters/${name}`)).cluster;
        return [
          `Nodes ${nodes}`,
          ...(n > 0 ? [`${available} of ${n} available`] : []),
          ...(notAvailable > 0 ? [`Not available ${notAvailable}`] : []),
        ];
      },
    },
  ],
}));

const strategies: readonly NumbersOnPage[] = [
  {
    path: '/strategies/_/at-once',
    title: 'at-once',
    parts: [
      {
        what: 'its use',
        at: whole,
        says: async rest => {
          const { strategy, uses, preview } = await rest('/strategies/_/at-once');
          const [stage] = preview.stages;
          return [
            `Used by ${uses.length}`,
            `Runs ${strategy.runCount}`,
            `Approvals ${preview.approvalCount}`,
            count(stage.clusters.length, 'cluster'),
          ];
        },
      },
    ],
  },
];

const overrides: readonly NumbersOnPage[] = FLEET.overrides.map(name => ({
  path: `/overrides/_/${name}`,
  title: name,
  parts: [
    {
      what: 'its rules, what clusters get, and its use',
      at: whole,
      says: async (rest: Rest) => {
        const { override, match, uses } = await rest(`/overrides/_/${name}`);
        return [
          stateOf(override),
          ...match.rules.map(({ clusters: { count: n } }: { clusters: { count: number } }) =>
            count(n, 'cluster'),
          ),
          `${override.matched} of ${override.clusterCount} clusters in ${count(match.variants.length, 'variant')}`,
          `Used by ${uses.length}`,
          ...uses.map(
            (use: Counts & { clusters: number }) => `applied on ${use.applied} of ${use.clusters} clusters`,
          ),
        ];
      },
    },
  ],
}));

/** Every page and dialog whose numbers are held against REST. */
export const NUMBERS: readonly NumbersOnPage[] = [
  overview,
  ...lists,
  ...runs,
  ...placements,
  ...clusters,
  ...strategies,
  ...overrides,
  ...DIALOGS,
];
