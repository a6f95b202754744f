import type { Request, Router } from 'express';
import { stateAct } from './audited';
import { bodyOf, placeOf, route, type CommandRoutes } from './commandRoute';
import { mountSequenceCommands } from './sequenceCommands';
import type { Schemas } from '../service/contract';
import { keyAt } from '../service/commands/placementTarget';

const RUN = '/runs/:scope/:name';
const GATE = `${RUN}/gates/:stage/:task`;

/** The commands: every route is parsed request → audited command → response. */
export function mountCommands(router: Router, routes: CommandRoutes): void {
  mountGates(router, routes);
  mountRuns(router, routes);
  mountPlacements(router, routes);
  mountBudgets(router, routes);
  mountClusters(router, routes);
  mountRemovals(router, routes);
  mountStrategies(router, routes);
  mountOverrides(router, routes);
  mountSequenceCommands(router, routes);
}

function mountGates(router: Router, routes: CommandRoutes): void {
  const { commands } = routes;
  const outcomeOf = ({ isFirst }: Schemas['ApprovalResult']) => (isFirst ? 'done' : 'decidedBefore');
  router.post(
    `${GATE}/approve`,
    route(
      routes,
      'run-approve',
      (viewer, request) =>
        commands.approve(viewer, { gate: gateOf(request), ...bodyOf<'ApproveRequest'>(request) }),
      { outcomeOf },
    ),
  );
  router.post(
    `${GATE}/withdraw`,
    route(routes, 'run-withdraw', (viewer, request) =>
      commands.withdraw(viewer, { gate: gateOf(request), ...bodyOf<'WithdrawRequest'>(request) }),
    ),
  );
  router.post(
    `${GATE}/reject`,
    route(
      routes,
      'run-reject',
      (viewer, request) =>
        commands.reject(viewer, { gate: gateOf(request), ...bodyOf<'RejectRequest'>(request) }),
      { outcomeOf },
    ),
  );
}

function mountRuns(router: Router, routes: CommandRoutes): void {
  const { commands } = routes;
  router.post(
    '/runs',
    route(
      routes,
      'run-create',
      (viewer, request) => commands.createRun(viewer, bodyOf<'CreateRunRequest'>(request)),
      {
        status: 201,
      },
    ),
  );
  router.post(`${RUN}/state`, (request, response) => {
    const body = bodyOf<'SetRunStateRequest'>(request);
    return route(routes, stateAct(request), viewer =>
      commands.setRunState(viewer, { run: runOf(request), ...body }),
    )(request, response);
  });
  router.post(
    `${RUN}/retry`,
    route(routes, 'run-retry', (viewer, request) =>
      commands.retry(viewer, { run: runOf(request), ...bodyOf<'RetryRequest'>(request) }),
    ),
  );
  mountEnds(router, routes);
}

function mountEnds(router: Router, routes: CommandRoutes): void {
  const { commands } = routes;
  router.post(
    `${RUN}/end`,
    route(routes, 'run-end', (viewer, request) =>
      commands.endRun(viewer, { run: runOf(request), ...bodyOf<'EndRunRequest'>(request) }),
    ),
  );
  router.post(
    `${RUN}/rollback`,
    route(
      routes,
      'run-rollback',
      (viewer, request) =>
        commands.rollBackRun(viewer, { run: runOf(request), ...bodyOf<'RollBackRequest'>(request) }),
      { status: 201 },
    ),
  );
  router.delete(
    RUN,
    route(routes, 'run-delete', (viewer, request) =>
      commands.deleteRun(viewer, { run: runOf(request), ...bodyOf<'DeleteRunRequest'>(request) }),
    ),
  );
}

