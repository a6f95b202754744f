import type { PropertyProvider } from '@fleetstage/backstage-plugin-fleetstage-common';
import { findProviderFault } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { messageOf } from '@fleetstage/kube-client';
import { createRequire } from 'node:module';
import path from 'node:path';
import { UserError } from './UserError';

/** The default exports of these modules, as property providers. @throws UserError where one is none */
export function loadProviders(files: readonly string[]): readonly PropertyProvider[] {
  const providers: PropertyProvider[] = [];
  for (const file of files) {
    const provider = loadProvider(file);
    if (providers.some(({ name }) => name === provider.name))
      throw new UserError(`--property-provider ${file}: there is a provider ${provider.name} already`);
    providers.push(provider);
  }
  return providers;
}

function loadProvider(file: string): PropertyProvider {
  const refuse = (problem: string) => new UserError(`--property-provider ${file}: ${problem}`);
  let found: unknown;
  try {
    found = loadDefault(file);
  } catch (error) {
    throw refuse(`it cannot be loaded: ${messageOf(error)}`);
  }
  if (!isProvider(found))
    throw refuse('its default export is no object with a name and a function collect; see docs/extending.md');
  const fault = findProviderFault(found);
  if (fault !== undefined) throw refuse(fault);
  return found;
}

/** The default export of an ES module, or what another one exports. */
function loadDefault(file: string): unknown {
  const at = path.resolve(file);
  const found: unknown = createRequire(at)(at);
  return typeof found === 'object' && found !== null && 'default' in found ? found.default : found;
}

const isProvider = (value: unknown): value is PropertyProvider =>
  typeof value === 'object' && value !== null && 'collect' in value && typeof value.collect === 'function';
