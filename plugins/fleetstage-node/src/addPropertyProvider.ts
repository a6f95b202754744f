import type { PropertyProvider } from './propertyProviders';
import type { Registry } from './registry';

const NAME = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;

/** @throws where the provider cannot be one; the message names it and says what to write */
export function addPropertyProvider(registry: Registry<PropertyProvider>, provider: PropertyProvider): void {
  const { name, everyMs } = provider;
  if (!NAME.test(name))
    throw new Error(
      `${JSON.stringify(name)} is no name of a property provider; use up to 63 lower case letters, digits and dashes, e.g. cluster-cost`,
    );
  if (everyMs !== undefined && !(Number.isFinite(everyMs) && everyMs >= 0))
    throw new Error(
      `everyMs of the property provider ${name} is ${everyMs}; write milliseconds, or leave it out to be asked at each heartbeat`,
    );
  registry.add(provider);
}
