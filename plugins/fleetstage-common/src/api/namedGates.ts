import { cutText } from '../values/cutText';
import { isJsonObject, type JsonObject } from '../values/jsonObject';
import { failure, ok, type Result } from '../values/result';
import { annotationKeys } from './keys';
import type { ObjectMeta } from './meta';

/** A gate of a kind that KubeFleet's API does not know; what its config means, only the kind knows. */
export interface NamedGate {
  readonly kind: string;
  /** JSON. */
  readonly config?: unknown;
}

export interface StageGates {
  readonly before: readonly NamedGate[];
  readonly after: readonly NamedGate[];
}

/** By the name of the stage. */
export type NamedGates = Readonly<Record<string, StageGates>>;

/** Bounds what a run remembers and asks in each pass. */
const MOST_ON_A_SIDE = 8;

const EXAMPLE = '{"production":{"before":[{"kind":"ChangeFreeze","config":{}}]}}';

/**
 * The gates that the annotation of a strategy names beside its tasks; `undefined`: it has no such annotation.
 *
 *     {"production":{"before":[{"kind":"ChangeFreeze"}]}}   →  production: before ChangeFreeze
 *     {"production":{"befor":[…]}}                          →  … production.befor: unknown field; use before or after
 */
export function namedGatesOf({
  metadata,
}: {
  readonly metadata: ObjectMeta;
}): Result<NamedGates> | undefined {
  const text = metadata.annotations?.[annotationKeys.gates];
  return text === undefined ? undefined : parseStages(text);
}

/** A key may be as long as the annotation, and it goes into a condition. */
const LONGEST_FIELD = 300;

const fail = (at: string, issue: string) =>
  failure(
    `the annotation ${annotationKeys.gates}${at === '' ? '' : `, ${cutText(at, LONGEST_FIELD)}`}: ${cutText(issue)}`,
  );

function parseStages(text: string): Result<NamedGates> {
  const parsed = parseJson(text);
  if (!isJsonObject(parsed)) return fail('', `must be a JSON object by stage, e.g. ${EXAMPLE}`);
  const stages: [string, StageGates][] = [];
  for (const [stage, value] of Object.entries(parsed)) {
    if (!isJsonObject(value)) return fail(stage, 'must be an object with before, after, or both');
    const unknown = Object.keys(value).find(key => key !== 'before' && key !== 'after');
    if (unknown !== undefined) return fail(`${stage}.${unknown}`, 'unknown field; use before or after');
    const before = parseSide(value.before, `${stage}.before`);
    if (!before.ok) return before;
    const after = parseSide(value.after, `${stage}.after`);
    if (!after.ok) return after;
    stages.push([stage, { before: before.value, after: after.value }]);
  }
  return ok(Object.fromEntries(stages));
}

const NONE: StageGates = { before: [], after: [] };

/** A stage may have the name of what every object inherits. */
export const namedGatesAt = (gates: NamedGates | undefined, stage: string): StageGates =>
  gates !== undefined && Object.hasOwn(gates, stage) ? gates[stage] : NONE;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function parseSide(value: unknown, at: string): Result<readonly NamedGate[]> {
  if (value === undefined) return ok([]);
  if (!Array.isArray(value)) return fail(at, 'must be a list of gates, each with a kind');
  if (value.length > MOST_ON_A_SIDE)
    return fail(at, `at most ${MOST_ON_A_SIDE} gates may be on one side of a stage, found ${value.length}`);
  const gates: NamedGate[] = [];
  for (const [index, gate] of value.entries()) {
    const issue = findIssue(gate, gates);
    if (issue !== undefined) return fail(`${at}[${index}]${issue.field}`, issue.text);
    const { kind, config } = gate as NamedGate;
    gates.push({ kind, ...(config !== undefined && { config }) });
  }
  return ok(gates);
}

function findIssue(gate: unknown, before: readonly NamedGate[]): { field: string; text: string } | undefined {
  if (!isJsonObject(gate)) return { field: '', text: 'must be an object with kind and config' };
  const { kind }: JsonObject = gate;
  if (typeof kind !== 'string' || kind === '')
    return { field: '.kind', text: 'must be the name of a gate kind, e.g. "ChangeFreeze"' };
  const unknown = Object.keys(gate).find(key => key !== 'kind' && key !== 'config');
  if (unknown !== undefined)
    return { field: `.${unknown}`, text: 'unknown field; what the kind reads belongs into config' };
  return before.some(one => one.kind === kind)
    ? { field: '.kind', text: `${kind} is twice on this side; make it one gate` }
    : undefined;
}
