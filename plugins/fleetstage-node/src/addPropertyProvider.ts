import type { PropertyProvider } from '@fleetstage/backstage-plugin-fleetstage-common';
import { findProviderFault } from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Registry } from './registry';

/** @throws where the provider cannot be one; the message names it and says what to write */
export function addPropertyProvider(registry: Registry<PropertyProvider>, provider: PropertyProvider): void {
  const fault = findProviderFault(provider);
  if (fault !== undefined) throw new Error(fault);
  registry.add(provider);
}
