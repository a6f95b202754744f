import type {
  GroupVersionKind,
  KubeObject,
  LabelSelector,
  ResourceIdentifier,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ExcludedObject } from './exclusion';
import type { SelectionRules } from './kindRules';
import type { CaptureWarning } from '../state/captureWarning';

/*
 * Selection in three pure steps, with the reads between them left to the caller:
 *
 *   1. planSelection      selectors + kinds of the hub → reads
 *   2. planContents       for each Namespace that a `namespaceContents` read found → further reads
 *   3. collectSelection   all reads with what they found → ordered manifests, identifiers, what is left out, notices
 *
 * An error of any step is the user's to mend (A/SEL-024), for the condition `InvalidResourceSelectors`: the field, KubeFleet's
 * sentence, what to do.
 */

/** One kind in one version that the hub serves. */
export interface KindFacts extends GroupVersionKind {
  readonly isNamespaced: boolean;
  /** It can be listed; reviews and bindings cannot. */
  readonly isListable: boolean;
  /** The version of this kind that the hub prefers; contents of namespaces are read in it alone. */
  readonly isPreferred: boolean;
}

/** One request to the hub; a `get` that finds nothing and a `list` that is empty are answers, not errors. */
export type ReadStep = {
  readonly target: GroupVersionKind;
  readonly namespace?: string;
  /**
   * `namespaceContents`: the objects are Namespaces whose contents belong to the selection.
   * `selectedNamespace`: the Namespace in which selectors of namespaced kinds select; it must exist.
   * `sweep`: contents of a namespace, where a kind that does not exist is no error.
   * `beside`: not selected, but other objects are judged by it.
   */
  readonly purpose: 'objects' | 'namespaceContents' | 'selectedNamespace' | 'sweep' | 'beside';
  /** Position of the selector that asked for it. */
  readonly selector: number;
} & (
  | { readonly kind: 'get'; readonly name: string }
  | { readonly kind: 'list'; readonly labelSelector?: LabelSelector }
);

export interface ReadAnswer {
  readonly step: ReadStep;
  readonly objects: readonly KubeObject[];
}

export interface SelectionContext extends SelectionRules {
  /** Name of the placement, for messages. */
  readonly placement: string;
  /** Of a ResourcePlacement: it selects in this namespace alone (A/SEL-012, 018, 019). */
  readonly namespace?: string;
  readonly kinds: readonly KindFacts[];
  /** What the latest snapshot holds; absent: nothing. */
  readonly held?: readonly ResourceIdentifier[];
  /** Kinds whose changes on the hub are not seen at the moment; absent: none. */
  readonly unwatched?: readonly GroupVersionKind[];
}

/** What is not wrong, but perhaps not meant (RUL 21). */
export interface SelectionNotice {
  /** One sentence. */
  readonly message: string;
  /** Position of the selector that it is about. */
  readonly selector?: number;
}

export interface Selection {
  /** Normalized and ordered: what the snapshot holds. */
  readonly manifests: readonly KubeObject[];
  readonly identifiers: readonly ResourceIdentifier[];
  /** Ordered like the manifests. */
  readonly excluded: readonly ExcludedObject[];
  /** Selectors that match nothing, or never can. */
  readonly notices: readonly SelectionNotice[];
  readonly warnings: readonly CaptureWarning[];
}

/** `namespace/name` of a ResourcePlacement, the name alone of a cluster-scoped one. */
export const keyOf = ({ namespace, placement }: SelectionContext) =>
  namespace === undefined ? placement : `${namespace}/${placement}`;
