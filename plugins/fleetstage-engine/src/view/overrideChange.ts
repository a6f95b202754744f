import {
  canonicalJson,
  type ClusterResourceOverrideSpec,
  type ResourceOverrideSpec,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { listOf } from '../words';

type Spec = ClusterResourceOverrideSpec | ResourceOverrideSpec;

/**
 * What a change of an override is, for its history; rules are the same by their position.
 *
 *   another path in the second rule  → Rule 2 changed.
 *   a rule more, an object less      → Rule 3 added. Objects changed.
 *   labels of the object alone       → undefined
 */
export function overrideChangeInWords(before: Spec, after: Spec): string | undefined {
  const [old, now] = [rulesOf(before), rulesOf(after)];
  const named = (positions: readonly number[], what: string) =>
    positions.length === 0
      ? []
      : [
          `${positions.length === 1 ? 'Rule' : 'Rules'} ${listOf(positions.map(at => String(at + 1)))} ${what}.`,
        ];
  const positionsOf = (rules: readonly string[]) => rules.map((_, at) => at);
  const lines = [
    ...named(
      positionsOf(now).filter(at => at < old.length && now[at] !== old[at]),
      'changed',
    ),
    ...named(
      positionsOf(now).filter(at => at >= old.length),
      'added',
    ),
    ...named(
      positionsOf(old).filter(at => at >= now.length),
      'removed',
    ),
    ...(canonicalJson(objectsOf(before)) === canonicalJson(objectsOf(after)) ? [] : ['Objects changed.']),
  ];
  return lines.length === 0 ? undefined : lines.join(' ');
}

const rulesOf = ({ policy }: Spec): string[] =>
  (policy?.overrideRules ?? []).map(rule => canonicalJson(rule));

const objectsOf = (spec: Spec): unknown =>
  'clusterResourceSelectors' in spec ? spec.clusterResourceSelectors : spec.resourceSelectors;
