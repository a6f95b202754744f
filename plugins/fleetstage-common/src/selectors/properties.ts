import type { MemberClusterResourceUsage } from '../api/cluster';
import type { PropertySelector } from '../api/policy';
import { compareQuantities, parseQuantity, type Quantity } from '../values/quantity';
import { failure, ok, type Result } from '../values/result';

/** The facts of a cluster that property selectors read. */
export interface ClusterProperties {
  readonly properties: Readonly<Record<string, string>>;
  readonly resourceUsage?: MemberClusterResourceUsage;
}

export type PropertyPredicate = (cluster: ClusterProperties) => boolean;
/** The value of one property on a cluster; `undefined` where the cluster does not have it. */
export type PropertyLookup = (cluster: ClusterProperties) => string | undefined;

/** Names with this prefix are read from the resource usage, not from the properties. */
export const RESOURCE_PROPERTY_PREFIX = 'resources.kubernetes-fleet.io/';
const CAPACITY_FIELDS = { total: 'capacity', allocatable: 'allocatable', available: 'available' } as const;

const COMPARISONS: Readonly<Record<string, (order: number) => boolean>> = {
  Eq: order => order === 0,
  Ne: order => order !== 0,
  Gt: order => order > 0,
  Ge: order => order >= 0,
  Lt: order => order < 0,
  Le: order => order <= 0,
};

/**
 * Property expressions as a predicate; quantities are compared exactly, `1` equals `1000m` (A/SCH-043…046). A property
 * that a cluster lacks, or that is no quantity there, never matches, not even with `Ne`. A malformed expression is an
 * error with a sentence.
 */
export function parsePropertySelector(selector: PropertySelector): Result<PropertyPredicate> {
  const predicates: PropertyPredicate[] = [];
  for (const { name, operator, values } of selector.matchExpressions) {
    const lookup = parsePropertyLookup(name);
    if (!lookup.ok) return lookup;
    const compare = Object.hasOwn(COMPARISONS, operator) ? COMPARISONS[operator] : undefined;
    if (!compare) return failure(`"${operator}" is not an operator of a property selector`);
    if (values.length !== 1) return failure(`property "${name}" must be compared with exactly one value`);
    const wanted = parseQuantity(values[0]);
    if (!wanted.ok) return failure(`value of property "${name}": ${wanted.error}`);
    predicates.push(cluster => {
      const actual = toQuantity(lookup.value(cluster));
      return actual !== undefined && compare(compareQuantities(actual, wanted.value));
    });
  }
  return ok(cluster => predicates.every(matches => matches(cluster)));
}

/**
 * Where a property's value is found: `resources.…/available-cpu` in the resource usage, everything else by name
 * (A/SCH-043). What follows the first dash is the resource: `ephemeral-storage` is one, as admission says (A/WH-035).
 * A resource property without both parts is an error.
 */
export function parsePropertyLookup(name: string): Result<PropertyLookup> {
  if (!name.startsWith(RESOURCE_PROPERTY_PREFIX)) {
    return ok(({ properties }) => (Object.hasOwn(properties, name) ? properties[name] : undefined));
  }
  const [capacity, ...parts] = name.slice(RESOURCE_PROPERTY_PREFIX.length).split('-');
  const resource = parts.join('-');
  if (!isCapacity(capacity) || !resource || resource.includes('/')) {
    return failure(
      `"${name}" is not a resource property: write ${RESOURCE_PROPERTY_PREFIX}, then total-, allocatable- or available-, then the resource, e.g. ${RESOURCE_PROPERTY_PREFIX}available-cpu`,
    );
  }
  return ok(({ resourceUsage }) => {
    const amounts = resourceUsage?.[CAPACITY_FIELDS[capacity]] ?? {};
    return Object.hasOwn(amounts, resource) ? amounts[resource] : undefined;
  });
}

const isCapacity = (text: string): text is keyof typeof CAPACITY_FIELDS =>
  Object.hasOwn(CAPACITY_FIELDS, text);

function toQuantity(text: string | undefined): Quantity | undefined {
  const parsed = text === undefined ? undefined : parseQuantity(text);
  return parsed?.ok ? parsed.value : undefined;
}
