import { workloadYaml } from '../engine/fleet';

/** Each member is a stage: nothing, a wait, an approval are between them. */
export const STRATEGY = `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterStagedUpdateStrategy
metadata: { name: three-stages }
spec:
  stages:
    - name: first
      labelSelector: { matchLabels: { stage: "1" } }
      afterStageTasks: [{ type: TimedWait, waitTime: 2s }]
    - name: second
      labelSelector: { matchLabels: { stage: "2" } }
      afterStageTasks: [{ type: Approval }]
    - name: third
      labelSelector: { matchLabels: { stage: "3" } }
`;

export const contentYaml = (name: string, image: string) => `${workloadYaml(name, image)}
---
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterResourcePlacement
metadata: { name: ${name} }
spec:
  resourceSelectors: [{ group: "", version: v1, kind: Namespace, name: ${name} }]
  policy: { placementType: PickAll }
  strategy: { type: External }
`;

export const runYaml = (name: string, snapshot: string) => `
apiVersion: placement.kubernetes-fleet.io/v1beta1
kind: ClusterStagedUpdateRun
metadata: { name: ${name} }
spec:
  placementName: ${name}
  resourceSnapshotIndex: "${snapshot}"
  stagedRolloutStrategyName: three-stages
`;

/** Arguments of kubectl. */
export const approval = (request: string, at: string) => [
  ...['patch', 'clusterapprovalrequests', request, '--subresource=status', '--type=merge', '-p'],
  JSON.stringify({
    status: {
      conditions: [
        {
          ...{ type: 'Approved', status: 'True', reason: 'lgtm', message: 'lgtm' },
          ...{ observedGeneration: 1, lastTransitionTime: at },
        },
      ],
    },
  }),
];
