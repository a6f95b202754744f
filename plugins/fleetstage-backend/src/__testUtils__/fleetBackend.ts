import {
  coreServices,
  createServiceFactory,
  type AuditorService,
  type BackendFeature,
  type PermissionsService,
  type ServiceRef,
  type UserInfoService,
} from '@backstage/backend-plugin-api';
import { actionsRegistryServiceRef, type ActionsRegistryService } from '@backstage/backend-plugin-api/alpha';
import type { Entity } from '@backstage/catalog-model';
import { catalogServiceRef } from '@backstage/plugin-catalog-node';
import { catalogServiceMock } from '@backstage/plugin-catalog-node/testUtils';
import { mockCredentials, mockServices, startTestBackend } from '@backstage/backend-test-utils';
import { AuthorizeResult, type Permission, type PolicyDecision } from '@backstage/plugin-permission-common';
import { signalsServiceRef } from '@backstage/plugin-signals-node';
import type { Knex } from 'knex';
import request from 'supertest';
import { fleetstagePlugin } from '../plugin';
import { eventually } from './eventually';

/** A permission policy: what a user, or `undefined` for a service, may do. */
export type Policy = (permission: Permission, user: string | undefined) => PolicyDecision;

export interface AuditedEvent {
  readonly id: string;
  readonly severity?: string;
  readonly outcome: 'succeeded' | 'failed';
  readonly meta: Readonly<Record<string, unknown>>;
  readonly error?: string;
}

interface BackendOptions {
  readonly knex: Knex;
  /** Below `fleetstage`. */
  readonly settings: object;
  readonly policy: Policy;
  /** Groups by entity ref of the user. */
  readonly groups?: Readonly<Record<string, readonly string[]>>;
  /** Of the catalog. */
  readonly entities?: readonly Entity[];
  /** Modules beside the plugin. */
  readonly modules?: readonly BackendFeature[];
  /** Instead of one that nobody reads. */
  readonly actions?: ActionsRegistryService;
}

/** The plugin in a Backstage backend, with a policy of the test's; what it audits and signals is kept. */
export async function startFleetBackend({
  knex,
  settings,
  policy,
  groups = {},
  entities = [],
  modules = [],
  actions,
}: BackendOptions) {
  const audited: AuditedEvent[] = [];
  const signalled: unknown[] = [];
  const signalledTo: unknown[] = [];
  const backend = await startTestBackend({
    features: [
      fleetstagePlugin,
      ...modules,
      ...(actions ? [provide(actionsRegistryServiceRef, actions)] : []),
      mockServices.rootConfig.factory({ data: { fleetstage: settings } }),
      mockServices.database.factory({ knex }),
      // Without a token nobody is known, as in production.
      mockServices.httpAuth.factory({ defaultCredentials: mockCredentials.none() }),
      provide(catalogServiceRef, catalogServiceMock({ entities: [...entities] })),
      provide(coreServices.auditor, auditorInto(audited)),
      provide(coreServices.permissions, permissionsOf(policy)),
      provide(coreServices.userInfo, userInfoOf(groups)),
      provide(signalsServiceRef, {
        publish: async ({ message, recipients }) => {
          signalled.push(message);
          signalledTo.push(recipients);
        },
      }),
    ],
  });
  /** As a user, or with the token of a service. */
  const as = (user: string | undefined) => {
    const token = user === undefined ? mockCredentials.service.header() : mockCredentials.user.header(user);
    const send = (method: 'get' | 'post' | 'put' | 'delete', path: string) =>
      request(backend.server)[method](`/api/fleetstage${path}`).set('Authorization', token);
    return {
      get: (path: string) => send('get', path),
      post: (path: string, body: object = {}) => send('post', path).send(body),
      put: (path: string, body: object) => send('put', path).send(body),
      delete: (path: string, body: object) => send('delete', path).send(body),
    };
  };
  return { as, server: backend.server, audited, signalled, signalledTo, stop: () => backend.stop() };
}

/** The same, once it is ready. */
export async function startReadyBackend(options: BackendOptions) {
  const backend = await startFleetBackend(options);
  await eventually(
    () => backend.as('user:default/ada').get('/health'),
    ({ status }) => status === 200,
    30_000,
  );
  return backend;
}

const provide = <T>(service: ServiceRef<T, 'plugin', 'singleton'>, implementation: T) =>
  createServiceFactory<T, 'singleton', T, Record<string, never>>({
    service,
    deps: {},
    factory: () => implementation,
  });

const auditorInto = (audited: AuditedEvent[]): AuditorService => ({
  async createEvent({ eventId: id, severityLevel: severity, meta: about }) {
    const keep = (outcome: AuditedEvent['outcome'], meta: object | undefined, error?: string) => {
      audited.push({
        id,
        severity,
        outcome,
        meta: { ...about, ...meta },
        ...(error !== undefined && { error }),
      });
    };
    return {
      success: async options => keep('succeeded', options?.meta),
      fail: async ({ meta, error }) => keep('failed', meta, error.message),
    };
  },
});

function permissionsOf(policy: Policy): PermissionsService {
  const decide = (permission: Permission, credentials: { readonly principal: unknown }) => {
    const principal = credentials.principal as { readonly userEntityRef?: string };
    return policy(permission, principal.userEntityRef);
  };
  return {
    authorize: async (requests, { credentials }) =>
      requests.map(({ permission }) => {
        const { result } = decide(permission, credentials);
        return { result: result === AuthorizeResult.ALLOW ? AuthorizeResult.ALLOW : AuthorizeResult.DENY };
      }),
    authorizeConditional: async (requests, { credentials }) =>
      requests.map(({ permission }) => decide(permission, credentials)),
  };
}

const userInfoOf = (groups: Readonly<Record<string, readonly string[]>>): UserInfoService => ({
  async getUserInfo(credentials) {
    const { userEntityRef } = credentials.principal as { userEntityRef: string };
    return { userEntityRef, ownershipEntityRefs: [userEntityRef, ...(groups[userEntityRef] ?? [])] };
  },
});
