import {
  annotationKeys,
  isStrategyKind,
  parsePlacementKey,
  toPlacementKey,
  type KubeObject,
  type ObjectMeta,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { NotAllowedError } from '@backstage/errors';
import type { PlacementResource, StrategyResource, StrategyScope } from '../../permissions/resources';
import type { Permit, Viewer } from '../viewer';

/** By these, whoever writes strategies binds whoever writes placements and runs. */
const GUARDED = [annotationKeys.acceptedStrategies, annotationKeys.approvers] as const;

/**
 * Confirms on the hub what is held there; through us it would be the right to write placements that confirms, and the record
 * would name nobody.
 */
const REFUSED = annotationKeys.confirmRemoval;

/**
 * Compared with the live object, of the version that is written over: the mirror may not know of an annotation yet.
 *
 * @param annotations as they are to be; left out: they stay
 * @throws NotAllowedError
 */
export function mustBeAllowedToAnnotate(
  viewer: Viewer,
  { hub, kind, metadata }: KubeObject & { readonly hub: string },
  annotations: Readonly<Record<string, string>> | undefined,
): void {
  if (annotations === undefined) return;
  mustNotConfirmRemoval(annotations, metadata.annotations);
  const changed = GUARDED.filter(key => annotations[key] !== metadata.annotations?.[key]);
  if (changed.length === 0) return;
  const permit = permitLifting(viewer, { hub, kind, metadata });
  if (permit.isAllowed) return;
  throw new NotAllowedError(
    `${permit.reason}: it is asked for to change the annotation ${changed.join(' and ')} of ${kind} "${metadata.name}"; ` +
      `leave it as it is`,
  );
}

/** Of a strategy the right to change it as it is; of what names strategies, the right to change each that it could name. */
function permitLifting(viewer: Viewer, { hub, kind, metadata }: Lifted): Permit {
  const { namespace } = metadata;
  return isStrategyKind(kind)
    ? viewer.mayUpdateStrategy(strategyResource(hub, { metadata }))
    : viewer.mayUpdateStrategies({ hub, ...(namespace !== undefined && { namespace }) });
}

/** What permission rules read of a strategy. */
export const strategyResource = (
  hub: string,
  { metadata }: Pick<KubeObject, 'metadata'>,
): StrategyResource => ({
  ...{ hub, name: toPlacementKey(metadata), labels: metadata.labels ?? {} },
});

type Lifted = Pick<KubeObject, 'kind' | 'metadata'> & { readonly hub: string };

/**
 * To take the annotation off is nobody's confirmation.
 *
 * @param before of the live object; left out: there is none
 * @throws NotAllowedError
 */
export function mustNotConfirmRemoval(
  annotations: Readonly<Record<string, string>> = {},
  before: Readonly<Record<string, string>> = {},
): void {
  if (annotations[REFUSED] === undefined || annotations[REFUSED] === before[REFUSED]) return;
  throw new NotAllowedError(
    `The annotation ${REFUSED} is not set through Fleetstage: confirm a held removal on the overview page or with ` +
      `POST /removals/confirm, which asks for the permission to delete the placement`,
  );
}

/** The scope of the strategies that a placement, named by its key, could name. */
export function scopeOfKey({ hub, name }: Pick<PlacementResource, 'hub' | 'name'>): StrategyScope {
  const parsed = parsePlacementKey(name);
  return {
    hub,
    ...(parsed.ok && parsed.value.namespace !== undefined && { namespace: parsed.value.namespace }),
  };
}

/**
 * May the viewer delete the placement? A placement that says which strategies it accepts takes the right to lift that, too:
 * whoever deletes it could create it anew without.
 */
export function permitDeletion(
  viewer: Viewer,
  placement: PlacementResource,
  { annotations }: Pick<ObjectMeta, 'annotations'>,
): Permit {
  const permit = viewer.mayDeletePlacement(placement);
  const key = annotationKeys.acceptedStrategies;
  if (!permit.isAllowed || annotations?.[key] === undefined) return permit;
  const lifting = viewer.mayUpdateStrategies(scopeOfKey(placement));
  if (lifting.isAllowed) return permit;
  const reason = `${lifting.reason}: placement "${placement.name}" has the annotation ${key}, and would lose it with its deletion`;
  return { ...lifting, reason };
}

/**
 * May the viewer delete the strategy? A strategy that names who approves could be recreated without: it takes the right to
 * lift that, too.
 */
export function permitStrategyDeletion(
  viewer: Viewer,
  strategy: StrategyResource,
  { name, annotations }: ObjectMeta,
): Permit {
  const permit = viewer.mayDeleteStrategy(strategy);
  const key = annotationKeys.approvers;
  if (!permit.isAllowed || annotations?.[key] === undefined) return permit;
  const lifting = viewer.mayUpdateStrategy(strategy);
  if (lifting.isAllowed) return permit;
  const reason = `${lifting.reason}: strategy "${name}" has the annotation ${key}, and would lose it with its deletion`;
  return { ...lifting, reason };
}
