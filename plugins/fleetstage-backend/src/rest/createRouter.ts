import type { Request, Router } from 'express';
import PromiseRouter from 'express-promise-router';
import type { Log } from '../observe/log';
import { auditRefusals, noteActs } from './audited';
import type { CommandRoutes } from './commandRoute';
import { mountCommands } from './commands';
import { openRouter, type OpenRouterOptions } from './openRouter';
import { mountProbes, type ProbeRoutes } from './probes';
import { mountQueries, type QueryRoutes } from './queries';
import { mountSequencePreview } from './sequencePreview';
import { mountWorkloads, type WorkloadRoutes } from './workloads';
import { plainHeaders, reportErrors } from './reportErrors';

export interface RouterOptions
  extends CommandRoutes, QueryRoutes, WorkloadRoutes, ProbeRoutes, OpenRouterOptions {
  /** Throws where the request comes with no valid token of a user or a service. */
  readonly authenticate: (request: Request) => Promise<unknown>;
  /** Called for failures that are not the asker's. */
  readonly log: Log;
}

/**
 * The probes, and behind authentication the REST contract. The router authenticates by itself, so that an act that is
 * refused for its token is audited like every other one: it comes before the body is read, and nothing but the probes is
 * mounted before it.
 */
export function createRouter({ authenticate, checkAnswers, log, ...routes }: RouterOptions): Router {
  const router = PromiseRouter();
  router.use(plainHeaders);
  mountProbes(router, routes);
  noteActs(router);
  router.use(async (request, _, next) => {
    await authenticate(request);
    next();
  });
  const fleet = openRouter({ checkAnswers });
  mountQueries(fleet, routes);
  mountCommands(fleet, routes);
  mountSequencePreview(fleet, routes);
  mountWorkloads(fleet, routes);
  router.use(fleet);
  router.use(auditRefusals(routes.audit, () => routes.commands.hubOf({})));
  router.use(reportErrors(log));
  return router;
}
