import { annotationKeys } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { PlacementFacts } from '../state/placement';

const KEY = annotationKeys.acceptedStrategies;

/**
 * Why no run of the placement may work by the strategy; `undefined`: it may. An annotation that cannot be read accepts none.
 *
 *   no annotation                     → any
 *   names careful, slow; asked: fast  → refused, careful and slow named
 *   empty                             → refused
 */
export function refuseStrategy(
  { name, acceptedStrategies: accepted }: Pick<PlacementFacts, 'name' | 'acceptedStrategies'>,
  strategy: string,
): string | undefined {
  if (accepted === undefined) return undefined;
  if (accepted.kind === 'malformed') {
    return (
      `placement "${name}" accepts no strategy: its annotation ${KEY} has "${accepted.text}", which is the name of no ` +
      `strategy; separate names by commas, or remove the annotation to accept any`
    );
  }
  const { names } = accepted;
  if (names.includes(strategy)) return undefined;
  if (names.length === 0) {
    return (
      `placement "${name}" accepts no strategy: its annotation ${KEY} is empty; ` +
      `name strategies in it, or remove it to accept any`
    );
  }
  return `placement "${name}" does not accept strategy "${strategy}": its annotation ${KEY} names ${names.join(', ')}; use one of them`;
}
