import { placementTarget } from './commands/placementTarget';
import { CLUSTER_SCOPE } from './queryDeps';

/**
 * The namespace of what is asked for; none where it is cluster-wide, as where the scope is left out.
 *
 * @throws InputError for a scope that no namespace can have
 */
export function inScope({ scope = CLUSTER_SCOPE }: { readonly scope?: string }): {
  readonly namespace?: string;
} {
  const { namespace } = placementTarget({ scope, name: 'any' });
  return namespace === undefined ? {} : { namespace };
}
