/**
 * Who may import whom: one row per package or folder. A row names what may *never* be reached from it, directly or
 * through our own files; the most specific row for a file wins, and rows are also inherited by sub-folders.
 */
export interface ImportRule {
  /** Folder, from the root of the repository. */
  readonly from: string;
  /** External packages (exact name or `prefix*`) that may be imported; absent: any that package.json declares. */
  readonly packages?: readonly string[];
  /** Folders of ours that may be imported; absent: any. The own folder is always allowed. */
  readonly folders?: readonly string[];
  /** Folders or packages that may not be reached, however long the chain. */
  readonly never?: readonly string[];
  readonly why: string;
}

const COMMON = 'plugins/fleetstage-common';
const ENGINE = 'plugins/fleetstage-engine';
const BACKEND = 'plugins/fleetstage-backend';
const CLIENT = 'plugins/fleetstage-client';
const NODE = 'plugins/fleetstage-node';
/** What runs in a browser reaches none of these, nor the old Material UI that some of Backstage is still made of. */
const NOT_IN_PAGES = [
  'node:*',
  '@backstage/backend-*',
  '@material-ui/*',
  'knex',
  'undici',
  'express',
  BACKEND,
  NODE,
];
/** Time, chance and identity as values: interfaces, so whoever takes them depends on nothing. */
const PORTS = `${BACKEND}/src/ports.ts`;
/** The port by which commands write to the hub: an interface, implemented in `kube`. */
const HUB_WRITER = `${BACKEND}/src/service/HubWriter.ts`;

/** Keys and ciphers. */
const VAULT = `${BACKEND}/src/vault`;

export const importTable: readonly ImportRule[] = [
  {
    from: COMMON,
    packages: ['@noble/hashes*', '@backstage/plugin-permission-common'],
    folders: [],
    why: 'isomorphic: wire types and values, nothing of ours',
  },
  {
    from: ENGINE,
    packages: ['luxon'],
    folders: [COMMON],
    why: 'all policy, pure: no I/O of any kind; luxon knows the offsets of time zones',
  },
  {
    from: `${ENGINE}/src/staged`,
    packages: [],
    folders: [COMMON, `${ENGINE}/src/decision.ts`],
    never: [`${ENGINE}/src/updaterun`, `${ENGINE}/src/rollout`, `${ENGINE}/src/placement`],
    why: 'stages move items, whatever they are: what an update run is, only its adapter knows',
  },
  {
    from: `${ENGINE}/src/sequence`,
    packages: ['luxon'],
    folders: [
      COMMON,
      `${ENGINE}/src/decision.ts`,
      `${ENGINE}/src/fitBytes.ts`,
      `${ENGINE}/src/groupBy.ts`,
      `${ENGINE}/src/words.ts`,
      `${ENGINE}/src/staged`,
      `${ENGINE}/src/blocker/causes.ts`,
    ],
    never: [
      `${ENGINE}/src/updaterun`,
      `${ENGINE}/src/rollout`,
      `${ENGINE}/src/placement`,
      `${ENGINE}/src/schedule`,
    ],
    why: 'versions of clusters have nothing to do with what is placed on them',
  },
  {
    from: CLIENT,
    packages: ['openapi-fetch', '@backstage/errors'],
    folders: [],
    why: 'the REST API as types and calls, in a browser and in a backend alike',
  },
  {
    from: NODE,
    folders: [CLIENT, COMMON, ENGINE],
    never: ['knex', 'undici', 'express', BACKEND],
    why: 'what other backend modules may ask of us, without what answers it',
  },
  {
    from: 'plugins/catalog-backend-module-fleetstage',
    folders: [NODE, CLIENT, COMMON],
    never: ['knex', 'undici', BACKEND],
    why: 'a module asks through the service and never reaches the backend plugin',
  },
  {
    from: 'plugins/fleetstage',
    folders: [COMMON, CLIENT, ENGINE],
    never: NOT_IN_PAGES,
    why: 'pages know the REST API, and run in a browser',
  },
  {
    from: 'packages/app',
    folders: ['plugins/fleetstage'],
    never: NOT_IN_PAGES,
    why: 'the demo puts pages together, in a browser',
  },
  {
    from: 'packages/embedded-kube',
    packages: [
      'node:*',
      'better-sqlite3',
      '@marcbachmann/cel-js',
      '@peculiar/x509',
      'reflect-metadata',
      'yaml',
    ],
    folders: [],
    why: 'a Kubernetes API server that does not know its most important client',
  },
  {
    from: 'packages/kube-client',
    folders: [],
    never: ['knex', '@backstage/*'],
    why: 'a Kubernetes API client without a domain',
  },
  {
    from: 'packages/applier',
    folders: ['packages/kube-client', ENGINE, COMMON],
    // Common brings the names of the permissions, and with them the part of Backstage that runs everywhere.
    never: ['knex', '@backstage/backend-*', '@backstage/plugin-permission-node', 'express'],
    why: 'carries a plan out on one cluster; push and pull use it alike',
  },
  {
    from: 'packages/member-agent',
    packages: ['node:events', 'node:fs/promises', 'node:module', 'node:path', 'node:util', 'yaml'],
    folders: ['packages/applier', 'packages/kube-client', ENGINE, COMMON],
    never: ['knex', '@backstage/backend-*', '@backstage/plugin-permission-node', 'express'],
    why: 'a small process beside each cluster: no Backstage, no database, no port',
  },
  {
    from: 'packages/kubectl-fleet',
    packages: [
      'node:crypto',
      'node:fs',
      'node:os',
      'node:path',
      'node:readline/promises',
      'commander',
      'yaml',
    ],
    folders: ['packages/kube-client', 'packages/fleetstage-cli', ENGINE, COMMON],
    never: ['knex', '@backstage/backend-*', '@backstage/plugin-permission-node', 'express', BACKEND],
    why: "a person's hand on the hub: no Backstage, no database, the rights of the kubeconfig",
  },
  {
    from: 'packages/fleetstage-cli',
    packages: ['node:fs', 'node:path', 'node:util', 'yaml'],
    folders: [ENGINE, COMMON],
    why: 'renders files as a hub would, and reaches no network',
  },
  {
    from: `${BACKEND}/src/database`,
    folders: [
      COMMON,
      ENGINE,
      PORTS,
      VAULT,
      `${BACKEND}/src/observe/log.ts`,
      `${BACKEND}/src/observe/subject.ts`,
    ],
    never: [`${BACKEND}/src/kube`, `${BACKEND}/src/rest`, 'express', 'undici'],
    why: 'stores know rows, not clusters',
  },
  {
    from: VAULT,
    packages: ['node:crypto'],
    folders: [COMMON],
    why: 'ciphers know neither rows nor clusters',
  },
  {
    from: `${BACKEND}/src/kube`,
    folders: [
      'packages/kube-client',
      'packages/applier',
      COMMON,
      PORTS,
      HUB_WRITER,
      `${BACKEND}/src/observe`,
    ],
    never: ['knex', ENGINE_DOMAIN(), `${BACKEND}/src/database`],
    why: 'connections know clusters, not the domain',
  },
  {
    from: `${BACKEND}/src/providers`,
    folders: ['packages/kube-client', COMMON, ENGINE, NODE, PORTS],
    never: ['knex', 'express', `${BACKEND}/src/database`, `${BACKEND}/src/kube`],
    why: 'a provider knows its management cluster, and neither rows nor passes',
  },
  {
    from: `${BACKEND}/src/loop`,
    folders: [COMMON, PORTS, `${BACKEND}/src/database`, `${BACKEND}/src/observe`],
    never: [`${BACKEND}/src/reconcilers`, `${BACKEND}/src/effects`, `${BACKEND}/src/kube`],
    why: "the loop could run anybody's keys",
  },
  {
    from: `${BACKEND}/src/reconcilers`,
    folders: [COMMON, ENGINE, `${BACKEND}/src/database`, `${BACKEND}/src/loop`, `${BACKEND}/src/observe`],
    never: [`${BACKEND}/src/kube`, 'packages/kube-client', 'undici'],
    why: 'a reconciler cannot reach a cluster',
  },
  {
    from: `${BACKEND}/src/effects`,
    never: [`${BACKEND}/src/rest`, `${BACKEND}/src/reconcilers`],
    why: 'effects act, they do not decide',
  },
  {
    from: `${BACKEND}/src/ingest`,
    never: [`${BACKEND}/src/rest`, `${BACKEND}/src/reconcilers`],
    why: 'ingest reports what changed, it does not decide',
  },
  {
    from: `${BACKEND}/src/service`,
    never: [`${BACKEND}/src/rest`, 'express', 'packages/kube-client', 'undici'],
    why: 'queries and commands know neither HTTP nor clusters; they write to the hub through their port',
  },
  {
    from: `${BACKEND}/src/rest`,
    folders: [
      COMMON,
      CLIENT,
      `${BACKEND}/src/service`,
      `${BACKEND}/src/schema`,
      `${BACKEND}/src/observe`,
      `${BACKEND}/src/compose.ts`,
    ],
    why: 'a route is parsed request, service, answer; rows are none of its business',
  },
  {
    from: `${BACKEND}/src/actions`,
    packages: ['@backstage/*'],
    folders: [COMMON, CLIENT, PORTS],
    why: 'an action is a request to REST, as any other client sends it',
  },
];

