import {
  RESOURCE_PROPERTY_PREFIX,
  parsePropertyLookup,
  sha256Hex,
  type ClusterSelectorTerm,
  type Instant,
  type LabelSelector,
  type PlacementPolicy,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { decideEligibility } from '../cluster/eligibility';
import type { ClusterFacts } from '../cluster/facts';
import { compareText } from '../decision';
import { defaultPlugins } from './defaultPlugins';
import { namespaceState } from './filters/namespaceAffinity';
import type { PluginReads, SchedulePlugins } from './plugin';

/** What a policy reads of every cluster of the fleet; lists are sorted and without repetitions. */
export interface PolicyInputs {
  readonly labelKeys: readonly string[];
  readonly taints: boolean;
  /** Names in `status.properties`. */
  readonly properties: readonly string[];
  /** Names that are read from the resource usage, e.g. `resources.kubernetes-fleet.io/available-cpu`. */
  readonly usage: readonly string[];
  /** Whether a namespace exists there: a ResourcePlacement's. */
  readonly namespaces: boolean;
  readonly eligibility: true;
}

/** Hex digits of `hashInputs`: among a million clusters two of different inputs are alike with a chance below 1 %. */
const HASH_LENGTH = 12;

/**
 * The facts of a cluster that can change what the policy picks; a change of any other needs no pass of the placement.
 *
 *     PickN, region spread, preferred by node count → labelKeys region, properties …/node-count, taints
 *     PickFixed                                     → eligibility only (A/SCH-092)
 *
 * Names that the policy misspells are listed where they would be read; plugins of modules add what they say they read.
 */
export function policyInputs(
  policy: PlacementPolicy | undefined,
  scope: { readonly namespace?: string },
  plugins: SchedulePlugins = defaultPlugins,
): PolicyInputs {
  const type = policy?.placementType;
  if (type === 'PickFixed') {
    return {
      labelKeys: [],
      taints: false,
      properties: [],
      usage: [],
      namespaces: false,
      eligibility: true,
    };
  }
  const scores = type === 'PickN' ? plugins.scores : [];
  const extra = [...plugins.filters, ...scores].flatMap(({ reads }) => (reads ? [reads] : []));
  const reads = [...readsOfPolicy(policy ?? {}), ...extra];
  const names = unique(reads.flatMap(({ properties = [] }) => properties));
  return {
    labelKeys: unique(reads.flatMap(({ labelKeys = [] }) => labelKeys)),
    taints: true,
    properties: names.filter(name => !isUsage(name)),
    usage: names.filter(isUsage),
    namespaces: scope.namespace !== undefined,
    eligibility: true,
  };
}

/**
 * Hash of exactly what the policy reads of the cluster: two clusters with the same hash are the same to it, but for
 * their names. The moment of a heartbeat is not read, only what it means.
 */
export function hashInputs(inputs: PolicyInputs, cluster: ClusterFacts, moment: Moment): string {
  return hashOfInputs(inputReader(inputs, moment)(cluster));
}

/** When a cluster is read, and for which namespace. */
interface Moment {
  readonly now: Instant;
  readonly namespace?: string;
}

export const hashOfInputs = (text: string) => sha256Hex(text).slice(0, HASH_LENGTH);

/** The text that `hashInputs` hashes. */
export const readInputs = (inputs: PolicyInputs, cluster: ClusterFacts, moment: Moment): string =>
  inputReader(inputs, moment)(cluster);

/** The same for many clusters: names are parsed once. */
export function inputReader(
  inputs: PolicyInputs,
  { now, namespace }: Moment,
): (cluster: ClusterFacts) => string {
  const usage = inputs.usage.map(parsePropertyLookup);
  return cluster => {
    const eligibility = decideEligibility(cluster, now);
    return JSON.stringify([
      eligibility.ok ? 'Eligible' : eligibility.reason,
      inputs.labelKeys.map(key => own(cluster.labels, key)),
      inputs.taints ? cluster.taints.map(({ key, value = '', effect }) => [key, value, effect]) : null,
      inputs.properties.map(name => own(cluster.properties, name)),
      usage.map(lookup => (lookup.ok && lookup.value(cluster)) || null),
      inputs.namespaces ? namespaceState(cluster, namespace ?? '') : null,
    ]);
  };
}

function readsOfPolicy({
  placementType,
  affinity,
  topologySpreadConstraints = [],
}: PlacementPolicy): PluginReads[] {
  const { requiredDuringSchedulingIgnoredDuringExecution: required, ...rest } =
    affinity?.clusterAffinity ?? {};
  const terms = (required?.clusterSelectorTerms ?? []).map(readsOfRequired);
  if (placementType !== 'PickN') return terms;
  const preferred = rest.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  return [
    ...terms,
    ...preferred.map(({ preference }) => readsOfPreferred(preference)),
    { labelKeys: topologySpreadConstraints.map(({ topologyKey }) => topologyKey) },
  ];
}

const readsOfRequired = ({ labelSelector, propertySelector }: ClusterSelectorTerm): PluginReads => ({
  labelKeys: keysOf(labelSelector),
  properties: (propertySelector?.matchExpressions ?? []).map(({ name }) => name),
});

const readsOfPreferred = ({ labelSelector, propertySorter }: ClusterSelectorTerm): PluginReads => ({
  labelKeys: keysOf(labelSelector),
  properties: propertySorter ? [propertySorter.name] : [],
});

const keysOf = ({ matchLabels = {}, matchExpressions = [] }: LabelSelector = {}) => [
  ...Object.keys(matchLabels),
  ...matchExpressions.map(({ key }) => key),
];

const own = (values: Readonly<Record<string, string>>, key: string) =>
  Object.hasOwn(values, key) ? values[key] : null;

const isUsage = (name: string) => name.startsWith(RESOURCE_PROPERTY_PREFIX);

const unique = (names: readonly string[]) => [...new Set(names)].sort(compareText);
