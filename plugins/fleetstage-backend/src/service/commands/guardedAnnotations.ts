import { annotationKeys, type KubeObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { NotAllowedError } from '@backstage/errors';
import type { Permit, PlacementResource, Viewer } from '../viewer';

/** By these, whoever writes strategies binds whoever writes placements and runs. */
const GUARDED = [annotationKeys.acceptedStrategies, annotationKeys.approvers] as const;

/**
 * Compared with the live object, of the version that is written over: the mirror may not know of an annotation yet.
 *
 * @param annotations as they are to be; left out: they stay
 * @throws NotAllowedError
 */
export function mustBeAllowedToAnnotate(
  viewer: Viewer,
  { kind, metadata }: KubeObject,
  annotations: Readonly<Record<string, string>> | undefined,
): void {
  if (annotations === undefined) return;
  const changed = GUARDED.filter(key => annotations[key] !== metadata.annotations?.[key]);
  const permit = viewer.mayUpdateStrategy();
  if (changed.length === 0 || permit.isAllowed) return;
  throw new NotAllowedError(
    `${permit.reason}: it is asked for to change the annotation ${changed.join(' and ')} of ${kind} "${metadata.name}"; ` +
      `leave it as it is`,
  );
}

/**
 * May the viewer delete the placement? One that says which strategies it accepts takes the right to lift that, too: whoever
 * deletes it could create it anew without.
 */
export function permitDeletion(
  viewer: Viewer,
  placement: PlacementResource,
  { metadata }: Pick<KubeObject, 'metadata'>,
): Permit {
  const permit = viewer.mayDeletePlacement(placement);
  const key = annotationKeys.acceptedStrategies;
  if (!permit.isAllowed || metadata.annotations?.[key] === undefined) return permit;
  const lifting = viewer.mayUpdateStrategy();
  if (lifting.isAllowed) return permit;
  const reason = `${lifting.reason}: placement "${placement.name}" has the annotation ${key}, and would lose it with its deletion`;
  return { ...lifting, reason };
}
