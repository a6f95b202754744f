import { parseLabelSelector, type OverrideRule } from '@fleetstage/backstage-plugin-fleetstage-common';
import { compareText } from '../decision';
import type { MatchedOverride, MatchedOverrides, OverridesByCluster } from '../desired/desired';
import { keyOfSelector, type OverrideKeys } from './overrideKeys';
import { rulesOf, type OverrideSnapshot } from './overrideSnapshot';
import {
  CLUSTER_NAME,
  fillIn,
  labelKeysIn,
  readsNamedLabel,
  variablesIn,
  variablesOf,
  type ReadableCluster,
} from './variables';

/** A placement, as overrides name it. */
export interface OverridablePlacement {
  readonly name: string;
  readonly namespace?: string;
}

/**
 * What the newest snapshots of overrides say of each cluster of a placement (B/OV-032, OV-033). Clusters for which nothing
 * matches are left out.
 */
export function matchOverrides(
  placement: OverridablePlacement,
  { keys, snapshots }: { readonly keys: OverrideKeys; readonly snapshots: readonly OverrideSnapshot[] },
  clusters: readonly ReadableCluster[],
): OverridesByCluster {
  const concerned = snapshots
    .filter(snapshot => isMeant(placement, snapshot) && selectsAny(snapshot, keys))
    .sort(compareSnapshots)
    .map(parseSnapshot);
  const matched = new Map<string, MatchedOverrides>();
  if (concerned.length === 0) return matched;
  for (const cluster of clusters) {
    const one = matchCluster(concerned, cluster);
    if (one.snapshots.length > 0) matched.set(cluster.name, one);
  }
  return matched;
}

/** What these snapshots say of one cluster, whichever objects they select; a snapshot that matches nothing there is left out. */
export const matchSnapshots = (
  snapshots: readonly OverrideSnapshot[],
  cluster: ReadableCluster,
): MatchedOverrides => matchCluster([...snapshots].sort(compareSnapshots).map(parseSnapshot), cluster);

/** The same for many clusters: the snapshots are parsed once. */
export function matcherOf(
  snapshots: readonly OverrideSnapshot[],
): (cluster: ReadableCluster) => MatchedOverrides {
  const parsed = [...snapshots].sort(compareSnapshots).map(parseSnapshot);
  return cluster => matchCluster(parsed, cluster);
}

/** B/OV-003…005: a name with a namespace is that of a ResourcePlacement. */
export function isMeant(
  { name, namespace }: OverridablePlacement,
  snapshot: Pick<OverrideSnapshot, 'kind' | 'spec'> & { readonly namespace?: string },
): boolean {
  const { placement } = snapshot.spec;
  if (placement === undefined) return true;
  const ownName = namespace === undefined ? name : name.slice(name.lastIndexOf('/') + 1);
  if (placement.name !== ownName) return false;
  if (snapshot.kind === 'ClusterResourceOverrideSnapshot' || placement.scope !== 'Namespaced')
    return namespace === undefined;
  return namespace !== undefined && namespace === snapshot.namespace;
}

/** Whether it selects any of the objects (B/OV-031). A snapshot of another hand may have no selectors. */
export const selectsAny = (snapshot: OverrideSnapshot, keys: OverrideKeys): boolean =>
  snapshot.kind === 'ClusterResourceOverrideSnapshot'
    ? (snapshot.spec.clusterResourceSelectors ?? []).some(one => keys.ofClusters.has(keyOfSelector(one)))
    : (snapshot.spec.resourceSelectors ?? []).some(one =>
        keys.ofNamespaces.has(keyOfSelector(one, snapshot.namespace)),
      );

/** CROs by name, then ROs by namespace and name (B/OV-033). */
export function compareSnapshots(a: OverrideSnapshot, b: OverrideSnapshot): number {
  if (a.kind !== b.kind) return a.kind === 'ClusterResourceOverrideSnapshot' ? -1 : 1;
  const namespaceOf = (one: OverrideSnapshot) =>
    one.kind === 'ResourceOverrideSnapshot' ? one.namespace : '';
  return compareText(namespaceOf(a), namespaceOf(b)) || compareText(a.name, b.name);
}

