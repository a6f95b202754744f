import type { FieldError, OpenApiSchema } from '../../contracts';
import { BOUNDLESS } from '../cel/check/cost';
import { leastBytes, mostBelow } from '../cel/check/sizes';
import { forbiddenError } from '../fieldErrors';

/** What a rule, and what all rules of a schema together, may be estimated to cost. */
const MOST_EACH = 10_000_000;
const MOST_IN_ALL = 100_000_000;
const MOST_BYTES = 3 * 1024 * 1024;
/** How many rules are blamed for the sum, and from which part of it on. */
const MOST_BLAMED = 4;
const LEAST_BLAMED = MOST_IN_ALL / 100;

const HINT =
  '(try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)';

function exceeds(what: string, cost: number, limit: number): string {
  const factor = cost / limit;
  const shown = factor > 100 ? 'more than 100x' : `${factor.toFixed(factor < 1.5 ? 6 : 1)}x`;
  return `${what} exceeds budget by factor of ${shown} ${HINT}`;
}

/** How often a part can be there in one object; `undefined`: as often as a request can hold it. */
export const below = (around: number | undefined, schema: OpenApiSchema): number | undefined => {
  const each = mostBelow(schema);
  return around === undefined || each === undefined ? undefined : Math.min(around * each, BOUNDLESS);
};

/** Of a rule on a part that can be there so often. */
export function costEverywhere(cost: number, times: number | undefined, schema: OpenApiSchema): number {
  return Math.min(cost * (times ?? Math.floor(MOST_BYTES / (leastBytes(schema) + 1))), BOUNDLESS);
}

/** Adds up what the rules of one schema are estimated to cost. */
export class CostTotal {
  private total = 0;
  private readonly expensive: { readonly path: string; readonly cost: number }[] = [];

  /** @param what `rule` or `messageExpression` */
  observe(what: 'rule' | 'messageExpression', path: string, cost: number): readonly FieldError[] {
    this.total = Math.min(this.total + cost, BOUNDLESS);
    if (cost >= LEAST_BLAMED) this.expensive.push({ path, cost });
    if (cost <= MOST_EACH) return [];
    return [forbiddenError(path, exceeds(`estimated ${what} cost`, cost, MOST_EACH))];
  }

  /** @param path of the schema */
  errors(path: string): readonly FieldError[] {
    if (this.total <= MOST_IN_ALL) return [];
    const blamed = [...this.expensive].sort((a, b) => b.cost - a.cost).slice(0, MOST_BLAMED);
    const why = 'contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema';
    const sum = 'x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema';
    return [
      ...blamed.map(each => forbiddenError(each.path, why)),
      forbiddenError(path, exceeds(sum, this.total, MOST_IN_ALL)),
    ];
  }
}
