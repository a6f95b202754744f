import { InputError, NotFoundError } from '@backstage/errors';
import type { JsonObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { Schemas } from '../contract';
import type { Viewer } from '../viewer';
import { mustBeAllowed, type CommandDeps } from './commandDeps';
import { writeAuthored } from './updateSpec';

const KIND = 'MemberCluster';

/**
 * Writes labels and taints of a member, where nobody has changed them since they were shown; everything else of its spec
 * stays.
 *
 * @throws NotFoundError for a name that is no member
 * @throws ConflictError where somebody else changed the same meanwhile
 */
export async function updateCluster(
  deps: CommandDeps,
  viewer: Viewer,
  { name, labels, taints, ...guard }: { readonly name: string } & Schemas['UpdateClusterRequest'],
): Promise<Schemas['WrittenObject']> {
  mustBeAllowed(viewer.mayUpdateCluster());
  if (labels === undefined && taints === undefined)
    throw new InputError('labels, taints: say at least one of them, as it is to be');
  const live = await deps.writer.find(KIND, name);
  if (live === undefined) throw new NotFoundError(`Cluster "${name}" is no member of hub "${deps.hub}"`);
  // The write is refused for another generation than the shown one, so this is the spec that was shown.
  const spec = live.spec as JsonObject;
  return writeAuthored(deps, viewer, {
    ...guard,
    kind: KIND,
    name,
    subject: name,
    event: 'clusterUpdated',
    spec: taints === undefined ? spec : { ...spec, taints },
    ...(labels && { labels }),
  });
}