function mountClusters(router: Router, routes: CommandRoutes): void {
  const { commands } = routes;
  router.put(
    '/clusters/:name',
    route(routes, 'cluster-update', (viewer, request) =>
      commands.updateCluster(viewer, {
        name: request.params.name,
        ...bodyOf<'UpdateClusterRequest'>(request),
      }),
    ),
  );
  router.delete(
    '/clusters/:name',
    route(routes, 'cluster-leave', (viewer, request) =>
      commands.leaveFleet(viewer, { name: request.params.name, ...bodyOf<'LeaveFleetRequest'>(request) }),
    ),
  );
  mountDrains(router, routes);
  mountJoins(router, routes);
}

function mountDrains(router: Router, routes: CommandRoutes): void {
  const { commands } = routes;
  const outcomeOf = ({ isFirst }: Schemas['DrainResult']) => (isFirst ? 'done' : 'wasSo');
  router.post(
    '/clusters/:name/drain',
    route(
      routes,
      'cluster-drain',
      (viewer, request) =>
        commands.drainCluster(viewer, { name: request.params.name, ...bodyOf<'DrainRequest'>(request) }),
      { outcomeOf },
    ),
  );
  router.post(
    '/clusters/:name/uncordon',
    route(
      routes,
      'cluster-uncordon',
      (viewer, request) =>
        commands.uncordonCluster(viewer, {
          name: request.params.name,
          ...bodyOf<'UncordonRequest'>(request),
        }),
      { outcomeOf },
    ),
  );
}

function mountJoins(router: Router, routes: CommandRoutes): void {
  const { commands } = routes;
  router.post(
    '/clusters',
    route(
      routes,
      'cluster-join',
      (viewer, request) => commands.joinCluster(viewer, bodyOf<'JoinClusterRequest'>(request)),
      { status: 201 },
    ),
  );
  const issue = route(
    routes,
    'cluster-join-token',
    (viewer, request) => commands.issueJoinToken(viewer, { name: request.params.name }),
    { status: 201 },
  );
  router.post('/clusters/:name/join-token', (request, response) => {
    // Nobody but who asked may come to see it.
    response.set('cache-control', 'no-store');
    return issue(request, response);
  });
}

function mountPlacements(router: Router, routes: CommandRoutes): void {
  const { commands, viewerOf } = routes;
  router.post(
    '/placements',
    route(
      routes,
      'placement-create',
      (viewer, request) => commands.createPlacement(viewer, bodyOf<'CreatePlacementRequest'>(request)),
      { status: 201 },
    ),
  );
  // Nothing is done, so there is nothing to audit: an editor asks this with every pause in typing.
  router.post('/placements/validate', async (request, response) => {
    const viewer = await viewerOf(request);
    commands.hubOf(placeOf(request));
    const causes = await commands.judgePlacement(viewer, bodyOf<'ValidatePlacementRequest'>(request));
    response.json({ causes });
  });
  router.put(
    '/placements/:scope/:name',
    route(routes, 'placement-update', (viewer, request) =>
      commands.updatePlacement(viewer, {
        ...scopedOf(request),
        ...bodyOf<'UpdatePlacementRequest'>(request),
      }),
    ),
  );
  router.post(
    '/placements/:scope/:name/clusters/:cluster/apply',
    route(routes, 'placement-apply', (viewer, request) =>
      commands.applyNow(viewer, { ...scopedOf(request), cluster: request.params.cluster }),
    ),
  );
  router.post(
    '/placements/:scope/:name/evictions',
    route(
      routes,
      'placement-evict',
      (viewer, request) =>
        commands.evict(viewer, { ...scopedOf(request), ...bodyOf<'EvictRequest'>(request) }),
      { status: 201 },
    ),
  );
  router.delete(
    '/placements/:scope/:name',
    route(routes, 'placement-delete', (viewer, request) =>
      commands.deletePlacement(viewer, {
        ...scopedOf(request),
        ...bodyOf<'DeletePlacementRequest'>(request),
      }),
    ),
  );
}

