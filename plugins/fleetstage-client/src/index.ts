/**
 * Client of Fleetstage's REST API, for pages and backend modules.
 *
 * @packageDocumentation
 */
export { FleetClient, type DiscoveryApi, type FetchApi, type Schemas } from './FleetClient';
export type { paths } from './generated/openapi';
