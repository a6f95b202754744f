import {
  failure,
  kindOf,
  parseLabelSelector,
  type KubeObject,
  type Result,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  collectSelection,
  planContents,
  planSelection,
  type KindFacts,
  type ReadAnswer,
  type ReadStep,
  type Selection,
  type SelectionRules,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { FilePlacement } from './toFleetState';

/** What a placement selects of the files, by the steps of a capture; the files are the hub. */
export function selectObjects(
  { name, namespace, spec }: FilePlacement,
  resources: readonly KubeObject[],
  rules: SelectionRules,
): Result<Selection> {
  const context = {
    ...rules,
    placement: name,
    ...(namespace !== undefined && { namespace }),
    kinds: kindsOf(resources),
  };
  const steps = planSelection(spec.resourceSelectors, context);
  if (!steps.ok) return steps;
  const answers = steps.value.map(step => answerOf(step, resources));
  const contents: ReadStep[] = [];
  for (const { step, objects } of answers.filter(one => one.step.purpose === 'namespaceContents'))
    for (const object of objects) {
      const planned = planContents(object, step, context);
      if (!planned.ok) return planned;
      contents.push(...planned.value);
    }
  const missing = answers.find(({ step, objects }) => step.kind === 'get' && objects.length === 0);
  if (missing?.step.kind === 'get') return failure(explainMissing(missing.step));
  return collectSelection([...answers, ...contents.map(step => answerOf(step, resources))], context);
}

/** On a hub it may come later; a render of files that lack it would show what is never placed. */
const explainMissing = ({ target, namespace, name }: ReadStep & { kind: 'get' }) =>
  `${target.kind} ${namespace ? `${namespace}/` : ''}${name}, which it selects, is in none of the files; add it with -f`;

/** Kinds that the files hold, and Namespaces, which they may lack. */
function kindsOf(resources: readonly KubeObject[]): KindFacts[] {
  const found = new Map<string, KindFacts>();
  for (const object of resources) {
    const { group, version, kind } = kindOf(object);
    const isNamespaced = object.metadata.namespace !== undefined;
    const isPreferred = ![...found.values()].some(one => one.group === group && one.kind === kind);
    const key = `${group}/${version}/${kind}`;
    if (!found.has(key))
      found.set(key, { group, version, kind, isNamespaced, isListable: true, isPreferred });
  }
  const own = { group: '', version: 'v1', kind: 'Namespace' };
  const key = '/v1/Namespace';
  if (!found.has(key)) found.set(key, { ...own, isNamespaced: false, isListable: true, isPreferred: true });
  return [...found.values()];
}

function answerOf(step: ReadStep, resources: readonly KubeObject[]): ReadAnswer {
  const { target, namespace } = step;
  const selector =
    step.kind === 'list' && step.labelSelector ? parseLabelSelector(step.labelSelector) : undefined;
  const objects = resources.filter(object => {
    const { group, kind } = kindOf(object);
    if (group !== (target.group ?? '') || kind !== target.kind) return false;
    if (namespace !== undefined && object.metadata.namespace !== namespace) return false;
    if (step.kind === 'get') return object.metadata.name === step.name;
    return selector === undefined || (selector.ok && selector.value(object.metadata.labels ?? {}));
  });
  return { step, objects };
}
