import type { PlacementKind, PlacementName } from '@fleetstage/backstage-plugin-fleetstage-common';

/** Only a ResourcePlacement lives in a namespace. */
export const kindOfPlacement = ({ namespace }: PlacementName): PlacementKind =>
  namespace === undefined ? 'ClusterResourcePlacement' : 'ResourcePlacement';
