/**
 * What tests of extensions use.
 *
 * @packageDocumentation
 */
export { describeVersionProvider } from './describeVersionProvider';
export type { VersionProviderTrial } from './VersionProviderTrial';
