import {
  failure,
  isJsonObject,
  ok,
  type KubeObject,
  type ResourceSelectorTerm,
  type Result,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { findExclusion, toExcluded, type ExclusionReason } from './exclusion';
import { toIdentifier } from './identifier';
import { isDisabledKind } from './isSelectable';
import { normalizeManifest } from './normalizeManifest';
import { orderManifests } from './orderManifests';
import { explainLost, isPropagatable } from './planSelection';
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
  if (lost) return failure(explainLost(context));
  const hasService = servicesOf(answers);
  const found = new Map<string, KubeObject>();
  const leftOut = new Map<KubeObject, ExclusionReason>();
  const selected = answers.filter(({ step }) => step.purpose !== 'beside');
  for (const object of selected.flatMap(answer => answer.objects)) {
    const reason = findExclusion(object, hasService);
    if (reason !== undefined) {
      leftOut.set(object, reason);
      continue;
    }
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
    excluded: orderManifests([...leftOut.keys()]).map(object =>
      toExcluded(object, leftOut.get(object) ?? 'BeingDeleted'),
    ),
    notices: answers.flatMap(noticeNothing),
  });
}

/** Selectors of kinds that are never placed: they are passed over without an error (A/SEL-011). */
export const noticeDisabled = (
  selectors: readonly ResourceSelectorTerm[],
  context: SelectionContext,
): SelectionNotice[] =>
  selectors.flatMap((selector, position) =>
    isDisabledKind(selector, context)
      ? [{ message: `${selector.kind} is never placed: this selector has no effect`, selector: position }]
      : [],
  );

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

/** RUL 21: what is meant and not there is no error, and is told. */
function noticeNothing({ step, objects }: ReadAnswer): SelectionNotice[] {
  if (objects.length > 0 || step.purpose === 'sweep' || step.purpose === 'beside') return [];
  const { kind } = step.target;
  const at = step.selector === undefined ? {} : { selector: step.selector };
  if (step.kind === 'get') {
    const name = step.namespace ? `${step.namespace}/${step.name}` : step.name;
    return [
      { message: `${kind} ${name} does not exist on the hub: nothing is placed for its selector`, ...at },
    ];
  }
  const where = step.namespace ? ` in namespace ${step.namespace}` : '';
  const what = step.labelSelector ? `${kind} with these labels` : kind;
  return [{ message: `No ${what} is on the hub${where}: nothing is placed for its selector`, ...at }];
}

const describe = ({ apiVersion, kind, metadata }: KubeObject) =>
  `${apiVersion} ${kind} ${metadata.namespace ? `${metadata.namespace}/` : ''}${metadata.name}`;
