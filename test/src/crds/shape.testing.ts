import type { KindName } from '@fleetstage/backstage-plugin-fleetstage-common';

/** What the specification says of one field. */
export interface FieldRow {
  readonly rule: string;
  readonly kind: KindName;
  /** Path of the field; as `flattenFields` writes it. */
  readonly path: string;
  /** Attributes of the field; `undefined` for one that it must not have. */
  readonly is: Readonly<Record<string, unknown>>;
  /** Versions that have it; absent: all. */
  readonly only?: string;
}

type Short = readonly [rule: string, path: string, is?: Readonly<Record<string, unknown>>, only?: string];

const rowsOf = (kind: KindName, rows: readonly Short[]): FieldRow[] =>
  rows.map(([rule, path, is = {}, only]) => ({
    rule,
    kind,
    path,
    is,
    ...(only && { only }),
  }));

const text = (more: object = {}) => ({ type: 'string', ...more });
const oneOf = (...values: string[]) => ({ type: 'string', enum: values });
const list = (more: object = {}) => ({ type: 'array', ...more });
const byType = { 'type': 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['type'] };
const plainList = { 'type': 'array', 'x-kubernetes-list-type': undefined };
const needed = { required: true };
const free = { required: undefined, default: undefined };
const UP_TO_100 = list({ maxItems: 100 });
const SHARE = '^((100|[0-9]{1,2})%|[0-9]+)$';

const member: readonly Short[] = [
  ['A/PL-071', 'spec.identity', { ...needed, 'x-kubernetes-map-type': 'atomic' }],
  ['A/PL-071', 'spec.identity.kind', needed],
  ['A/PL-071', 'spec.identity.name', needed],
  ['A/PL-071', 'spec.identity.apiGroup', free],
  ['A/PL-072', 'spec.heartbeatPeriodSeconds', { default: 60, minimum: 1, maximum: 600, format: 'int32' }],
  ['A/PL-073', 'spec.taints', UP_TO_100],
  ['A/PL-073', 'spec.taints[].key', needed],
  ['A/PL-073', 'spec.taints[].value', free],
  ['A/PL-073', 'spec.taints[].effect', { ...needed, ...oneOf('NoSchedule') }],
  [
    'A/PL-074',
    'spec.deleteOptions.validationMode',
    { ...oneOf('Skip', 'Strict'), default: 'Strict' },
    'v1beta1',
  ],
  ['A/PL-075', 'status.conditions', byType],
  ['A/PL-076', 'status.properties{}.value', { ...text(), ...needed }],
  ['A/PL-076', 'status.properties{}.observationTime', { format: 'date-time', ...needed }],
  ['A/PL-077', 'status.resourceUsage.capacity{}', { 'x-kubernetes-int-or-string': true }],
  ['A/PL-077', 'status.resourceUsage.allocatable{}', { 'x-kubernetes-int-or-string': true }],
  ['A/PL-077', 'status.resourceUsage.available{}', { 'x-kubernetes-int-or-string': true }],
  ['A/PL-078', 'status.namespaces{}', text(), 'v1beta1'],
  ['A/PL-079', 'status.agentStatus[].type', needed],
  ['A/PL-079', 'status.agentStatus[].lastReceivedHeartbeat', { format: 'date-time', ...free }],
];

const internalMember: readonly Short[] = [
  ['A/PL-085', 'spec.state', { ...text(), ...needed, enum: undefined }],
  ['A/PL-086', 'spec.heartbeatPeriodSeconds', { default: 60, minimum: 1, maximum: 600 }],
  ['A/PL-087', 'status.conditions', plainList],
  ['A/PL-087', 'status.properties{}.value', needed],
  ['A/PL-087', 'status.namespaces{}', text(), 'v1beta1'],
  ['A/PL-087', 'status.agentStatus[].type', needed],
];

