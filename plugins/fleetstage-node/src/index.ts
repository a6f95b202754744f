/**
 * What other backend plugins and modules use of Fleetstage.
 *
 * @packageDocumentation
 */
export { fleetServiceRef } from './fleetServiceRef';
