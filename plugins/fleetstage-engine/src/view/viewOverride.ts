import type { OverrideRule } from '@fleetstage/backstage-plugin-fleetstage-common';
import { compareText } from '../decision';
import { matcherOf } from '../override/matchOverrides';
import { rulesOf, type OverrideSnapshot } from '../override/overrideSnapshot';
import { labelKeysIn, type ReadableCluster } from '../override/variables';
import { labelsInWords } from './policyInWords';

/** A rule and the clusters that it is for; positions count from 0. */
export interface OverrideRuleView {
  readonly position: number;
  readonly type: 'JSONPatch' | 'Delete';
  /** One text per term; a cluster matches one of them. */
  readonly terms: readonly string[];
  /** Which clusters it is for, where no term says so. */
  readonly selects: 'all' | 'none' | 'terms';
  readonly operationCount: number;
  /** Sorted. */
  readonly clusters: readonly string[];
}

/** One operation as clusters get it. */
export interface OverrideOperationView {
  /** Position of its rule. */
  readonly rule: number;
  readonly op: 'add' | 'remove' | 'replace';
  readonly path: string;
  readonly value?: unknown;
  /** Position of a later rule that writes the same field, so that this value is on no cluster. */
  readonly replacedBy?: number;
}

/** Clusters that the same rules match. */
export interface OverrideVariantView {
  /** Positions, ascending: in this order they apply. */
  readonly rules: readonly number[];
  readonly clusters: readonly string[];
  /** The objects are not placed there. */
  readonly isDeleted: boolean;
  readonly operations: readonly OverrideOperationView[];
}

/** A value that reads a label which the cluster lacks: applying fails there (B/OV-095). */
export interface MissingLabel {
  readonly cluster: string;
  readonly label: string;
  readonly rule: number;
}

export interface OverrideView {
  readonly rules: readonly OverrideRuleView[];
  /** Most clusters first. */
  readonly variants: readonly OverrideVariantView[];
  readonly clusterCount: number;
  readonly matchedCount: number;
  readonly missingLabels: readonly MissingLabel[];
}

/** What an override says of each cluster of a fleet, whichever objects it selects and whatever runs there. */
export function viewOverride(snapshot: OverrideSnapshot, clusters: readonly ReadableCluster[]): OverrideView {
  const rules = rulesOf(snapshot);
  const match = matcherOf([snapshot]);
  const labelsRead = rules.map(
    rule => new Set(operationsOf(rule).flatMap(({ value }) => labelKeysIn(value))),
  );
  const matched = [...clusters]
    .sort((a, b) => compareText(a.name, b.name))
    .flatMap(cluster => {
      const positions = match(cluster).snapshots[0]?.rules ?? [];
      return positions.length === 0 ? [] : [{ cluster, positions }];
    });
  return {
    rules: rules.map((rule, position) => ({
      position,
      type: rule.overrideType ?? 'JSONPatch',
      ...selectionOf(rule),
      operationCount: operationsOf(rule).length,
      clusters: matched
        .filter(({ positions }) => positions.includes(position))
        .map(({ cluster }) => cluster.name),
    })),
    variants: variantsOf(rules, matched),
    clusterCount: clusters.length,
    matchedCount: matched.length,
    missingLabels: matched.flatMap(one => missingLabels(labelsRead, one)),
  };
}

interface Matched {
  readonly cluster: ReadableCluster;
  readonly positions: readonly number[];
}

function selectionOf({ clusterSelector }: OverrideRule): Pick<OverrideRuleView, 'terms' | 'selects'> {
  if (clusterSelector === undefined) return { terms: [], selects: 'none' };
  const terms = clusterSelector.clusterSelectorTerms;
  if (terms.length === 0) return { terms: [], selects: 'all' };
  return {
    terms: terms.flatMap(({ labelSelector }) =>
      labelSelector ? [labelsInWords(labelSelector).join(', ')] : [],
    ),
    selects: 'terms',
  };
}

const operationsOf = ({ jsonPatchOverrides = [], overrideType }: OverrideRule) =>
  overrideType === 'Delete' ? [] : jsonPatchOverrides;

function variantsOf(rules: readonly OverrideRule[], matched: readonly Matched[]): OverrideVariantView[] {
  const groups = new Map<string, { readonly positions: readonly number[]; readonly clusters: string[] }>();
  for (const { cluster, positions } of matched) {
    const key = positions.join();
    const group = groups.get(key) ?? { positions, clusters: [] };
    group.clusters.push(cluster.name);
    groups.set(key, group);
  }
  return [...groups.entries()]
    .sort(([a, one], [b, other]) => other.clusters.length - one.clusters.length || compareText(a, b))
    .map(([, { positions, clusters }]) => ({
      rules: positions,
      clusters,
      isDeleted: positions.some(position => rules[position].overrideType === 'Delete'),
      operations: resultOf(rules, positions),
    }));
}

/** The operations of these rules, in order; a Delete leaves nothing to change. */
function resultOf(rules: readonly OverrideRule[], positions: readonly number[]): OverrideOperationView[] {
  if (positions.some(position => rules[position].overrideType === 'Delete')) return [];
  const all = positions.flatMap(rule =>
    operationsOf(rules[rule]).map(({ op, path, value }) => ({
      rule,
      op,
      path,
      ...(value !== undefined && { value }),
    })),
  );
  return all.map((operation, at) => {
    const later = all.slice(at + 1).find(one => replaces(one, operation));
    return later === undefined ? operation : { ...operation, replacedBy: later.rule };
  });
}

/** Positions of a list shift with what is added or removed before them, so that the same path may be another element. */
const ELEMENT = /\/(-|\d+)(\/|$)/;

const replaces = (later: { readonly path: string }, earlier: { readonly path: string }) =>
  !ELEMENT.test(earlier.path) && (later.path === earlier.path || earlier.path.startsWith(`${later.path}/`));

function missingLabels(
  labelsRead: readonly ReadonlySet<string>[],
  { cluster, positions }: Matched,
): MissingLabel[] {
  return positions.flatMap(rule =>
    [...labelsRead[rule]]
      .filter(label => !Object.hasOwn(cluster.labels, label))
      .map(label => ({ cluster: cluster.name, label, rule })),
  );
}
