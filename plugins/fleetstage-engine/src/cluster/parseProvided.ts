import {
  RESOURCE_PROPERTY_PREFIX,
  failure,
  isJsonObject,
  ok,
  type Result,
} from '@fleetstage/backstage-plugin-fleetstage-common';

/** Reported by ourselves (C/PP-002…005). */
const CORE = new Set([
  'k8s.io/k8s-version',
  'k8s.io/cluster-entrypoint',
  'k8s.io/cluster-certificate-authority-data',
  'kubernetes-fleet.io/node-count',
]);
const NAME = /^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?(\/[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)*$/;
const MAX_NAME = 317;
const MAX_VALUE = 256;
/** A status carries them all; a policy reads a handful. */
const MAX_PROPERTIES = 100;

/**
 * What a property provider has answered, as properties of a cluster (A/PL-076); an error names the property and the fix.
 *
 *     { 'example.com/cost': 0.25 } → { 'example.com/cost': '0.25' }
 */
export function parseProvided(value: unknown): Result<Readonly<Record<string, string>>> {
  if (!isJsonObject(value)) {
    return failure(
      'its answer is no object of names and values, e.g. { "example.com/cost": "0.25" }; correct the provider',
    );
  }
  const entries = Object.entries(value);
  if (entries.length > MAX_PROPERTIES)
    return failure(
      `it reported ${entries.length} properties; ${MAX_PROPERTIES} are kept per cluster, report fewer`,
    );
  const properties: Record<string, string> = {};
  for (const [name, given] of entries) {
    const problem = problemOf(name, given);
    if (problem !== undefined) return failure(problem);
    properties[name] = String(given);
  }
  return ok(properties);
}

function problemOf(name: string, value: unknown): string | undefined {
  const shown = JSON.stringify(name.slice(0, MAX_NAME));
  if (CORE.has(name) || name.startsWith(RESOURCE_PROPERTY_PREFIX))
    return `property ${shown} is one that Fleetstage collects itself; give it a name of your own`;
  if (name.length > MAX_NAME || !NAME.test(name))
    return `${shown} is no property name; write one such as "example.com/cost"`;
  const isValue = typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));
  if (!isValue)
    return `the value of ${shown} is neither a text nor a number; report a quantity such as "0.25"`;
  if (String(value).length > MAX_VALUE)
    return `the value of ${shown} is longer than ${MAX_VALUE} characters; report a quantity such as "0.25"`;
  return undefined;
}
