import {
  RESOURCE_PROPERTY_PREFIX,
  failure,
  isJsonObject,
  isOurs,
  ok,
  parseQuantity,
  type JsonObject,
  type Result,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ProvidedCondition, ProvidedReport, ResourceAmounts } from './collection';

/** Reported by ourselves (C/PP-002, PP-005). */
const CORE = new Set(['k8s.io/k8s-version', 'kubernetes-fleet.io/node-count']);
/** An address and an authority, which only a provider can know (C/PP-003, PP-004). */
const LONG = new Set(['k8s.io/cluster-entrypoint', 'k8s.io/cluster-certificate-authority-data']);
const CORE_RESOURCES = new Set(['cpu', 'memory']);
const NAME = /^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?(\/[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)*$/;
const MAX_NAME = 317;
const MAX_VALUE = 256;
const MAX_LONG_VALUE = 64 * 1024;
/** A status carries them all; a policy reads a handful. */
const MAX_PROPERTIES = 100;
const MAX_RESOURCES = 20;
const MAX_CONDITIONS = 10;
const PARTS = ['total', 'allocatable', 'available'] as const;
const STATUSES = ['True', 'False', 'Unknown'] as const;
const REASON = /^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$/;
const MAX_REASON = 1024;
const MAX_MESSAGE = 32_768;

/**
 * What a property provider has answered (A/PL-076, C/PP-001): names and values, or a report with properties, resources and
 * conditions. An error names the entry and the fix.
 *
 *     { 'example.com/cost': 0.25 }                            → properties { 'example.com/cost': '0.25' }
 *     { resources: { 'nvidia.com/gpu': { available: 3 } } }   → resources { 'nvidia.com/gpu': { available: '3' } }
 */
export function parseProvided(value: unknown): Result<ProvidedReport> {
  if (!isJsonObject(value)) {
    return failure(
      'its answer is no object of names and values, e.g. { "example.com/cost": "0.25" }; correct the provider',
    );
  }
  if (!isReport(value)) {
    const properties = parseProperties(value);
    return properties.ok ? ok({ properties: properties.value }) : properties;
  }
  const { properties: given = {}, resources: amounts, conditions: claims, ...rest } = value;
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined)
    return failure(
      `its report has ${JSON.stringify(unknown)}; it may have properties, resources and conditions`,
    );
  const properties = parseProperties(given);
  if (!properties.ok) return properties;
  const resources = parseResources(amounts ?? {});
  if (!resources.ok) return resources;
  const conditions = parseConditions(claims ?? []);
  if (!conditions.ok) return conditions;
  return ok({
    properties: properties.value,
    ...(amounts !== undefined && { resources: resources.value }),
    ...(claims !== undefined && { conditions: conditions.value }),
  });
}

/** A value of a property is never an object. */
const isReport = (value: JsonObject) =>
  ['properties', 'resources', 'conditions'].some(
    part => typeof value[part] === 'object' && value[part] !== null,
  );

function parseProperties(given: unknown): Result<ProvidedReport['properties']> {
  if (!isJsonObject(given)) return failure('its properties are no object of names and values');
  const entries = Object.entries(given);
  if (entries.length > MAX_PROPERTIES)
    return failure(
      `it reported ${entries.length} properties; ${MAX_PROPERTIES} are kept per cluster, report fewer`,
    );
  const properties: Record<string, string> = {};
  for (const [name, value] of entries) {
    const problem = problemOf(name, value);
    if (problem !== undefined) return failure(problem);
    properties[name] = String(value);
  }
  return ok(properties);
}

function problemOf(name: string, value: unknown): string | undefined {
  const shown = JSON.stringify(name.slice(0, MAX_NAME));
  if (CORE.has(name) || name.startsWith(RESOURCE_PROPERTY_PREFIX))
    return `property ${shown} is one that Fleetstage collects itself; give it a name of your own`;
  if (!isName(name)) return `${shown} is no property name; write one such as "example.com/cost"`;
  const isValue = typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));
  if (!isValue)
    return `the value of ${shown} is neither a text nor a number; report a quantity such as "0.25"`;
  const max = LONG.has(name) ? MAX_LONG_VALUE : MAX_VALUE;
  if (String(value).length > max)
    return `the value of ${shown} is longer than ${max} characters; report a quantity such as "0.25"`;
  return undefined;
}

const isName = (name: string) => name.length <= MAX_NAME && NAME.test(name);

function parseResources(given: unknown): Result<Readonly<Record<string, ResourceAmounts>>> {
  if (!isJsonObject(given)) return failure('its resources are no object of names and amounts');
  const entries = Object.entries(given);
  if (entries.length > MAX_RESOURCES)
    return failure(
      `it reported ${entries.length} resources; ${MAX_RESOURCES} are kept per cluster, report fewer`,
    );
  const resources: Record<string, ResourceAmounts> = {};
  for (const [name, amounts] of entries) {
    const shown = JSON.stringify(name.slice(0, MAX_NAME));
    if (CORE_RESOURCES.has(name))
      return failure(`resource ${shown} is one that Fleetstage counts itself; leave it out`);
    if (!isName(name))
      return failure(`${shown} is no name of a resource; write one such as "nvidia.com/gpu"`);
    const parsed = parseAmounts(amounts);
    if (parsed === undefined)
      return failure(
        `resource ${shown} has no amounts; report quantities for total, allocatable or available, e.g. { "available": "3" }`,
      );
    resources[name] = parsed;
  }
  return ok(resources);
}

function parseAmounts(given: unknown): ResourceAmounts | undefined {
  if (!isJsonObject(given)) return undefined;
  const amounts = PARTS.flatMap(part =>
    given[part] === undefined ? [] : [[part, String(given[part])] as const],
  );
  const isRead = amounts.length > 0 && amounts.length === Object.keys(given).length;
  return isRead && amounts.every(([, text]) => parseQuantity(text).ok)
    ? Object.fromEntries(amounts)
    : undefined;
}

function parseConditions(given: unknown): Result<readonly ProvidedCondition[]> {
  if (!Array.isArray(given)) return failure('its conditions are no list');
  if (given.length > MAX_CONDITIONS)
    return failure(
      `it reported ${given.length} conditions; ${MAX_CONDITIONS} are kept per cluster, report fewer`,
    );
  const conditions: ProvidedCondition[] = [];
  for (const one of given as readonly unknown[]) {
    const parsed = parseCondition(one);
    if (typeof parsed === 'string') return failure(parsed);
    conditions.push(parsed);
  }
  return ok(conditions);
}

function parseCondition(given: unknown): ProvidedCondition | string {
  const { type, status, reason, message = '' } = isJsonObject(given) ? given : {};
  if (typeof type !== 'string' || !isName(type))
    return 'one of its conditions has no type; write one such as "example.com/CostsRead"';
  const shown = JSON.stringify(type);
  if (isOurs(type)) return `condition ${shown} is one of Fleetstage; give it a type of your own`;
  const known = STATUSES.find(one => one === status);
  if (known === undefined) return `the status of condition ${shown} is none of ${STATUSES.join(', ')}`;
  if (typeof reason !== 'string' || reason.length > MAX_REASON || !REASON.test(reason))
    return `the reason of condition ${shown} is no single word such as "CostsCalculated"`;
  if (typeof message !== 'string' || message.length > MAX_MESSAGE)
    return `the message of condition ${shown} is no text of up to ${MAX_MESSAGE} characters`;
  return { type, status: known, reason, message };
}
