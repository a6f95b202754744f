/**
 * Optional scalars that are pointers in Go: a zero that somebody wrote stays. All other optional scalars are left out while
 * they are zero, so `minReadySeconds: 0` is the same as no `minReadySeconds`. OpenAPI does not distinguish them.
 */
const pointers = new Set([
  ...[
    'activeDeadlineSeconds',
    'allocateLoadBalancerNodePorts',
    'allowPrivilegeEscalation',
    'appProtocol',
    'attachRequired',
  ],
  ...[
    'allowVolumeExpansion',
    'automountServiceAccountToken',
    'averageUtilization',
    'backoffLimit',
    'backoffLimitPerIndex',
  ],
  ...[
    'blockOwnerDeletion',
    'completionMode',
    'completions',
    'controller',
    'currentAverageUtilization',
    'defaultMode',
  ],
  ...['deletionGracePeriodSeconds', 'enableServiceLinks', 'expirationSeconds', 'failedJobsHistoryLimit'],
  ...['fsGroup', 'fsGroupChangePolicy', 'holderIdentity', 'hostUsers', 'immutable', 'ingressClassName'],
  ...[
    'internalTrafficPolicy',
    'ipFamilyPolicy',
    'leaseDurationSeconds',
    'leaseTransitions',
    'loadBalancerClass',
  ],
  ...[
    'managedBy',
    'manualSelector',
    'maxFailedIndexes',
    'minDomains',
    'minReplicas',
    'mode',
    'mountPropagation',
  ],
  ...['optional', 'optionalOldSelf', 'parallelism', 'partition', 'podReplacementPolicy', 'preemptionPolicy'],
  ...[
    'priority',
    'privileged',
    'procMount',
    'progressDeadlineSeconds',
    'readOnlyRootFilesystem',
    'ready',
    'replicas',
  ],
  ...[
    'revisionHistoryLimit',
    'runAsGroup',
    'runAsNonRoot',
    'runAsUser',
    'runtimeClassName',
    'scope',
    'serving',
  ],
  ...['setHostnameAsFQDN', 'shareProcessNamespace', 'stabilizationWindowSeconds', 'startingDeadlineSeconds'],
  ...['storageClassName', 'successfulJobsHistoryLimit', 'suspend', 'terminating', 'terminatingReplicas'],
  ...['terminationGracePeriodSeconds', 'timeZone', 'tolerationSeconds', 'trafficDistribution'],
  ...['ttlSecondsAfterFinished', 'unhealthyPodEvictionPolicy', 'volumeAttributesClassName', 'volumeMode'],
]);

/** In these, `0`, `false`, `""` and `[]` say something else than nothing does. */
const schemaPointers = new Set([
  ...['default', 'example', 'additionalProperties', 'additionalItems', '$ref', 'multipleOf'],
  ...[
    'minimum',
    'maximum',
    'minLength',
    'maxLength',
    'minItems',
    'maxItems',
    'minProperties',
    'maxProperties',
  ],
  ...['x-kubernetes-preserve-unknown-fields', 'x-kubernetes-list-type', 'x-kubernetes-map-type'],
]);

const statusPointers = new Set(['ready', 'terminating', 'terminatingReplicas']);

/** `field` names its Go struct: `DeploymentSpec.replicas` is a pointer, `DeploymentStatus.replicas` is none. */
export function isWrittenWhenZero(field: string): boolean {
  const [owner, property] = field.split('.');
  if (owner === 'JSONSchemaProps') return schemaPointers.has(property);
  return (owner.endsWith('Status') ? statusPointers : pointers).has(property);
}

const writtenFields = new Set([
  ...['Role.rules', 'ClusterRole.rules', 'HorizontalPodAutoscalerStatus.currentMetrics'],
  ...['CustomResourceDefinitionStatus.conditions', 'CustomResourceDefinitionStatus.storedVersions'],
  'TokenRequestSpec.boundObjectRef',
  ...['Event.firstTimestamp', 'Event.lastTimestamp', 'Event.eventTime'],
  ...['Event.deprecatedFirstTimestamp', 'Event.deprecatedLastTimestamp'],
  ...[
    'ContainerStateRunning.startedAt',
    'ContainerStateTerminated.startedAt',
    'ContainerStateTerminated.finishedAt',
  ],
]);
const conditionTimes = new Set([
  'lastTransitionTime',
  'lastUpdateTime',
  'lastProbeTime',
  'lastHeartbeatTime',
]);

/** Lists and times that are optional to clients and yet written as `null` while they are empty. */
export function isWrittenWhenAbsent(field: string): boolean {
  const [owner, property] = field.split('.');
  return writtenFields.has(field) || (owner.endsWith('Condition') && conditionTimes.has(property));
}
