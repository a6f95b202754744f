import {
  isLabelValue,
  isQualifiedName,
  type PlacementPolicy,
  type Toleration,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import { checkTerm } from './checkTerm';

/**
 * What the hub would refuse of a policy by itself (A/WH-027…042), as a sentence that begins with the field; the shape of each
 * field was checked before.
 *
 *   PickN without a number → policy.numberOfClusters must be set when placementType is PickN
 *   a label key "a b"      → policy.affinity.clusterAffinity…clusterSelectorTerms[0].labelSelector: "a b" is not a label key
 */
export function checkPolicy(policy: PlacementPolicy | undefined, at: string): string | undefined {
  if (policy === undefined) return undefined;
  return (
    checkType(policy, at) ??
    checkNames(policy.clusterNames ?? [], `${at}.clusterNames`) ??
    checkAffinity(policy, `${at}.affinity.clusterAffinity`) ??
    checkSpread(policy, `${at}.topologySpreadConstraints`) ??
    checkTolerations(policy.tolerations ?? [], `${at}.tolerations`)
  );
}

const FIELDS = [
  'clusterNames',
  'numberOfClusters',
  'affinity',
  'topologySpreadConstraints',
  'tolerations',
] as const;

/** Who may have a field; the last one is who it is suggested for. */
const OWNERS: Readonly<Record<(typeof FIELDS)[number], readonly string[]>> = {
  clusterNames: ['PickFixed'],
  numberOfClusters: ['PickN'],
  affinity: ['PickAll', 'PickN'],
  topologySpreadConstraints: ['PickN'],
  tolerations: ['PickAll', 'PickN'],
};

function checkType(policy: PlacementPolicy, at: string): string | undefined {
  const { placementType = 'PickAll', numberOfClusters, clusterNames, affinity } = policy;
  if (placementType === 'PickN' && numberOfClusters === undefined)
    return `${at}.numberOfClusters must be set when placementType is PickN; say how many clusters are wanted`;
  if (placementType === 'PickFixed' && clusterNames === undefined)
    return `${at}.clusterNames is required when placementType is PickFixed; list the clusters`;
  const misplaced = FIELDS.find(
    field => policy[field] !== undefined && !OWNERS[field].includes(placementType),
  );
  if (misplaced !== undefined) {
    const owners = OWNERS[misplaced].join(' and ');
    return `${at}.${misplaced} belongs to placementType ${owners}; remove it`;
  }
  const preferred = affinity?.clusterAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  return placementType === 'PickAll' && preferred.length > 0
    ? `${at}.affinity.clusterAffinity.preferredDuringSchedulingIgnoredDuringExecution has no meaning when placementType is PickAll; remove it`
    : undefined;
}

const MEMBER_NAME = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?([.][a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const LONGEST_MEMBER_NAME = 63;

export const isMemberName = (name: string) => name.length <= LONGEST_MEMBER_NAME && MEMBER_NAME.test(name);

function checkNames(names: readonly string[], at: string): string | undefined {
  const twice = names.findIndex((name, i) => names.indexOf(name) < i);
  if (twice >= 0) return `${at}[${twice}]: "${names[twice]}" is listed twice; remove the repeated name`;
  const bad = names.findIndex(name => !isMemberName(name));
  return bad < 0
    ? undefined
    : `${at}[${bad}]: "${names[bad]}" is not the name of a MemberCluster (at most 63 of a-z, 0-9, "-", "."); correct the name`;
}

function checkAffinity({ affinity }: PlacementPolicy, at: string): string | undefined {
  const { clusterAffinity: rules } = affinity ?? {};
  const terms = rules?.requiredDuringSchedulingIgnoredDuringExecution?.clusterSelectorTerms ?? [];
  const preferred = rules?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  return firstOf([
    ...terms.map((term, i) =>
      checkTerm(
        term,
        `${at}.requiredDuringSchedulingIgnoredDuringExecution.clusterSelectorTerms[${i}]`,
        'required',
      ),
    ),
    ...preferred.map(({ preference }, i) =>
      checkTerm(
        preference,
        `${at}.preferredDuringSchedulingIgnoredDuringExecution[${i}].preference`,
        'preferred',
      ),
    ),
  ]);
}

function checkSpread({ topologySpreadConstraints = [] }: PlacementPolicy, at: string): string | undefined {
  return firstOf(
    topologySpreadConstraints.map(({ topologyKey }, i) =>
      isQualifiedName(topologyKey)
        ? undefined
        : `${at}[${i}].topologyKey: "${topologyKey}" is not a label key; correct the key`,
    ),
  );
}

function checkTolerations(tolerations: readonly Toleration[], at: string): string | undefined {
  const texts = tolerations.map(textOfToleration);
  return firstOf(
    tolerations.map((toleration, i) => {
      const wrong = checkToleration(toleration, `${at}[${i}]`);
      if (wrong !== undefined) return wrong;
      return texts.indexOf(texts[i]) < i ? `${at}[${i}] is there twice; remove the repeated one` : undefined;
    }),
  );
}

function checkToleration({ key = '', operator = 'Equal', value = '' }: Toleration, at: string) {
  if (operator === 'Exists' && value !== '')
    return `${at}.value must be empty when operator is Exists; remove value or use operator Equal`;
  if (operator !== 'Exists' && key === '')
    return `${at}.key may be empty only with operator Exists; set key, or use operator Exists`;
  if (key !== '' && !isQualifiedName(key)) return `${at}.key: "${key}" is not a label key; correct the key`;
  return isLabelValue(value) ? undefined : `${at}.value: "${value}" is not a label value; correct the value`;
}

/** Equal for tolerations that say the same. */
export const textOfToleration = ({
  key = '',
  operator = 'Equal',
  value = '',
  effect = '' as never,
}: Toleration) => JSON.stringify([key, operator, value, effect]);

export const firstOf = (problems: readonly (string | undefined)[]) => problems.find(one => one !== undefined);
