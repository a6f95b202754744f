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
import {
  atSelector,
  explainClusterScoped,
  explainForbidden,
  explainLost,
  explainName,
  explainNamespaced,
  explainUnknownKind,
  explainUnlistable,
} from './explainSelector';
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
  if (isLost || (holder >= 0 && !selectors[holder].name)) return failure(explainLost(holder, context));
  const lookIn = context.namespace ?? selectors[holder]?.name;
  const steps: ReadStep[] = [];
  for (const [position, selector] of selectors.entries()) {
    const fault = explainName(position, selector, context);
    if (fault !== undefined) return failure(fault);
    if (isDisabledKind(selector, context)) continue;
    const planned = planSelector(selector, { ...context, lookIn, position, isHolder: position === holder });
    if (!planned.ok) return planned;
    steps.push(...planned.value);
  }
  return ok(steps);
}

/**
 * Which objects of a selected Namespace to read: every kind that lives in namespaces, in its preferred version. A
 * Namespace that is going away has no contents; a Namespace that may not be propagated fails the selection (A/SEL-014, 015, 020).
 * `found` is the step that found it.
 */
export function planContents(
  namespace: KubeObject,
  found: ReadStep,
  context: SelectionContext,
): Result<ReadStep[]> {
  const { name, deletionTimestamp } = namespace.metadata;
  if (!isPropagatable(name, context)) {
    const asked = { namespace: name, isNamed: found.kind === 'get' };
    return failure(explainForbidden(found.selector, asked, context));
  }
  if (deletionTimestamp !== undefined) return ok([]);
  const kinds = context.kinds.filter(
    kind => kind.isNamespaced && kind.isListable && kind.isPreferred && !isDisabledKind(kind, context),
  );
  const sweeps = kinds.map(({ group, version, kind }): ReadStep => ({
    kind: 'list',
    target: { group, version, kind },
    namespace: name,
    purpose: 'sweep',
    selector: found.selector,
  }));
  return ok([...sweeps, ...servicesBeside(sweeps, { namespace: name, selector: found.selector })]);
}

/** Endpoints are judged by Services also where the configuration skips those (A/SEL-037, PL-220). */
const servicesBeside = (
  sweeps: readonly ReadStep[],
  { namespace, selector }: { readonly namespace: string; readonly selector: number },
): ReadStep[] =>
  sweeps.some(({ target }) => isEndpoints(target)) && !sweeps.some(({ target }) => isService(target))
    ? [listServices(namespace, selector)]
    : [];

export const isPropagatable = (name: string, { skippedNamespaces }: SelectionContext) =>
  isPropagatableNamespace(name, skippedNamespaces);

interface Place extends SelectionContext {
  /** Namespace in which selectors of namespaced kinds select. */
  readonly lookIn: string | undefined;
  /** Of the selector in the list. */
  readonly position: number;
  /** The selector is the one that opens that namespace. */
  readonly isHolder: boolean;
}

function planSelector(selector: ResourceSelectorTerm, place: Place): Result<ReadStep[]> {
  if (!isNamespaceKind(selector)) return planObjects(selector, place);
  return place.namespace === undefined
    ? planNamespaces(selector, place)
    : failure(explainClusterScoped(place.position, 'Namespace', place));
}

function planNamespaces(selector: ResourceSelectorTerm, place: Place): Result<ReadStep[]> {
  const { name, selectionScope } = selector;
  if (place.isHolder) return toSteps(selector, 'selectedNamespace', place);
  if (selectionScope === 'NamespaceOnly' || selectionScope === 'NamespaceWithResourceSelectors')
    return toSteps(selector, 'objects', place);
  if (name && !isPropagatable(name, place))
    return failure(explainForbidden(place.position, { namespace: name, isNamed: true }, place));
  return toSteps(selector, 'namespaceContents', place);
}

function planObjects(selector: ResourceSelectorTerm, place: Place): Result<ReadStep[]> {
  const { group, version, kind } = selector;
  const facts = place.kinds.find(k => k.group === group && k.version === version && k.kind === kind);
  if (!facts) return failure(explainUnknownKind(place.position, selector, place));
  const named = `${toApiVersion(selector)} ${kind}`;
  if (!facts.isListable) return failure(explainUnlistable(place.position, named, place));
  if (!facts.isNamespaced)
    return place.namespace === undefined
      ? toSteps(selector, 'objects', place)
      : failure(explainClusterScoped(place.position, named, place));
  if (place.lookIn !== undefined) return toSteps(selector, 'objects', place, place.lookIn);
  return failure(explainNamespaced(place.position, named, place));
}

function toSteps(
  { group, version, kind, name, labelSelector }: ResourceSelectorTerm,
  purpose: ReadStep['purpose'],
  place: Place,
  namespace?: string,
): Result<ReadStep[]> {
  const { position: at } = place;
  const common = {
    target: { group, version, kind },
    purpose,
    selector: at,
    ...(namespace ? { namespace } : {}),
  };
  const beside = isEndpoints({ group, version, kind }) && namespace ? [listServices(namespace, at)] : [];
  if (name) return ok([{ ...common, kind: 'get', name }, ...beside]);
  const parsed = parseLabelSelector(labelSelector ?? {});
  if (!parsed.ok)
    return failure(
      atSelector(
        at,
        `invalid placement ${keyOf(place)}: the label selector of kind ${kind} is invalid: ${parsed.error}`,
        'correct labelSelector',
      ),
    );
  return ok([{ ...common, kind: 'list', ...(labelSelector ? { labelSelector } : {}) }, ...beside]);
}

const SERVICE: GroupVersionKind = { group: '', version: 'v1', kind: 'Service' };

/** Whether Endpoints are a Service's is decided by the Services beside them (A/SEL-037). */
const listServices = (namespace: string, selector: number): ReadStep => ({
  kind: 'list',
  target: SERVICE,
  namespace,
  purpose: 'beside',
  selector,
});

/** A ResourcePlacement in a reserved or skipped namespace selects nothing (A/SEL-005, PL-221). */
function explainClosed(context: SelectionContext): string | undefined {
  const { namespace, skippedNamespaces } = context;
  return namespace === undefined || isSelectableInside(namespace, skippedNamespaces)
    ? undefined
    : `metadata.namespace: invalid placement ${keyOf(context)}: namespace ${namespace} is not allowed to propagate; create the placement in a namespace that is neither kube-* nor fleet-* nor skipped by the configuration`;
}

const isCoreV1 = ({ group, version, kind }: GroupVersionKind, wanted: string) =>
  group === '' && version === 'v1' && kind === wanted;

const isNamespaceKind = (target: GroupVersionKind) => isCoreV1(target, 'Namespace');

const isEndpoints = (target: GroupVersionKind) => isCoreV1(target, 'Endpoints');

const isService = (target: GroupVersionKind) => isCoreV1(target, SERVICE.kind);

const opensNamespace = (selector: ResourceSelectorTerm) =>
  isNamespaceKind(selector) && selector.selectionScope === 'NamespaceWithResourceSelectors';
