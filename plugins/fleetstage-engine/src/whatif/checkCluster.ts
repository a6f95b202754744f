import { isLabelValue, isQualifiedName, parseQuantity } from '@fleetstage/backstage-plugin-fleetstage-common';
import type { ClusterChange, ValueChanges } from './change';
import { firstOf, isMemberName } from './checkPolicy';
import { checkPropertyName } from './checkTerm';

/** Properties that Fleetstage counts itself; others may be any text. */
const COUNTED = 'kubernetes-fleet.io/';

/** What no MemberCluster can have; it begins with the field of the change. */
export function checkCluster({ cluster, change, ...parts }: ClusterChange): string | undefined {
  if (change === 'add' && !isMemberName(cluster))
    return `cluster: "${cluster}" is not the name of a MemberCluster (at most 63 of a-z, 0-9, "-", "."); correct the name`;
  return firstOf([
    checkLabels(parts.labels ?? {}),
    checkProperties(parts.properties ?? {}),
    ...(parts.addTaints ?? []).map(({ key, value = '' }, i) => {
      if (!isQualifiedName(key)) return `addTaints[${i}].key: "${key}" is not a label key; correct the key`;
      return isLabelValue(value)
        ? undefined
        : `addTaints[${i}].value: "${value}" is not a label value; correct the value`;
    }),
  ]);
}

function checkLabels(labels: ValueChanges): string | undefined {
  for (const [key, value] of Object.entries(labels)) {
    if (!isQualifiedName(key)) return `labels["${key}"]: "${key}" is not a label key; correct the key`;
    if (value !== null && !isLabelValue(value))
      return `labels["${key}"]: "${value}" is not a label value; correct the value`;
  }
  return undefined;
}

function checkProperties(properties: ValueChanges): string | undefined {
  for (const [name, value] of Object.entries(properties)) {
    const at = `properties["${name}"]`;
    const wrong = checkPropertyName(name, at);
    if (wrong !== undefined) return wrong;
    const counted = value !== null && name.startsWith(COUNTED) ? parseQuantity(value) : undefined;
    if (counted?.ok === false) return `${at}: ${counted.error}`;
  }
  return undefined;
}
