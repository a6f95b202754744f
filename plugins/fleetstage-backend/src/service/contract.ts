import type { paths, Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';

export type { Schemas };

export type GetPath = {
  [P in keyof paths]: paths[P] extends { get: { parameters: object } } ? P : never;
}[keyof paths];

type Parameters<P extends GetPath> = paths[P] extends { get: { parameters: infer A } } ? A : never;

/** What a GET asks for: path and query, as the contract has them. */
export type Asked<P extends GetPath> = (Parameters<P> extends { path: infer Path } ? Path : object) &
  (Parameters<P> extends { query?: infer Query } ? NonNullable<Query> : object);

export type Answer<P extends GetPath> = paths[P] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } };
}
  ? Body
  : never;
