import {
  parseLabelSelector,
  type GroupVersionKind,
  type LabelPredicate,
  type Labels,
  type ResourceSelectorTerm,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  isDisabledKind,
  isPropagatableNamespace,
  isSelectableInside,
  type SelectionRules,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { fromObjectKey } from '../database/placementObject';
import type { ServedKind } from '../kube/readServedKinds';

/** What a watch shows of an object on the hub. */
export interface SeenObject extends GroupVersionKind {
  readonly namespace?: string;
  readonly name: string;
  readonly labels: Labels;
  /** Of its Namespace; absent for cluster-scoped objects and while the Namespace is not known. */
  readonly namespaceLabels?: Labels;
}

interface Term {
  readonly target: GroupVersionKind;
  readonly matches: (name: string, labels: Labels) => boolean;
  readonly scope: NonNullable<ResourceSelectorTerm['selectionScope']>;
}

const NAMESPACE: GroupVersionKind = { group: '', version: 'v1', kind: 'Namespace' };

interface Selecting {
  /** Of a ResourcePlacement, which selects nothing beyond it (A/SEL-019). */
  readonly namespace?: string;
  readonly terms: readonly Term[];
}

/**
 * Which placements select which objects (A/SEL-080…084), by their selectors alone: an object that stops matching is
 * found by asking for what it was before, too. Placements go by their keys.
 */
export class ResourceIndex {
  private readonly placements = new Map<string, Selecting>();

  constructor(private readonly rules: SelectionRules = {}) {}

  set(placement: string, selectors: readonly ResourceSelectorTerm[]): void {
    const { namespace } = fromObjectKey(placement);
    const terms = selectors.map(toTerm);
    // Of a ResourcePlacement a Namespace is refused, and nothing of it is to be watched (A/SEL-012).
    const own = namespace === undefined ? terms : terms.filter(({ target }) => !isSame(target, NAMESPACE));
    this.placements.set(placement, { terms: own, ...(namespace !== undefined && { namespace }) });
  }

  remove(placement: string): void {
    this.placements.delete(placement);
  }

  /** The kinds to watch: those that selectors name, and all that live in namespaces once a whole Namespace is selected. */
  wantedKinds(served: readonly ServedKind[]): ServedKind[] {
    const terms = [...this.placements.values()].flatMap(one => one.terms);
    const named = new Set([
      ...terms.map(({ target }) => textOf(target)),
      ...(terms.length > 0 ? [textOf(NAMESPACE)] : []),
    ]);
    const takesContents = terms.some(takesWholeNamespace);
    return served.filter(
      kind =>
        kind.isWatchable &&
        !isDisabledKind(kind, this.rules) &&
        (named.has(textOf(kind)) ||
          (takesContents && kind.isNamespaced && kind.isListable && kind.isPreferred)),
    );
  }

  /** Placements that may select objects of this kind. */
  placementsOfKind(kind: ServedKind): string[] {
    return this.namesWhere(
      term =>
        isSame(term.target, kind) || (kind.isNamespaced && kind.isPreferred && takesWholeNamespace(term)),
    );
  }

  /** Placements that select the object, as far as its metadata shows. */
  placementsOf(object: SeenObject): string[] {
    if (object.namespace === undefined) {
      return this.namesWhere(term => selects(term, object));
    }
    const { namespace, namespaceLabels = {} } = object;
    const { skippedNamespaces } = this.rules;
    const isInside = isSelectableInside(namespace, skippedNamespaces);
    const isOpen = isPropagatableNamespace(namespace, skippedNamespaces);
    const holds = (term: Term) => isSame(term.target, NAMESPACE) && term.matches(namespace, namespaceLabels);
    return [...this.placements]
      .filter(([, { namespace: own, terms }]) => {
        if (own !== undefined)
          return isInside && own === namespace && terms.some(term => selects(term, object));
        if (!isOpen) return false;
        const holders = terms.filter(holds);
        if (holders.some(takesWholeNamespace)) return true;
        return (
          holders.some(({ scope }) => scope === 'NamespaceWithResourceSelectors') &&
          terms.some(term => selects(term, object))
        );
      })
      .map(([name]) => name);
  }

  private namesWhere(test: (term: Term) => boolean): string[] {
    return [...this.placements].filter(([, { terms }]) => terms.some(test)).map(([name]) => name);
  }
}

function toTerm({ group, version, kind, name, labelSelector, selectionScope }: ResourceSelectorTerm): Term {
  const byLabels = labelsPredicate(labelSelector);
  return {
    target: { group: group ?? '', version, kind },
    matches: name ? candidate => candidate === name : (_, labels) => byLabels(labels),
    scope: selectionScope ?? 'NamespaceWithResources',
  };
}

/** A selector that cannot be parsed selects nothing; the capture says so on the placement. */
function labelsPredicate(selector: ResourceSelectorTerm['labelSelector']): LabelPredicate {
  const parsed = parseLabelSelector(selector ?? {});
  return parsed.ok ? parsed.value : () => false;
}

const selects = (term: Term, object: SeenObject) =>
  isSame(term.target, object) && term.matches(object.name, object.labels);

const takesWholeNamespace = ({ target, scope }: Term) =>
  isSame(target, NAMESPACE) && scope === 'NamespaceWithResources';

const isSame = (a: GroupVersionKind, b: GroupVersionKind) => textOf(a) === textOf(b);

const textOf = ({ group, version, kind }: GroupVersionKind) => `${group}/${version}/${kind}`;
