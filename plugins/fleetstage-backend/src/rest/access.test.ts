import { mockCredentials } from '@backstage/backend-test-utils';
import { AuthorizeResult, type Permission } from '@backstage/plugin-permission-common';
import {
  approveRunPermission,
  controlRunPermission,
  deletePlacementPermission,
  deleteRunPermission,
  evictPlacementPermission,
  kinds,
  type KubeObject,
  setBudgetPermission,
  updatePlacementPermission,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import request from 'supertest';
import { createTestDatabases, openTestDatabase } from '../__testUtils__/databases';
import { eventually } from '../__testUtils__/eventually';
import { startFleetBackend } from '../__testUtils__/fleetBackend';
import {
  aMemberObject,
  anObject,
  aNamespacedPlacement,
  anOverrideObject,
  aPlacementObject,
  aRunObject,
  aStrategyObject,
} from '../__testUtils__/objects';
import { operations, type Method } from '../__testUtils__/operations';
import { StubFleet } from '../__testUtils__/stubFleet';
import {
  createFleetPlacementConditionalDecision,
  createFleetRunConditionalDecision,
  fleetPlacementConditions,
  fleetRunConditions,
} from '../permissions/rules';
import { createRouter, type RouterOptions } from './createRouter';

const databases = createTestDatabases();
const ALLOW = { result: AuthorizeResult.ALLOW } as const;
const DENY = { result: AuthorizeResult.DENY } as const;

/** Who asks; the last two may act, the others may not. */
const CALLERS = {
  noToken: { token: undefined, actor: 'unknown' },
  forgedToken: { token: mockCredentials.user.invalidHeader(), actor: 'unknown' },
  blind: { token: mockCredentials.user.header('user:default/blind'), actor: undefined },
  readOnly: { token: mockCredentials.user.header('user:default/reader'), actor: 'user:default/reader' },
  wrongPlacement: { token: mockCredentials.user.header('user:default/shop'), actor: 'user:default/shop' },
  wrongNamespace: { token: mockCredentials.user.header('user:default/team-b'), actor: 'user:default/team-b' },
  service: {
    token: mockCredentials.service.header({
      onBehalfOf: mockCredentials.service('external:ci'),
      targetPluginId: 'fleetstage',
    }),
    actor: 'service external:ci',
  },
  right: { token: mockCredentials.user.header('user:default/ada'), actor: 'user:default/ada' },
} as const;
type Caller = keyof typeof CALLERS;
const CALLER_NAMES = Object.keys(CALLERS) as Caller[];

/** Conditions of a policy that gives one person `shop`, and another what is in `team-b`. */
function policy(permission: Permission, user: string | undefined) {
  if (user === undefined || user === 'user:default/ada') return ALLOW;
  if (permission.name === 'fleetstage.view') return user === 'user:default/blind' ? DENY : ALLOW;
  if (user === 'user:default/reader' || user === 'user:default/blind') return DENY;
  const isShop = user === 'user:default/shop';
  const placements = [isShop ? 'shop' : 'team-b/app'];
  for (const run of [approveRunPermission, controlRunPermission, deleteRunPermission])
    if (permission.name === run.name)
      return createFleetRunConditionalDecision(run, fleetRunConditions.isPlacement({ placements }));
  for (const placement of [
    updatePlacementPermission,
    deletePlacementPermission,
    evictPlacementPermission,
    setBudgetPermission,
  ])
    if (permission.name === placement.name)
      return createFleetPlacementConditionalDecision(
        placement,
        isShop
          ? fleetPlacementConditions.isPlacement({ placements })
          : fleetPlacementConditions.isInNamespace({ namespaces: ['team-b'] }),
      );
  return permission.name === 'fleetstage.placement.create' ? ALLOW : DENY;
}

interface Call {
  readonly path: string;
  readonly body?: object;
}

interface Row {
  /** What is asked. Who may act acts on an object of their own, so that the order makes no difference. */
  readonly call: (fleet: StubFleet, caller: Caller) => Call;
  /** Audited as this act; absent: it changes nothing. */
  readonly act?: string | ((caller: Caller) => string);
  /** Where it is not 200: for whom may read, and what the service and the person with the right are answered. */
  readonly reader?: number;
  readonly service?: number;
  readonly right?: number;
  /** The run goes on as soon as a gate is approved: then 409 is right, too, for whoever has the right. */
  readonly mayBeLate?: true;
}

const read = (path: string, body?: object): Row => ({ call: () => ({ path, ...(body && { body }) }) });

const requestUid = (fleet: StubFleet) =>
  fleet.find('ClusterApprovalRequest', 'r1-canary')?.metadata.uid ?? '';
const versionOf = (object: { metadata: { resourceVersion?: string } } | undefined) =>
  object && { resourceVersion: object.metadata.resourceVersion };
const uidOfRun = (fleet: StubFleet, name: string) =>
  fleet.find('ClusterStagedUpdateRun', name)?.metadata.uid ?? '';
const gate = (verb: string, act: string, body: object = {}): Row => ({
  call: fleet => ({
    path: `/runs/_/r1/gates/canary/after/${verb}`,
    body: { requestUid: requestUid(fleet), ...body },
  }),
  act,
  reader: 403,
  // People decide; a token does not count.
  service: 403,
});

const POLICY = { placementType: 'PickAll' };
const aSpec = (name: string) => ({
  resourceSelectors: [{ group: '', version: 'v1', kind: 'ConfigMap', name }],
  policy: POLICY,
});
const STAGES = { stages: [{ name: 'all', labelSelector: {} }] };
const sequenceSpec = (fleet: string) => ({ stages: [{ name: 'all', fleets: [fleet] }] });
const OVERRIDE = anOverrideObject('override').spec as Record<string, unknown>;
const APP = '/placements/team-a/app';

/** Nothing is held, which is shown only to those who might decide it. */
const removal = (verb: 'confirm' | 'release'): Row => ({
  call: () => ({ path: `/removals/${verb}`, body: { placements: ['web'] } }),
  act: `removal-${verb}`,
  reader: 403,
  service: 409,
  right: 409,
});

const FOREIGN = {
  ...{ sequence: 'bank', upgradeType: 'ControlPlane', version: '1.31.4' },
  ...{ trigger: 'User', intent: 'Regular' },
};

/** The engine did not create it, and never executes it: who may act on it is told so. */
const foreignRollout = (verb: string, body: object = {}): Row => ({
  call: fleet => ({
    path: `/version-rollouts/foreign/${verb}`,
    body: { ...shownOf(fleet.find('Rollout', 'foreign')), ...body },
  }),
  act: `rollout-${verb}`,
  reader: 403,
  service: 409,
  right: 409,
});

const shownOf = (object: KubeObject | undefined) => ({
  resourceVersion: object?.metadata.resourceVersion ?? '',
  generation: object?.metadata.generation ?? 0,
});

const sequenceAct = (verb: string, body: object = {}): Row => ({
  call: fleet => ({
    path: `/sequences/bank/${verb}`,
    body: { ...shownOf(fleet.find('RolloutSequence', 'bank')), ...body },
  }),
  act: `sequence-${verb}`,
  reader: 403,
});

/** Read on a member: by a separate permission, and audited. */
const onMember = (path: string): Row => ({
  ...read(`/placements/_/web/clusters/c1/workloads${path}`),
  act: 'workload-read',
  reader: 403,
});

/** In this order for each caller. */
const ROWS: Readonly<Record<string, Row>> = {
  getOverview: read('/overview'),
  listRuns: read('/runs'),
  getRun: read('/runs/_/r1'),
  getRunTimeline: read('/runs/_/r1/timeline'),
  getRunChanges: read('/runs/_/r1/changes'),
  getRunCluster: read('/runs/_/r1/clusters/c1'),
  getGate: read('/runs/_/r1/gates/canary/after'),
  previewRun: read('/runs/preview', { placement: 'web', strategy: 'strategy' }),
  listApprovals: read('/approvals'),
  listPlacements: read('/placements'),
  getPlacement: read('/placements/_/web'),
  getPlacementChanges: read('/placements/_/web/changes?from=0&to=0'),
  listPlacementClusters: read('/placements/_/web/clusters'),
  listPlacementDecisions: read('/placements/_/web/decisions'),
  getPlacementTimeline: read('/placements/_/web/timeline'),
  getPlacementResources: read('/placements/_/web/resources'),
  getPlacementClusterWhy: read('/placements/_/web/clusters/c1'),
  listPlacementEvictions: read('/placements/_/drained/evictions'),
  getPlacementStatuses: read('/placements/_/web/clusters/c1/statuses'),
  listWorkloads: onMember(''),
  getWorkload: onMember('/object?version=v1&kind=Namespace&objectName=web'),
  // Nothing that is placed has a pod.
  getWorkloadLogs: {
    ...onMember('/logs?objectNamespace=web&objectName=app'),
    act: 'workload-logs',
    service: 404,
    right: 404,
  },
  getPlacementPreview: { ...read('/placements/_/web/preview?cluster=c1'), reader: 403 },
  getPreviewDiff: { ...onMember(''), ...read('/placements/_/web/preview/c1/diff') },
  whatIfOverride: {
    ...read('/overrides/what-if', {
      kind: 'ClusterResourceOverride',
      name: 'labels',
      spec: { clusterResourceSelectors: [], policy: {} },
    }),
    reader: 403,
  },
  getSuggestion: read('/placements/_/web/clusters/c1/suggestion'),
  getShortageSuggestion: read('/placements/_/web/shortage-suggestion'),
  whatIf: read('/placements/_/web/what-if', {}),
  whatIfNew: read('/placements/what-if', { spec: { policy: POLICY } }),
  listStrategies: read('/strategies'),
  getStrategy: read('/strategies/_/strategy'),
  getStrategyTimeline: read('/strategies/_/strategy/timeline'),
  validateStrategy: {
    ...read('/strategies/validate', { name: 'strategy', isNew: true, spec: STAGES }),
    reader: 403,
  },
  listClusters: read('/clusters'),
  getCluster: read('/clusters/c1'),
  whatIfCluster: read('/clusters/c1/what-if', { taints: [] }),
  updateCluster: {
    call: fleet => {
      const { metadata } = fleet.find('MemberCluster', 'c1')!;
      return {
        path: '/clusters/c1',
        body: { labels: metadata.labels ?? {}, resourceVersion: metadata.resourceVersion },
      };
    },
    act: 'cluster-update',
    reader: 403,
  },
  getClusterDrain: read('/clusters/c1/drain?moves=true'),
  getClusterTimeline: read('/clusters/c1/timeline'),
  joinCluster: {
    call: (_, caller) => ({
      path: '/clusters',
      body: { name: `by-${caller.toLowerCase()}`, carrier: 'pull' },
    }),
    act: 'cluster-join',
    reader: 403,
    service: 201,
    right: 201,
  },
  issueJoinToken: {
    call: () => ({ path: '/clusters/c1/join-token' }),
    act: 'cluster-join-token',
    reader: 403,
    // Fleetstage connects to it.
    service: 409,
    right: 409,
  },
  previewSelection: {
    ...read('/selection/preview', { scope: 'team-a', name: 'app', selectors: [] }),
    reader: 403,
  },
  validatePlacement: {
    ...read('/placements/validate', { scope: 'team-a', name: 'app', isNew: false, spec: aSpec('settings') }),
    reader: 403,
  },
  createRun: {
    call: (_, caller) => ({
      path: '/runs',
      body: {
        name: `by-${caller.toLowerCase()}`,
        placement: 'web',
        strategy: 'strategy',
        state: 'Initialize',
      },
    }),
    act: 'run-create',
    reader: 403,
    service: 201,
    right: 201,
  },
  approveGate: gate('approve', 'run-approve'),
  withdrawApproval: { ...gate('withdraw', 'run-withdraw'), mayBeLate: true },
  rejectGate: { ...gate('reject', 'run-reject', { reason: 'not now' }), mayBeLate: true },
  setRunState: {
    call: (_, caller) => ({
      path: '/runs/_/r2/state',
      body: { state: caller === 'right' ? 'Run' : 'Stop' },
    }),
    act: caller => (caller === 'right' ? 'run-start' : 'run-stop'),
    reader: 403,
  },
  endRun: {
    call: (_, caller) => ({
      path: `/runs/_/${caller === 'service' ? 'for-service' : 'spare'}/end`,
      body: { reason: 'wrong day' },
    }),
    act: 'run-end',
    reader: 403,
  },
  rollBackRun: {
    call: (_, caller) => ({
      path: '/runs/_/broken/rollback',
      body: { newName: `back-by-${caller.toLowerCase()}`, snapshot: '0' },
    }),
    act: 'run-rollback',
    reader: 403,
    service: 201,
    right: 201,
  },
  deleteRun: {
    call: (fleet, caller) => {
      const name = caller === 'service' ? 'broken-for-service' : 'broken-spare';
      return { path: `/runs/_/${name}`, body: { uid: uidOfRun(fleet, name) } };
    },
    act: 'run-delete',
    reader: 403,
  },
  retryRun: { call: () => ({ path: '/runs/_/r2/retry', body: {} }), act: 'run-retry', reader: 403 },
  createPlacement: {
    call: (_, caller) => ({
      path: '/placements',
      body: { scope: 'team-a', name: `by-${caller.toLowerCase()}`, spec: aSpec('settings') },
    }),
    act: 'placement-create',
    reader: 403,
    service: 201,
    right: 201,
  },
  updatePlacement: {
    call: fleet => {
      const { resourceVersion, generation } = findApp(fleet, 'app').metadata;
      return { path: APP, body: { spec: aSpec('settings'), resourceVersion, generation } };
    },
    act: 'placement-update',
    reader: 403,
  },
  createStrategy: {
    call: (_, caller) => ({
      path: '/strategies',
      body: { name: `by-${caller.toLowerCase()}`, spec: STAGES },
    }),
    act: 'strategy-create',
    reader: 403,
    service: 201,
    right: 201,
  },
  deleteStrategy: {
    call: (fleet, caller) => {
      const name = caller === 'service' ? 'for-service' : 'spare';
      const uid = fleet.find('ClusterStagedUpdateStrategy', name)?.metadata.uid ?? '';
      return { path: `/strategies/_/${name}`, body: { uid } };
    },
    act: 'strategy-delete',
    reader: 403,
  },
  updateStrategy: {
    call: fleet => {
      const { metadata, spec } = fleet.find('ClusterStagedUpdateStrategy', 'strategy')!;
      return { path: '/strategies/_/strategy', body: { spec, resourceVersion: metadata.resourceVersion } };
    },
    act: 'strategy-update',
    reader: 403,
  },
  applyNow: {
    call: () => ({ path: '/placements/_/web/clusters/c1/apply' }),
    act: 'placement-apply',
    reader: 403,
  },
  foreseeEviction: read('/placements/_/drained/clusters/c1/eviction'),
  whatIfBudget: read('/placements/_/drained/budget/what-if', { minAvailable: 1 }),
  setBudget: {
    call: (fleet, caller) => ({
      path: '/placements/_/drained/budget',
      body: {
        limits: { minAvailable: caller === 'right' ? 0 : 1 },
        ...versionOf(fleet.find('ClusterResourcePlacementDisruptionBudget', 'drained')),
      },
    }),
    act: 'placement-budget',
    reader: 403,
  },
  deleteBudget: {
    call: fleet => ({
      path: '/placements/_/drained/budget',
      body: {
        uid: fleet.find('ClusterResourcePlacementDisruptionBudget', 'drained')?.metadata.uid ?? 'none',
      },
    }),
    act: 'placement-budget-delete',
    reader: 403,
  },
  leaveFleet: {
    // The other rows need both members: another one than the one that was shown stays.
    call: () => ({ path: '/clusters/c1', body: { uid: 'of-another' } }),
    act: 'cluster-leave',
    reader: 403,
    service: 409,
    right: 409,
  },
  evictPlacement: {
    call: () => ({ path: '/placements/_/drained/evictions', body: { cluster: 'c1' } }),
    act: 'placement-evict',
    reader: 403,
    service: 201,
    right: 201,
  },
  listOverrides: { ...read('/overrides'), reader: 403 },
  getOverride: { ...read('/overrides/_/override'), reader: 403 },
  getOverrideTimeline: { ...read('/overrides/_/override/timeline'), reader: 403 },
  matchOverride: { ...read('/overrides/match', { scope: '_', spec: OVERRIDE }), reader: 403 },
  validateOverride: {
    ...read('/overrides/validate', { scope: '_', name: 'override-2', isNew: true, spec: OVERRIDE }),
    reader: 403,
  },
  createOverride: {
    call: (_, caller) => ({
      path: '/overrides',
      body: { scope: '_', name: `by-${caller.toLowerCase()}`, spec: OVERRIDE },
    }),
    act: 'override-create',
    reader: 403,
    service: 201,
    right: 201,
  },
  updateOverride: {
    call: fleet => {
      const { metadata, spec } = fleet.find('ClusterResourceOverride', 'override')!;
      return { path: '/overrides/_/override', body: { spec, resourceVersion: metadata.resourceVersion } };
    },
    act: 'override-update',
    reader: 403,
  },
  deleteOverride: {
    call: (fleet, caller) => {
      const name = caller === 'service' ? 'for-service' : 'spare';
      const uid = fleet.find('ClusterResourceOverride', name)?.metadata.uid ?? '';
      return { path: `/overrides/_/${name}`, body: { uid } };
    },
    act: 'override-delete',
    reader: 403,
  },
  deletePlacement: {
    call: (fleet, caller) => {
      const name = caller === 'service' ? 'for-service' : 'app';
      const uid = findApp(fleet, name).metadata.uid;
      return { path: `/placements/team-a/${name}`, body: { uid } };
    },
    act: 'placement-delete',
    reader: 403,
  },
  listRemovals: read('/removals'),
  confirmRemovals: removal('confirm'),
  releaseRemovals: removal('release'),
  drainCluster: {
    call: () => ({ path: '/clusters/idle/drain', body: { reason: 'new kernel' } }),
    act: 'cluster-drain',
    reader: 403,
  },
  listSequences: read('/sequences'),
  getSequence: read('/sequences/bank'),
  getSequenceTimeline: read('/sequences/bank/timeline'),
  getSequenceCalendar: read('/sequences/bank/calendar?days=7'),
  listVersionCatalogs: read('/version-catalogs'),
  listMaintenancePolicies: read('/maintenance-policies'),
  getClusterVersions: read('/clusters/c1/versions'),
  listVersionRollouts: read('/version-rollouts'),
  // Of what the engine did not create it knows nothing.
  getVersionRollout: { ...read('/version-rollouts/foreign'), reader: 404, service: 404, right: 404 },
  listVersionRolloutClusters: {
    ...read('/version-rollouts/foreign/clusters'),
    ...{ reader: 404, service: 404, right: 404 },
  },
  getVersionRolloutTimeline: read('/version-rollouts/foreign/timeline'),
  previewSequence: {
    ...read('/sequences/preview', { name: 'other', isNew: true, spec: sequenceSpec('other') }),
    reader: 403,
  },
  createSequence: {
    call: (_, caller) => ({
      path: '/sequences',
      body: { name: `by-${caller.toLowerCase()}`, spec: sequenceSpec(`fleet-${caller.toLowerCase()}`) },
    }),
    act: 'sequence-create',
    reader: 403,
    service: 201,
    right: 201,
  },
  updateSequence: {
    call: fleet => {
      const bank = fleet.find('RolloutSequence', 'bank')!;
      return { path: '/sequences/bank', body: { spec: bank.spec, ...shownOf(bank) } };
    },
    act: 'sequence-update',
    reader: 403,
  },
  deleteSequence: {
    call: (fleet, caller) => {
      const name = caller === 'service' ? 'for-service' : 'spare';
      const uid = fleet.find('RolloutSequence', name)?.metadata.uid ?? '';
      return { path: `/sequences/${name}`, body: { uid } };
    },
    act: 'sequence-delete',
    reader: 403,
  },
  suspendSequence: sequenceAct('suspend'),
  resumeSequence: sequenceAct('resume', { reason: 'the incident is over' }),
  startVersion: sequenceAct('start', { version: '1.31.4' }),
  pauseVersionRollout: foreignRollout('pause'),
  resumeVersionRollout: foreignRollout('resume'),
  cancelVersionRollout: foreignRollout('cancel'),
  forceCompleteStage: foreignRollout('force-complete', { stage: 'all' }),
  overrideSoak: foreignRollout('override-soak', { stage: 'all', soakDuration: '1h' }),
  skipRolloutClusters: foreignRollout('skip-cluster', { clusters: ['c1'] }),
  unskipRolloutClusters: foreignRollout('unskip-cluster', { clusters: ['c1'] }),
  retryRolloutClusters: foreignRollout('retry', { clusters: ['c1'] }),
  ignoreMaintenance: foreignRollout('ignore-maintenance', { ignore: true }),
  uncordonCluster: {
    call: () => ({ path: '/clusters/idle/uncordon', body: {} }),
    act: 'cluster-uncordon',
    reader: 403,
  },
};

/** Over as soon as they are seen: the snapshot that they name does not exist. */
const BROKEN = ['broken', 'broken-spare', 'broken-for-service'];

const PROBES = ['/health', '/metrics'];

const { group, plural, storageVersion: version } = kinds.ResourcePlacement;
const findApp = (fleet: StubFleet, name: string) => fleet.hub.find(plural, name, 'team-a')!;

const MAY_NOT_SEE = new Map<Caller, number>([
  ['noToken', 401],
  ['forgedToken', 401],
  ['blind', 403],
]);

function statusFor({ reader, service, right }: Row, caller: Caller): number {
  if (caller === 'service') return service ?? 200;
  if (caller === 'right') return right ?? 200;
  return MAY_NOT_SEE.get(caller) ?? reader ?? 200;
}

/** `GET /runs/{scope}/{name}` of every route that an Express router has. */
function routesOf(router: { readonly stack: readonly any[] }): string[] {
  return router.stack.flatMap(({ route, handle }) => {
    if (route === undefined) return handle?.stack === undefined ? [] : routesOf(handle);
    const path = String(route.path).replace(/:(\w+)/g, '{$1}');
    return Object.keys(route.methods).map(method => `${method.toUpperCase()} ${path}`);
  });
}

describe('the table of who may do what (C/GX-001, GX-002)', () => {
  it('has a row for every operation of the contract, and no other', () => {
    expect(Object.keys(ROWS).sort()).toEqual(
      operations()
        .map(({ id }) => id)
        .sort(),
    );
  });

  it('leaves no route out: none is mounted but the contract, the contract itself and the probes', () => {
    const contract = operations().map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    const others = ['/openapi.json', ...PROBES].map(path => `GET ${path}`);
    const mounted = routesOf(createRouter({} as RouterOptions));
    expect([...new Set(mounted)].sort()).toEqual([...contract, ...others].sort());
  });
});

// On one database: what people may do is decided before any is asked, and the acts themselves are tested on each.
describe('who may do what', () => {
  let fleet: StubFleet;
  let backend: Awaited<ReturnType<typeof startFleetBackend>>;

  beforeAll(async () => {
    fleet = await StubFleet.start();
    fleet.putFleet();
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team-a' } };
    fleet.hub.put({ group: '', version: 'v1', plural: 'namespaces' }, namespace);
    for (const name of ['app', 'for-service'])
      fleet.hub.put({ group, version, plural, namespace: 'team-a' }, aNamespacedPlacement('team-a', name));
    for (const name of ['spare', 'for-service']) fleet.put(aStrategyObject(name, STAGES.stages));
    for (const name of ['override', 'spare', 'for-service']) fleet.put(anOverrideObject(name));
    for (const name of ['bank', 'spare', 'for-service'])
      fleet.put(anObject('RolloutSequence', name, { spec: sequenceSpec(name) }));
    fleet.put(anObject('Rollout', 'foreign', { spec: FOREIGN }));
    // Nothing is placed there, so that its drain evicts nothing of others.
    fleet.put({ ...aMemberObject('idle'), spec: { taints: [{ key: 'idle', effect: 'NoSchedule' }] } });
    const { knex } = await openTestDatabase(databases, 'SQLITE_3');
    backend = await startFleetBackend({ knex, settings: fleet.settings, policy });
    await eventually(
      () => send('right', 'get', { path: '/health' }),
      ({ status }) => status === 200,
      30_000,
    );
    await fleet.untilPlaced();
    fleet.hub.put(
      { group: '', version: 'v1', plural: 'namespaces' },
      { ...namespace, metadata: { name: 'drained' } },
    );
    fleet.put(aPlacementObject('drained'));
    await eventually(
      () => send('right', 'get', { path: '/placements/_/drained/evictions' }),
      ({ body }) => body.clusters?.length === 2,
      30_000,
    );
    fleet.putRun('r1');
    // The first run that is planned goes first, whichever was created first within a second.
    await fleet.untilAsked('r1');
    for (const run of ['r2', 'spare', 'for-service']) fleet.putRun(run);
    for (const run of BROKEN) fleet.put(aRunObject(run, { resourceSnapshotIndex: '99' }));
    for (const run of BROKEN)
      await eventually(
        () => send('right', 'get', { path: `/runs/_/${run}` }),
        ({ body }) => body.run?.isOver === true,
        30_000,
      );
    for (const path of [
      '/runs/_/r2',
      '/runs/_/spare',
      '/runs/_/for-service',
      '/placements/team-a/app',
      '/placements/team-a/for-service',
      '/overrides/_/override',
      '/sequences/bank',
      '/sequences/spare',
      '/sequences/for-service',
    ])
      await eventually(
        () => send('right', 'get', { path }),
        ({ status }) => status === 200,
      );
    await eventually(
      () => send('right', 'get', { path: '/runs/_/r1/gates/canary/after' }),
      ({ body }) => body.gate?.requestUid !== undefined,
    );
  }, 60_000);
  afterAll(async () => {
    await backend.stop();
    await fleet.stop();
  });

  async function send(caller: Caller, method: Method, { path, body }: Call) {
    const { token } = CALLERS[caller];
    const asked = request(backend.server)[method](`/api/fleetstage${path}`);
    if (token !== undefined) asked.set('Authorization', token);
    return body === undefined ? asked : asked.send(body);
  }

  const cases = CALLER_NAMES.flatMap(caller => Object.keys(ROWS).map(operation => ({ caller, operation })));
  it.each(cases)('$caller: $operation', async ({ caller, operation }) => {
    const row = ROWS[operation];
    const { method } = operations().find(({ id }) => id === operation)!;
    const before = backend.audited.length;
    const answer = await send(caller, method, row.call(fleet, caller));
    const isLate = row.mayBeLate && caller === 'right' && answer.status === 409;
    const status = isLate ? 409 : statusFor(row, caller);
    expect({ status: answer.status, said: status < 400 ? undefined : answer.body.error?.name }).toEqual({
      status,
      said: {
        401: 'AuthenticationError',
        403: 'NotAllowedError',
        404: 'NotFoundError',
        409: 'ConflictError',
      }[status],
    });
    const audited = backend.audited.slice(before);
    if (row.act === undefined) {
      expect(audited).toEqual([]);
      return;
    }
    const wasRead = status !== 401;
    const act = typeof row.act === 'string' ? row.act : wasRead ? row.act(caller) : 'run-state';
    const { actor } = CALLERS[caller];
    expect(audited).toEqual([
      expect.objectContaining({
        id: act,
        outcome: status < 400 ? 'succeeded' : 'failed',
        meta: expect.objectContaining({
          hub: 'hub',
          outcome: status < 400 ? 'done' : status === 404 || status === 409 ? 'failed' : 'refused',
          ...(actor !== undefined && { actor }),
        }),
      }),
    ]);
  });

  it.each(Object.keys(ROWS).filter(operation => ROWS[operation].act !== undefined))(
    'a request for %s that the contract refuses is audited, too',
    async operation => {
      const { method, fill } = operations().find(({ id }) => id === operation)!;
      const path = fill(name => ({ scope: '_', task: 'after' })[name] ?? 'some');
      const before = backend.audited.length;
      // What is only read has no body, and its hub is too long a name.
      const asked =
        method === 'get' ? { path: `${path}?hub=${'x'.repeat(300)}` } : { path, body: { noSuchField: '\n' } };
      const { status } = await send('right', method, asked);
      expect(status).toBe(400);
      expect(backend.audited.slice(before)).toEqual([
        expect.objectContaining({ outcome: 'failed', meta: expect.objectContaining({ outcome: 'failed' }) }),
      ]);
    },
  );

  it('shows who has acted in the timeline, services by their subject', async () => {
    const { body } = await send('right', 'get', { path: '/runs/_/r2/timeline' });
    const actors = body.items.map(({ actor }: { actor?: { ref: string } }) => actor?.ref);
    expect(actors).toEqual(expect.arrayContaining(['service external:ci', 'user:default/ada']));
  });

  it('signals names to people who may see the fleet, and to nobody else', async () => {
    const receivers = await eventually(
      () => backend.signalledTo as { type: string; entityRef?: string[] }[],
      recipients => recipients.length > 0,
    );
    expect(new Set(receivers.map(({ type }) => type))).toEqual(new Set(['user']));
    const users = [...new Set(receivers.flatMap(({ entityRef = [] }) => entityRef))].sort();
    expect(users).toEqual(expect.arrayContaining(['user:default/ada']));
    expect(users).not.toContain('user:default/blind');
  });

  it.each([
    ['get', '/.well-known/backstage/permissions/metadata'],
    ['post', '/.well-known/backstage/permissions/apply-conditions'],
    ['get', '/openapi.json'],
    ['get', '/no-such-path'],
    ['post', '/runs/no-such-path'],
  ] as const)('nobody without a token reaches %s %s, whoever has mounted it', async (method, path) => {
    for (const caller of ['noToken', 'forgedToken'] as const) {
      const body = method === 'post' ? { items: [] } : undefined;
      expect((await send(caller, method, { path, ...(body && { body }) })).status).toBe(401);
    }
  });

  it.each(PROBES)('%s shows outsiders no name, and whoever may see the fleet all of them', async path => {
    // Not the names of fields.
    const names = ({ text }: { text: string }) =>
      [...new Set(Array.from(text.matchAll(/"(hub|c1|c2)"(?!:)/g), ([, name]) => name))].sort();
    for (const caller of ['noToken', 'blind'] as const) {
      const answer = await send(caller, 'get', { path });
      expect([answer.status, names(answer)]).toEqual([200, []]);
    }
    expect((await send('forgedToken', 'get', { path })).status).toBe(401);
    for (const caller of ['readOnly', 'service'] as const)
      expect(names(await send(caller, 'get', { path }))).toEqual(['c1', 'c2', 'hub']);
  });

  it('/health shows outsiders states and counts', async () => {
    expect((await send('noToken', 'get', { path: '/health' })).body).toEqual({
      isReady: true,
      problems: [],
      hub: { isReachable: true, isRead: true },
      members: { total: 2, reachable: 2 },
    });
  });
});
