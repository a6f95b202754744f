import { AGE, conditionStatus, shown, wide, type Kind, type PrinterColumn } from './kind';
import { SEQUENCE_GROUP, SEQUENCE_VERSION } from './sequenceShapes';

const sequenceKind = {
  group: SEQUENCE_GROUP,
  versions: [SEQUENCE_VERSION],
  storageVersion: SEQUENCE_VERSION,
  categories: ['fleetstage'],
  scope: 'Cluster',
  installedOn: 'hub',
} as const;

const typed = (type: PrinterColumn['type'], name: string, jsonPath: string): PrinterColumn => ({
  name,
  type,
  jsonPath,
});
const conditionMessage = (type: string) => `.status.conditions[?(@.type=="${type}")].message`;

/** The kinds of version sequences (E/KD-001…005, E/KD-010), with the columns that E §2.3, §3, §4.3, §6 and §7 print. */
export const sequenceKinds = {
  RolloutSequence: {
    ...sequenceKind,
    kind: 'RolloutSequence',
    plural: 'rolloutsequences',
    shortNames: ['rseq'],
    owner: 'user',
    columns: [
      typed('integer', 'Stages', '.status.stageCount'),
      shown('Channel', '.status.channel'),
      shown('Control-Plane', '.status.target.controlPlane'),
      shown('Nodes', '.status.target.node'),
      typed('integer', 'Active', '.status.activeCount'),
      shown('State', '.status.operationalState.state'),
      AGE,
      wide('Message', conditionMessage('Ready')),
    ],
  },
  Rollout: {
    ...sequenceKind,
    kind: 'Rollout',
    typeName: 'VersionRollout',
    plural: 'rollouts',
    shortNames: ['vro'],
    owner: 'engine',
    columns: [
      shown('Sequence', '.spec.sequence'),
      shown('Type', '.spec.upgradeType'),
      shown('Version', '.spec.version'),
      shown('Phase', '.status.phase'),
      shown('Stage', '.status.currentStage'),
      shown('Stage-Phase', '.status.currentStagePhase'),
      shown('Clusters', '.status.summary.text'),
      AGE,
      wide('Reason', '.status.reason'),
      { ...typed('date', 'Started', '.status.startTime'), isWideOnly: true },
    ],
  },
  MaintenancePolicy: {
    ...sequenceKind,
    kind: 'MaintenancePolicy',
    plural: 'maintenancepolicies',
    shortNames: ['mpol'],
    owner: 'user',
    columns: [
      typed('integer', 'Clusters', '.status.clusterCount'),
      typed('boolean', 'Open', '.status.open'),
      shown('Next', '.status.nextChange'),
      shown('Exclusions', '.status.activeExclusions'),
      AGE,
    ],
  },
  VersionCatalog: {
    ...sequenceKind,
    kind: 'VersionCatalog',
    plural: 'versioncatalogs',
    shortNames: ['vcat'],
    owner: 'user',
    columns: [
      shown('Source', '.status.source'),
      typed('integer', 'Channels', '.status.channelCount'),
      shown('Ready', conditionStatus('Ready')),
      AGE,
    ],
  },
  MemberVersion: {
    ...sequenceKind,
    kind: 'MemberVersion',
    plural: 'memberversions',
    shortNames: ['mver'],
    owner: 'engine',
    columns: [
      shown('Fleet', '.status.fleet'),
      shown('Channel', '.status.channel'),
      shown('Control-Plane', '.status.controlPlane.version'),
      shown('Nodes', '.status.nodePools[0].versions[0].version'),
      shown('Target', '.status.target.controlPlane'),
      shown('State', '.status.rollouts[0].state'),
      shown('Reason', '.status.rollouts[0].reason'),
      AGE,
    ],
  },
} as const satisfies Record<string, Kind>;
