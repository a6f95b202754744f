import {
  toLabelQuery,
  type GroupVersionKind,
  type KubeObject,
  type ResourceIdentifier,
  type ResourceSelectorTerm,
  type Result,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  atSelector,
  collectSelection,
  noticeWithoutEffect,
  planContents,
  planSelection,
  type KindFacts,
  type ReadAnswer,
  type ReadStep,
  type Selection,
  type SelectionContext,
  type SelectionRules,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import { ForbiddenError, InvalidError, UnknownKindError, type KubeClient } from '@fleetstage/kube-client';
import pLimit from 'p-limit';
import type { ServedKinds } from '../kube/ServedKinds';
import type { Log } from '../observe/log';
import type { SelectionRequest } from '../service/SelectionReader';

export interface SelectionReads {
  readonly client: () => Promise<KubeClient>;
  readonly servedKinds: ServedKinds;
  /** Whether a namespace holds objects of a kind, as far as a watch knows. */
  readonly holds: (
    kind: { group: string; version: string; kind: string },
    namespace: string,
  ) => boolean | 'unknown';
  /** Kinds whose changes are not seen at the moment; absent: none. */
  readonly unwatched?: () => Promise<readonly GroupVersionKind[]>;
  /** What the configuration adds to, or puts in the place of, the built-in lists. */
  readonly rules?: SelectionRules;
  readonly log: Log;
}

/** Requests at a time of one selection: a namespace is some thirty lists. */
const READS = 8;

/** Reads what selectors mean on the hub now. An error is the user's to fix; a hub that does not answer throws. */
export async function readSelection(
  deps: SelectionReads,
  { name, namespace, selectors, held = [] }: SelectionRequest,
): Promise<Result<Selection>> {
  const reading = { ...deps, selectors, held, heldTexts: new Set(held.map(textOf)) };
  const unwatched = (await deps.unwatched?.()) ?? [];
  const head = {
    ...deps.rules,
    placement: name,
    held,
    unwatched,
    ...(namespace !== undefined && { namespace }),
  };
  const first = await selectWith(reading, { ...head, kinds: await deps.servedKinds.read() });
  if (first.ok) return first;
  // A kind may be younger than what we last read of the hub's kinds.
  return selectWith(reading, { ...head, kinds: await deps.servedKinds.readAnew() });
}

interface Reading extends SelectionReads {
  readonly selectors: readonly ResourceSelectorTerm[];
  readonly held: readonly ResourceIdentifier[];
  readonly heldTexts: ReadonlySet<string>;
}

async function selectWith(deps: Reading, context: SelectionContext): Promise<Result<Selection>> {
  const steps = planSelection(deps.selectors, context);
  if (!steps.ok) return steps;
  const read = stepReader(await deps.client(), deps);
  const named = await readAll(steps.value, read);
  if (!named.ok) return named;
  const contents: ReadStep[] = [];
  const kinds = [...context.kinds, ...unlistedKinds(deps.held, context.kinds)];
  for (const { namespace, step } of named.value
    .filter(a => a.step.purpose === 'namespaceContents')
    .flatMap(a => a.objects.map(object => ({ namespace: object, step: a.step })))) {
    const planned = planContents(namespace, step, { ...context, kinds });
    if (!planned.ok) return planned;
    contents.push(
      ...planned.value.filter(
        ({ target }) =>
          deps.heldTexts.has(textOf(target)) || deps.holds(target, namespace.metadata.name) !== false,
      ),
    );
  }
  const swept = await readAll(contents, read);
  if (!swept.ok) return swept;
  const selection = collectSelection([...named.value, ...swept.value], context);
  if (!selection.ok) return selection;
  const notices = [...noticeWithoutEffect(deps.selectors, context), ...selection.value.notices];
  return { ok: true, value: { ...selection.value, notices } };
}

const textOf = ({ group = '', kind }: { readonly group?: string; readonly kind: string }) =>
  `${group}/${kind}`;

/**
 * Kinds with objects in the latest snapshot that discovery does not list: kinds of an API server that is down are left out
 * like removed ones. Only reading them shows which it is.
 */
function unlistedKinds(held: readonly ResourceIdentifier[], kinds: readonly KindFacts[]): KindFacts[] {
  const listed = new Set(kinds.map(textOf));
  const unlisted = held.filter(one => one.namespace !== undefined && !listed.has(textOf(one)));
  return [...new Map(unlisted.map(one => [textOf(one), one])).values()].map(
    ({ group = '', version, kind }) => ({
      group,
      version,
      kind,
      isNamespaced: true,
      isListable: true,
      isPreferred: true,
    }),
  );
}

type StepReader = (step: ReadStep) => Promise<Result<readonly KubeObject[]>>;

async function readAll(steps: readonly ReadStep[], read: StepReader): Promise<Result<ReadAnswer[]>> {
  const limit = pLimit(READS);
  const answers = await Promise.all(
    steps.map(step => limit(async () => ({ step, found: await read(step) }))),
  );
  const all: ReadAnswer[] = [];
  for (const { step, found } of answers) {
    if (!found.ok) return found;
    all.push({ step, objects: found.value });
  }
  return { ok: true, value: all };
}

function stepReader(client: KubeClient, { log, heldTexts }: Reading): StepReader {
  return async step => {
    try {
      return { ok: true, value: (await readStep(client, step)) as KubeObject[] };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (isLeftOut(step, error, heldTexts)) {
        log.debug('A kind is left out of a namespace', { kind: step.target.kind, reason: error.message });
        return { ok: true, value: [] };
      }
      return { ok: false, error: explainUnreadable(step, error) };
    }
  };
}

/**
 * A kind that nobody named and that is not there, or not ours to read, is no part of a namespace. What we were let read
 * once is not gone because we may not read it now: an API server that starts, or a slip in its roles, must not take
 * workloads off the members.
 */
const isLeftOut = ({ purpose, target }: ReadStep, error: Error, heldTexts: ReadonlySet<string>) =>
  purpose === 'sweep' &&
  (error instanceof UnknownKindError || (error instanceof ForbiddenError && !heldTexts.has(textOf(target))));

/** What the hub will answer again, until somebody changes the selector or the hub. */
const isRefusal = (error: unknown): error is Error =>
  [ForbiddenError, InvalidError, UnknownKindError].some(kind => error instanceof kind);

const explainUnreadable = (step: ReadStep, error: Error) =>
  atSelector(
    step.selector,
    `${step.target.kind} cannot be read on the hub: ${error.message}`,
    adviceOn(step, error),
  );

function adviceOn({ purpose }: ReadStep, error: Error): string {
  if (error instanceof ForbiddenError)
    return "let Fleetstage's account on the hub get, list and watch it, or remove the selector";
  if (error instanceof UnknownKindError)
    return 'install its definition on the hub again, or remove the selector';
  return purpose === 'sweep'
    ? 'mend the API of this kind on the hub, or leave the kind out with fleetstage.capture.skippedKinds'
    : 'correct the selector or remove it';
}

async function readStep(client: KubeClient, step: ReadStep) {
  if (step.kind === 'get') {
    const object = await client.find(step.target, { name: step.name, namespace: step.namespace });
    return object === undefined ? [] : [object];
  }
  const labelSelector = step.labelSelector && toLabelQuery(step.labelSelector);
  const { items } = await client.list(step.target, {
    namespace: step.namespace,
    ...(labelSelector && { labelSelector }),
  });
  return items;
}