function mountBudgets(router: Router, routes: CommandRoutes): void {
  const { commands } = routes;
  router.put(
    '/placements/:scope/:name/budget',
    route(routes, 'placement-budget', (viewer, request) =>
      commands.setBudget(viewer, { ...scopedOf(request), ...bodyOf<'SetBudgetRequest'>(request) }),
    ),
  );
  router.delete(
    '/placements/:scope/:name/budget',
    route(routes, 'placement-budget-delete', (viewer, request) =>
      commands.deleteBudget(viewer, { ...scopedOf(request), ...bodyOf<'DeleteBudgetRequest'>(request) }),
    ),
  );
}

function mountRemovals(router: Router, routes: CommandRoutes): void {
  const { commands } = routes;
  router.post(
    '/removals/confirm',
    route(routes, 'removal-confirm', (viewer, request) =>
      commands.confirmRemovals(viewer, bodyOf<'DecideRemovalsRequest'>(request)),
    ),
  );
  router.post(
    '/removals/release',
    route(routes, 'removal-release', (viewer, request) =>
      commands.releaseRemovals(viewer, bodyOf<'DecideRemovalsRequest'>(request)),
    ),
  );
}

function mountStrategies(router: Router, routes: CommandRoutes): void {
  const { commands, viewerOf } = routes;
  router.post(
    '/strategies',
    route(
      routes,
      'strategy-create',
      (viewer, request) => commands.createStrategy(viewer, bodyOf<'CreateStrategyRequest'>(request)),
      { status: 201 },
    ),
  );
  // Nothing is done, so there is nothing to audit: an editor asks this with every pause in typing.
  router.post('/strategies/validate', async (request, response) => {
    const viewer = await viewerOf(request);
    commands.hubOf(placeOf(request));
    response.json(await commands.judgeStrategy(viewer, bodyOf<'ValidateStrategyRequest'>(request)));
  });
  router.put(
    '/strategies/:scope/:name',
    route(routes, 'strategy-update', (viewer, request) =>
      commands.updateStrategy(viewer, {
        ...scopedOf(request),
        ...bodyOf<'UpdateStrategyRequest'>(request),
      }),
    ),
  );
  router.delete(
    '/strategies/:scope/:name',
    route(routes, 'strategy-delete', (viewer, request) =>
      commands.deleteStrategy(viewer, {
        ...scopedOf(request),
        ...bodyOf<'DeleteStrategyRequest'>(request),
      }),
    ),
  );
}

function mountOverrides(router: Router, routes: CommandRoutes): void {
  const { commands, viewerOf } = routes;
  router.post(
    '/overrides',
    route(
      routes,
      'override-create',
      (viewer, request) => commands.createOverride(viewer, bodyOf<'CreateOverrideRequest'>(request)),
      { status: 201 },
    ),
  );
  // Nothing is done, so there is nothing to audit.
  router.post('/overrides/validate', async (request, response) => {
    const viewer = await viewerOf(request);
    commands.hubOf(placeOf(request));
    response.json(await commands.judgeOverride(viewer, bodyOf<'ValidateOverrideRequest'>(request)));
  });
  router.put(
    '/overrides/:scope/:name',
    route(routes, 'override-update', (viewer, request) =>
      commands.updateOverride(viewer, {
        ...scopedOf(request),
        ...bodyOf<'UpdateOverrideRequest'>(request),
      }),
    ),
  );
  router.delete(
    '/overrides/:scope/:name',
    route(routes, 'override-delete', (viewer, request) =>
      commands.deleteOverride(viewer, {
        ...scopedOf(request),
        ...bodyOf<'DeleteOverrideRequest'>(request),
      }),
    ),
  );
}

/** @throws InputError for a scope that no namespace can have */
const runOf = ({ params: { scope, name } }: Request) => keyAt({ scope, name });

const scopedOf = ({ params: { scope, name } }: Request) => ({ scope, name });

const gateOf = (request: Request) => ({
  run: runOf(request),
  stage: request.params.stage,
  task: request.params.task === 'before' ? ('before' as const) : ('after' as const),
});
