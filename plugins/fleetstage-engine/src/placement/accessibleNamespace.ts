import type {
  ResourceIdentifier,
  ResourceSelectorTerm,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { atSelector } from '../snapshot/explainSelector';
import type { PlacementFacts } from '../state/placement';

type Accessible = Pick<PlacementFacts, 'namespace' | 'spec'>;

/** Whether people with access to the placed namespace shall read the status there; only cluster-scoped placements can. */
export const isStatusAccessible = ({ namespace, spec }: Accessible): boolean =>
  namespace === undefined && spec.statusReportingScope === 'NamespaceAccessible';

/**
 * The namespace that gets the copy of the status (A/ST-070): the one that was captured first counts, since it is never
 * exchanged for another. Nothing where the placement asks for no copy, or names no namespace.
 *
 *     selects Namespace web, nothing captured    → web
 *     selects Namespace shop, web was captured   → web
 *     selects Namespaces by label                → nothing
 */
export function accessibleNamespace(
  placement: Accessible,
  captured: readonly ResourceIdentifier[],
): string | undefined {
  if (!isStatusAccessible(placement)) return undefined;
  return captured.find(isNamespace)?.name ?? selectedNamespace(placement);
}

/** Why nothing may be captured for a placement whose status is to be read in its namespace (A/ST-072, ST-073). */
export function accessibleNamespaceFault(
  placement: Accessible,
  captured: readonly ResourceIdentifier[],
): string | undefined {
  if (!isStatusAccessible(placement)) return undefined;
  const selected = selectedNamespace(placement);
  if (selected === undefined)
    return "spec.resourceSelectors: NamespaceAccessible ClusterResourcePlacement doesn't specify a resource selector which selects a namespace; set the name of the Namespace";
  const first = captured.find(isNamespace)?.name;
  if (first === undefined || first === selected) return undefined;
  const position = placement.spec.resourceSelectors.findIndex(isNamespace);
  return atSelector(
    position,
    `namespace resource selector is choosing a different namespace '${selected}' from what was originally picked '${first}'. This is not allowed for NamespaceAccessible ClusterResourcePlacement`,
    `select '${first}' again, or create another placement`,
  );
}

const selectedNamespace = ({ spec }: Accessible): string | undefined =>
  spec.resourceSelectors.find(isNamespace)?.name || undefined;

const isNamespace = ({ group, version, kind }: ResourceSelectorTerm | ResourceIdentifier) =>
  (group ?? '') === '' && version === 'v1' && kind === 'Namespace';