const AFFINITY = 'spec.policy.affinity.clusterAffinity';
const REQUIRED = `${AFFINITY}.requiredDuringSchedulingIgnoredDuringExecution`;
const PREFERRED = `${AFFINITY}.preferredDuringSchedulingIgnoredDuringExecution`;
const TERM = `${REQUIRED}.clusterSelectorTerms[]`;
const APPLY = 'spec.strategy.applyStrategy';
const placement: readonly Short[] = [
  ['A/PL-100', 'spec.resourceSelectors', { ...needed, minItems: 1, maxItems: 100 }],
  ['A/PL-101', 'spec.resourceSelectors[].group', needed],
  ['A/PL-101', 'spec.resourceSelectors[].version', needed],
  ['A/PL-101', 'spec.resourceSelectors[].kind', needed],
  ['A/PL-102', 'spec.resourceSelectors[].name', { ...text(), ...free }],
  ['A/PL-103', 'spec.resourceSelectors[].labelSelector', { type: 'object', ...free }],
  [
    'A/PL-104',
    'spec.resourceSelectors[].selectionScope',
    {
      ...oneOf('NamespaceOnly', 'NamespaceWithResources', 'NamespaceWithResourceSelectors'),
      default: 'NamespaceWithResources',
    },
  ],
  ['A/PL-105', 'spec.policy', { type: 'object', required: undefined }],
  [
    'A/PL-106',
    'spec.policy.placementType',
    { ...oneOf('PickAll', 'PickN', 'PickFixed'), default: 'PickAll' },
  ],
  ['A/PL-107', 'spec.policy.clusterNames', { ...UP_TO_100, 'x-kubernetes-list-type': undefined }],
  ['A/PL-108', 'spec.policy.numberOfClusters', { minimum: 0, format: 'int32', ...free }],
  ['A/PL-109', `${REQUIRED}.clusterSelectorTerms`, { ...needed, maxItems: 10 }],
  ['A/PL-110', `${PREFERRED}[].weight`, { ...needed, minimum: -100, maximum: 100 }],
  ['A/PL-110', `${PREFERRED}[].preference`, needed],
  ['A/PL-111', `${TERM}.labelSelector`, { 'x-kubernetes-map-type': 'atomic', ...free }],
  ['A/PL-112', `${TERM}.propertySelector.matchExpressions`, needed],
  ['A/PL-112', `${TERM}.propertySelector.matchExpressions[].name`, needed],
  ['A/PL-112', `${TERM}.propertySelector.matchExpressions[].operator`, needed],
  ['A/PL-112', `${TERM}.propertySelector.matchExpressions[].values`, { ...needed, maxItems: 1 }],
  ['A/PL-113', `${TERM}.propertySorter.name`, needed],
  ['A/PL-113', `${TERM}.propertySorter.sortOrder`, { ...needed, ...oneOf('Descending', 'Ascending') }],
  [
    'A/PL-114',
    'spec.policy.topologySpreadConstraints[].maxSkew',
    { default: 1, minimum: 1, format: 'int32' },
  ],
  ['A/PL-114', 'spec.policy.topologySpreadConstraints[].topologyKey', needed],
  [
    'A/PL-114',
    'spec.policy.topologySpreadConstraints[].whenUnsatisfiable',
    { ...oneOf('DoNotSchedule', 'ScheduleAnyway'), default: 'DoNotSchedule' },
  ],
  ['A/PL-115', 'spec.policy.tolerations', UP_TO_100],
  ['A/PL-115', 'spec.policy.tolerations[].operator', { ...oneOf('Equal', 'Exists'), default: 'Equal' }],
  ['A/PL-115', 'spec.policy.tolerations[].effect', { ...oneOf('NoSchedule'), ...free }],
  ['A/PL-116', 'spec.strategy.type', { ...oneOf('RollingUpdate', 'External'), default: 'RollingUpdate' }],
  ['A/PL-117', 'spec.strategy.rollingUpdate.maxUnavailable', { default: '25%', pattern: SHARE }],
  ['A/PL-117', 'spec.strategy.rollingUpdate.maxSurge', { default: '25%', pattern: SHARE }],
  ['A/PL-118', 'spec.strategy.rollingUpdate.unavailablePeriodSeconds', { default: 60, minimum: 0 }],
  [
    'A/PL-119',
    `${APPLY}.type`,
    { ...oneOf('ClientSideApply', 'ServerSideApply', 'ReportDiff'), default: 'ClientSideApply' },
  ],
  [
    'A/PL-120',
    `${APPLY}.comparisonOption`,
    { ...oneOf('PartialComparison', 'FullComparison'), default: 'PartialComparison' },
  ],
  ['A/PL-121', `${APPLY}.whenToApply`, { ...oneOf('Always', 'IfNotDrifted'), default: 'Always' }],
  ['A/PL-122', `${APPLY}.whenToTakeOver`, { ...oneOf('Always', 'IfNoDiff', 'Never'), default: 'Always' }],
  ['A/PL-123', `${APPLY}.allowCoOwnership`, { type: 'boolean', ...free }],
  ['A/PL-124', `${APPLY}.serverSideApplyConfig.force`, { type: 'boolean', ...free }],
  [
    'A/PL-125',
    'spec.strategy.deleteStrategy.propagationPolicy',
    { ...oneOf('Abandon', 'Delete'), default: 'Delete' },
    'v1beta1',
  ],
  [
    'A/PL-126',
    'spec.strategy.reportBackStrategy.type',
    { ...needed, ...oneOf('Disabled', 'Mirror'), default: 'Disabled' },
    'v1beta1',
  ],
  [
    'A/PL-126',
    'spec.strategy.reportBackStrategy.destination',
    { ...oneOf('OriginalResource', 'WorkAPI'), ...free },
    'v1beta1',
  ],
  ['A/PL-127', 'spec.revisionHistoryLimit', { default: 10, minimum: 1, maximum: 1000, format: 'int32' }],
  [
    'A/PL-128',
    'spec.statusReportingScope',
    { ...oneOf('ClusterScopeOnly', 'NamespaceAccessible'), default: 'ClusterScopeOnly' },
  ],
];

