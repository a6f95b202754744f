import {
  isJsonObject,
  type KubeObject,
  type ResourceSelectorTerm,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { isPlacementKind } from '../database/placementObject';
import type { ObjectChange } from './keysFor';

export const isLivingPlacement = ({ kind, after }: ObjectChange) =>
  isPlacementKind(kind) && after !== undefined && !after.metadata.deletionTimestamp;

export function selectorsOf({ spec }: KubeObject): readonly ResourceSelectorTerm[] {
  const selectors = isJsonObject(spec) ? spec.resourceSelectors : undefined;
  return Array.isArray(selectors) ? (selectors as ResourceSelectorTerm[]) : [];
}
