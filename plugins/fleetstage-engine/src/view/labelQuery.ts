import { failure, ok, type LabelSelector, type Result } from '@fleetstage/backstage-plugin-fleetstage-common';

type Requirement = NonNullable<LabelSelector['matchExpressions']>[number];

/** At a comma that is not inside of parentheses. */
const SEPARATOR = /,(?![^(]*\))/;
const SET = /^(\S+)\s+(in|notin)\s*\(([^)]*)\)$/;
const EQUALITY = /^([^\s=!]+)\s*(==|=|!=)\s*(\S*)$/;
const EXISTENCE = /^(!?)\s*([^\s=!(),]+)$/;

/**
 * A label selector as people and kubectl write it.
 *
 *   region=weu,tier!=test           tier in (gold, silver)           !deprecated
 */
export function parseLabelQuery(text: string): Result<LabelSelector> {
  const requirements: Requirement[] = [];
  for (const part of text.split(SEPARATOR).map(one => one.trim())) {
    const requirement = toRequirement(part);
    if (requirement === undefined) {
      return failure(
        `"${part}" is no requirement on a label; write key=value, key!=value, key in (a, b), key or !key`,
      );
    }
    requirements.push(requirement);
  }
  return ok({ matchExpressions: requirements });
}

function toRequirement(part: string): Requirement | undefined {
  const set = SET.exec(part);
  if (set !== null) {
    const values = set[3].split(',').map(value => value.trim());
    return { key: set[1], operator: set[2] === 'in' ? 'In' : 'NotIn', values };
  }
  const equality = EQUALITY.exec(part);
  if (equality !== null) {
    return { key: equality[1], operator: equality[2] === '!=' ? 'NotIn' : 'In', values: [equality[3]] };
  }
  const existence = EXISTENCE.exec(part);
  if (existence === null) return undefined;
  return { key: existence[2], operator: existence[1] === '!' ? 'DoesNotExist' : 'Exists' };
}
