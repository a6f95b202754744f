import type { JsonObject } from '@fleetstage/backstage-plugin-fleetstage-common';
import { objectsAt, SELECTORS } from './fields';

/**
 * Whether a selector is begun and not finished: "Add selector" was pressed, and its name or its kind is still to be typed. A
 * preview would be one of a mistake that nobody made.
 *
 *   { kind: Namespace, name: '' }   → unfinished
 *   { kind: ClusterRole }           → every ClusterRole, as it is meant
 */
export const hasUnfinishedSelector = (manifest: unknown): boolean =>
  objectsAt(manifest, SELECTORS).some(
    ({ kind, name }) => isBlank(kind) || (name !== undefined && isBlank(name)),
  );

const isBlank = (value: JsonObject[string]) => typeof value !== 'string' || value.trim() === '';
