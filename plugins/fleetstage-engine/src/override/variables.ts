import { failure, ok, type Result } from '@fleetstage/backstage-plugin-fleetstage-common';

/** The name of the cluster (B/OV-091). */
export const CLUSTER_NAME = '${MEMBER-CLUSTER-NAME}';
const LABEL_PREFIX = '${MEMBER-CLUSTER-LABEL-KEY-';

/** Replaces a value with more levels than are kept; it can be applied nowhere. */
export const TOO_DEEP = '${FLEETSTAGE-TOO-DEEP}';

/** Value of a variable, written as in the text; `undefined`: the cluster has no such label. */
export type LookUp = (variable: string) => string | undefined;

/**
 * A value of an operation with the reserved variables replaced, in its JSON text: names of fields too, the cluster's name
 * first, so that it may be part of a label's key (B/OV-090…096).
 */
export function fillIn(value: unknown, lookUp: LookUp): Result<unknown> {
  if (value === undefined) return ok(undefined);
  const text = JSON.stringify(value);
  if (!text.includes('${')) return ok(value);
  if (text.includes(TOO_DEEP))
    return failure(
      'the value was nested too deep to be kept (the whole override may have 100 levels); make it flatter',
    );
  const named = text.includes(CLUSTER_NAME)
    ? text.replaceAll(CLUSTER_NAME, lookUp(CLUSTER_NAME) ?? '')
    : text;
  const filled = fillInLabels(named, lookUp);
  if (!filled.ok) return filled;
  try {
    return ok(JSON.parse(filled.value));
  } catch {
    return failure('the value is no JSON once its variables are filled in');
  }
}

function fillInLabels(text: string, lookUp: LookUp): Result<string> {
  let filled = '';
  let at = 0;
  for (;;) {
    const start = text.indexOf(LABEL_PREFIX, at);
    if (start < 0) return ok(filled + text.slice(at));
    const end = text.indexOf('}', start);
    if (end < 0) return failure(`a variable ${LABEL_PREFIX}… has no closing "}"`);
    const variable = text.slice(start, end + 1);
    const value = lookUp(variable);
    if (value === undefined) return failure(explainMissing(variable, lookUp));
    filled += text.slice(at, start) + value;
    at = end + 1;
  }
}

const explainMissing = (variable: string, lookUp: LookUp) =>
  `cluster ${lookUp(CLUSTER_NAME)} has no label "${labelKeyOf(variable)}", which the value reads; set it, or correct the override`;

const labelKeyOf = (variable: string) => variable.slice(LABEL_PREFIX.length, -1);

/** The variables of a cluster. */
export const variablesOf =
  ({ name, labels }: ReadableCluster): LookUp =>
  variable => {
    if (variable === CLUSTER_NAME) return name;
    const key = labelKeyOf(variable);
    return Object.hasOwn(labels, key) ? labels[key] : undefined;
  };

/** What overrides read of a cluster. */
export interface ReadableCluster {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** The variables that a value reads on every cluster, as far as they do not depend on its name. */
export function variablesIn(value: unknown): ReadonlySet<string> {
  const variables = new Set<string>();
  fillIn(value, variable => {
    variables.add(variable);
    // Like any name it is no part of a variable's own text; an empty one would let both sides meet.
    return 'x';
  });
  return variables;
}

/** Keys of the labels that a value reads, as far as they do not depend on the cluster's name. */
export const labelKeysIn = (value: unknown): readonly string[] =>
  [...variablesIn(value)].filter(variable => variable !== CLUSTER_NAME).map(labelKeyOf);

/**
 * The cluster's name is part of a label's key (B/OV-096). No label has a `$` in its key, and a search that stops there takes
 * time in proportion to the text, whatever it holds.
 */
export const readsNamedLabel = (value: unknown): boolean =>
  /\$\{MEMBER-CLUSTER-LABEL-KEY-[^}$]*\$\{MEMBER-CLUSTER-NAME\}/.test(JSON.stringify(value) ?? '');
