import { Router } from 'express';
import PromiseRouter from 'express-promise-router';
import type { Readiness } from '../compose';
import { mountCommands, type CommandRoutes } from './commands';
import { openRouter, type OpenRouterOptions } from './openRouter';
import { mountQueries, type QueryRoutes } from './queries';

export interface RouterOptions extends CommandRoutes, QueryRoutes, OpenRouterOptions {
  readonly readiness: () => Promise<Readiness>;
  readonly metricsText: () => string;
}

/** The REST contract, and beside it `GET /health`: readiness as JSON, 503 while the engine cannot work. `GET /metrics`: the text format of Prometheus. */
export function createRouter({ readiness, metricsText, checkAnswers, ...routes }: RouterOptions): Router {
  const router = PromiseRouter();
  router.get('/health', async (_, response) => {
    const state = await readiness();
    response.status(state.isReady ? 200 : 503).json(state);
  });
  router.get('/metrics', (_, response) => {
    response.type('text/plain; version=0.0.4').send(metricsText());
  });
  const fleet = openRouter({ checkAnswers });
  mountQueries(fleet, routes);
  mountCommands(fleet, routes);
  router.use(fleet);
  return router;
}
