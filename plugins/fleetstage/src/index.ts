/**
 * Fleetstage's pages for Backstage.
 *
 * @packageDocumentation
 */
export { fleetstagePlugin as default } from './plugin';
export { fleetApiRef } from './api/fleetApiRef';
