import type { Request, Router } from 'express';
import type { Readiness } from '../compose';

export interface ProbeRoutes {
  readonly readiness: () => Promise<Readiness>;
  /** Text format of Prometheus; without names of the hub, members and placements where they are not wanted. */
  readonly metricsText: (options: { readonly withNames: boolean }) => string;
  /** Whether the asker may see the fleet; throws for a token that is not valid. */
  readonly maySee: (request: Request) => Promise<boolean>;
}

/**
 * `GET /health`: readiness as JSON, 503 while the engine cannot work, the database included. `GET /metrics`: the text
 * format of Prometheus. Both answer without credentials, as probes and scrapers need it, and then show states, counts and,
 * in fixed sentences, what keeps the engine from working; names, and problems that contain addresses, are for whoever has
 * `fleetstage.view`.
 */
export function mountProbes(router: Router, { readiness, metricsText, maySee }: ProbeRoutes): void {
  router.get('/health', async (request, response) => {
    const [state, isInsider] = [await readiness(), await maySee(request)];
    response.status(state.isReady ? 200 : 503).json(isInsider ? state : toOutline(state));
  });
  router.get('/metrics', async (request, response) => {
    const text = metricsText({ withNames: await maySee(request) });
    response.type('text/plain; version=0.0.4').send(text);
  });
}

/** What everybody may know. */
const toOutline = ({ isReady, problems, hub: { ingest }, members }: Readiness) => ({
  isReady,
  problems,
  hub: { isReachable: ingest.problem === undefined, isRead: ingest.unsynced.length === 0 },
  members: { total: members.length, reachable: members.filter(({ isReachable }) => isReachable).length },
});
