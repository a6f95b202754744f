import { createValidatedOpenApiRouterFromGeneratedEndpointMap as createValidatedRouter } from '@backstage/backend-openapi-utils';
import express, { type Request, type Response, type Router } from 'express';
import PromiseRouter from 'express-promise-router';
import { openapi } from '../schema/generated/openapi';
import type { Answer, Asked, GetPath } from '../service/contract';
import type { Viewer } from '../service/viewer';
import { refuseHostileValues, refuseInfinity } from './refuseHostileValues';

/** The largest thing that people write is a spec, which etcd keeps below 1.5 MiB. */
const BODY_LIMIT = '1536kb';

export interface OpenRouterOptions {
  /** Compare answers with the contract, too: costs more than the answer, so it is for tests. */
  readonly checkAnswers?: boolean;
}

/** A router that refuses what openapi.yaml does not allow, before any handler sees it. */
export function openRouter({ checkAnswers = false }: OpenRouterOptions = {}): Router {
  const router = PromiseRouter();
  router.use(validatorFor(checkAnswers));
  router.use(refuseInfinity);
  return router;
}

const validators = new Map<boolean, Router>();

/** Compiling the contract takes a second, and it knows nothing of who uses it: once for all routers of a process. */
function validatorFor(checkAnswers: boolean): Router {
  const known = validators.get(checkAnswers);
  if (known) return known;
  const validator = createValidatedRouter(openapi, {
    middleware: [express.json({ limit: BODY_LIMIT }), refuseHostileValues],
    // Whether the contract itself is valid OpenAPI is a test's to say (schema/openapi.test.ts).
    validatorOptions: { validateResponses: checkAnswers, validateApiSpec: false },
  }) as unknown as Router;
  validators.set(checkAnswers, validator);
  return validator;
}

/** Who asks; throws where they may not see the fleet. */
export type ViewerOf = (request: Request) => Promise<Viewer>;

/** Carries one GET of the contract out: the viewer first, then the answer. */
export const answering =
  <P extends GetPath>(
    viewerOf: ViewerOf,
    _path: P,
    ask: (asked: Asked<P>, viewer: Viewer, gone: AbortSignal) => Promise<Answer<P>>,
  ) =>
  async (request: Request, response: Response): Promise<void> => {
    const viewer = await viewerOf(request);
    // The validator has compared both with the contract that `Asked` is made from.
    const asked = { ...request.params, ...request.query } as unknown as Asked<P>;
    await answerWhileThere(response, gone => ask(asked, viewer, gone));
  };

/** Aborts the question as soon as its asker has gone; nobody is there to see a failure then. */
export async function answerWhileThere(
  response: Response,
  ask: (gone: AbortSignal) => Promise<unknown>,
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  try {
    response.json(await ask(gone.signal));
  } catch (error) {
    if (!gone.signal.aborted) throw error;
  }
}
