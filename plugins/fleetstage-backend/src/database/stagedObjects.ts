import { stagedKindsOfKey } from '@fleetstage/backstage-plugin-fleetstage-common';
import { namedBy, type InScope } from './keyText';
import type { HubKey, PlacementRef } from './keys';
import type { ObjectRef } from './mirrorStore';
import { fromObjectKey } from './placementObject';

/** The mirrored object of a run, by its key: `name`, or `namespace/name` of a StagedUpdateRun (C/UR-008). */
export const runObject = ({ hub, name: key }: HubKey): ObjectRef => ({
  hub,
  kind: stagedKindsOfKey(key).run,
  ...fromObjectKey(key),
});

/** The same of a strategy. */
export const strategyObject = ({ hub, name: key }: HubKey): ObjectRef => ({
  hub,
  kind: stagedKindsOfKey(key).strategy,
  ...fromObjectKey(key),
});

/** The same of an approval request. */
export const approvalObject = ({ hub, name: key }: HubKey): ObjectRef => ({
  hub,
  kind: stagedKindsOfKey(key).approval,
  ...fromObjectKey(key),
});

interface RunOfPlacement extends InScope {
  readonly spec: { readonly placementName: string };
}

/** The placement that a run moves. */
export const placementOfRun = (hub: string, run: RunOfPlacement): PlacementRef => ({
  hub,
  name: namedBy(run, run.spec.placementName),
});

interface RunByStrategy extends InScope {
  readonly spec: { readonly stagedRolloutStrategyName: string };
}

/** The strategy that a run works by. */
export const strategyOfRun = (hub: string, run: RunByStrategy): HubKey => ({
  hub,
  name: namedBy(run, run.spec.stagedRolloutStrategyName),
});

/** The key of a mirrored object, in SQL. */
export const KEY_OF_OBJECT =
  "(case when objects.namespace = '' then objects.name else objects.namespace || '/' || objects.name end)";
