import type { PropertyProvider } from '@fleetstage/backstage-plugin-fleetstage-common';

const NAME = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;

/** Why this cannot be a property provider, and what to write; absent: it can. */
export function findProviderFault({
  name,
  everyMs,
}: Pick<PropertyProvider, 'name' | 'everyMs'>): string | undefined {
  if (typeof name !== 'string' || !NAME.test(name))
    return `${JSON.stringify(name)} is no name of a property provider; use up to 63 lower case letters, digits and dashes, e.g. cluster-cost`;
  if (everyMs !== undefined && !(Number.isFinite(everyMs) && everyMs >= 0))
    return `everyMs of the property provider ${name} is ${everyMs}; write milliseconds, or leave it out to be asked at each heartbeat`;
  return undefined;
}
