/**
 * Brings the clusters of Fleetstage's hub into the catalog.
 *
 * @packageDocumentation
 */
export { catalogModuleFleetstage as default } from './module';
