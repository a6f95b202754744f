import type { Router } from 'express';
import { bodyOf, route, type CommandRoutes } from './commandRoute';
import type { AuditedAct } from '../observe/audit';
import type { ActOnRollout } from '../service/commands/versionRollouts';
import type { Schemas } from '../service/contract';

const SEQUENCE = '/sequences/:name';
const ROLLOUT = '/version-rollouts/:name';

/** What people do to sequences of versions and their rollouts (E/AC-011). */
export function mountSequenceCommands(router: Router, routes: CommandRoutes): void {
  mountSequences(router, routes);
  mountSequenceActs(router, routes);
  mountRolloutActs(router, routes);
  mountClusterActs(router, routes);
}

function mountSequences(router: Router, routes: CommandRoutes): void {
  const { commands } = routes;
  router.post(
    '/sequences',
    route(
      routes,
      'sequence-create',
      (viewer, request) => commands.createSequence(viewer, bodyOf<'CreateSequenceRequest'>(request)),
      { status: 201 },
    ),
  );
  router.put(
    SEQUENCE,
    route(routes, 'sequence-update', (viewer, request) =>
      commands.updateSequence(viewer, {
        name: request.params.name,
        ...bodyOf<'UpdateSequenceRequest'>(request),
      }),
    ),
  );
  router.delete(
    SEQUENCE,
    route(routes, 'sequence-delete', (viewer, request) =>
      commands.deleteSequence(viewer, {
        name: request.params.name,
        ...bodyOf<'DeleteSequenceRequest'>(request),
      }),
    ),
  );
}

function mountSequenceActs(router: Router, routes: CommandRoutes): void {
  const { commands } = routes;
  const suspending = (act: AuditedAct, suspend: boolean) =>
    route(routes, act, (viewer, request) =>
      commands.suspendSequence(viewer, {
        ...{ name: request.params.name, suspend },
        ...bodyOf<'SequenceActRequest'>(request),
      }),
    );
  router.post(`${SEQUENCE}/suspend`, suspending('sequence-suspend', true));
  router.post(`${SEQUENCE}/resume`, suspending('sequence-resume', false));
  router.post(
    `${SEQUENCE}/start`,
    route(routes, 'sequence-start', (viewer, request) =>
      commands.startVersion(viewer, { name: request.params.name, ...bodyOf<'StartVersionRequest'>(request) }),
    ),
  );
}

function mountRolloutActs(router: Router, routes: CommandRoutes): void {
  const acting = <Name extends 'VersionRolloutActRequest' | 'ForceCompleteRequest' | 'OverrideSoakRequest'>(
    act: AuditedAct,
    toAct: (body: Schemas[Name]) => ActOnRollout['act'],
  ) =>
    route(routes, act, (viewer, request) => {
      const body = bodyOf<Name>(request);
      const { reason, resourceVersion, generation } = body;
      const shown = { resourceVersion, generation, reason };
      return routes.commands.actOnRollout(viewer, { ...shown, name: request.params.name, act: toAct(body) });
    });
  const plain = (act: AuditedAct, kind: 'Pause' | 'Resume' | 'Cancel') =>
    acting<'VersionRolloutActRequest'>(act, () => ({ kind }));
  router.post(`${ROLLOUT}/pause`, plain('rollout-pause', 'Pause'));
  router.post(`${ROLLOUT}/resume`, plain('rollout-resume', 'Resume'));
  router.post(`${ROLLOUT}/cancel`, plain('rollout-cancel', 'Cancel'));
  router.post(
    `${ROLLOUT}/force-complete`,
    acting<'ForceCompleteRequest'>('rollout-force-complete', ({ stage }) => ({
      kind: 'ForceComplete',
      stage,
    })),
  );
  router.post(
    `${ROLLOUT}/override-soak`,
    acting<'OverrideSoakRequest'>('rollout-override-soak', ({ stage, soakDuration }) => ({
      kind: 'OverrideSoak',
      stage,
      ...(soakDuration !== undefined && { soakDuration }),
    })),
  );
}

function mountClusterActs(router: Router, routes: CommandRoutes): void {
  const { commands } = routes;
  const skipping = (act: AuditedAct, kind: 'SkipClusters' | 'UnskipClusters') =>
    route(routes, act, (viewer, request) => {
      const { clusters, ...asked } = bodyOf<'RolloutClustersRequest'>(request);
      return commands.actOnRollout(viewer, {
        ...asked,
        name: request.params.name,
        act: { kind, clusters },
      });
    });
  router.post(`${ROLLOUT}/skip-cluster`, skipping('rollout-skip-cluster', 'SkipClusters'));
  router.post(`${ROLLOUT}/unskip-cluster`, skipping('rollout-unskip-cluster', 'UnskipClusters'));
  router.post(
    `${ROLLOUT}/retry`,
    route(routes, 'rollout-retry', (viewer, request) =>
      commands.retryClusters(viewer, {
        name: request.params.name,
        ...bodyOf<'RolloutClustersRequest'>(request),
      }),
    ),
  );
  router.post(
    `${ROLLOUT}/ignore-maintenance`,
    route(routes, 'rollout-ignore-maintenance', (viewer, request) => {
      const { ignore, ...asked } = bodyOf<'IgnoreMaintenanceRequest'>(request);
      return commands.actOnRollout(viewer, {
        ...asked,
        name: request.params.name,
        act: { kind: 'IgnoreMaintenance', ignore },
      });
    }),
  );
}
