import { annotationKeys } from './keys';
import type { ObjectMeta } from './meta';

/** What the annotation of a placement says: the strategies that its runs may work by, or which text is no name of one. */
export type AcceptedStrategies =
  | { readonly kind: 'named'; readonly names: readonly string[] }
  | { readonly kind: 'malformed'; readonly text: string };

/** Of a Kubernetes object. */
const NAME = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

/**
 * The strategies that a placement accepts; `undefined`: any, it has no such annotation.
 *
 *     'careful, slow'  →  named careful, slow          ''  →  named, none          'Careful'  →  malformed
 */
export function acceptedStrategiesOf({
  metadata,
}: {
  readonly metadata: ObjectMeta;
}): AcceptedStrategies | undefined {
  const text = metadata.annotations?.[annotationKeys.acceptedStrategies];
  if (text === undefined) return undefined;
  const names = text
    .split(/[,\n]/)
    .map(name => name.trim())
    .filter(name => name !== '');
  const wrong = names.find(name => !NAME.test(name));
  return wrong === undefined
    ? { kind: 'named', names: [...new Set(names)] }
    : { kind: 'malformed', text: wrong };
}
