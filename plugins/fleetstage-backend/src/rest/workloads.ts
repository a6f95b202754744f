import type { Request, Response, Router } from 'express';
import { once } from 'node:events';
import type { Audit, AuditedAct } from '../observe/audit';
import type { Asked, GetPath } from '../service/contract';
import type { PreviewDiff } from '../service/preview/PreviewDiff';
import type { FleetWorkloads, LogAsked } from '../service/workloads/FleetWorkloads';
import type { Viewer } from '../service/viewer';
import { aboutOf, PREVIEW_DIFF, WORKLOADS } from './audited';
import { answerWhileThere, type ViewerOf } from './openRouter';

export interface WorkloadRoutes {
  readonly workloads: FleetWorkloads;
  readonly previewDiff: PreviewDiff;
  readonly viewerOf: ViewerOf;
  readonly audit: Audit;
}

/** Proxies cut a connection on which nothing comes for a minute. */
const HEARTBEAT_MS = 20_000;

/** What a placement has on a member: read there, and audited. */
export function mountWorkloads(router: Router, routes: WorkloadRoutes): void {
  const { workloads } = routes;
  router.get(WORKLOADS, async (request, response) => {
    type Path = '/placements/{scope}/{name}/clusters/{cluster}/workloads';
    await answerWhileThere(response, () =>
      audited(routes, request, 'workload-read', viewer => workloads.list(askedOf<Path>(request), viewer)),
    );
  });
  router.get(`${WORKLOADS}/object`, async (request, response) => {
    type Path = '/placements/{scope}/{name}/clusters/{cluster}/workloads/object';
    await answerWhileThere(response, () =>
      audited(routes, request, 'workload-read', viewer => workloads.object(askedOf<Path>(request), viewer)),
    );
  });
  router.get(PREVIEW_DIFF, async (request, response) => {
    type Path = '/placements/{scope}/{name}/preview/{cluster}/diff';
    await answerWhileThere(response, gone =>
      audited(routes, request, 'workload-read', viewer =>
        routes.previewDiff.get(askedOf<Path>(request), viewer, gone),
      ),
    );
  });
  router.get(`${WORKLOADS}/logs`, (request, response) => streamLog(routes, request, response));
}

// The validator has compared both with the contract that `Asked` is made from.
const askedOf = <P extends GetPath>({ params, query }: Request) =>
  ({ ...params, ...query }) as unknown as Asked<P>;

function audited<T>(
  { workloads, audit, viewerOf }: WorkloadRoutes,
  request: Request,
  act: AuditedAct,
  ask: (viewer: Viewer) => Promise<T>,
): Promise<T> {
  return audit.act(request, {
    act,
    about: aboutOf(act, request, workloads.hub),
    perform: async knownAs => {
      const viewer = await viewerOf(request);
      knownAs(viewer.ref ?? `service ${viewer.service}`);
      return ask(viewer);
    },
  });
}

/** Lines of JSON: `{"text":…}`, and at last `{"end":…}`. */
async function streamLog(routes: WorkloadRoutes, request: Request, response: Response): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const asked = askedOf(request) as unknown as LogAsked;
  const parts = await audited(routes, request, 'workload-logs', viewer =>
    routes.workloads.log(asked, viewer, gone.signal),
  );
  // Compressed it would wait for more.
  response.writeHead(200, {
    'content-type': 'application/x-ndjson; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  response.flushHeaders();
  const heartbeat = setInterval(() => response.write('\n'), HEARTBEAT_MS);
  try {
    for await (const part of parts)
      if (!response.write(`${JSON.stringify(part)}\n`))
        await once(response, 'drain', { signal: gone.signal });
    response.end();
  } catch (error) {
    if (!gone.signal.aborted) throw error;
  } finally {
    clearInterval(heartbeat);
  }
}
