import { coreServices, createBackendPlugin, resolvePackagePath } from '@backstage/backend-plugin-api';
import { actionsRegistryServiceRef, metricsServiceRef } from '@backstage/backend-plugin-api/alpha';
import {
  addPlugins,
  defaultPlugins,
  takenGateNames,
  type FilterPlugin,
  type GatePlugin,
  type ScorePlugin,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import {
  addGateKind,
  addPropertyProvider,
  addSchedulerPlugin,
  addVersionProvider,
  createFleetClient,
  gateKindsExtensionPoint,
  propertyProvidersExtensionPoint,
  Registry,
  schedulerPluginsExtensionPoint,
  versionProvidersExtensionPoint,
  type PropertyProvider,
  type VersionProvider,
} from '@fleetstage/backstage-plugin-fleetstage-node';
import { catalogServiceRef } from '@backstage/plugin-catalog-node';
import { signalsServiceRef } from '@backstage/plugin-signals-node';
import type { Request } from 'express';
import { registerActions } from './actions/registerActions';
import { composeEngine, type Engine, type EngineOptions } from './compose';
import { systemPorts } from './loop/systemPorts';
import { createAudit } from './observe/audit';
import { plainLog, type Log } from './observe/log';
import { platformMetrics } from './observe/platformMetrics';
import { securityProblems } from './observe/securityProblems';
import { ChangeSignals } from './observe/signals';
import { warnOfReplicas } from './observe/warnOfReplicas';
import { registerPermissions } from './service/access/registerPermissions';
import { AUDITED_ROOTS } from './rest/audited';
import { createRouter } from './rest/createRouter';
import { FleetAccess } from './service/access/FleetAccess';
import { parseSettings } from './settings';

const PRUNE_EVERY = { hours: 6 };
/** A resync spreads its passes over a minute; a late resync is expected. */
const RESYNC_SLACK_MS = 120_000;

const GUESTS = 'auth.providers.guest.dangerouslyAllowOutsideDevelopment';

const deps = {
  actions: actionsRegistryServiceRef,
  auditor: coreServices.auditor,
  auth: coreServices.auth,
  catalog: catalogServiceRef,
  config: coreServices.rootConfig,
  database: coreServices.database,
  discovery: coreServices.discovery,
  httpAuth: coreServices.httpAuth,
  httpRouter: coreServices.httpRouter,
  lifecycle: coreServices.lifecycle,
  logger: coreServices.logger,
  metadata: coreServices.rootInstanceMetadata,
  metrics: metricsServiceRef,
  permissions: coreServices.permissions,
  permissionsRegistry: coreServices.permissionsRegistry,
  scheduler: coreServices.scheduler,
  signals: signalsServiceRef,
  userInfo: coreServices.userInfo,
};

type Services = { readonly [Name in keyof typeof deps]: (typeof deps)[Name]['T'] };

/**
 * Fleetstage in a Backstage backend: the engine on the plugin's database, started and drained with the backend.
 *
 * `/api/fleetstage/health` and `/api/fleetstage/metrics` answer without credentials, as probes and scrapers need it, and
 * then name nothing of the fleet. Acts are authenticated by our own router, too, which audits what it refuses.
 */
export const fleetstagePlugin = createBackendPlugin({
  pluginId: 'fleetstage',
  register(env) {
    const providers = new Registry<PropertyProvider>('property provider');
    env.registerExtensionPoint(propertyProvidersExtensionPoint, {
      addProvider: provider => addPropertyProvider(providers, provider),
    });
    const filters = new Registry<FilterPlugin>('scheduler filter', namesOf(defaultPlugins.filters));
    const scores = new Registry<ScorePlugin>('scheduler score', namesOf(defaultPlugins.scores));
    env.registerExtensionPoint(schedulerPluginsExtensionPoint, {
      addFilter: filter => addSchedulerPlugin(filters, filter),
      addScore: score => addSchedulerPlugin(scores, score),
    });
    const gateKinds = new Registry<GatePlugin>('gate kind', new Set(takenGateNames));
    env.registerExtensionPoint(gateKindsExtensionPoint, {
      addGateKind: kind => addGateKind(gateKinds, kind),
    });
    const versionProviders = new Registry<VersionProvider>('version provider');
    env.registerExtensionPoint(versionProvidersExtensionPoint, {
      addProvider: provider => addVersionProvider(versionProviders, provider),
    });
    env.registerInit({
      deps,
      init: services =>
        start(services, {
          propertyProviders: providers.all(),
          schedulePlugins: addPlugins({ filters: filters.all(), scores: scores.all() }),
          gatePlugins: gateKinds.all(),
          versionProviders: versionProviders.all(),
        }),
    });
  },
});

const namesOf = (plugins: readonly { readonly name: string }[]) => new Set(plugins.map(({ name }) => name));

/** The extensions that modules have added. */
type Added = Pick<
  EngineOptions,
  'propertyProviders' | 'schedulePlugins' | 'gatePlugins' | 'versionProviders'
>;

async function start(services: Services, added: Added): Promise<void> {
  const { config, database, lifecycle, metadata, metrics, signals } = services;
  const log = plainLog(services.logger);
  const knex = await database.getClient();
  const settings = parseSettings(config.getOptional('fleetstage'), process.cwd());
  const changes = new ChangeSignals({
    signals,
    hub: settings.hub.name,
    clock: systemPorts.clock,
    timers: systemPorts.timers,
    log,
    note: user => engine.queries.noteReader(user),
    list: withinMs => engine.queries.listReaders(withinMs),
  });
  const engine = await composeEngine({
    ...added,
    knex,
    settings,
    ports: systemPorts,
    log,
    metrics: platformMetrics(metrics, {
      clock: systemPorts.clock,
      forgetAfterMs: settings.resyncEveryMs + RESYNC_SLACK_MS,
    }),
    onTouched: subjects => changes.notify(subjects),
    onHubChanged: () => changes.notifyAll(),
    crdsDir: resolvePackagePath('@fleetstage/backstage-plugin-fleetstage-backend', 'crds'),
    skipMigrations: database.migrations?.skip,
    problems: securityProblems({
      encryption: settings.encryption,
      members: settings.members,
      nodeEnv: process.env.NODE_ENV,
      allowsGuests: config.getOptionalBoolean(GUESTS) ?? false,
    }),
  });
  mountRest(services, engine, { log, onSeen: user => changes.heard(user) });
  const { actions, auth, discovery } = services;
  registerActions({
    registry: actions,
    clientFor: credentials => createFleetClient({ auth, discovery, credentials: () => credentials }),
    ports: systemPorts,
  });
  await services.scheduler.scheduleTask({
    id: 'fleetstage-prune',
    frequency: PRUNE_EVERY,
    timeout: { minutes: 10 },
    initialDelay: { minutes: 5 },
    fn: () => engine.prune(),
  });
  lifecycle.addStartupHook(() => engine.start());
  lifecycle.addStartupHook(() => changes.beat());
  lifecycle.addStartupHook(() =>
    warnOfReplicas(metadata, { isPostgres: knex.client.config.client === 'pg', log }),
  );
  lifecycle.addShutdownHook(async () => {
    await engine.stop();
    changes.stop();
  });
}

function mountRest(
  { auditor, httpAuth, httpRouter, ...services }: Services,
  engine: Engine,
  { log, onSeen }: { readonly log: Log; readonly onSeen: (user: string) => void },
): void {
  const { catalog, permissions, permissionsRegistry, userInfo } = services;
  registerPermissions(permissionsRegistry, engine.resources);
  const access = new FleetAccess({ catalog, permissions, permissionsRegistry, userInfo });
  const credentialsOf = (request: Request) => httpAuth.credentials(request, { allow: ['user', 'service'] });
  httpRouter.use(
    createRouter({
      commands: engine.commands,
      queries: engine.queries,
      ...engine.memberReads,
      authenticate: credentialsOf,
      viewerOf: async request => {
        const viewer = await access.createViewer(await credentialsOf(request));
        if (viewer.ref !== undefined) onSeen(viewer.ref);
        return viewer;
      },
      maySee: async request =>
        access.maySee(await httpAuth.credentials(request, { allow: ['user', 'service', 'none'] })),
      audit: createAudit(auditor),
      log,
      readiness: () => engine.readiness(),
      metricsText: options => engine.metricsText(options),
    }),
  );
  // Of these only the probes are open: the router itself refuses whoever has no token, and audits it. What else is mounted
  // below our path, as by the permission system, stays behind the platform's barrier.
  for (const path of ['/health', '/metrics', ...AUDITED_ROOTS])
    httpRouter.addAuthPolicy({ path, allow: 'unauthenticated' });
}