const statusAt = (at: string): readonly Short[] => [
  ...['version', 'kind', 'name'].map((field): Short => [
    'A/PL-160',
    `${at}.selectedResources[].${field}`,
    needed,
  ]),
  ['A/PL-160', `${at}.selectedResources[].group`, free],
  ['A/PL-160', `${at}.selectedResources[].namespace`, free],
  ['A/PL-160', `${at}.selectedResources[].envelope.name`, needed],
  ['A/PL-161', `${at}.observedResourceIndex`, { ...text(), ...free }],
  ['A/PL-162', `${at}.placementStatuses`, plainList],
  ['A/PL-163', `${at}.placementStatuses[].clusterName`, free],
  ['A/PL-164', `${at}.placementStatuses[].observedResourceIndex`, text()],
  ['A/PL-165', `${at}.placementStatuses[].applicableResourceOverrides[].name`, needed],
  ['A/PL-165', `${at}.placementStatuses[].applicableResourceOverrides[].namespace`, needed],
  ['A/PL-166', `${at}.placementStatuses[].applicableClusterResourceOverrides[]`, text()],
  ['A/PL-167', `${at}.placementStatuses[].failedPlacements`, UP_TO_100],
  ['A/PL-167', `${at}.placementStatuses[].failedPlacements[].condition`, needed],
  ['A/PL-168', `${at}.placementStatuses[].driftedPlacements`, UP_TO_100],
  ...['observationTime', 'targetClusterObservedGeneration', 'firstDriftedObservedTime'].map(
    (field): Short => ['A/PL-168', `${at}.placementStatuses[].driftedPlacements[].${field}`, needed],
  ),
  ['A/PL-168', `${at}.placementStatuses[].driftedPlacements[].observedDrifts[].path`, needed],
  ['A/PL-169', `${at}.placementStatuses[].diffedPlacements`, UP_TO_100],
  ['A/PL-169', `${at}.placementStatuses[].diffedPlacements[].firstDiffedObservedTime`, needed],
  ['A/PL-169', `${at}.placementStatuses[].diffedPlacements[].targetClusterObservedGeneration`, free],
  ['A/PL-170', `${at}.placementStatuses[].conditions`, plainList],
  ['A/PL-171', `${at}.conditions`, byType],
];

