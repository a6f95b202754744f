import {
  failure,
  ok,
  parseLabelSelector,
  toApiVersion,
  type GroupVersionKind,
  type KubeObject,
  type ResourceSelectorTerm,
  type Result,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { isDisabledKind, isPropagatableNamespace, isSelectableInside } from './isSelectable';
import { keyOf, type ReadStep, type SelectionContext } from './selection';

/** Which objects to read for the selectors of a placement (A/SEL-010…019). */
export function planSelection(
  selectors: readonly ResourceSelectorTerm[],
  context: SelectionContext,
): Result<ReadStep[]> {
  const closed = explainClosed(context);
  if (closed !== undefined) return failure(closed);
  const holder = context.namespace === undefined ? selectors.findIndex(opensNamespace) : -1;
  const isLost = holder >= 0 && !isPropagatable(selectors[holder].name ?? '', context);
  if (isLost || (holder >= 0 && !selectors[holder].name)) return failure(explainLost(context));
  const lookIn = context.namespace ?? selectors[holder]?.name;
  const steps: ReadStep[] = [];
  for (const [position, selector] of selectors.entries()) {
    if (isDisabledKind(selector, context)) continue;
    const planned = planSelector(selector, { ...context, lookIn, isHolder: position === holder });
    if (!planned.ok) return planned;
    steps.push(...planned.value.map(step => ({ ...step, selector: position })));
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
      kind.isNamespaced &&
      kind.isListable &&
      kind.isPreferred &&
      !isDisabledKind(kind, context) &&
      !isEvent(kind),
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

/** The sentence for a NamespaceWithResourceSelectors selector whose Namespace cannot be used (A/SEL-010). */
export const explainLost = (context: SelectionContext) =>
  `invalid clusterResourcePlacement ${keyOf(context)}: NamespaceWithResourceSelectors mode requires exactly one namespace, but no namespaces were selected`;

export const isPropagatable = (name: string, { skippedNamespaces }: SelectionContext) =>
  isPropagatableNamespace(name, skippedNamespaces);

interface Place extends SelectionContext {
  /** Namespace in which selectors of namespaced kinds look. */
  readonly lookIn: string | undefined;
  /** The selector is the one that opens that namespace. */
  readonly isHolder: boolean;
}

function planSelector(selector: ResourceSelectorTerm, place: Place): Result<ReadStep[]> {
  if (!isNamespaceKind(selector)) return planObjects(selector, place);
  return place.namespace === undefined
    ? planNamespaces(selector, place)
    : failure(explainClusterScoped('Namespace', place));
}

function planNamespaces(selector: ResourceSelectorTerm, place: Place): Result<ReadStep[]> {
  const { name, selectionScope } = selector;
  if (place.isHolder) return toSteps(selector, 'selectedNamespace', place);
  if (selectionScope === 'NamespaceOnly' || selectionScope === 'NamespaceWithResourceSelectors')
    return toSteps(selector, 'objects', place);
  if (name && !isPropagatable(name, place)) return failure(explainForbidden(name, place));
  return toSteps(selector, 'namespaceContents', place);
}

function planObjects(selector: ResourceSelectorTerm, place: Place): Result<ReadStep[]> {
  const { group, version, kind } = selector;
  const facts = place.kinds.find(k => k.group === group && k.version === version && k.kind === kind);
  const invalid = `invalid placement ${keyOf(place)}`;
  if (!facts) {
    const text = `no matches for kind "${kind}" in version "${toApiVersion(selector)}"`;
    return failure(`${invalid}, failed to get GVR of the selector: ${text}`);
  }
  const named = `${toApiVersion(selector)} ${kind}`;
  if (!facts.isNamespaced)
    return place.namespace === undefined
      ? toSteps(selector, 'objects', place)
      : failure(explainClusterScoped(named, place));
  if (place.lookIn !== undefined) return toSteps(selector, 'objects', place, place.lookIn);
  return failure(
    `${invalid}: cannot select namespace-scoped resource ${named} in a clusterResourcePlacement; select its Namespace with scope NamespaceWithResourceSelectors beside it`,
  );
}

function toSteps(
  { group, version, kind, name, labelSelector }: ResourceSelectorTerm,
  purpose: ReadStep['purpose'],
  context: SelectionContext,
  namespace?: string,
): Result<ReadStep[]> {
  const common = { target: { group, version, kind }, purpose, ...(namespace ? { namespace } : {}) };
  const beside = isEndpoints({ group, version, kind }) && namespace ? [listServices(namespace)] : [];
  if (name) return ok([{ ...common, kind: 'get', name }, ...beside]);
  const parsed = parseLabelSelector(labelSelector ?? {});
  if (!parsed.ok)
    return failure(
      `invalid placement ${keyOf(context)}: the label selector of kind ${kind} is invalid: ${parsed.error}`,
    );
  return ok([{ ...common, kind: 'list', ...(labelSelector ? { labelSelector } : {}) }, ...beside]);
}

/** Whether Endpoints are a Service's is told by the Services beside them (A/SEL-037). */
const listServices = (namespace: string): ReadStep => ({
  kind: 'list',
  target: { group: '', version: 'v1', kind: 'Service' },
  namespace,
  purpose: 'beside',
});

const explainForbidden = (namespace: string, context: SelectionContext) =>
  `invalid clusterResourcePlacement ${keyOf(context)}: namespace ${namespace} is not allowed to propagate`;

/** A ResourcePlacement in a reserved or skipped namespace selects nothing (A/SEL-005, PL-221). */
function explainClosed(context: SelectionContext): string | undefined {
  const { namespace, skippedNamespaces } = context;
  return namespace === undefined || isSelectableInside(namespace, skippedNamespaces)
    ? undefined
    : `invalid placement ${keyOf(context)}: namespace ${namespace} is not allowed to propagate`;
}

const explainClusterScoped = (named: string, context: SelectionContext) =>
  `invalid placement ${keyOf(context)}: cannot select cluster-scoped resource ${named} in a resourcePlacement`;

const isCoreV1 = ({ group, version, kind }: GroupVersionKind, wanted: string) =>
  group === '' && version === 'v1' && kind === wanted;

const isNamespaceKind = (target: GroupVersionKind) => isCoreV1(target, 'Namespace');

const isEndpoints = (target: GroupVersionKind) => isCoreV1(target, 'Endpoints');

const opensNamespace = (selector: ResourceSelectorTerm) =>
  isNamespaceKind(selector) && selector.selectionScope === 'NamespaceWithResourceSelectors';

/** Core events tell of the hub, as those of events.k8s.io do (A/SEL-003). */
const isEvent = ({ group, kind }: GroupVersionKind) => group === '' && kind === 'Event';
