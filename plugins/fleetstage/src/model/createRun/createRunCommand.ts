export interface RunDraft {
  readonly name: string;
  readonly placement: string;
  readonly strategy: string;
  /** The newest where it is left out. */
  readonly snapshot?: string;
  readonly state: 'Run' | 'Initialize';
}

/** The kubectl command that creates the same run. */
export function createRunCommand({ name, placement, strategy, snapshot, state }: RunDraft): string {
  const index = snapshot === undefined ? [] : [`  resourceSnapshotIndex: ${JSON.stringify(snapshot)}`];
  return [
    'kubectl apply -f - <<EOF',
    'apiVersion: placement.kubernetes-fleet.io/v1beta1',
    'kind: ClusterStagedUpdateRun',
    'metadata:',
    `  name: ${JSON.stringify(name)}`,
    'spec:',
    `  placementName: ${JSON.stringify(placement)}`,
    ...index,
    `  stagedRolloutStrategyName: ${JSON.stringify(strategy)}`,
    `  state: ${state}`,
    'EOF',
  ].join('\n');
}
