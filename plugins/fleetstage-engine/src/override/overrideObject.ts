import {
  failure,
  isJsonObject,
  kindOf,
  ok,
  parseLabelSelector,
  utf8Length,
  type KubeObject,
  type OverrideRule,
  type Result,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import type { MatchedOverride, MatchedOverrides } from '../desired/desired';
import { PRIVILEGED_GROUPS } from '../snapshot/privilegedKinds';
import type { OverrideObject, OverrideFailure } from '../work/overrideOption';
import { applyPatch, describe } from './jsonPatch';
import { keyOfSelector, keysOfObject, nameOfObject } from './overrideKeys';
import { describeOverride, rulesOf, type OverrideSnapshot } from './overrideSnapshot';
import { fillIn, type LookUp } from './variables';

/** 3 MiB: no API server reads a longer request. */
export const MAX_OVERRIDDEN_BYTES = 3 * 1024 * 1024;

/**
 * What the overrides of a binding make of an object, as `renderWork` asks for it (B/OV-060…072). Pure: what the rules read of
 * the cluster was kept with the binding.
 */
export function overrideObjects(
  { snapshots: matched, variables }: MatchedOverrides,
  snapshots: readonly OverrideSnapshot[],
): OverrideObject {
  const lookUp: LookUp = variable => (Object.hasOwn(variables, variable) ? variables[variable] : undefined);
  const found = matched.map(match => ({ match, snapshot: snapshots.find(one => isSnapshotOf(one, match)) }));
  return object => {
    let current: KubeObject | undefined = object;
    for (const { match, snapshot } of found) {
      if (snapshot === undefined) return failure(missing(match));
      if (!selects(snapshot, object)) continue;
      const refusal = findRefusal(snapshot, object);
      if (refusal !== undefined) return failure(explain(match, object, refusal));
      const changed = applySnapshot(current, { match, snapshot, lookUp });
      if (!changed.ok) return failure(explain(match, object, changed.error));
      current = changed.value;
    }
    if (current === undefined || current === object) return ok(current);
    return checkResult(current, object);
  };
}

/**
 * By what it says: an override made anew counts its snapshots from 0, so the same content may be there under another name, and
 * a rendering is kept for all names.
 */
export const isSnapshotOf = (
  snapshot: OverrideSnapshot,
  { kind, namespace, hash }: Pick<MatchedOverride, 'kind' | 'namespace' | 'hash'>,
) =>
  snapshot.kind === kind &&
  snapshot.hash === hash &&
  (snapshot.kind === 'ClusterResourceOverrideSnapshot' || snapshot.namespace === namespace);

/** B/OV-062, OV-063. */
function selects(snapshot: OverrideSnapshot, object: KubeObject): boolean {
  const keys = keysOfObject(nameOfObject(object));
  return snapshot.kind === 'ClusterResourceOverrideSnapshot'
    ? (snapshot.spec.clusterResourceSelectors ?? []).some(
        selector => keyOfSelector(selector) === keys.ofCluster,
      )
    : (snapshot.spec.resourceSelectors ?? []).some(
        selector => keyOfSelector(selector, snapshot.namespace) === keys.ofNamespace,
      );
}

/**
 * B/OV-073: Fleetstage writes with its own rights, and who may create ResourceOverrides in a namespace need not have those
 * that such an object gives.
 */
function findRefusal(snapshot: OverrideSnapshot, object: KubeObject): string | undefined {
  const { group } = kindOf(object);
  if (snapshot.kind !== 'ResourceOverrideSnapshot' || !PRIVILEGED_GROUPS.includes(group)) return undefined;
  return `objects of ${group} can give rights on members, and authors of ResourceOverrides need not have these; change the object itself, or have a ClusterResourceOverride of its namespace`;
}

interface Application {
  readonly match: MatchedOverride;
  readonly snapshot: OverrideSnapshot;
  readonly lookUp: LookUp;
}

/** A rule of type Delete ends its snapshot's rules; what is deleted stays so (B/OV-064…066). */
function applySnapshot(
  object: KubeObject | undefined,
  { match, snapshot, lookUp }: Application,
): Result<KubeObject | undefined> {
  let current = object;
  const rules = rulesOf(snapshot);
  for (const position of match.rules) {
    const rule = rules[position];
    if (rule === undefined || current === undefined) continue;
    const at = `rule ${position + 1}`;
    const fault = findSelectorFault(rule);
    if (fault !== undefined) return failure(`${at}: clusterSelector: ${fault}`);
    if (rule.overrideType === 'Delete') return ok(undefined);
    const changed = applyRule(current, rule, lookUp);
    if (!changed.ok) return failure(`${at}, ${changed.error}`);
    current = changed.value;
  }
  return ok(current);
}

function findSelectorFault({ clusterSelector }: OverrideRule): string | undefined {
  const terms = clusterSelector?.clusterSelectorTerms ?? [];
  for (const { labelSelector } of terms) {
    const parsed = labelSelector && parseLabelSelector(labelSelector);
    if (parsed && !parsed.ok) return parsed.error;
  }
  return undefined;
}

function applyRule(
  object: KubeObject,
  { jsonPatchOverrides = [] }: OverrideRule,
  lookUp: LookUp,
): Result<KubeObject> {
  const operations = [];
  for (const operation of jsonPatchOverrides) {
    const value = fillIn(operation.value, lookUp);
    if (!value.ok) return failure(`${describe(operation)}: ${value.error}`);
    operations.push({ ...operation, value: value.value });
  }
  const patched = applyPatch(object as unknown as Record<string, unknown>, operations);
  return patched.ok ? ok(patched.value as unknown as KubeObject) : patched;
}

/** What can never be applied is refused here, with the object's name, before anything of the work is sent (B/OV-087). */
function checkResult(
  overridden: KubeObject,
  object: KubeObject,
): Result<KubeObject | undefined, OverrideFailure> {
  const { labels, annotations } = overridden.metadata;
  for (const [field, value] of Object.entries({ labels, annotations })) {
    if (
      value === undefined ||
      (isJsonObject(value) && Object.values(value).every(one => typeof one === 'string'))
    )
      continue;
    const message = `overrides leave ${describeTarget(object)} with metadata.${field} that is no map of texts; correct the override`;
    return failure({ kind: 'invalid', message });
  }
  const bytes = utf8Length(JSON.stringify(overridden));
  if (bytes <= MAX_OVERRIDDEN_BYTES) return ok(overridden);
  return failure({
    kind: 'failed',
    message: `overrides make ${describeTarget(object)} ${bytes} bytes long, and no API server takes more than ${MAX_OVERRIDDEN_BYTES}; make the values smaller`,
  });
}

const explain = (match: MatchedOverride, object: KubeObject, cause: string): OverrideFailure => ({
  kind: 'failed',
  message: `${describeOverride(match)} cannot be applied to ${describeTarget(object)}: ${cause}`,
});

const missing = (match: MatchedOverride): OverrideFailure => ({
  kind: 'failed',
  message: `${describeOverride(match)} is not found; it is no longer kept, bring the newest overrides to this cluster`,
});

/** `Kind "name" in namespace "ns"` (B/OV-070). */
function describeTarget({ kind, metadata }: KubeObject): string {
  const { name = '', namespace } = metadata ?? {};
  return `${kind || 'Unknown'} "${name}"${namespace ? ` in namespace "${namespace}"` : ''}`;
}
