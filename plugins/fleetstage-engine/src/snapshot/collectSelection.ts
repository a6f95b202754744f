import {
  failure,
  isJsonObject,
  ok,
  type KubeObject,
  type ResourceSelectorTerm,
  type Result,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { warnOfCapture, warnOfUnwatched } from './captureWarnings';
import { findExclusion, toExcluded, type ExclusionReason } from './exclusion';
import { toIdentifier } from './identifier';
import { isDisabledKind } from './isSelectable';
import { judgePrivileges } from './privilegedKinds';
import { normalizeManifest } from './normalizeManifest';
import { orderManifests } from './orderManifests';
import { atSelector, explainLost, selectorField } from './explainSelector';
import { isPropagatable } from './planSelection';
import { explainOversize } from './planSnapshot';
import type { ReadAnswer, Selection, SelectionContext, SelectionNotice } from './selection';

/** Everything that was found, as it goes into a snapshot; every object at most once (A/SEL-023, SEL-030…064). */
export function collectSelection(
  answers: readonly ReadAnswer[],
  context: SelectionContext,
): Result<Selection> {
  const lost = answers.find(
    answer => answer.step.purpose === 'selectedNamespace' && !isUsable(answer, context),
  );
  if (lost) return failure(explainLost(lost.step.selector, context));
  const hasService = servicesOf(answers);
  const privileges = judgePrivileges(context);
  const found = new Map<string, Found>();
  const leftOut = new Map<KubeObject, ExclusionReason>();
  const selected = answers.filter(({ step }) => step.purpose !== 'beside');
  const objects = selected.flatMap(answer =>
    answer.objects.map(object => ({ object, at: answer.step.selector })),
  );
  for (const { object, at } of objects) {
    const reason = findExclusion(object, hasService) ?? privileges.exclusionOf(object);
    if (reason !== undefined) {
      leftOut.set(object, reason);
      continue;
    }
    const text = describe(object);
    const twin = found.get(text);
    if (twin) return failure(explainTwice(at, twin.at, text));
    const manifest = normalizeManifest(object);
    const oversize = explainOversize(manifest, text);
    if (oversize) return failure(`${selectorField(at)}: ${oversize}`);
    found.set(text, { manifest, at });
  }
  const manifests = orderManifests([...found.values()].map(({ manifest }) => manifest));
  const warnings = warnOfCapture({ manifests, leftOut }, context);
  return ok({
    manifests,
    identifiers: manifests.map(toIdentifier),
    excluded: orderManifests([...leftOut.keys()]).map(object =>
      toExcluded(object, leftOut.get(object) ?? 'BeingDeleted'),
    ),
    notices: [...answers.flatMap(noticeNothing), ...warnings.map(({ message }) => ({ message }))],
    warnings: [...warnings, ...warnOfUnwatched(answers, context)],
  });
}

interface Found {
  readonly manifest: KubeObject;
  /** Position of the selector that selects it. */
  readonly at: number;
}

const explainTwice = (position: number, earlier: number, text: string) =>
  atSelector(
    position,
    `found duplicate resource ${text}: more than one selector selects it`,
    `${selectorField(earlier)} does, too; narrow or remove one of the two`,
  );

/** What a selector asks for in vain: a kind that is never placed (A/SEL-011), a scope that is for Namespaces (A/PL-104). */
export const noticeWithoutEffect = (
  selectors: readonly ResourceSelectorTerm[],
  context: SelectionContext,
): SelectionNotice[] =>
  selectors.flatMap((selector, position) => {
    const message = explainWithoutEffect(selector, context);
    return message === undefined ? [] : [{ message, selector: position }];
  });

function explainWithoutEffect(selector: ResourceSelectorTerm, context: SelectionContext): string | undefined {
  const { group, kind, selectionScope } = selector;
  if (isDisabledKind(selector, context)) return `${kind} is never placed: this selector has no effect`;
  const isScoped = selectionScope !== undefined && selectionScope !== 'NamespaceWithResources';
  return isScoped && !(group === '' && kind === 'Namespace')
    ? `selectionScope ${selectionScope} is for Namespaces: it has no effect on ${kind}`
    : undefined;
}

/** Services that were read: with one beside them, Endpoints are the cluster's own doing (A/SEL-037). */
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

/** RUL 21: a selected object that does not exist is no error, and is reported. */
function noticeNothing({ step, objects }: ReadAnswer): SelectionNotice[] {
  if (objects.length > 0 || step.purpose === 'sweep' || step.purpose === 'beside') return [];
  const { kind } = step.target;
  const { selector } = step;
  if (step.kind === 'get') {
    const name = step.namespace ? `${step.namespace}/${step.name}` : step.name;
    return [
      { message: `${kind} ${name} does not exist on the hub: nothing is placed for its selector`, selector },
    ];
  }
  const where = step.namespace ? ` in namespace ${step.namespace}` : '';
  const what = step.labelSelector ? `${kind} with these labels` : kind;
  return [{ message: `No ${what} is on the hub${where}: nothing is placed for its selector`, selector }];
}

const describe = ({ apiVersion, kind, metadata }: KubeObject) =>
  `${apiVersion} ${kind} ${metadata.namespace ? `${metadata.namespace}/` : ''}${metadata.name}`;
