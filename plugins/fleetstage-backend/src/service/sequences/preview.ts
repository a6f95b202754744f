import { toRfc3339, type RolloutSequenceSpec } from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  addCatchAlls,
  classifyChange,
  fleetOf,
  fleetsOf,
  isRolloutActive,
  openPass,
  predictVersion,
  type SequenceEdit,
  type SequencePass,
  type SequenceState,
} from '@fleetstage/backstage-plugin-fleetstage-engine';
import type { Tx } from '../../database/db';
import { loadUnassignedState } from '../../database/sequences/loadVersionsState';
import type { Schemas } from '../contract';
import { checkHub, reading, stampOf, type QueryDeps } from '../queryDeps';
import { judgeSequence } from './judgeSequence';
import { readSequence, rolloutsOf, settingsOf, type ReadSequence } from './readSequences';
import { readSequenceSpec } from './sequenceSpec';
import { missingSequence } from './sequences';

export type PreviewAsked = Schemas['PreviewSequenceRequest'] & { readonly hub?: string };
type Preview = Schemas['SequencePreview'];

const SHOWN_CLUSTERS = 20;
const SHOWN_MOVES = 100;

/**
 * What a sequence would do as it is written (E/MO-006): by the functions that the engine acts by.
 *
 * @param refused what the hub refuses of it
 */
export async function previewSequence(
  deps: QueryDeps,
  asked: PreviewAsked,
  refused: readonly Schemas['RefusalCause'][],
): Promise<Preview> {
  checkHub(deps, asked);
  const { name, isNew } = asked;
  const spec = readSequenceSpec(asked.spec);
  const { current, issues, state } = await reading(deps, async tx => {
    const found = isNew ? undefined : await readSequence(tx, deps, name);
    if (!isNew && found === undefined) throw missingSequence(deps, name);
    return { current: found, ...(spec && (await readDraft(tx, deps, { name, spec, current: found }))) };
  });
  const all = [...(issues ?? []), ...refusalsBeside(issues ?? [], refused)];
  const empty = { stages: [], ignored: 0, unassigned: { clusterCount: 0, clusters: [] } };
  if (spec === undefined || state === undefined) return { ...stampOf(deps), issues: all, ...empty };
  const opened = openPass(state, deps.clock.now());
  if (!opened.ok) return { ...stampOf(deps), issues: all, ...empty };
  return {
    ...stampOf(deps),
    issues: all,
    ...effectsOf(opened.value, spec),
    ...(current && editOf(deps, current, opened.value)),
  };
}

interface Draft {
  readonly name: string;
  readonly spec: RolloutSequenceSpec;
  readonly current: ReadSequence | undefined;
}

async function readDraft(tx: Tx, deps: QueryDeps, { name, spec, current }: Draft) {
  const { hub } = deps;
  const createdAt = current?.state.sequence.createdAt;
  const base = current?.state ?? (await loadUnassignedState(tx, { hub, name }, settingsOf(deps)));
  const state: SequenceState = { ...base, sequence: { ...base.sequence, spec } };
  return { state, issues: await judgeSequence(tx, hub, { name, createdAt, spec }) };
}

/** The hub says with its own words what the engine has said already: of a code, or a field, that is known nothing is added. */
function refusalsBeside(
  issues: readonly Schemas['SequenceIssue'][],
  refused: readonly Schemas['RefusalCause'][],
): Schemas['SequenceIssue'][] {
  const known = new Set(issues.map(({ code }) => code));
  const faulty = new Set(issues.filter(({ severity }) => severity === 'Error').map(({ path }) => path));
  return refused
    .map(({ field = '', message }) => {
      const code = /^([A-Z][A-Z_]+): /.exec(message.replace(/^.*?(?=[A-Z][A-Z_]+: )/, ''))?.[1];
      return { code: code ?? 'REFUSED_BY_HUB', severity: 'Error' as const, path: field, message };
    })
    .filter(({ code, path }) => !known.has(code) && !faulty.has(path));
}

function effectsOf(pass: SequencePass, spec: RolloutSequenceSpec) {
  const { stages, ignored, unhandled } = pass.assignment;
  const fleets = new Set(fleetsOf(spec.stages));
  const unassigned = unhandled.filter(name =>
    fleets.has(fleetOf(pass.clusters.get(name)?.cluster.labels ?? {}) ?? ''),
  );
  const { starts, finish } = predictVersion(pass);
  const withCatchAlls = addCatchAlls(spec.stages);
  return {
    stages: stages.map(({ name, number, clusters }, index) => {
      const start = starts[index];
      return {
        ...{ name, number },
        clusterCount: clusters.length,
        clusters: clusters.slice(0, SHOWN_CLUSTERS),
        ...(start !== undefined && { earliestStart: toRfc3339(start) }),
      };
    }),
    ignored: ignored.length,
    unassigned: { clusterCount: unassigned.length, clusters: unassigned.slice(0, SHOWN_CLUSTERS) },
    ...(withCatchAlls.length > spec.stages.length && {
      withCatchAlls: withCatchAlls.map(stage => ({ ...stage })),
    }),
    ...(finish !== undefined && { earliestCompletion: toRfc3339(finish) }),
  };
}

function editOf(deps: QueryDeps, current: ReadSequence, after: SequencePass) {
  const before = openPass(current.state, deps.clock.now());
  if (!before.ok) return {};
  const activeRollouts = rolloutsOf(current)
    .filter(({ record }) => isRolloutActive(record.memory))
    .map(({ record }) => record.name);
  const edit = classifyChange({
    before: { spec: current.state.sequence.spec, assignment: before.value.assignment },
    after: { spec: after.state.sequence.spec, assignment: after.assignment },
    activeRollouts,
  });
  return { edit: toEdit(edit) };
}

const toEdit = ({
  class: kind,
  fields,
  cancels,
  moved,
  reordered,
}: SequenceEdit): Schemas['SequenceEdit'] => ({
  class: kind,
  fields: [...fields],
  cancels: [...cancels],
  moved: moved.slice(0, SHOWN_MOVES).map(one => ({ ...one })),
  movedCount: moved.length,
  reordered: [...reordered],
});
