import type { Schemas } from '@fleetstage/backstage-plugin-fleetstage-client';
import { fromRfc3339, instant } from '@fleetstage/backstage-plugin-fleetstage-common';
import { findTrouble } from '@fleetstage/backstage-plugin-fleetstage-engine';
import { ago } from './moments';

type Trouble = Partial<
  Pick<Schemas['PlacementSummary'], 'state' | 'moves' | 'run' | 'since'> & {
    mender: 'appOwner' | 'clusterOwner';
  }
>;

/** What the engine makes of the state at the moment of the pictures. */
export function troubled({ state = 'available', moves = 'rolling', ...rest }: Trouble): {
  trouble?: Schemas['Trouble'];
} {
  const trouble = findTrouble({ state, moves, ...rest }, fromRfc3339(ago(0)) ?? instant(0));
  return trouble ? { trouble } : {};
}

/** As the engine describes a failure: the object, and the cause. */
export const CLUSTER_IP =
  'Service checkout/web: spec.clusterIP: Invalid value: "10.0.14.2": field is immutable.';
