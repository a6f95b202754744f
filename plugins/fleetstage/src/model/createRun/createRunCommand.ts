export interface RunDraft {
  readonly name: string;
  /** `namespace/name` of one of a namespace. */
  readonly placement: string;
  readonly strategy: string;
  /** The newest where it is left out. */
  readonly snapshot?: string;
  readonly state: 'Run' | 'Initialize';
}

/** The kubectl command that creates the same run; beside a placement of a namespace it is of that namespace. */
export function createRunCommand({ name, placement: of, strategy, snapshot, state }: RunDraft): string {
  const [placement, namespace] = of.split('/').reverse();
  const index = snapshot === undefined ? [] : [`  resourceSnapshotIndex: ${JSON.stringify(snapshot)}`];
  return [
    "kubectl apply -f - <<'EOF'",
    'apiVersion: placement.kubernetes-fleet.io/v1beta1',
    `kind: ${namespace === undefined ? 'Cluster' : ''}StagedUpdateRun`,
    'metadata:',
    `  name: ${JSON.stringify(name)}`,
    ...(namespace === undefined ? [] : [`  namespace: ${JSON.stringify(namespace)}`]),
    'spec:',
    `  placementName: ${JSON.stringify(placement)}`,
    ...index,
    `  stagedRolloutStrategyName: ${JSON.stringify(strategy)}`,
    `  state: ${state}`,
    'EOF',
  ].join('\n');
}
