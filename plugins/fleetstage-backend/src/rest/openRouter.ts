import { createValidatedOpenApiRouterFromGeneratedEndpointMap as createValidatedRouter } from '@backstage/backend-openapi-utils';
import type { paths } from '@fleetstage/backstage-plugin-fleetstage-client';
import express, { type Request, type Response, type Router } from 'express';
import { openapi } from '../schema/generated/openapi';
import type { Viewer } from '../service/viewer';

/** A spec of 1,000 clusters' names fits; nothing that people write is larger. */
const BODY_LIMIT = '1mb';

/** A router that refuses what openapi.yaml does not allow, before any handler sees it. */
export function openRouter(): Router {
  const router = createValidatedRouter(openapi, { middleware: [express.json({ limit: BODY_LIMIT })] });
  return router as unknown as Router;
}

/** Who asks; throws where they may not see the fleet. */
export type ViewerOf = (request: Request) => Promise<Viewer>;

type GetPath = {
  [P in keyof paths]: paths[P] extends { get: { parameters: object } } ? P : never;
}[keyof paths];
type Parameters<P extends GetPath> = paths[P] extends { get: { parameters: infer A } } ? A : never;
type Present<T> = [T] extends [undefined] ? object : NonNullable<T>;

/** What a request asks for: path and query, as the validator has checked and completed them. */
export type Asked<P extends GetPath> =
  (Parameters<P> extends { path: infer Path } ? Path : object) &
    (Parameters<P> extends { query?: infer Query } ? Present<Query> : object);

export type Answer<P extends GetPath> = paths[P] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } };
}
  ? Body
  : never;

/** One GET of the contract: viewer first, then the answer. */
export const answer =
  <P extends GetPath>(
    _path: P,
    viewerOf: ViewerOf,
    ask: (asked: Asked<P>, viewer: Viewer) => Promise<Answer<P>>,
  ) =>
  async (request: Request, response: Response): Promise<void> => {
    const viewer = await viewerOf(request);
    // The validator has compared both with the contract that `Asked` is made from.
    const asked = { ...request.params, ...request.query } as unknown as Asked<P>;
    response.json(await ask(asked, viewer));
  };
