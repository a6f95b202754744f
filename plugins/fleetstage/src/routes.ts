import { createRouteRef } from '@backstage/frontend-plugin-api';

/** One ref per tab; detail pages are sub-paths `:scope/:name` of their list. */
export const rootRouteRef = createRouteRef();
export const overviewRouteRef = createRouteRef();
export const approvalsRouteRef = createRouteRef();
export const placementsRouteRef = createRouteRef();
export const runsRouteRef = createRouteRef();
export const clustersRouteRef = createRouteRef();
