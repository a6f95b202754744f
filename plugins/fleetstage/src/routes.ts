import { createExternalRouteRef, createRouteRef } from '@backstage/frontend-plugin-api';

/** One ref per tab; detail pages are sub-paths `:scope/:name` of their list. */
export const rootRouteRef = createRouteRef();
export const overviewRouteRef = createRouteRef();
export const approvalsRouteRef = createRouteRef();
export const placementsRouteRef = createRouteRef();
export const runsRouteRef = createRouteRef();
export const strategiesRouteRef = createRouteRef();
export const overridesRouteRef = createRouteRef();
export const sequencesRouteRef = createRouteRef();
export const clustersRouteRef = createRouteRef();

/** Backstage's Kubernetes plugin, by itself where it is installed; `app.routes.bindings` can say otherwise. */
export const kubernetesRouteRef = createExternalRouteRef({ defaultTarget: 'kubernetes.kubernetes' });
