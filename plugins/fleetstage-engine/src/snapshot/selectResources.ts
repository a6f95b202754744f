import {
  failure,
  isJsonObject,
  kindOf,
  ok,
  parseLabelSelector,
  toApiVersion,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type {
  GroupVersionKind,
  KubeObject,
  LabelSelector,
  ResourceIdentifier,
  ResourceSelectorTerm,
  Result,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { explainOversize } from './planSnapshot';
import {
  DEFAULT_SKIPPED_NAMESPACES,
  isDisabledKind,
  isExcludedObject,
  isPropagatableNamespace,
} from './isSelectable';
import { normalizeManifest } from './normalizeManifest';
import { orderManifests } from './orderManifests';

/*
 * Selection in three pure steps, with the reads between them left to the caller:
 *
 *   1. planSelection      selectors + kinds of the hub → reads
 *   2. planContents       for each Namespace that a `namespaceContents` read found → further reads
 *   3. collectSelection   all reads with what they found → ordered manifests, identifiers and warnings
 *
 * An error of any step is the user's to mend (A/SEL-024); it is one sentence for the condition `InvalidResourceSelectors`.
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
   * `selectedNamespace`: the Namespace in which selectors of namespaced kinds look; it must exist.
   * `sweep`: contents of a namespace, where a kind that is not there is no news.
   */
  readonly purpose: 'objects' | 'namespaceContents' | 'selectedNamespace' | 'sweep';
} & (
  | { readonly kind: 'get'; readonly name: string }
  | { readonly kind: 'list'; readonly labelSelector?: LabelSelector }
);

export interface ReadAnswer {
  readonly step: ReadStep;
  readonly objects: readonly KubeObject[];
}

export interface SelectionContext {
  /** Name of the placement, for messages. */
  readonly placement: string;
  readonly kinds: readonly KindFacts[];
  readonly skippedNamespaces?: readonly string[];
}

export interface Selection {
  /** Normalized and ordered: what the snapshot holds. */
  readonly manifests: readonly KubeObject[];
  readonly identifiers: readonly ResourceIdentifier[];
  /** One sentence per selector that found nothing by its name (RUL 21). */
  readonly warnings: readonly string[];
}

/** Which objects to read for the selectors of a cluster-scoped placement (A/SEL-010…017). */
export function planSelection(
  selectors: readonly ResourceSelectorTerm[],
  context: SelectionContext,
): Result<ReadStep[]> {
  const holder = selectors.find(
    s => isNamespaceKind(s) && s.selectionScope === 'NamespaceWithResourceSelectors',
  );
  const steps: ReadStep[] = [];
  for (const selector of selectors.filter(s => !isDisabledKind(s))) {
    const step = isNamespaceKind(selector)
      ? planNamespaces(selector, context)
      : planObjects(selector, holder?.name, context);
    if (!step.ok) return step;
    steps.push(step.value);
  }
  return ok(steps);
}

/**
 * Which objects of a selected Namespace to read: every kind that lives in namespaces, in its preferred version. A
 * Namespace that is going away has no contents; one that may not be propagated fails the selection (A/SEL-014, 015, 020).
 */
export function planContents(namespace: KubeObject, context: SelectionContext): Result<ReadStep[]> {
  const { name, deletionTimestamp } = namespace.metadata;
  if (!isPropagatable(name, context)) return failure(explainForbidden(name, context));
  if (deletionTimestamp !== undefined) return ok([]);
  const kinds = context.kinds.filter(
    kind =>
      kind.isNamespaced && kind.isListable && kind.isPreferred && !isDisabledKind(kind) && !isEvent(kind),
  );
  return ok(
    kinds.map(({ group, version, kind }) => ({
      kind: 'list',
      target: { group, version, kind },
      namespace: name,
      purpose: 'sweep',
    })),
  );
}

/** Everything that was found, as it goes into a snapshot; every object at most once (A/SEL-023, SEL-030…064). */
export function collectSelection(
  answers: readonly ReadAnswer[],
  context: SelectionContext,
): Result<Selection> {
  const lost = answers.find(
    answer => answer.step.purpose === 'selectedNamespace' && !isUsable(answer, context),
  );
  if (lost) return failure(explainLost(context));
  const hasService = servicesOf(answers);
  const found = new Map<string, KubeObject>();
  for (const object of answers.flatMap(answer => answer.objects)) {
    if (isExcludedObject(object, hasService)) continue;
    const text = describe(object);
    if (found.has(text))
      return failure(`found duplicate resource ${text}: more than one selector selects it`);
    const manifest = normalizeManifest(object);
    const oversize = explainOversize(manifest, text);
    if (oversize) return failure(oversize);
    found.set(text, manifest);
  }
  const manifests = orderManifests([...found.values()]);
  return ok({
    manifests,
    identifiers: manifests.map(toIdentifier),
    warnings: answers.flatMap(explainNothing),
  });
}

/** A field that is empty is left out, as KubeFleet does. */
export function toIdentifier(manifest: KubeObject): ResourceIdentifier {
  const { group, version, kind } = kindOf(manifest);
  const { name, namespace } = manifest.metadata;
  return { ...(group ? { group } : {}), version, kind, name, ...(namespace ? { namespace } : {}) };
}

function planNamespaces(selector: ResourceSelectorTerm, context: SelectionContext): Result<ReadStep> {
  const { name, selectionScope } = selector;
  if (selectionScope === 'NamespaceOnly') return toStep(selector, 'objects', context);
  if (selectionScope === 'NamespaceWithResourceSelectors') {
    if (!name || !isPropagatable(name, context)) return failure(explainLost(context));
    return toStep(selector, 'selectedNamespace', context);
  }
  if (name && !isPropagatable(name, context)) return failure(explainForbidden(name, context));
  return toStep(selector, 'namespaceContents', context);
}

function planObjects(
  selector: ResourceSelectorTerm,
  selectedNamespace: string | undefined,
  context: SelectionContext,
): Result<ReadStep> {
  const { group, version, kind } = selector;
  const facts = context.kinds.find(k => k.group === group && k.version === version && k.kind === kind);
  const invalid = `invalid placement ${context.placement}`;
  if (!facts) {
    const text = `no matches for kind "${kind}" in version "${toApiVersion(selector)}"`;
    return failure(`${invalid}, failed to get GVR of the selector: ${text}`);
  }
  if (facts.isNamespaced && selectedNamespace === undefined) {
    const text = `cannot select namespace-scoped resource ${toApiVersion(selector)} ${kind} in a clusterResourcePlacement`;
    return failure(
      `${invalid}: ${text}; select its Namespace with scope NamespaceWithResourceSelectors beside it`,
    );
  }
  return toStep(selector, 'objects', context, facts.isNamespaced ? selectedNamespace : undefined);
}

function toStep(
  { group, version, kind, name, labelSelector }: ResourceSelectorTerm,
  purpose: ReadStep['purpose'],
  { placement }: SelectionContext,
  namespace?: string,
): Result<ReadStep> {
  const common = { target: { group, version, kind }, purpose, ...(namespace ? { namespace } : {}) };
  if (name) return ok({ ...common, kind: 'get', name });
  const parsed = parseLabelSelector(labelSelector ?? {});
  if (!parsed.ok)
    return failure(
      `invalid placement ${placement}: the label selector of kind ${kind} is invalid: ${parsed.error}`,
    );
  return ok({ ...common, kind: 'list', ...(labelSelector ? { labelSelector } : {}) });
}

/** Services of the swept namespaces: with one beside them, Endpoints are the cluster's own doing (A/SEL-037). */
function servicesOf(answers: readonly ReadAnswer[]) {
  const services = new Set(
    answers
      .filter(({ step }) => step.target.group === '' && step.target.kind === 'Service')
      .flatMap(({ objects }) => objects.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`)),
  );
  return (namespace: string, name: string) => services.has(`${namespace}/${name}`);
}

function isUsable({ objects }: ReadAnswer, context: SelectionContext): boolean {
  const [namespace] = objects;
  return (
    isJsonObject(namespace) &&
    namespace.metadata.deletionTimestamp === undefined &&
    isPropagatable(namespace.metadata.name, context)
  );
}

function explainNothing({ step, objects }: ReadAnswer): string[] {
  if (step.kind !== 'get' || objects.length > 0) return [];
  const name = step.namespace ? `${step.namespace}/${step.name}` : step.name;
  return [`${step.target.kind} ${name} does not exist on the hub: nothing is placed for its selector`];
}

const explainForbidden = (namespace: string, { placement }: SelectionContext) =>
  `invalid clusterResourcePlacement ${placement}: namespace ${namespace} is not allowed to propagate`;

const explainLost = ({ placement }: SelectionContext) =>
  `invalid clusterResourcePlacement ${placement}: NamespaceWithResourceSelectors mode requires exactly one namespace, but no namespaces were selected`;

const isPropagatable = (name: string, { skippedNamespaces = DEFAULT_SKIPPED_NAMESPACES }: SelectionContext) =>
  isPropagatableNamespace(name, skippedNamespaces);

const isNamespaceKind = ({ group, version, kind }: GroupVersionKind) =>
  group === '' && version === 'v1' && kind === 'Namespace';

/** Core events tell of the hub, as those of events.k8s.io do (A/SEL-003). */
const isEvent = ({ group, kind }: GroupVersionKind) => group === '' && kind === 'Event';

const describe = ({ apiVersion, kind, metadata }: KubeObject) =>
  `${apiVersion} ${kind} ${metadata.namespace ? `${metadata.namespace}/` : ''}${metadata.name}`;