type RuleTest = (cluster: ReadableCluster) => boolean;

interface ParsedRule {
  readonly matches: RuleTest;
  /** What its values read on every cluster: values may be long, clusters many. */
  readonly variables: readonly string[];
  /** What these read depends on the cluster's name (B/OV-096). */
  readonly namedValues: readonly unknown[];
}

interface ParsedSnapshot {
  readonly snapshot: OverrideSnapshot;
  readonly rules: readonly ParsedRule[];
}

const parseSnapshot = (snapshot: OverrideSnapshot): ParsedSnapshot => ({
  snapshot,
  rules: rulesOf(snapshot).map(parseRule),
});

function parseRule(rule: OverrideRule): ParsedRule {
  const values = (rule.jsonPatchOverrides ?? []).map(({ value }) => value);
  const namedValues = values.filter(readsNamedLabel);
  const variables = new Set(
    values.filter(value => !namedValues.includes(value)).flatMap(value => [...variablesIn(value)]),
  );
  return { matches: clusterTestOf(rule), variables: [...variables], namedValues };
}

/**
 * B/OV-020…027. A selector that cannot be read matches all clusters: where it is applied it fails, so that it stops a rollout
 * at the first cluster and cannot pass for a rule that is for nobody.
 */
function clusterTestOf({ clusterSelector }: OverrideRule): RuleTest {
  if (clusterSelector === undefined) return () => false;
  const { clusterSelectorTerms: terms } = clusterSelector;
  if (terms.length === 0) return () => true;
  const tests = terms.flatMap(({ labelSelector }) =>
    labelSelector === undefined ? [] : [parseLabelSelector(labelSelector)],
  );
  return ({ labels }) => tests.some(test => !test.ok || test.value(labels));
}

function matchCluster(concerned: readonly ParsedSnapshot[], cluster: ReadableCluster): MatchedOverrides {
  const variables = new Map<string, string>();
  const snapshots: MatchedOverride[] = [];
  for (const { snapshot, rules } of concerned) {
    const positions = rules.flatMap(({ matches }, position) => (matches(cluster) ? [position] : []));
    if (positions.length === 0) continue;
    positions.forEach(position => collectVariables(rules[position], cluster, variables));
    snapshots.push({
      kind: snapshot.kind,
      name: snapshot.name,
      ...(snapshot.kind === 'ResourceOverrideSnapshot' && { namespace: snapshot.namespace }),
      hash: snapshot.hash,
      rules: positions,
    });
  }
  const sorted = [...variables].sort(([a], [b]) => compareText(a, b));
  return { snapshots, variables: Object.fromEntries(sorted) };
}

/**
 * A missing label is no variable, so that adding it makes another revision; then the name is one, for the
 * failure names the cluster.
 */
function collectVariables(
  { variables, namedValues }: ParsedRule,
  cluster: ReadableCluster,
  into: Map<string, string>,
): void {
  const lookUp = variablesOf(cluster);
  const collect = (variable: string) => {
    const found = lookUp(variable);
    into.set(found === undefined ? CLUSTER_NAME : variable, found ?? cluster.name);
    return found ?? '';
  };
  variables.forEach(collect);
  for (const value of namedValues) fillIn(value, collect);
}

/** Keys of the labels of a cluster that decide what an override does there; `any`: its name is part of one of them. */
export function labelsReadBy(snapshot: OverrideSnapshot): ReadonlySet<string> | 'any' {
  const rules = rulesOf(snapshot);
  const selectors = rules.flatMap(({ clusterSelector }) => clusterSelector?.clusterSelectorTerms ?? []);
  const values = rules.flatMap(({ jsonPatchOverrides = [] }) => jsonPatchOverrides.map(({ value }) => value));
  if (values.some(readsNamedLabel)) return 'any';
  return new Set([
    ...selectors.flatMap(({ labelSelector }) => [
      ...Object.keys(labelSelector?.matchLabels ?? {}),
      ...(labelSelector?.matchExpressions ?? []).map(({ key }) => key),
    ]),
    ...values.flatMap(labelKeysIn),
  ]);
}
