import { Router } from 'express';
import PromiseRouter from 'express-promise-router';
import type { Readiness } from '../compose';

export interface RouterOptions {
  readonly readiness: () => Promise<Readiness>;
  readonly metricsText: () => string;
}

/** `GET /health`: readiness as JSON, 503 while the engine cannot work. `GET /metrics`: the text format of Prometheus. */
export function createRouter({ readiness, metricsText }: RouterOptions): Router {
  const router = PromiseRouter();
  router.get('/health', async (_, response) => {
    const state = await readiness();
    response.status(state.isReady ? 200 : 503).json(state);
  });
  router.get('/metrics', (_, response) => {
    response.type('text/plain; version=0.0.4').send(metricsText());
  });
  return router;
}
