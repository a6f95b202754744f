import type { Registry } from './registry';
import type { VersionProvider } from './versionProviders';

/** The part of `fleetstage.io/provider-ref` before the first slash. */
const NAME = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;

/** What each function must do, for whoever forgot it. */
const functions = {
  listClusters: 'it must return all clusters that it can upgrade',
  getClusterState: 'it must return the versions of one cluster as they are now',
  checkUpgrade: 'it must say whether an upgrade could begin, and change nothing',
  startUpgrade: 'it must set the version that a cluster is to have, once',
  watch: 'it must name clusters as they change',
} as const satisfies Partial<Record<keyof VersionProvider, string>>;

/** @throws where the provider cannot be one; the message names it and says what to write */
export function addVersionProvider(registry: Registry<VersionProvider>, provider: VersionProvider): void {
  const { name, capabilities } = provider;
  if (typeof name !== 'string' || !NAME.test(name))
    throw new Error(
      `${JSON.stringify(name) ?? 'nothing'} is no name of a version provider; use up to 63 lower case letters, digits and dashes, e.g. gke-europe`,
    );
  for (const [part, what] of Object.entries(functions))
    if (typeof provider[part as keyof typeof functions] !== 'function')
      throw new Error(`the version provider ${name} has no function ${part}; ${what}`);
  for (const flag of ['separateNodes', 'singlePools'] as const)
    if (typeof capabilities?.[flag] !== 'boolean')
      throw new Error(`capabilities.${flag} of the version provider ${name} is missing; write true or false`);
  registry.add(provider);
}