const statusCopy: readonly Short[] = [
  ['A/PL-180', 'sourceStatus', needed],
  ['A/PL-180', 'lastUpdatedTime', { ...needed, format: 'date-time' }],
];

const policySnapshot: readonly Short[] = [
  ['A/PL-190', 'spec.policy', free],
  ['A/PL-190', 'spec.policy.placementType', oneOf('PickAll', 'PickN', 'PickFixed')],
  ['A/PL-191', 'spec.policyHash', { format: 'byte', ...needed }],
  ['A/PL-192', 'status.observedCRPGeneration', { format: 'int64', ...needed }],
  ['A/PL-193', 'status.conditions', byType],
  ['A/PL-194', 'status.targetClusters', list({ maxItems: 1000 })],
  ...['clusterName', 'selected', 'reason'].map((field): Short => [
    'A/PL-194',
    `status.targetClusters[].${field}`,
    needed,
  ]),
  ['A/PL-194', 'status.targetClusters[].clusterScore.affinityScore', { format: 'int32' }],
  ['A/PL-194', 'status.targetClusters[].clusterScore.priorityScore', { format: 'int32' }],
];

const resourceSnapshot: readonly Short[] = [
  ['A/PL-195', 'spec.selectedResources', needed],
  [
    'A/PL-195',
    'spec.selectedResources[]',
    { 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
  ],
];

const binding: readonly Short[] = [
  ['A/PL-196', 'spec.state', { ...text(), ...needed, enum: undefined }],
  ['A/PL-197', 'spec.resourceSnapshotName', { ...needed, minLength: undefined }],
  ['A/PL-198', 'spec.resourceOverrideSnapshots[].namespace', needed],
  ['A/PL-198', 'spec.clusterResourceOverrideSnapshots[]', text()],
  ['A/PL-199', 'spec.schedulingPolicySnapshotName', needed],
  ['A/PL-199', 'spec.targetCluster', needed],
  ['A/PL-199', 'spec.clusterDecision', needed],
  ['A/PL-200', 'spec.applyStrategy.type', { default: 'ClientSideApply' }],
  ['A/PL-201', 'status.failedPlacements', UP_TO_100],
  ['A/PL-201', 'status.driftedPlacements', UP_TO_100],
  ['A/PL-201', 'status.diffedPlacements', UP_TO_100],
  ['A/PL-202', 'status.conditions', byType],
];

const envelope: readonly Short[] = [
  ['A/PL-203', 'data', { ...needed, minProperties: 1, maxProperties: 50 }],
  ['A/PL-203', 'data{}', { 'x-kubernetes-preserve-unknown-fields': true }],
];

export const fieldRows: FieldRow[] = [
  ...rowsOf('MemberCluster', member),
  ...rowsOf('InternalMemberCluster', internalMember),
  ...(['ClusterResourcePlacement', 'ResourcePlacement'] as const).flatMap(kind =>
    rowsOf(kind, [...placement, ...statusAt('status')]),
  ),
  ...rowsOf('ClusterResourcePlacementStatus', [...statusCopy, ...statusAt('sourceStatus')]),
  ...(['ClusterSchedulingPolicySnapshot', 'SchedulingPolicySnapshot'] as const).flatMap(kind =>
    rowsOf(kind, policySnapshot),
  ),
  ...(['ClusterResourceSnapshot', 'ResourceSnapshot'] as const).flatMap(kind =>
    rowsOf(kind, resourceSnapshot),
  ),
  ...(['ClusterResourceBinding', 'ResourceBinding'] as const).flatMap(kind => rowsOf(kind, binding)),
  ...(['ClusterResourceEnvelope', 'ResourceEnvelope'] as const).flatMap(kind => rowsOf(kind, envelope)),
];
