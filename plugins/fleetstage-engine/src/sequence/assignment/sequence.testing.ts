import type {
  MemberLabelSelector,
  RolloutSequenceSpec,
  SequenceStage,
} from '@fleetstage/backstage-plugin-fleetstage-common';
import {
  parseAssigner,
  type StageAssignment,
  type AssignmentSpec,
  type LabelledCluster,
} from './assignClusters';

export const aStage = (name: string, stage: Partial<SequenceStage> = {}): SequenceStage => ({
  name,
  fleets: [name],
  ...stage,
});

export const labelled = (matchLabels: Record<string, string>): MemberLabelSelector => ({ matchLabels });

/** The community bank of the requirement (S103–S119, D/TS-001, E/EX-001). */
export const bankStages: readonly SequenceStage[] = [
  aStage('testing', { soakDuration: '72h' }),
  aStage('staging', { soakDuration: '72h' }),
  aStage('us-west1', {
    fleets: ['production'],
    clusterSelector: labelled({ 'prod-region': 'us-west1' }),
    soakDuration: '72h',
  }),
  aStage('europe-west1', {
    fleets: ['production'],
    clusterSelector: labelled({ 'prod-region': 'europe-west1' }),
    soakDuration: '96h',
  }),
  aStage('us-east1', { fleets: ['production'] }),
];

export const aSequence = (spec: Partial<RolloutSequenceSpec> = {}): RolloutSequenceSpec => ({
  stages: bankStages,
  ...spec,
});

export const aMember = (
  name: string,
  fleet?: string,
  labels: Record<string, string> = {},
): LabelledCluster => ({
  name,
  labels: { ...(fleet !== undefined && { 'fleetstage.io/fleet': fleet }), ...labels },
});

export const bankClusters: readonly LabelledCluster[] = [
  aMember('test-1', 'testing'),
  aMember('stage-1', 'staging'),
  aMember('prod-west', 'production', { 'prod-region': 'us-west1' }),
  aMember('prod-europe', 'production', { 'prod-region': 'europe-west1' }),
  aMember('prod-east-2', 'production'),
  aMember('prod-east-1', 'production'),
  aMember('lab'),
];

export function assignmentOf(spec: AssignmentSpec, clusters: readonly LabelledCluster[]): StageAssignment {
  const assigner = parseAssigner(spec);
  if (!assigner.ok) throw new Error(assigner.error);
  return assigner.value(clusters);
}
