import {
  findSegmentFault,
  toApiVersion,
  type GroupVersionKind,
  type ResourceSelectorTerm,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { compareText } from '../decision';
import { keyOf, type KindFacts, type SelectionContext } from './selection';

const MOST_SUGGESTIONS = 3;

/** What is wrong with a selector, in which field, and how to fix it (A/SEL-024). */
export const atSelector = (position: number, sentence: string, fix: string) =>
  `${selectorField(position)}: ${sentence}; ${fix}`;

export const selectorField = (position: number) => `spec.resourceSelectors[${position}]`;

/** A NamespaceWithResourceSelectors selector whose Namespace cannot be used (A/SEL-010). */
export const explainLost = (position: number, context: SelectionContext) =>
  atSelector(
    position,
    `invalid clusterResourcePlacement ${keyOf(context)}: NamespaceWithResourceSelectors mode requires exactly one namespace, but no namespaces were selected`,
    'name a Namespace that exists on the hub, is not being deleted, and is neither default, kube-* or fleet-* nor skipped by the configuration',
  );

/** A Namespace whose contents stay on the hub (A/SEL-005, SEL-014, SEL-015). */
export const explainForbidden = (
  position: number,
  { namespace, isNamed }: { readonly namespace: string; readonly isNamed: boolean },
  context: SelectionContext,
) =>
  atSelector(
    position,
    `invalid clusterResourcePlacement ${keyOf(context)}: namespace ${namespace} is not allowed to propagate`,
    isNamed
      ? 'select another Namespace, or set selectionScope NamespaceOnly to place the Namespace without its contents'
      : 'narrow the selector by name or labelSelector so that it selects neither default, kube-*, fleet-* nor what the configuration skips, or set selectionScope NamespaceOnly',
  );

/** A name that no object has, and that would be another path on the hub (RUL 44); an empty one is none. */
export function explainName(
  position: number,
  { kind, name }: ResourceSelectorTerm,
  context: SelectionContext,
): string | undefined {
  const fault = name ? findSegmentFault(name) : undefined;
  return fault === undefined
    ? undefined
    : atSelector(
        position,
        `invalid placement ${keyOf(context)}: name "${name}" of kind ${kind} ${fault}`,
        'correct name to that of one object, or remove it to select all of the kind',
      );
}

/** A ResourcePlacement selects in its own namespace alone (A/SEL-012, SEL-018). */
export const explainClusterScoped = (position: number, named: string, context: SelectionContext) =>
  atSelector(
    position,
    `invalid placement ${keyOf(context)}: cannot select cluster-scoped resource ${named} in a resourcePlacement`,
    'remove it, or select it in a ClusterResourcePlacement',
  );

/** A ClusterResourcePlacement selects namespaced kinds in the Namespace that it selects (A/SEL-017). */
export const explainNamespaced = (position: number, named: string, context: SelectionContext) =>
  atSelector(
    position,
    `invalid placement ${keyOf(context)}: cannot select namespace-scoped resource ${named} in a clusterResourcePlacement`,
    'select its Namespace with selectionScope NamespaceWithResourceSelectors beside it, or use a ResourcePlacement in that namespace',
  );

/** A kind that is served and kept nowhere: a review, a binding (A/SEL-017, WH-024). */
export const explainUnlistable = (position: number, named: string, context: SelectionContext) =>
  atSelector(
    position,
    `invalid placement ${keyOf(context)}: cannot select resource ${named}, which the hub cannot list: it keeps no objects of this kind`,
    'remove the selector, or correct its group, version and kind',
  );

/**
 * A kind that the hub does not serve, with what may be meant (A/SEL-016).
 *
 *     v1 namespace      → write group "", version "v1", kind "Namespace"
 *     apps/v1/v1 Deployment → write group "apps", version "v1", kind "Deployment"
 *     example.com/v1 Foo    → install its definition on the hub, or …
 */
export function explainUnknownKind(
  position: number,
  selector: GroupVersionKind,
  context: SelectionContext,
): string {
  const meant = findMeant(selector, context.kinds).map(
    ({ group, version, kind }) => `group "${group}", version "${version}", kind "${kind}"`,
  );
  return atSelector(
    position,
    `invalid placement ${keyOf(context)}, failed to get GVR of the selector: no matches for kind "${selector.kind}" in version "${toApiVersion(selector)}"`,
    meant.length > 0
      ? `write ${meant.join(', or ')}`
      : 'install its definition on the hub, or write group, version and kind as kubectl api-resources shows them',
  );
}

/** Served kinds of this name, whatever its case and number, those of the group first. */
function findMeant(selector: GroupVersionKind, kinds: readonly KindFacts[]): KindFacts[] {
  const wanted = selector.kind.toLowerCase();
  const words = `${selector.group}/${selector.version}`.split('/');
  const isOfGroup = ({ group }: KindFacts) => Number(group !== '' && words.includes(group));
  return kinds
    .filter(({ kind, isPreferred }) => isPreferred && formsOf(kind).includes(wanted))
    .sort((a, b) => isOfGroup(b) - isOfGroup(a) || compareText(a.group, b.group))
    .slice(0, MOST_SUGGESTIONS);
}

function formsOf(kind: string): string[] {
  const one = kind.toLowerCase();
  return [one, `${one}s`, `${one}es`, one.replace(/y$/, 'ies')];
}