/** The applier carries engine code into `kube` by design; only direct imports of the engine are ruled out there. */
function ENGINE_DOMAIN() {
  return `direct:${ENGINE}`;
}

/** Packages whose folders do not import one another in pairs: what two of them read is a floor below both. */
export const packagesOfFloors: readonly string[] = [ENGINE, BACKEND, 'plugins/fleetstage'];

/** Engine files that say what holds something, or judge a cluster for that. Their answers are rows, which pages read. */
export const deciders: readonly string[] = [
  'blocker/actorOfCluster',
  'blocker/planBlockers',
  'placement/decidePlacement',
  'placement/planPlacement',
  'rollout/decideRollout',
  'rollout/explainRollout',
  'rollout/readiness',
  'schedule/decideSchedule',
  'staged/observeItems',
  'staged/runStages',
  'staged/stopStages',
  'updaterun/decideRun',
  'updaterun/explainCluster',
  'updaterun/findEntryHold',
  'updaterun/observationOf',
  'updaterun/selectRunsAhead',
  'updaterun/validateRun',
].map(name => `${ENGINE}/src/${name}.ts`);

/** Views that ask what would be, which no pass has decided, and one that holds nothing. */
export const mayDecide: Readonly<Record<string, string>> = {
  [`${ENGINE}/src/view/explainApproval.ts`]: 'what the next pass would do if a gate were approved',
  [`${ENGINE}/src/view/approveChecks.ts`]: 'whether the stage behind a gate could begin',
  [`${ENGINE}/src/view/previewRun.ts`]: 'what a run that nobody has made yet would wait for',
  [`${ENGINE}/src/view/stageProof.ts`]: 'what a stage that is over rests on now',
};
